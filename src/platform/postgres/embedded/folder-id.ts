// Identifies folders by their identity on disk, not by name: a moved folder stays the same one.
import { stat } from 'node:fs/promises'

export interface FolderId {
  readonly device: bigint
  readonly inode: bigint
}

export async function getFolderId(path: string): Promise<FolderId> {
  const { dev, ino } = await stat(path, { bigint: true })
  return { device: dev, inode: ino }
}

export const isSameId = (one: FolderId, other: FolderId): boolean =>
  one.device === other.device && one.inode === other.inode

/** False also when one of them does not exist, or is out of reach. */
export async function isSameFolder(one: string, other: string): Promise<boolean> {
  try {
    return isSameId(await getFolderId(one), await getFolderId(other))
  } catch {
    return false
  }
}
