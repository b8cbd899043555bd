// Decides which account runs the server and from where, and makes sure that there is a cluster to serve.

import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allowsNamespace, changeOwner, findUnprivilegedUser, runAs, type ServerAccount } from './account.ts'
import { type ClusterPointer, completeCopy, copyCluster, discardUnfinishedCopy, makeHome } from './copy.ts'
import { ensurePassword } from './endpoint.ts'
import { EmbeddedPostgresFailure, isDiskFull, noSpaceLeft } from './failure.ts'
import { type ClusterLayout, clusterName, majorVersion, unfinishedPrefix, userName } from './layout.ts'
import { findServer, keepOwnership, type PreparedServer, type ServerPrograms } from './server-package.ts'
import { renameDurably } from './write-durably.ts'

export interface PrepareOptions {
  /** Where the data is now, or would be if there were any. */
  readonly layout: ClusterLayout
  readonly pointer: ClusterPointer | undefined
  readonly runAs?: 'namespace' | 'copy' | undefined
  readonly copyInto?: string | undefined
  readonly log: (line: string) => void
  readonly signal?: AbortSignal | undefined
}

export async function prepareServer(options: PrepareOptions): Promise<PreparedServer> {
  const prepared = await choose(options)
  await ensureCluster(prepared, options)
  return prepared
}

async function choose(options: PrepareOptions): Promise<PreparedServer> {
  const { layout, pointer } = options
  await removeUnfinished(layout.dataDir)
  await removeUnfinished(layout.home)
  if (pointer?.complete) return await withPrograms({ kind: 'OTHER', uid: pointer.uid, gid: pointer.gid }, layout)
  if (process.geteuid?.() !== 0) return await withPrograms({ kind: 'SELF' }, layout)

  if (pointer) await discardUnfinishedCopy(layout.dataDir, pointer)
  const owner = await stat(layout.cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) return await asOwner(layout, owner)

  const user = await findUnprivilegedUser()
  if (!user) {
    throw new EmbeddedPostgresFailure(
      'PostgreSQL refuses to run as root, and /etc/passwd knows no other user: start as an ordinary user, or set DATABASE_URL.',
    )
  }
  if (options.runAs !== 'copy' && (await allowsNamespace(user, layout.dataDir))) {
    return await withPrograms({ kind: 'NAMESPACE', ...user }, layout)
  }
  if (options.runAs === 'namespace') {
    throw new EmbeddedPostgresFailure(`User namespaces are not allowed here, or do not reach ${layout.dataDir}.`)
  }
  return await inCopy(layout, user, options)
}

// Root starts on the data of an ordinary user: the server runs as that user, whose files stay as they were.
async function asOwner(layout: ClusterLayout, { uid, gid }: { uid: number; gid: number }): Promise<PreparedServer> {
  const prepared = await withPrograms({ kind: 'OTHER', uid, gid }, layout)
  const args = ['-C', 'data_directory', '-D', layout.cluster]
  const { exitCode, output } = await runAs(prepared.account, prepared.programs.postgres, args)
  if (exitCode === 0) return prepared
  throw new EmbeddedPostgresFailure(
    `${layout.cluster} belongs to user ${uid}, who cannot use it there (${output.trim()}): start as that user from a folder within reach, or give the data to root with "chown -R 0:0 ${layout.cluster}".`,
  )
}

async function inCopy(
  here: ClusterLayout,
  user: { uid: number; gid: number },
  { copyInto, log, signal }: PrepareOptions,
): Promise<PreparedServer> {
  const isWorthCopying = (await inspectCluster(here)) === 'complete'
  const { pointer, ...prepared } = await makeHome(here.dataDir, user, copyInto)
  log(`running as root without user namespaces: the database lives in ${prepared.layout.home}, as user ${user.uid}`)
  try {
    if (isWorthCopying) await copyCluster(here.cluster, prepared)
    else await ensureCluster(prepared, { log, signal })
  } catch (error) {
    await discardUnfinishedCopy(here.dataDir, pointer)
    throw error
  }
  await completeCopy(here.dataDir, pointer)
  return prepared
}

async function withPrograms(account: ServerAccount, layout: ClusterLayout): Promise<PreparedServer> {
  const server = await findServer(account, layout.home)
  if (server.kind === 'FOUND') return { account, layout, programs: server.programs }
  throw new EmbeddedPostgresFailure(
    `The embedded PostgreSQL cannot be run on this machine (${server.reason}): set DATABASE_URL to use a PostgreSQL of your own.`,
  )
}

async function ensureCluster(
  prepared: PreparedServer,
  { log, signal }: Pick<PrepareOptions, 'log' | 'signal'>,
): Promise<void> {
  const state = await inspectCluster(prepared.layout)
  if (state === 'complete') return
  await clearClusterFolder(prepared.layout, state, log)
  const password = await ensurePassword(prepared.layout)
  await keepOwnership(prepared, prepared.layout.passwordFile)
  log(`creating a new database in ${prepared.layout.cluster}`)
  await makeCluster(prepared, password, signal)
}

// The cluster on disk: its state, and how a new one is created.

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
