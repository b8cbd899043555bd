// Handles the interruption of programs that start servers: Ctrl-C, SIGTERM from CI, a closed terminal, or a closed output pipe, as in
// `npm test | head`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess, endProcessesIn, processesIn } from './processes.ts'

/** Aborted when the program is interrupted. */
export function interruptSignal(): AbortSignal {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, interrupt)
  // Without a listener such an error would exit the process before it can clean up.
  for (const output of [process.stdout, process.stderr]) output.on('error', interrupt)
  return interrupted.signal
}

/**
 * Uses one folder for all temporary files of this program. On exit, also after an interruption or an error, every process that uses
 * the folder is terminated.
 */
export function cleanUpOnExit(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tg-run-'))
  process.env['TMPDIR'] = folder
  process.once('exit', () => {
    for (const pid of processesIn(folder)) endProcess(pid)
    rmSync(folder, { recursive: true, force: true })
  })
  interruptSignal().addEventListener('abort', async () => {
    await endProcessesIn(folder)
    process.exit(1)
  })
}
