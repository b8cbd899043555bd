import { randomBytes } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file atomically: no reader ever sees half of it. With `keep`, a file that another process created in the
 * meantime stays, and two processes that start at once agree on one key: read it back to see which.
 */
export async function writeFileAtomically(
  path: string,
  content: string,
  { mode, keep }: { readonly mode: number; readonly keep: boolean },
): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(temporary, content, { mode, flag: 'wx', flush: true })
    if (keep && (await linkIfFree(temporary, path))) return
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Whether it is decided: the file is this process's, or another was there first. */
async function linkIfFree(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    // Some file systems have no hard links; there the file is renamed without a check.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}
