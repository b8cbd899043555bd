// The process of the operator's command line.

import { endProcess } from './installation/stop-serving.ts'
import { execute } from './run.ts'
import { processTerminal } from './terminal.ts'

// The reader may close the pipe early, as in "tollgate merchant list | head -1".
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})
const exitCode = await execute(process.argv.slice(2), process.env, processTerminal)
process.exitCode = exitCode
// What a command that failed has left open does not keep its process.
if (exitCode !== 0) endProcess({ exitCode, isAbandoned: true })
