import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand } from '../../../src/cli/run.ts'
import { explainFailure } from '../../../src/cli/start-failure.ts'
import { composeAdministration, openInstallation } from '../../../src/compose/index.ts'
import { boardMerchant } from '../../../src/merchants/operations/board-merchant.ts'
import { newMerchantProfile } from '../../../src/merchants/rules/new-merchant-profile.ts'
import { newRepository } from '../../../src/merchants/rules/token-repository.ts'
import { ensureDevelopmentCertificates } from '../../../src/platform/certificates/development-ca.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { openLog } from '../../../src/platform/telemetry/log.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, payBody, send, verifyBody } from '../../support/clients/client.ts'
import bank from '../../support/fixtures/bank-adapter.ts'
import { launch, tollgate } from '../../support/gateway/command-line.ts'
import {
  createEmptyDatabase,
  databaseUrl,
  placeCertificates,
  testEnvironment,
  testKey,
} from '../../support/gateway/database.ts'

let folder: string
let env: Record<string, string>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-production-'))
  // Any certificate will do; that an operator's comes from elsewhere makes no difference to the gateway.
  await placeCertificates(folder)
  const tls = await ensureDevelopmentCertificates(join(folder, 'tls'))
  env = {
    TOLLGATE_MODE: 'production',
    TOLLGATE_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl(await createEmptyDatabase()),
    TOLLGATE_TLS_KEY_FILE: tls.serverKeyFile,
    TOLLGATE_TLS_CERTIFICATE_FILE: tls.serverCertificateFile,
    TOLLGATE_KEY_ENCRYPTION_KEY: testKey,
    TOLLGATE_HTTPS_PORT: '0',
    TOLLGATE_MTLS_PORT: '0',
    TOLLGATE_METRICS_PORT: '0',
    TOLLGATE_METRICS_ADDRESS: '127.0.0.1',
    TOLLGATE_CHECK_ANSWERS: 'true',
    TOLLGATE_ADAPTERS: join(import.meta.dirname, '../../support/fixtures/bank-adapter.ts'),
    BANK_PASSWORD: 'a password of the bank',
  }
})
after(async () => {
  try {
    await started?.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

interface Running {
  readonly httpsUrl: string
  readonly metricsUrl: string
  readonly httpUrl?: string
  readonly mode: string
  readonly password?: string
}

let started: { readonly running: Promise<Running>; stop(): Promise<void> } | undefined

/** Lets a test work with the gateway, which the first one starts. */
async function whileRunning(work: (running: Running) => Promise<void>): Promise<void> {
  started ??= startGateway()
  await work(await started.running)
}

function startGateway(): NonNullable<typeof started> {
  const child = launch(['serve', '--json'], { env })
  // Its log: an unread pipe fills up and would block the process.
  child.stderr.resume()
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const line = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (text.includes('\n')) resolve(text)
    })
    child.once('exit', () => reject(new Error(`the gateway ended: ${text}`)))
  })
  return {
    running: line.then((text) => JSON.parse(text) as Running),
    /** As an operator would. */
    async stop() {
      child.kill('SIGTERM')
      assert.equal(await exited, 0)
    },
  }
}

/** As one that an earlier release has boarded, or whose adapter was taken away. Gives its password. */
async function boardWithAbsentAdapter(id: string): Promise<string> {
  const config = loadConfig(env)
  const installation = await openInstallation(config, openLog({ level: 'silent' }))
  const administration = await composeAdministration(config, installation)
  try {
    const profile = newMerchantProfile(id, { adapter: 'bank', acquirerId: 'BANK' })
    const merchant = {
      id,
      profile: { ...profile, currencies: ['EUR'], tokenRepositoryId: id },
      tokenRepository: newRepository(id),
    }
    const by = { actor: 'test', at: new Date() }
    const boarding = await boardMerchant({ merchant, wantsTwin: true, simulators: undefined }, by, administration)
    assert.ok(boarding.kind === 'BOARDED' && boarding.twin === 'NO_SIMULATOR')
    return boarding.boarded.password
  } finally {
    await administration.vault.close()
    await installation.close()
  }
}

describe('production', () => {
  it('does not start on a database without its schema, and says what to run', async () => {
    const { code, stderr } = await tollgate(['serve'], { env })
    assert.equal(code, 1)
    assert.match(stderr.trim(), /^The database is missing \d+ migrations .*tollgate migrate/)
  })

  it('refuses a database of before release 1.0 in one sentence, as "migrate" and a sandbox do', async () => {
    const name = await createEmptyDatabase()
    const client = new pg.Client(databaseUrl(name))
    await client.connect()
    await client.query(`create table schema_migrations (track text, name text, checksum text);
      insert into schema_migrations values ('gateway', '0001-merchants-and-keys.sql', 'x')`)
    await client.end()
    const former =
      'The database has the schema of a release before 1.0.0, which cannot be migrated; use an empty database.'
    const inProduction = { ...env, DATABASE_URL: databaseUrl(name) }
    for (const [words, environment] of [
      [['serve'], inProduction],
      [['migrate'], inProduction],
      [['migrate', '--contract'], inProduction],
      [['serve'], testEnvironment(name)],
    ] as const) {
      const { code, stderr } = await tollgate(words, { env: environment })
      assert.deepEqual([code, stderr.trim()], [1, former], words.join(' '))
    }
  })

  it('names everything that is missing, and refuses a sandbox password', async () => {
    const failureWith = (settings: Record<string, string>) =>
      runCommand(['serve'], settings).then(() => assert.fail('it started'), explainFailure)
    const bare = await failureWith({ TOLLGATE_MODE: 'production' })
    for (const name of ['DATABASE_URL', 'TOLLGATE_TLS_KEY_FILE', 'TOLLGATE_KEY_ENCRYPTION_KEY'])
      assert.ok(bare.includes(name), bare)
    const odd = await failureWith({ ...env, TOLLGATE_SANDBOX_PASSWORD: 'sandbox-password' })
    assert.match(odd, /TOLLGATE_SANDBOX_PASSWORD/)
  })

  it('creates no merchant whose acquirer does not exist, and names the option', async () => {
    assert.equal((await runCommand(['migrate'], env)).kind, 'DONE')
    for (const [given, message] of [
      [[], '--link is required in production; enabled acquirer links: none; see "npx tollgate link create --help".'],
      [
        ['--link', 'simulator'],
        'There is no enabled acquirer link simulator; enabled acquirer links: none; see "npx tollgate link create --help".',
      ],
    ] as const) {
      const refused = await runCommand(['merchant', 'create', 'SHOP1', '--currencies', 'EUR', ...given], env)
      assert.deepEqual(refused, { kind: 'MISUSED', message })
    }
    const listed = await runCommand(['merchant', 'list'], env)
    assert.ok(listed.kind === 'DONE' && listed.text === 'No merchants.', JSON.stringify(listed))
  })

  it('has no test merchants, no plain HTTP and no simulator, and serves its metrics on their own address only', async () => {
    const login = `merchant.SHOP1:${await boardWithAbsentAdapter('SHOP1')}`

    await whileRunning(async ({ httpsUrl, metricsUrl, httpUrl, mode, password }) => {
      assert.deepEqual([mode, httpUrl, password], ['production', undefined, undefined])
      const ready = await send(httpsUrl, { path: '/health/ready', login: null })
      assert.equal(ready.status, 503, 'it is not ready without an acquirer link')
      assert.equal(ready.headers['strict-transport-security'], 'max-age=63072000')
      assert.equal((await send(httpsUrl, { path: apiPath('/order/1') })).status, 401)
      const known = await send(httpsUrl, { path: apiPath('/order/1', { merchant: 'SHOP1' }), login })
      assert.equal(known.status, 400, known.text)
      const asked = await send(httpsUrl, {
        method: 'PUT',
        path: apiPath('/order/1/transaction/1', { merchant: 'SHOP1' }),
        login,
        body: verifyBody({ order: { currency: 'EUR' } }),
      })
      assert.deepEqual([asked.status, asked.body.error.field], [400, 'merchantId'])
      assert.equal((await send(httpsUrl, { path: '/metrics', login: null })).status, 404)
      assert.match(metricsUrl, /^http:\/\/127\.0\.0\.1:\d+$/)
      const figures = await send(metricsUrl, { path: '/metrics', login: null })
      assert.match(figures.text, /tollgate_request_seconds_count/)
      const inTheClear = await send(metricsUrl, { path: apiPath('/order/1', { merchant: 'SHOP1' }), login })
      assert.equal(inTheClear.status, 404)
      assert.equal(inTheClear.headers['strict-transport-security'], undefined)
    })
  })

  it('is ready and takes payments once there is an enabled acquirer link, also while another one is down', async () => {
    const link = (linkId: string, host: string) =>
      runCommand(
        ['link', 'create', linkId, '--adapter', bank.name, '--host', host, '--password-env', 'BANK_PASSWORD'],
        env,
      )
    await whileRunning(async ({ httpsUrl }) => {
      const isReady = async () => (await send(httpsUrl, { path: '/health/ready', login: null })).status === 200
      assert.equal(await isReady(), false)
      assert.equal((await link('down-bank', 'down.example')).kind, 'DONE')
      await until(isReady, 'a link that is down is enough to be ready')
      assert.equal((await link('north-bank', 'bank.example')).kind, 'DONE')
      const words = ['merchant', 'create', 'SHOP2', '--currencies', 'USD', '--link', 'north-bank']
      const created = await runCommand(words, env)
      assert.ok(created.kind === 'DONE', JSON.stringify(created))
      const { password } = created.data as { password: string }
      // A new merchant's texts are masked, and identifiers stay as they are.
      const number = '5506900140100305'
      const texts = { description: `card ${number}`, reference: number }
      const body = payBody({ order: { amount: '10.00', currency: 'USD', ...texts } })
      let order = 0
      const paid = await eventually(
        async () => {
          order += 1
          const path = apiPath(`/order/${order}/transaction/1`, { merchant: 'SHOP2' })
          return send(httpsUrl, { method: 'PUT', path, body, login: `merchant.SHOP2:${password}` })
        },
        ({ status }) => status === 201,
      )
      assert.deepEqual([paid.body.result, paid.body.transaction.acquirer.id], ['SUCCESS', 'north-bank'], paid.text)
      const { description, reference } = paid.body.order
      assert.deepEqual({ description, reference }, { ...texts, description: 'card 550690xxxxxx0305' })
    })
  })

  it('gives a console user access only to their own account before a second factor is set up', async () => {
    const added = await runCommand(['user', 'add', 'ada', '--operator', '--role', 'ADMINISTRATOR'], env)
    assert.ok(added.kind === 'DONE', JSON.stringify(added))
    const { password: first } = added.data as { password: string }
    const chosen = 'seven lanterns on a 42nd pier'
    await whileRunning(async ({ httpsUrl }) => {
      const ask = (method: string, path: string, { body, headers = {} }: { body?: object; headers?: object } = {}) =>
        send(httpsUrl, {
          method,
          path: `/console/api${path}`,
          login: null,
          headers: { 'sec-fetch-site': 'same-origin', ...headers },
          ...(body && { body }),
        })
      const proofOf = ({ headers, body }: ApiResponse) => ({
        cookie: [headers['set-cookie']].flat().join('; ').split(';')[0],
        'x-tollgate-csrf': body.csrf,
      })
      const signedIn = await ask('POST', '/session', { body: { login: 'ada', password: first } })
      const body = { present: first, next: chosen }
      const changed = await ask('PUT', '/password', { body, headers: proofOf(signedIn) })
      assert.deepEqual([changed.status, changed.body.needsSecondFactor], [200, true], changed.text)
      const headers = proofOf(changed)
      for (const [method, path] of [
        ['GET', '/merchants'],
        ['GET', '/merchants/SHOP1/orders'],
        ['POST', '/merchants/SHOP1/passwords'],
      ] as const) {
        const refused = await ask(method, path, { headers })
        assert.deepEqual([refused.status, refused.body.code], [403, 'SECOND_FACTOR_NEEDED'], path)
      }
      assert.equal((await ask('POST', '/second-factor', { body: { password: chosen }, headers })).status, 200)
    })
  })
})
