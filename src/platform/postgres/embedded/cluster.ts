// The cluster on disk: its state, and how a new one is created.
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeOwner, runAs, type ServerAccount } from './account.ts'
import { EmbeddedPostgresFailure, isDiskFull, noSpaceLeft } from './failure.ts'
import { type ClusterLayout, clusterName, majorVersion, unfinishedPrefix, userName } from './layout.ts'
import type { ServerPrograms } from './server-package.ts'
import { renameDurably } from './write-durably.ts'

export type ClusterState = 'missing' | 'empty' | 'half-made' | 'complete'

/** Examines the folder; stops with a message when it holds data that the gateway cannot use and must not touch. */
export async function inspectCluster(layout: ClusterLayout): Promise<ClusterState> {
  const names = await list(layout.cluster)
  if (names === undefined) {
    await refuseOtherVersions(layout)
    return 'missing'
  }
  if (names.length === 0) return 'empty'

  const version = await readFile(join(layout.cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  if (version.trim() !== '' && version.trim() !== String(majorVersion))
    throw otherVersion(layout.cluster, version.trim())

  const databases = (await list(join(layout.cluster, 'base'))) ?? []
  const hasControlFile = await exists(join(layout.cluster, 'global', 'pg_control'))
  // Numbers from 16384 on are databases created by users. Number 5 is "postgres", the last one that initdb creates.
  const hasOwnDatabases = databases.some((name) => Number(name) >= 16384)
  if (version.trim() !== '' && hasControlFile && (hasOwnDatabases || databases.includes('5'))) return 'complete'
  if (!hasOwnDatabases) return 'half-made'
  throw new EmbeddedPostgresFailure(
    `The database in ${layout.cluster} is damaged (PG_VERSION or global/pg_control is missing): restore the folder from a backup, or move it away to begin with an empty database.`,
  )
}

/** Creates a new cluster under the final name, or leaves nothing behind. */
export async function makeCluster(
  { layout, account, programs }: { layout: ClusterLayout; account: ServerAccount; programs: ServerPrograms },
  password: string,
  signal?: AbortSignal,
): Promise<void> {
  const unfinished = join(layout.home, unfinishedPrefix + randomBytes(4).toString('hex'))
  const passwordFile = `${unfinished}.password`
  try {
    await writeFile(passwordFile, password, { flag: 'wx', mode: 0o600 })
    await changeOwner(account, passwordFile)
    const words = [
      `--pgdata=${unfinished}`,
      `--username=${userName}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      // PostgreSQL's own C.UTF-8: the same on every system, while some lack one in their C library.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      // Trusting every connection through the socket is safe only because its folder has mode 0700.
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--no-instructions',
    ]
    const { exitCode, output } = await runAs(account, programs.initdb, words, { signal })
    signal?.throwIfAborted()
    if (exitCode !== 0) throw await initdbFailed(layout, output)
    // initdb has flushed the files themselves.
    await renameDurably(unfinished, layout.cluster)
  } finally {
    await rm(passwordFile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/**
 * Makes room for a new cluster. What initdb left unfinished is set aside, not deleted: the operator decides about it.
 */
export async function clearClusterFolder(
  layout: ClusterLayout,
  state: ClusterState,
  log: (line: string) => void,
): Promise<void> {
  if (state === 'empty') await rmdir(layout.cluster)
  if (state !== 'half-made') return
  const aside = `${layout.cluster}.half-made-${Date.now()}`
  await rename(layout.cluster, aside)
  log(`${layout.cluster} was never completed; set aside as ${aside}`)
}

/** Removes what a killed start left unfinished. Holding the start lock guarantees that no other process works on it. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = (await list(folder)) ?? []
  for (const name of names.filter((name) => name.startsWith(unfinishedPrefix))) {
    // An initdb whose gateway was killed may still be writing; then a later start removes it.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function refuseOtherVersions(layout: ClusterLayout): Promise<void> {
  const names = (await list(layout.home)) ?? []
  const other = names.find((name) => /^pg\d+$/.test(name) && name !== clusterName)
  if (other !== undefined) throw otherVersion(join(layout.home, other), other.slice('pg'.length))
}

function otherVersion(folder: string, version: string): EmbeddedPostgresFailure {
  return new EmbeddedPostgresFailure(
    `${folder} holds data of PostgreSQL ${version}, but this gateway runs PostgreSQL ${majorVersion}: upgrade the data with pg_upgrade or a dump into ${clusterName}, go back to the earlier gateway, or choose another folder with TOLLGATE_DATA_DIR.`,
  )
}

async function initdbFailed(layout: ClusterLayout, output: string): Promise<EmbeddedPostgresFailure> {
  if (output.includes('No space left on device') || (await isDiskFull(layout.home))) return noSpaceLeft(layout.home)
  const reason = output.trim().split('\n').slice(-4).join('\n')
  return new EmbeddedPostgresFailure(`A new database could not be created in ${layout.home}: ${reason}`)
}

async function list(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
