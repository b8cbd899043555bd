// Programs that start servers, and are interrupted: by a terminal or CI, by closing the terminal, or because what they print is no
// longer read, as in `npm test | head`. They take with them what they have started.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess, endProcessesIn, processesIn } from './processes.ts'

export function interruption(): AbortSignal {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, interrupt)
  // Without a listener such an error would end this process alone, at once.
  for (const output of [process.stdout, process.stderr]) output.on('error', interrupt)
  return interrupted.signal
}

/**
 * What is temporary is in one folder from now on. When this program ends, by an interruption or by an error, so does every process
 * that works in the folder.
 */
export function endWithWhatIsStarted(): void {
  const folder = mkdtempSync(join(tmpdir(), 'tg-run-'))
  process.env['TMPDIR'] = folder
  process.once('exit', () => {
    for (const pid of processesIn(folder)) endProcess(pid)
    rmSync(folder, { recursive: true, force: true })
  })
  interruption().addEventListener('abort', async () => {
    await endProcessesIn(folder)
    process.exit(1)
  })
}
