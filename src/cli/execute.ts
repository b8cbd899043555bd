// Runs a command and prints its result. The exit code is 0 on success, 1 when the command was refused or failed, 2 on
// wrong usage.
import type { CommandContext } from './command.ts'
import type { CommandResult } from './result.ts'
import { runCommand, wantsJson } from './run.ts'
import { explainFailure } from './start-failure.ts'
import type { Terminal } from './terminal.ts'

export async function execute(
  words: readonly string[],
  env: CommandContext['env'],
  terminal: Terminal,
): Promise<number> {
  const isJson = wantsJson(words)
  try {
    return print(await runCommand(words, env, terminal), { isJson, terminal })
  } catch (error) {
    return printError(explainFailure(error), { isJson, terminal, exitCode: 1 })
  }
}

function print(result: CommandResult, { isJson, terminal }: { isJson: boolean; terminal: Terminal }): number {
  switch (result.kind) {
    case 'DONE':
      terminal.stdout.write(`${isJson ? JSON.stringify(result.data, null, 2) : result.text}\n`)
      return result.hasProblems ? 1 : 0
    case 'REFUSED':
      return printError(result.message, { isJson, terminal, exitCode: 1 })
    case 'MISUSED':
      return printError(result.message, { isJson, terminal, exitCode: 2 })
    case 'ENDED':
      return result.exitCode
  }
}

function printError(
  message: string,
  { isJson, terminal, exitCode }: { isJson: boolean; terminal: Terminal; exitCode: number },
): number {
  if (isJson) terminal.stdout.write(`${JSON.stringify({ error: message })}\n`)
  else terminal.stderr.write(`${message}\n`)
  return exitCode
}
