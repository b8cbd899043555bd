// A gateway in production mode and the bank's, a sandbox, each a process with a database server of its own, which can be
// killed at any moment and come back at the same address.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { startEmbeddedPostgres } from '../../../src/platform/postgres/embedded/index.ts'
import { seeded } from '../builders/seeded.ts'
import { until } from '../checks/poll.ts'
import { merchantId } from '../clients/client.ts'
import { tollgate } from '../gateway/command-line.ts'
import { testKey, testPassword } from '../gateway/database.ts'
import { exitOf, type GatewayProcess, makeSite, type Owner } from '../gateway/process.ts'
import { endProcess } from '../gateway/processes.ts'
import { type BankLine, openBankLine } from './bank-line.ts'
import { faultCurrencyNames } from './fault-histories.ts'
import type { Address } from './fault-load.ts'
import { freePort, queryAt, urlOf } from './fault-world.ts'

/** One gateway with its database server. */
export interface GatewaySide {
  readonly name: string
  readonly environment: Readonly<Record<string, string>>
  readonly httpsUrl: string
  readonly kills: number
  /** What of it is killed; all that is killed comes back before this ends. */
  kill(what: { readonly gateway?: boolean; readonly database?: boolean }): Promise<void>
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<readonly Row[]>
  stop(): Promise<void>
}

type MerchantAddress = Required<Address>

export interface TwoGatewaysWorld {
  readonly ours: GatewaySide
  readonly bank: GatewaySide
  readonly shop: MerchantAddress
  /** The same merchant as the bank knows it. */
  readonly shopAtBank: MerchantAddress
  /** Between both. */
  readonly line: BankLine
}

/** Short, so that deadlines pass by themselves. */
const bankTimeoutMs = 1_500
const ourTimeoutMs = 3_000
/** Longer than a request can be under way at the bank. */
export const lateArrivalMs = 12_000

/** The bank's own acquirer is away at times, and slow, silent or undecided now and then. */
const faultsOfBank = {
  awayEverySeconds: 17,
  awaySeconds: 4,
  slow: 0.05,
  slowMs: 200,
  silent: 0.02,
  open: 0.03,
  late: 0.02,
  lateMs: 3_000,
  lateArrivalMs: 4_000,
}

/** Later than our gateway waits for a response. */
const troublesOfLine = { lost: 0.06, late: 0.01, lateMs: 4_000 }

export async function makeTwoGateways(owner: Owner, seed: number): Promise<TwoGatewaysWorld> {
  const faults = Object.entries({ seed: seed % 1_000_000_000, ...faultsOfBank })
  const bank = await makeSide(owner, 'bank', {
    TOLLGATE_SANDBOX_PASSWORD: testPassword,
    TOLLGATE_HTTP_PORT: '0',
    TOLLGATE_ACQUIRER_TIMEOUT_MS: String(bankTimeoutMs),
    TOLLGATE_REQUEST_TIMEOUT_MS: '10000',
    TOLLGATE_SIMULATOR_FAULTS: faults.map(([name, value]) => `${name}=${value}`).join(),
  })
  const ours = await makeSide(owner, 'ours', {
    TOLLGATE_MODE: 'production',
    TOLLGATE_METRICS_PORT: '0',
    TOLLGATE_ACQUIRER_TIMEOUT_MS: String(ourTimeoutMs),
  })
  await bank.start()
  const ca = await readFile(join(bank.dataDir, 'tls', 'ca-certificate.pem'), 'utf8')
  const operate = async (...words: readonly string[]) => {
    const env = { ...ours.environment, BANK_PASSWORD: testPassword }
    const ended = await tollgate([...words, '--json'], { env })
    assert.equal(ended.code, 0, `${words.join(' ')}: ${ended.stdout}${ended.stderr}`)
    return ended.json
  }
  await operate('migrate')
  const port = Number(new URL(bank.httpsUrl).port)
  const line = await openBankLine(owner, { port, random: seeded(seed), troubles: troublesOfLine })
  const ofBank = ['--url', `https://localhost:${line.port}`, `--ca=${ca}`, '--password-env', 'BANK_PASSWORD']
  const tuning = ['--request-timeout-ms', '2500', '--late-arrival-ms', String(lateArrivalMs)]
  await operate('link', 'create', 'north-bank', '--adapter', 'gateway', ...ofBank, ...tuning)
  const ofShop = ['--link', 'north-bank', '--acquirer-merchant-id', merchantId]
  const { password } = await operate(
    'merchant',
    'create',
    'SHOP1',
    '--currencies',
    faultCurrencyNames.join(),
    ...ofShop,
  )
  await ours.start()
  const shop = { httpUrl: ours.httpsUrl, merchant: { id: 'SHOP1', password } }
  const shopAtBank = { httpUrl: bank.httpsUrl, merchant: { id: merchantId, password: testPassword } }
  return { ours, bank, shop, shopAtBank, line }
}

interface StartableSide extends GatewaySide {
  readonly dataDir: string
  start(): Promise<void>
}

async function makeSide(
  owner: Owner,
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<StartableSide> {
  const site = await makeSite(owner)
  const databaseDir = join(site.folder, 'database')
  const dataDir = join(site.folder, name)
  const { connection } = await startEmbeddedPostgres({ dataDir: databaseDir })
  const tls = await ensureDevelopmentCertificates(join(dataDir, 'tls'))
  const port = await freePort()
  const environment = {
    DATABASE_URL: urlOf(connection, name),
    TOLLGATE_DATA_DIR: dataDir,
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_HTTPS_PORT: String(port),
    TOLLGATE_MTLS_PORT: '0',
    TOLLGATE_CHECK_ANSWERS: 'true',
    ...(settings['TOLLGATE_MODE'] === 'production' && {
      TOLLGATE_TLS_KEY_FILE: tls.serverKeyFile,
      TOLLGATE_TLS_CERTIFICATE_FILE: tls.serverCertificateFile,
    }),
    ...settings,
  }
  let running: GatewayProcess | undefined
  let kills = 0

  async function start(): Promise<void> {
    const gateway = site.spawn(environment)
    running = gateway
    const isReady = () => gateway.stdout.includes('"msg":"ready"')
    await until(() => isReady() || gateway.hasExited, `the gateway ${name} is ready`)
    assert.ok(isReady(), `the gateway ${name} ended:\n${gateway.stdout}\n${gateway.stderr}`)
  }

  async function killDatabase(): Promise<void> {
    const findServers = async () => (await site.processes()).filter((pid) => pid !== running?.pid)
    for (let servers = await findServers(); servers.length > 0; servers = await findServers())
      for (const pid of servers) endProcess(pid)
    kills += 1
  }

  return {
    name,
    environment,
    dataDir,
    httpsUrl: `https://localhost:${port}`,
    get kills() {
      return kills
    },
    start,
    async kill({ gateway = false, database = false }) {
      const killed = gateway ? running : undefined
      if (killed) {
        // With its workers: those of a gateway in production answer what they have begun when only the first process is gone.
        killed.killGroup('SIGKILL')
        kills += 1
      }
      if (database) {
        await killDatabase()
        await startEmbeddedPostgres({ dataDir: databaseDir })
      }
      if (!killed) return
      await exitOf(killed)
      await start()
    },
    query: (sql, values) => queryAt({ ...connection, ssl: false }, sql, values),
    async stop() {
      running?.kill('SIGTERM')
      if (running) assert.equal((await exitOf(running)).code, 0, running.stderr)
      await (await startEmbeddedPostgres({ dataDir: databaseDir })).stop()
    },
  }
}
