// The paths of the embedded PostgreSQL. Only this file knows the names of its files and folders.

import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The major version this gateway supports; a cluster of another one cannot be opened. */
export const majorVersion = 18

export const clusterName = `pg${majorVersion}`

export const databaseName = 'tollgate'
export const userName = 'tollgate'

export interface ClusterLayout {
  /** The gateway's data folder, as the operator named it. */
  readonly dataDir: string
  /** Where cluster and socket lie: the data folder itself, or the copy that an unprivileged account can reach. */
  readonly home: string
  /** The cluster, that is PostgreSQL's own data directory. */
  readonly cluster: string
  /** Contains only the socket. Its mode 0700 protects the database: every connection through the socket is accepted. */
  readonly socketDir: string
  readonly logFile: string
  /** The password for loopback TCP, readable by the owner only. */
  readonly passwordFile: string
}

export function clusterLayoutOf({ dataDir, home = dataDir }: { dataDir: string; home?: string }): ClusterLayout {
  return {
    dataDir,
    home,
    cluster: join(home, clusterName),
    socketDir: join(home, 'pg-socket'),
    logFile: join(dataDir, 'postgres.log'),
    passwordFile: join(dataDir, 'postgres.password'),
  }
}

export const lockFileOf = (dataDir: string): string => join(dataDir, 'postgres.lock')

/** Says where the cluster is when it had to be copied out of a folder that only root can enter. */
export const pointerFileOf = (dataDir: string): string => join(dataDir, `${clusterName}-is-elsewhere.json`)

/** The prefix of every unfinished folder or file; anything found under it at a start is removed. */
export const unfinishedPrefix = `${clusterName}.new-`

// Identifies folders by their identity on disk, not by name: a moved folder stays the same one.

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
