// A database for each test file, cloned from a template that is migrated and furnished once; and TLS keys, made once too.
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ensureDevelopmentCertificates } from '../../../src/adapters/certificates/development-ca.ts'
import {
  composeAdministration,
  type Installation,
  migrateInstallation,
  openInstallation,
  openLog,
} from '../../../src/compose/index.ts'
import { type Config, loadConfig } from '../../../src/config/config.ts'
import { seedSandbox } from '../../../src/sandbox/seed.ts'

export const testDatabaseVariable = 'TEST_DATABASE'
export const testCertificatesVariable = 'TEST_CERTIFICATES'
export const testPassword = 'sandbox-password-of-the-tests'
export const testKey = Buffer.alloc(32, 7).toString('base64')

const template = 'tollgate_template'

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
  await onServer((client) => client.query(`create database ${template}`))
  const config = testConfig(template)
  const installation = await openInstallation(config, silentLog())
  try {
    await furnish(config, installation)
  } finally {
    await installation.close()
  }
}

async function furnish(config: Config, installation: Installation): Promise<void> {
  await migrateInstallation(installation)
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

/** A fresh clone of the template; its name. */
export async function createTestDatabase(): Promise<string> {
  made += 1
  const name = `test_${process.pid}_${made}`
  await onServer((client) => client.query(`create database ${name} template ${template}`))
  return name
}

/** An empty database, not even migrated. */
export async function createEmptyDatabase(): Promise<string> {
  made += 1
  const name = `empty_${process.pid}_${made}`
  await onServer((client) => client.query(`create database ${name}`))
  return name
}

/** The settings of a gateway under test: every port free, every answer checked. */
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
