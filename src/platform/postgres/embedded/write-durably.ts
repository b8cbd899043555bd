// Writes a small file atomically: a crash leaves either the old text or the new one, never half of it.
import { constants, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unfinishedPrefix } from './layout.ts'

export async function writeDurably(path: string, text: string, mode = 0o600): Promise<void> {
  const unfinished = join(dirname(path), `${unfinishedPrefix}${process.pid}-${Date.now()}`)
  const { O_CREAT, O_EXCL, O_WRONLY } = constants
  const file = await open(unfinished, O_CREAT | O_EXCL | O_WRONLY, mode)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await renameDurably(unfinished, path)
}

/** A rename that survives a power cut: the folder's own list of names is flushed as well. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  if (process.platform === 'win32') return
  const folder = await open(dirname(to), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
