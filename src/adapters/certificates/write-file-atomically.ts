import { randomBytes } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'

/**
 * Writes a file so that nobody ever sees half of it. With `keep`, a file that someone else put there in the meantime
 * stays, so that two processes starting at once agree on one key: read it back to learn which.
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

/** Whether the matter is settled: the file is ours, or another was there first. */
async function linkIfFree(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    // Some file systems have no hard links; there we take the name without asking.
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}
