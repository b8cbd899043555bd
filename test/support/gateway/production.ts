// A gateway in production mode in the test's own process: a database of its own, real TLS, and no simulator. What it has,
// the operator's commands have made.
import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { tollgate } from './command-line.ts'
import { createEmptyDatabase, databaseUrl, placeCertificates, testKey } from './database.ts'
import { runGateway, type TestGateway } from './gateway.ts'

export interface ProductionSite {
  /** The settings, for the operator's commands. */
  readonly environment: Readonly<Record<string, string>>
  /** Runs a command, which must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads members whose shape it is about to check
  operate(words: readonly string[], secrets?: Readonly<Record<string, string>>): Promise<any>
  start(): Promise<TestGateway>
}

/** With its schema, and nothing else. Starting it removes its folder in the end. */
export async function makeProductionSite(overrides: Readonly<Record<string, string>> = {}): Promise<ProductionSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-production-'))
  await placeCertificates(dataDir)
  const tls = await ensureDevelopmentCertificates(join(dataDir, 'tls'))
  const database = await createEmptyDatabase()
  const environment = {
    TOLLGATE_MODE: 'production',
    TOLLGATE_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(database),
    TOLLGATE_TLS_KEY_FILE: tls.serverKeyFile,
    TOLLGATE_TLS_CERTIFICATE_FILE: tls.serverCertificateFile,
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_HTTPS_PORT: '0',
    TOLLGATE_MTLS_PORT: '0',
    TOLLGATE_METRICS_PORT: '0',
    TOLLGATE_CHECK_ANSWERS: 'true',
    TOLLGATE_LOG_LEVEL: 'debug',
    TOLLGATE_DATABASE_POOL_SIZE: '5',
    ...overrides,
  }
  const site: ProductionSite = {
    environment,
    async operate(words, secrets = {}) {
      const ended = await tollgate([...words, '--json'], { env: { ...environment, ...secrets } })
      assert.equal(ended.code, 0, `${words.join(' ')}: ${ended.stdout}${ended.stderr}`)
      return ended.json
    },
    start: () => runGateway(loadConfig(environment), { dataDir, database }),
  }
  await site.operate(['migrate'])
  return site
}
