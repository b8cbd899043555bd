// A database for each test file, cloned from a template that is migrated and seeded once; and TLS keys, also made once.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import {
  composeAdministration,
  type Installation,
  migrateInstallation,
  openInstallation,
} from '../../../src/compose/index.ts'
import { seedSandbox } from '../../../src/installation/sandbox/seed.ts'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { type Config, loadConfig } from '../../../src/platform/config/config.ts'
import { openLog } from '../../../src/platform/telemetry/log.ts'
import {
  citusNodes,
  distributeTemplate,
  dropUnused,
  endConnectionsTo,
  makeCluster,
  onEachNode,
  templateName,
} from './citus.ts'

export const testDatabaseVariable = 'TEST_DATABASE'
export const testCertificatesVariable = 'TEST_CERTIFICATES'
export const testPassword = 'sandbox-password-of-the-tests'
export const testKey = Buffer.alloc(32, 7).toString('base64')

interface Address {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string
}

function serverAddress(): Address {
  const text = process.env[testDatabaseVariable]
  if (!text) throw new Error('tests run by `npm test -- <part of a path>`, which starts their database')
  return JSON.parse(text) as Address
}

/** A URL also for a server that listens on a socket. */
export function databaseUrl(database: string): string {
  const { host, port, user, password } = serverAddress()
  const login = password ? `${user}:${encodeURIComponent(password)}` : user
  return `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(serverAddress())
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function makeTemplate(): Promise<void> {
  const isDistributed = citusNodes().length > 0
  // What the last run has left in a cluster, which outlives a run.
  if (isDistributed) await onEachNode((client) => client.query(`drop database if exists ${templateName} with (force)`))
  await createDatabase(`create database ${templateName}`)
  const config = testConfig(templateName)
  const installation = await openInstallation(config, silentLog())
  try {
    if (isDistributed) await makeCluster(installation.database, databaseUrl(templateName))
    await migrateInstallation(installation)
    if (isDistributed) await distributeTemplate(installation.database)
    await seed(config, installation)
  } finally {
    await installation.close()
  }
  if (isDistributed) await endConnectionsTo(templateName)
}

/** On a distributed database a database is one of that name on every node. */
function createDatabase(statement: string): Promise<unknown> {
  const create = (client: pg.Client) => client.query(statement)
  return citusNodes().length > 0 ? onEachNode(create) : onServer(create)
}

async function seed(config: Config, installation: Installation): Promise<void> {
  await seedSandbox(await composeAdministration(config, installation), testPassword)
}

/** What a sandbox would make on its first start, for all of them. */
export async function makeCertificates(folder: string): Promise<void> {
  await ensureDevelopmentCertificates(folder)
  process.env[testCertificatesVariable] = folder
}

/** Puts them where a gateway looks for its own, unless it has some. */
export async function placeCertificates(dataDir: string): Promise<void> {
  const folder = process.env[testCertificatesVariable]
  if (!folder) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await cp(folder, join(dataDir, 'tls'), { recursive: true, force: false })
}

let made = 0
const created = new Set<string>()

/** On a cluster each database keeps a background worker on every node busy: those of a file end with it. */
export async function dropTestDatabases(): Promise<void> {
  if (citusNodes().length === 0) return
  for (const name of created) if (await dropUnused(name)) created.delete(name)
}

/** A fresh clone of the template; its name. */
export async function createTestDatabase(): Promise<string> {
  made += 1
  const name = `test_${process.pid}_${made}`
  // The server of a run copies the files: page by page through its log, as it does by default, a database costs half as much again.
  // Files are copied between two checkpoints, which take long on a cluster whose disks have to keep everything.
  const strategy = citusNodes().length > 0 ? 'wal_log' : 'file_copy'
  await createDatabase(`create database ${name} template ${templateName} strategy ${strategy}`)
  created.add(name)
  return name
}

/** An empty database, not even migrated. */
export async function createEmptyDatabase(): Promise<string> {
  made += 1
  const name = `empty_${process.pid}_${made}`
  await createDatabase(`create database ${name}`)
  created.add(name)
  return name
}

/** The settings of a gateway under test: every port free, every response checked. */
export function testConfig(database: string, overrides: Record<string, string> = {}): Config {
  return loadConfig(testEnvironment(database, overrides))
}

export function testEnvironment(database: string, overrides: Record<string, string> = {}): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl(database),
    TOLLGATE_HTTPS_PORT: '0',
    TOLLGATE_MTLS_PORT: '0',
    TOLLGATE_HTTP_PORT: '0',
    TOLLGATE_CARD_HOST_PORT: '0',
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
    TOLLGATE_CHECK_ANSWERS: 'true',
    TOLLGATE_DATABASE_POOL_SIZE: '5',
    ...overrides,
  }
}

export function silentLog() {
  return openLog({ level: 'silent' })
}
