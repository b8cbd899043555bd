// The operator's command line. It ends with 0 when done, 1 when the answer is no, 2 when the words were not understood.
import type { Result } from './result.ts'
import { run, wantsJson } from './run.ts'
import { explainFailure } from './start-failure.ts'

// Whoever reads us may have seen enough, as in "tollgate merchant list | head -1".
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await main(process.argv.slice(2))

async function main(words: readonly string[]): Promise<number> {
  const isJson = wantsJson(words)
  try {
    return print(await run(words, process.env), isJson)
  } catch (error) {
    return printError(explainFailure(error), { isJson, exitCode: 1 })
  }
}

function print(result: Result, isJson: boolean): number {
  switch (result.kind) {
    case 'done':
      process.stdout.write(`${isJson ? JSON.stringify(result.data, null, 2) : result.text}\n`)
      return result.isBadNews ? 1 : 0
    case 'refused':
      return printError(result.message, { isJson, exitCode: 1 })
    case 'misused':
      return printError(result.message, { isJson, exitCode: 2 })
    case 'ended':
      return result.exitCode
  }
}

function printError(message: string, { isJson, exitCode }: { isJson: boolean; exitCode: number }): number {
  if (isJson) process.stdout.write(`${JSON.stringify({ error: message })}\n`)
  else process.stderr.write(`${message}\n`)
  return exitCode
}
