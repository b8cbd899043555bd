// The fallback for root: the cluster lives outside the data folder, where an unprivileged account can reach it.
import { randomBytes } from 'node:crypto'
import { chown, cp, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { changeOwner, runAs, type ServerAccount } from './account.ts'
import { EmbeddedPostgresFailure, explainFileError } from './failure.ts'
import {
  type ClusterLayout,
  clusterLayoutOf,
  clusterName,
  isSameFolder,
  pointerFileOf,
  unfinishedPrefix,
} from './layout.ts'
import { findServer, type ServerPrograms } from './server-package.ts'
import { renameDurably, writeDurably } from './write-durably.ts'

/** Stored in the data folder: the only record of where the data is. */
export interface ClusterPointer {
  readonly home: string
  readonly uid: number
  readonly gid: number
  /** False until the copy is whole; before that, the data folder itself still counts. */
  readonly complete: boolean
  /** The inode of the cluster it was copied from, if there was one. */
  readonly copiedFrom?: string | undefined
}

const homePrefix = 'tollgate-'

/** Some systems empty the last two now and then, therefore they come last. */
const bases = ['/var/lib', '/var/db', '/var/tmp', tmpdir()]

export async function findPointer(dataDir: string): Promise<ClusterPointer | undefined> {
  const file = pointerFileOf(dataDir)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { home, uid, gid, complete, copiedFrom } = JSON.parse(text) as ClusterPointer
    if (typeof home !== 'string' || !(uid > 0) || !(gid > 0)) throw new Error('home, uid or gid is missing')
    return { home, uid, gid, complete: complete === true, copiedFrom }
  } catch (error) {
    throw new EmbeddedPostgresFailure(
      `${file} should say where the database is, but cannot be read (${(error as Error).message}): restore it from a backup.`,
    )
  }
}

/** Reports early to an ordinary user that the data belongs to root, before a lesser problem hides it. */
export function assertReachable(dataDir: string, pointer: ClusterPointer): void {
  const uid = process.geteuid?.()
  if (!pointer.complete || uid === 0 || uid === pointer.uid) return
  throw new EmbeddedPostgresFailure(
    `The database of ${dataDir} was made by root and lies in ${pointer.home}: start as root, or choose another folder with TOLLGATE_DATA_DIR.`,
  )
}

/** Checks that a complete copy exists and belongs to this data folder, before anything is done with it. */
export async function openCopy(dataDir: string, pointer: ClusterPointer): Promise<ClusterLayout> {
  const layout = clusterLayoutOf({ dataDir, home: pointer.home })
  if (!(await stat(layout.cluster).catch(() => undefined))) {
    throw new EmbeddedPostgresFailure(
      `The database of ${dataDir} lies in ${pointer.home}, but is gone from there: bring it back, or delete ${pointerFileOf(dataDir)} to begin with an empty database.`,
    )
  }
  await assertOnlyPointer(dataDir, pointer)
  await setSourceAside(dataDir, pointer)
  return layout
}

/**
 * Creates a home for the copy, with programs the account can run in it. The pointer comes first: it names what to clean
 * up.
 */
export async function makeHome(
  dataDir: string,
  user: { uid: number; gid: number },
  copyInto: string | undefined,
): Promise<{ account: ServerAccount; layout: ClusterLayout; programs: ServerPrograms; pointer: ClusterPointer }> {
  const account = { kind: 'OTHER', ...user } as const
  const refusals: string[] = []
  for (const base of copyInto === undefined ? bases : [copyInto]) {
    if (!(await letsOthersPass(base))) {
      refusals.push(`${base} cannot be entered`)
      continue
    }
    const home = await mkdtemp(join(base, homePrefix))
    await chown(home, user.uid, user.gid)
    const copiedFrom = (await inodeOf(join(dataDir, clusterName)))?.toString()
    const pointer = { home, ...user, complete: false, copiedFrom }
    await writePointer(dataDir, pointer)
    await claim(dataDir, home)
    const server = await findServer(account, home)
    if (server.kind === 'FOUND') {
      return { account, layout: clusterLayoutOf({ dataDir, home }), programs: server.programs, pointer }
    }
    refusals.push(`${base}: ${server.reason}`)
    await discardUnfinishedCopy(dataDir, pointer)
  }
  throw new EmbeddedPostgresFailure(
    `PostgreSQL refuses to run as root, user namespaces are not allowed here, and user ${user.uid} cannot run it either (${refusals.join('; ')}): start as an ordinary user, or set DATABASE_URL.`,
  )
}

/** Copies a cluster that is not running to its new home and gives it to the account. */
export async function copyCluster(
  source: string,
  { layout, account, programs }: { layout: ClusterLayout; account: ServerAccount; programs: ServerPrograms },
): Promise<void> {
  const unfinished = join(layout.home, unfinishedPrefix + randomBytes(4).toString('hex'))
  try {
    await cp(source, unfinished, {
      recursive: true,
      // The log may lie elsewhere behind a link, where the account cannot go.
      dereference: true,
      filter: (path) => basename(path) !== 'postmaster.pid',
    })
    await changeOwner(account, unfinished)
    const synced = await runAs(account, programs.initdb, ['--sync-only', '-D', unfinished])
    if (synced.exitCode !== 0) {
      throw new EmbeddedPostgresFailure(`${source} could not be copied to ${layout.home}: ${synced.output}`)
    }
    await renameDurably(unfinished, layout.cluster)
  } catch (error) {
    throw explainFileError(error, layout.home)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** From here on the copy is the data. The original is renamed, to avoid mistaking it for the current data. */
export async function completeCopy(dataDir: string, pointer: ClusterPointer): Promise<void> {
  await writePointer(dataDir, { ...pointer, complete: true })
  await setSourceAside(dataDir, pointer)
}

/**
 * A copy that was never completed was never written to by a server. Removed only when the gateway certainly made it.
 */
export async function discardUnfinishedCopy(dataDir: string, { home, complete }: ClusterPointer): Promise<void> {
  if (!complete && basename(home).startsWith(homePrefix) && (await claimantOf(home)) === dataDir) {
    await rm(home, { recursive: true, force: true })
    await rm(pointerFileOf(dataDir), { force: true })
  }
}

async function setSourceAside(dataDir: string, { copiedFrom, home }: ClusterPointer): Promise<void> {
  const source = join(dataDir, clusterName)
  const inode = await inodeOf(source)
  if (inode === undefined) return
  if (inode.toString() !== copiedFrom) {
    throw new EmbeddedPostgresFailure(
      `There are two databases, ${source} and ${join(home, clusterName)}: move the first away, or delete ${pointerFileOf(dataDir)} to use it instead of the second.`,
    )
  }
  await rename(source, `${source}.copied-${Date.now()}`)
}

// A data folder copied with "cp -r" would share its database with the original; moving it is fine.
async function assertOnlyPointer(dataDir: string, pointer: ClusterPointer): Promise<void> {
  const claimant = await claimantOf(pointer.home)
  if (claimant === dataDir) return
  const rival = claimant && (await findPointer(claimant).catch(() => undefined))
  if (claimant && rival && rival.home === pointer.home && !(await isSameFolder(claimant, dataDir))) {
    throw new EmbeddedPostgresFailure(
      `${dataDir} and ${claimant} share one database, ${pointer.home}, because one is a copy of the other: delete ${pointerFileOf(dataDir)} to begin with an empty database here.`,
    )
  }
  await claim(dataDir, pointer.home)
}

const claimFileOf = (home: string): string => join(home, 'belongs-to.json')

const claim = (dataDir: string, home: string): Promise<void> =>
  writeDurably(claimFileOf(home), `${JSON.stringify({ dataDir })}\n`)

async function claimantOf(home: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(claimFileOf(home), 'utf8')) as { dataDir?: string }).dataDir
  } catch {
    return undefined
  }
}

const writePointer = (dataDir: string, pointer: ClusterPointer): Promise<void> =>
  // Readable for all: another user can see where the data went and why it is out of reach.
  writeDurably(pointerFileOf(dataDir), `${JSON.stringify(pointer, null, 2)}\n`, 0o644)

async function inodeOf(path: string): Promise<bigint | undefined> {
  return (await stat(path, { bigint: true }).catch(() => undefined))?.ino
}

async function letsOthersPass(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory() || (found.mode & 0o001) === 0) return false
  return dirname(folder) === folder || (await letsOthersPass(dirname(folder)))
}
