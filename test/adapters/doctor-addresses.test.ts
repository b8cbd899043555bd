// What the doctor makes of the addresses that clients came from.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { judgeAddresses, readSeen } from '../../src/installation/doctor/address-checks.ts'
import { CountBook } from '../../src/platform/counters/count-book.ts'
import { memoryRateLimits, velocityLimitsOf } from '../../src/platform/counters/limits.ts'
import { postgresSharedCounts } from '../../src/platform/counters/postgres.ts'
import { rateLimit } from '../../src/platform/http/rate-limit.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { memoryVelocity } from '../../src/risk/velocity/velocity.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
})
after(() => database.end())
beforeEach(() => database.query('truncate shared_counts, sessions'))

const production = { mode: 'production', proxyProtocolFrom: [], forwardedFrom: [] } as const
const clock = { now: () => new Date() }

/** A gateway that has counted these numbers of declines and sign-ins of each address, and stored the counts. */
async function counted(addresses: readonly string[], times: number): Promise<void> {
  const book = new CountBook()
  const velocity = memoryVelocity({ book, clock })
  const limits = velocityLimitsOf(['ADDRESS:DECLINES:HOUR:1000', 'ADDRESS:DECLINES:DAY:1000'])
  const maySignIn = rateLimit({ name: 'console', perMinute: 1_000, rateLimits: memoryRateLimits(book, clock) })
  for (const address of addresses)
    for (let n = 0; n < times; n += 1) {
      const attempt = { merchantId: 'SHOP1', limits, account: `${n}`, address, amountMinor: 1n, currency: 'USD' }
      const admission = await velocity.admit(attempt)
      if (admission.kind === 'ADMITTED') admission.reportOutcome('DECLINED')
      maySignIn(address)
    }
  await postgresSharedCounts(database).publish('00000000-0000-4000-8000-000000000001', book.takeChanges())
}

const judged = async (config: Parameters<typeof judgeAddresses>[0] = production) =>
  judgeAddresses(config, await readSeen(database))

describe('the doctor on the addresses of clients', () => {
  it('warns when all requests came from one private address, and names the settings', async () => {
    await counted(['10.0.1.5'], 15)
    const { state, found } = await judged()
    assert.equal(state, 'WARNING')
    assert.match(found, /^30 requests of payers and users came from 10\.0\.1\.5 alone: .*TOLLGATE_PROXY_PROTOCOL_FROM/)
  })

  it('warns of the same where a load balancer is named, and says that it does not pass addresses on', async () => {
    await counted(['10.0.1.5', 'fd00::/64'], 15)
    const { state, found } = await judged({ ...production, proxyProtocolFrom: ['10.0.1.5'] })
    assert.deepEqual([state, /although a balancer is named/.test(found)], ['WARNING', true])
  })

  it('counts sessions that payers have filled', async () => {
    await database.query(
      `insert into sessions (merchant_id, session_hash, session_key_id, kind, version, update_status, authentication_limit,
         content, told_key_id, told_sealed, created_at, updated_at, expires_at, payer_address)
       select 'SHOP1', int4send(n), 'k', 'PLAIN', '0000000001', 'SUCCESS', 25, '{}', 'k', '', now(), now(), now(), '192.168.7.1'
       from generate_series(1, 20) n`,
    )
    assert.equal((await judged()).state, 'WARNING')
  })

  it('accepts a public address among them, many private ones, and few requests', async () => {
    await counted(['10.0.1.5', '203.0.113.9'], 15)
    assert.equal((await judged()).state, 'OK')
    await database.query('truncate shared_counts')
    await counted(['10.0.1.1', '10.0.1.2', '10.0.1.3', '10.0.1.4', '10.0.1.5'], 15)
    assert.equal((await judged()).state, 'OK')
    await database.query('truncate shared_counts')
    await counted(['10.0.1.5'], 5)
    assert.equal((await judged()).state, 'OK')
    await database.query('truncate shared_counts')
    assert.equal((await judged()).state, 'OK')
  })

  it('skips a sandbox', async () => {
    await counted(['127.0.0.1'], 15)
    assert.equal((await judged({ ...production, mode: 'sandbox' })).state, 'SKIPPED')
  })
})
