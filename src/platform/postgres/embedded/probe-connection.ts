// Connects to a server and checks whether it serves this cluster and holds the gateway's database.
import pg from 'pg'
import type { Connection } from './endpoint.ts'
import { EmbeddedPostgresFailure, noSpaceLeft } from './failure.ts'
import { isSameFolder } from './folder-id.ts'
import { type ClusterLayout, databaseName } from './layout.ts'
import { serverTimeouts } from './server-timeouts.ts'

export type ConnectionProbe =
  | { readonly kind: 'WELCOME' }
  /** A server answers, but serves another folder. */
  | { readonly kind: 'STRANGER' }
  /** The server is starting up or shutting down. */
  | { readonly kind: 'BUSY'; readonly reason: string }
  | { readonly kind: 'no answer'; readonly reason: string }

const noSuchDatabase = '3D000'
const cannotConnectNow = '57P03'
const wrongPassword = '28P01'
const diskFull = '53100'

/**
 * Connects to the gateway's database and creates it if it is missing, after checking that the server is the right one.
 */
export async function probeConnection(connection: Connection, layout: ClusterLayout): Promise<ConnectionProbe> {
  const first = await isServerOf(connection, layout)
  if (first.kind !== 'no answer' || first.code !== noSuchDatabase) return first
  const viaMaintenance = { ...connection, database: 'postgres' }
  const second = await isServerOf(viaMaintenance, layout)
  if (second.kind === 'WELCOME') await makeDatabase(viaMaintenance, layout)
  return second
}

async function isServerOf(connection: Connection, layout: ClusterLayout): Promise<ConnectionProbe & { code?: string }> {
  let directory: string
  try {
    directory = await ask(connection, 'SELECT current_setting($1) AS answer', ['data_directory'])
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (code === wrongPassword) throw passwordRefused(layout)
    return { kind: code === cannotConnectNow ? 'BUSY' : 'no answer', reason: message, code }
  }
  return { kind: (await isSameFolder(directory, layout.cluster)) ? 'WELCOME' : 'STRANGER' }
}

async function makeDatabase(connection: Connection, layout: ClusterLayout): Promise<void> {
  try {
    await ask(connection, `CREATE DATABASE ${databaseName}`, [])
  } catch (error) {
    if ((error as { code?: string }).code === diskFull) throw noSpaceLeft(layout.home)
    throw new EmbeddedPostgresFailure(
      `The database "${databaseName}" could not be created in ${layout.cluster}: ${(error as Error).message} (log: ${layout.logFile}).`,
      { cause: error },
    )
  }
}

async function ask(connection: Connection, question: string, values: string[]): Promise<string> {
  // Written out in full: PGSSLMODE and similar variables in the environment have no effect.
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: serverTimeouts.connectMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ answer: string }>(question, values)
    return rows[0]?.answer ?? ''
  } finally {
    await client.end().catch(() => {})
  }
}

function passwordRefused(layout: ClusterLayout): EmbeddedPostgresFailure {
  return new EmbeddedPostgresFailure(
    `The database in ${layout.cluster} has another password than the one in ${layout.passwordFile}: stop its server, delete that file, and start again; a new password is then set.`,
  )
}
