// The process of the operator's command line.
import { execute } from './execute.ts'
import { processTerminal } from './terminal.ts'

// The reader may close the pipe early, as in "tollgate merchant list | head -1".
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
process.exitCode = await execute(process.argv.slice(2), process.env, processTerminal)
