// The doctor on a database: what is overdue, what is set wrong, and what opens nothing.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { runCommand as runHere } from '../../../src/cli/run.ts'
import { eventually } from '../../support/checks/poll.ts'
import { payBody } from '../../support/clients/client.ts'
import { openShop, orderOf } from '../../support/clients/shop.ts'
import { withoutCluster } from '../../support/gateway/citus.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseUrl,
  testEnvironment,
} from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let folder = ''
let gateway: TestGateway

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-doctor-'))
  gateway = await startGateway()
})
after(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Check {
  readonly name: string
  readonly state: string
  readonly found: string
  readonly mend?: string
}

async function examined(database: string, overrides: Record<string, string> = {}) {
  const env = testEnvironment(database, { TOLLGATE_DATA_DIR: folder, ...overrides })
  const result = await runHere(['doctor', '--json'], env)
  if (result.kind !== 'DONE') return assert.fail(JSON.stringify(result))
  const { state, checks } = JSON.parse(JSON.stringify(result.data)) as { state: string; checks: readonly Check[] }
  return {
    state,
    isBadNews: result.hasProblems === true,
    text: result.text,
    checks,
    of: (name: string) => checks.find((each) => each.name === name) ?? assert.fail(name),
  }
}

describe('the doctor', () => {
  it('finds nothing to fix except the durability that the tests’ server is run without', async () => {
    const { state, isBadNews, of, text } = await examined(gateway.database)
    assert.deepEqual([state, isBadNews], ['WRONG', true])
    // On a cluster each of them with its nodes.
    assert.match(
      of('durability').found,
      /^fsync( \(.*?\))?, full_page_writes( \(.*?\))?, synchronous_commit( \(.*?\))? off/,
    )
    assert.match(of('durability').mend ?? '', /fsync = on/)
    const ofCluster = withoutCluster ? [] : ['cluster', 'cluster connections']
    const names = ['database', 'database version', 'clock', 'schema', 'key-encryption key', 'connections', ...ofCluster]
    for (const name of names) assert.equal(of(name).state, 'OK', JSON.stringify(of(name)))
    assert.match(of('gateways').found, /connections from 1 machine$/)
    assert.match(text, /What to do\n {2}durability +Set fsync = on/)
  })

  it('names a role without privileges once, as after a restore, and blames neither the disk nor the key', async () => {
    const role = 'restored_role_of_the_tests'
    const database = await createTestDatabase()
    const owner = new pg.Client({ connectionString: databaseUrl(database) })
    await owner.connect()
    await owner.query(`drop role if exists ${role}`)
    await owner.query(`create role ${role} login password '${role}'`)
    await owner.end()
    const url = new URL(databaseUrl(database))
    url.username = role
    url.password = role
    const { of, checks, text } = await examined(database, { DATABASE_URL: url.href })
    const { state, found, mend } = of('privileges')
    assert.equal(state, 'WRONG')
    assert.match(found, /^permission denied for table \w+.* \(SQLSTATE 42501\)$/)
    assert.match(mend ?? '', /^Run "psql -f docs\/operating\/database-roles\.sql" as the owner of the tables/)
    assert.equal(text.match(/permission denied/g)?.length, 1, text)
    for (const name of ['schema', 'writes', 'key-encryption key', 'attempts'])
      assert.deepEqual([of(name).state, of(name).found], ['SKIPPED', 'the database role lacks privileges'], name)
    const blamed = checks.filter((check) => check.state === 'WRONG').map(({ name }) => name)
    assert.deepEqual(
      blamed.filter((name) => name !== 'durability'),
      ['privileges'],
    )
  })

  it('finds a role that may read and not write', async () => {
    const role = 'reading_role_of_the_tests'
    const database = await createTestDatabase()
    const owner = new pg.Client({ connectionString: databaseUrl(database) })
    await owner.connect()
    await owner.query(`drop role if exists ${role}`)
    await owner.query(`create role ${role} login password '${role}'`)
    await owner.query(`grant select on all tables in schema public to ${role}`)
    await owner.end()
    const url = new URL(databaseUrl(database))
    url.username = role
    url.password = role
    const { of } = await examined(database, { DATABASE_URL: url.href })
    assert.match(of('privileges').found, /^permission denied for table write_canaries \(SQLSTATE 42501\)$/)
    assert.equal(of('writes').state, 'SKIPPED')
    assert.equal(of('schema').state, 'OK')
  })

  it('finds the wrong key-encryption key', async () => {
    const other = { TOLLGATE_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }
    const { of } = await examined(gateway.database, other)
    assert.match(of('key-encryption key').found, /does not decrypt key/)
    assert.equal(of('key-encryption key').state, 'WRONG')
  })

  it('reports a database without its schema, and skips the checks that need it', async () => {
    const { of } = await examined(await createEmptyDatabase())
    assert.match(of('schema').found, /migrations are missing \(first: 0001/)
    assert.deepEqual([of('attempts').state, of('attempts').found], ['SKIPPED', 'the database has no schema yet'])
  })

  it('reports a database of before release 1.0, which no start migrates', async () => {
    const name = await createEmptyDatabase()
    const client = new pg.Client(databaseUrl(name))
    await client.connect()
    await client.query(`create table schema_migrations (track text, name text, checksum text);
      insert into schema_migrations values ('gateway', '0001-merchants-and-keys.sql', 'x')`)
    await client.end()
    const { of } = await examined(name)
    assert.deepEqual(
      [of('schema').state, of('schema').found],
      ['WRONG', 'that of a release before 1.0.0, which cannot be migrated; use an empty database'],
    )
  })

  it('counts card numbers in texts of the newest transactions, and ids that look like one', async () => {
    const name = 'card numbers in texts'
    assert.equal((await examined(gateway.database)).of(name).state, 'OK')
    const shop = openShop(gateway)
    const order = { amount: '10.00', currency: 'USD' }
    const texts = payBody({ order: { ...order, description: 'card 4508 7500 1574 1019' } })
    assert.equal((await shop.put(texts)).status, 201)
    assert.equal((await shop.put(payBody({ order }), { orderId: '5123450000000008' })).status, 201)
    const { state, found, mend } = await eventually(async () => {
      const check = (await examined(gateway.database)).of(name)
      return /1 with an id/.test(check.found) ? check : undefined
    })
    assert.deepEqual([state, /^1 of the latest \d+ transactions/.test(found)], ['WARNING', true], found)
    assert.match(mend ?? '', /--account-numbers-in-text MASK/)
    assert.ok(!found.includes('4508'))
  })

  it('counts card numbers that acquirers have repeated in their answers and messages, and shows none', async () => {
    const name = 'card numbers in answers'
    const shop = openShop(gateway)
    const number = '5123450000000008'
    const repeated: readonly (readonly [path: string, value: string])[] = [
      ['{transaction,receipt}', number],
      ['{transaction,acquirer,date}', number],
      ['{response,acquirerMessage}', 'card 5123 4500 0000 0008'],
      ['{response,acquirerCode}', '4508750015741019'],
    ]
    const before = (await examined(gateway.database)).of(name)
    assert.equal(before.state, 'OK', before.found)
    for (const [index, [path, value]] of repeated.entries()) {
      const orderId = await orderOf(shop, payBody())
      // As an earlier release has stored it.
      await gateway.query(
        `update events set response = jsonb_set(response::jsonb, '${path}', to_jsonb($1::text)) where order_id = $2`,
        [value, orderId],
      )
      const { state, found } = await eventually(async () => {
        const check = (await examined(gateway.database)).of(name)
        return check.found.startsWith(`${index + 1} of`) ? check : undefined
      })
      assert.equal(state, 'WARNING', found)
      assert.doesNotMatch(found, /5123|4508/)
    }
  })

  it('changes nothing', async () => {
    const empty = await createEmptyDatabase()
    await examined(empty)
    const again = await examined(empty)
    assert.equal(again.of('schema').state, 'WARNING')
  })
})

describe('overdue work', () => {
  it('is reported with its amount and age', async () => {
    const quiet = await startGateway({}, await createTestDatabase())
    const shop = openShop(quiet)
    const [late, byHand] = [await orderOf(shop, payBody()), await orderOf(shop, payBody())]
    const { database, query } = quiet
    // Its jobs must not do the work that is to be found.
    await quiet.close()
    const merchant = 'TESTMERCHANT'
    // Recovery sets a new deadline with every inquiry; the delay is measured from the first one.
    await query(
      `update transactions set deadline_at = now() + interval '30 seconds', sendable_until = now() - interval '2 hours',
       claim = 8, gateway_code = null where order_id = $1`,
      [late],
    )
    await query(
      `update transactions set manual_resolution = 'OUTCOME_REFUSED', manual_since = now(), reversal = 'REFUSED'
       where order_id = $1`,
      [byHand],
    )
    await query(
      `insert into outbox (merchant_id, subject, name, number, written_at)
      values ($1, 'ORDER', 'late', 1, now() - interval '2 minutes')`,
      [merchant],
    )
    await query(
      `insert into deliveries (merchant_id, notification_id, url_hash, order_id, transaction_id, event_number,
      api_version, body, state, next_at, created_at) values
      ($1, 'a', 'r', 'o', '1', 1, 100, '{}', 'PENDING', now() - interval '3 hours', now()),
      ($1, 'b', 'r', 'o', '1', 1, 100, '{}', 'PARKED', null, now())`,
      [merchant],
    )
    await query(
      `insert into audit (merchant_id, at, actor, action, subject)
      values ($1, now() - interval '10 minutes', 'x', 'ORDER_REVIEWED', '{}')`,
      [merchant],
    )
    await query(
      `insert into receipt_emails (merchant_id, order_id, transaction_id, details, next_attempt_at)
      values ($1, 'o', '1', '{}', now() - interval '20 minutes'), ($1, 'o', '2', '{}', now() + interval '1 hour')`,
      [merchant],
    )
    const part = Math.floor(Date.now() / 300_000)
    await query(
      `insert into shared_counts (merchant_id, kind, value, process_id, totals, updated_at, expires_at)
      values ($1, 'MERCHANT', '', gen_random_uuid(), $2, now(), now() + interval '1 day')`,
      [
        merchant,
        {
          series: {
            'HOUR:REFUSALS': [
              [part, '40'],
              [part - 1, '2'],
              [part - 20, '9'],
            ],
          },
        },
      ],
    )
    const { of } = await examined(database)
    const { state, found } = of('card testing')
    assert.deepEqual([state, found], ['WARNING', `${merchant}: 42 payments rejected`])
    assert.match(
      of('attempts').found,
      /^1 past their first deadline, the oldest for 7[12]\d\d s, asked about up to 8 times$/,
    )
    assert.equal(of('attempts').state, 'WRONG')
    assert.deepEqual(
      [of('manual resolution').state, of('manual resolution').found],
      ['WRONG', `1, of orders ${merchant} ${byHand}`],
    )
    assert.deepEqual(
      [of('refused reversals').state, of('refused reversals').found],
      ['WARNING', '1 refused, 0 at acquirers without reversals'],
    )
    assert.deepEqual([of('events').state, of('notifications').state], ['WARNING', 'WRONG'])
    assert.deepEqual(
      [of('parked notifications').state, of('parked notifications').found],
      ['WARNING', `1, of ${merchant}`],
    )
    assert.equal(of('audit').state, 'WARNING')
    assert.deepEqual([of('e-mails').state, of('e-mails').found], ['WARNING', '1 wait, and no mail server is set'])
    const mail = { TOLLGATE_SMTP_URL: 'smtp://127.0.0.1:9', TOLLGATE_SMTP_FROM: 'payments@pay.example' }
    const withServer = (await examined(database, mail)).of('e-mails')
    assert.equal(withServer.state, 'WARNING')
    assert.match(withServer.found, /^1 due, oldest for 12\d\d s$/)
    await quiet.stop()
  })
})
