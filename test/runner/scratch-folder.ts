// The folder in which a test run keeps its databases and everything else that is temporary: in memory where there is room. A
// database is cloned several hundred times, and on a disk most of the cost is the file system's.
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptFolderVariable } from '../support/browser/find-browser.ts'
import { endProcessesIn } from '../support/gateway/processes.ts'

/** Where Linux keeps files in memory. */
const inMemory = '/dev/shm'

/** A few hundred databases of 11 MB each, the servers' logs and other data folders, with room to spare. */
const bytesNeeded = 8 * 2 ** 30

/** Short: the name of a database's socket may not be long. */
const prefix = 'tg-test-'
const keptMs = 3_600_000

/** Makes the folder, and has this process and those that it starts use it for all that is temporary. */
export async function makeScratchFolder(): Promise<string> {
  process.env[keptFolderVariable] = tmpdir()
  await deleteLeftFolders()
  const folder = mkdtempSync(join(hasRoomInMemory() ? inMemory : tmpdir(), `${prefix}${process.pid}-`))
  // Tests run programs as other users, too.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return folder
}

/** A run that was killed has left its folder, which takes memory, and the servers in it. */
async function deleteLeftFolders(): Promise<void> {
  for (const folder of globSync(`${inMemory}/${prefix}*`)) {
    const pid = Number(folder.split('-')[2])
    const ageMs = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (ageMs < keptMs || isRunning(pid)) continue
    await endProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function hasRoomInMemory(): boolean {
  // Windows and macOS have no such folder.
  if (process.platform !== 'linux') return false
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) >= bytesNeeded && mayRunPrograms()
  } catch {
    return false
  }
}

/** Some tests run a program that they have put there; containers often forbid it. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
  const options = mounts.split('\n').flatMap((line) => {
    const [, place, , words = ''] = line.split(' ')
    return place === inMemory ? words.split(',') : []
  })
  return !options.includes('noexec')
}
