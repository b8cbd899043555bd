// Finds all processes that use a folder, and terminates them.
import { execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { findPidFile } from '../../../src/platform/postgres/embedded/detect-server.ts'
import { pollUntil } from '../../../src/platform/postgres/embedded/server-timeouts.ts'
import { until } from '../checks/poll.ts'

/** Processes whose working directory, command line or environment contains one of the folders. */
export function processesIn(...folders: readonly string[]): readonly number[] {
  const mentionsFolder = (words: string) => folders.some((folder) => words.includes(folder))
  const others = (pid: number) => pid > 0 && pid !== process.pid
  // Windows shows none of these.
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\n')
      .filter(mentionsFolder)
      .map((line) => Number.parseInt(line, 10))
      .filter(others)
  // Of what has ended, but was not collected, nothing can be read.
  return readdirSync('/proc')
    .map(Number)
    .filter(others)
    .filter(
      (pid) =>
        mentionsFolder(readProcess(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) ||
        mentionsFolder(readProcess(() => readlinkSync(`/proc/${pid}/cwd`))) ||
        mentionsFolder(readProcess(() => readFileSync(`/proc/${pid}/environ`, 'utf8'))),
    )
}

/** Not one after another in the background: there are hundreds, and waiting for each costs ten times as much as reading it. */
function readProcess(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Terminates every process that uses one of the folders. */
export async function endProcessesIn(...folders: readonly string[]): Promise<void> {
  await quitServersIn(folders)
  await until(
    () => {
      const left = processesIn(...folders)
      for (const pid of left) endProcess(pid)
      return left.length === 0
    },
    `nothing runs in ${folders.join(' and ')} any more`,
  )
}

/** On SIGQUIT a database server removes its shared memory before it exits. After SIGKILL the memory stays allocated until the
 * machine restarts, and repeated test runs would exhaust it. */
async function quitServersIn(folders: readonly string[]): Promise<void> {
  const clusters = folders.flatMap((folder) => globSync(`${folder}/{,*/,*/*/}pg*/postmaster.pid`)).map(dirname)
  if (clusters.length === 0) return
  const files = await Promise.all(clusters.map((cluster) => findPidFile(cluster).catch(() => undefined)))
  // The number in a file that was left behind may be another process's by now.
  const findServers = () => processesIn(...folders).filter((pid) => files.some((file) => file?.pid === pid))
  for (const pid of findServers()) for (const signal of ['SIGQUIT', 'SIGCONT'] as const) signalProcess(pid, signal)
  await pollUntil(() => findServers().length === 0 || undefined, { timeoutMs: 10_000 })
}

/** Immediately, without a chance to clean up. */
export function endProcess(pid: number): void {
  signalProcess(pid, 'SIGKILL')
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It went away by itself in this very moment.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
