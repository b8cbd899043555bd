// A whole gateway in the test's own process: real sockets, real TLS, a real database of its own.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { composeGateway, type Gateway } from '../../../src/compose/gateway.ts'
import {
  type Administration,
  composeAdministration,
  openInstallation,
  openListeners,
} from '../../../src/compose/index.ts'
import type { Config } from '../../../src/platform/config/config.ts'
import { openLog } from '../../../src/platform/telemetry/log.ts'
import { redactedLogPaths } from '../../../src/requests/redaction.ts'
import { createTestDatabase, databaseUrl, placeCertificates, testConfig } from './database.ts'

export interface TestGateway extends Gateway {
  readonly listeners: Awaited<ReturnType<typeof openListeners>>
  readonly administration: Administration
  readonly dataDir: string
  readonly database: string
  /** Every line the gateway logged. */
  readonly logLines: string[]
  /** Asks the gateway's database, the acquirer's books included. */
  query<R extends object>(text: string, values?: readonly unknown[]): Promise<readonly R[]>
  /** Stops everything, and fails when any response broke the contract. */
  stop(): Promise<void>
}

/** On a database of its own, or on one that another gateway uses, too. */
export async function startGateway(overrides: Record<string, string> = {}, shared?: string): Promise<TestGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tollgate-gateway-'))
  await placeCertificates(dataDir)
  const database = shared ?? (await createTestDatabase())
  return runGateway(testConfig(database, { TOLLGATE_DATA_DIR: dataDir, TOLLGATE_LOG_LEVEL: 'debug', ...overrides }), {
    dataDir,
    database,
  })
}

/** With settings that a test has made itself, on a database with its schema. */
export async function runGateway(
  config: Config,
  { dataDir, database }: Pick<TestGateway, 'dataDir' | 'database'>,
): Promise<TestGateway> {
  const logLines: string[] = []
  const log = openLog({
    level: config.logLevel,
    redactedPaths: redactedLogPaths(),
    write: (line) => logLines.push(line),
  })
  const installation = await openInstallation(config, log)
  const administration = await composeAdministration(config, installation)
  const gateway = await composeGateway(config, installation, administration, log)
  const listeners = await openListeners(config, gateway, log)
  gateway.markReady()
  const reader = new pg.Pool({ connectionString: databaseUrl(database), max: 2, idleTimeoutMillis: 300_000 })
  return {
    ...gateway,
    listeners,
    administration,
    dataDir,
    database,
    logLines,
    async query<R extends object>(text: string, values: readonly unknown[] = []) {
      return (await reader.query<R>(text, [...values])).rows
    },
    async stop() {
      gateway.beginShutdown({ isReplaced: false })
      await listeners.drain(10_000)
      await gateway.close()
      await reader.end()
      await installation.close()
      await rm(dataDir, { recursive: true, force: true })
      const broken = logLines.filter((line) => line.includes('breaks the contract'))
      if (broken.length > 0) throw new Error(`answers broke the contract:\n${broken.join('\n')}`)
    },
  }
}
