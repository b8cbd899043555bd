// Decides which account runs the server and from where, and makes sure that there is a cluster to serve.
import { stat } from 'node:fs/promises'
import { allowsNamespace, findUnprivilegedUser, runAs, type ServerAccount } from './account.ts'
import { clearClusterFolder, inspectCluster, makeCluster, removeUnfinished } from './cluster.ts'
import { type ClusterPointer, completeCopy, copyCluster, discardUnfinishedCopy, makeHome } from './copy.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import type { ClusterLayout } from './layout.ts'
import { ensurePassword } from './password.ts'
import { keepOwnership, type PreparedServer } from './prepared-server.ts'
import { findServer } from './server-package.ts'

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
