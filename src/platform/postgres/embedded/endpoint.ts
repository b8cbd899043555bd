// Where the server listens: a socket in a private folder, or loopback TCP with a password where that cannot be.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { runAs } from './account.ts'
import type { PidFile } from './detect-server.ts'
import { EmbeddedPostgresFailure } from './failure.ts'
import { type ClusterLayout, databaseName, userName } from './layout.ts'
import type { PreparedServer } from './server-package.ts'
import { writeDurably } from './write-durably.ts'

export type Endpoint =
  | { readonly kind: 'SOCKET'; readonly folder: string; readonly port: number }
  | { readonly kind: 'TCP'; readonly port: number; readonly password: string }

export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** A socket's whole path must fit in about 104 bytes (108 on Linux), an old limit of the system call. */
const socketPathBytesMax = 100

/** Only part of the socket's file name; nothing listens on this port. */
const socketPort = 5432

export function fitsSocket(layout: ClusterLayout): boolean {
  const path = join(layout.socketDir, `.s.PGSQL.${socketPort}`)
  return process.platform !== 'win32' && Buffer.byteLength(path) <= socketPathBytesMax
}

export const socketEndpoint = (layout: ClusterLayout): Endpoint => ({
  kind: 'SOCKET',
  folder: layout.socketDir,
  port: socketPort,
})

/** A port free at this moment; if another program takes it before the server does, the launch tries a new one. */
export async function tcpEndpoint(password: string): Promise<Endpoint> {
  const probe = createServer()
  const port = await new Promise<number>((resolve, reject) => {
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  await new Promise((resolve) => probe.close(resolve))
  return { kind: 'TCP', port, password }
}

export function connectionTo(endpoint: Endpoint): Connection {
  const who = { user: userName, database: databaseName }
  switch (endpoint.kind) {
    case 'SOCKET':
      return { host: endpoint.folder, port: endpoint.port, ...who }
    case 'TCP':
      return { host: '127.0.0.1', port: endpoint.port, ...who, password: endpoint.password }
  }
}

/** Where a server that is already running listens, by its own account. */
export async function endpointOf(running: PidFile, layout: ClusterLayout): Promise<Endpoint> {
  if (running.socketDir !== '') return { kind: 'SOCKET', folder: running.socketDir, port: running.port }
  const password = await findPassword(layout)
  if (password !== undefined) return { kind: 'TCP', port: running.port, password }
  throw new EmbeddedPostgresFailure(
    `${layout.passwordFile} is missing while the server runs (process ${running.pid}): restore the file, or stop that process with SIGINT and start again; a new password is then set.`,
  )
}

// The database user's password. Only loopback TCP requires it, but every cluster gets one, in case it ever needs TCP.

export async function findPassword(layout: ClusterLayout): Promise<string | undefined> {
  try {
    return (await readFile(layout.passwordFile, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The password on file, or a new one stored there. Stored before the cluster is created, so a crash cannot lose it. */
export async function ensurePassword(layout: ClusterLayout): Promise<string> {
  const existing = await findPassword(layout)
  if (existing !== undefined) return existing
  const password = randomBytes(24).toString('base64url')
  await writeDurably(layout.passwordFile, `${password}\n`)
  return password
}

/** The password on file; if the file is lost, a new one is set in the database, whose server must not be running. */
export async function recoverPassword({ layout, account, programs }: PreparedServer): Promise<string> {
  const existing = await findPassword(layout)
  if (existing !== undefined) return existing
  const password = randomBytes(24).toString('base64url')
  const { exitCode, output } = await runAs(
    account,
    programs.postgres,
    ['--single', '-D', layout.cluster, '-c', 'log_statement=none', 'postgres'],
    { input: `ALTER ROLE ${userName} PASSWORD '${password}'\n` },
  )
  if (exitCode !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output)) {
    throw new EmbeddedPostgresFailure(
      `${layout.passwordFile} is missing, and no new password could be set: ${output.trim().split('\n').at(-1)}`,
    )
  }
  await writeDurably(layout.passwordFile, `${password}\n`)
  return password
}
