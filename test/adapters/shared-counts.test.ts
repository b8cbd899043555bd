// Two processes that exchange what they have counted through a real database.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, it } from 'node:test'
import { CountBook } from '../../src/platform/counters/count-book.ts'
import { velocityLimitsOf } from '../../src/platform/counters/limits.ts'
import { postgresSharedCounts } from '../../src/platform/counters/postgres.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createCountExchange, deleteExpiredCounts } from '../../src/risk/create-risk.ts'
import { countAttempt, judgeVelocity, recordVelocityOutcome } from '../../src/risk/rules/velocity/admission.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
})
after(() => database.end())
beforeEach(async () => {
  await database.query('delete from shared_counts')
})

const nowMs = Date.now()
const attempt = {
  merchantId: 'SHOP1',
  limits: velocityLimitsOf(['ADDRESS:DECLINES:DAY:3', 'ADDRESS:CARDS:HOUR:2', 'ACCOUNT:AMOUNT:DAY:90000000000:USD']),
  account: 'account-1',
  address: '2001:db8::/64',
  bin: '512345',
  amountMinor: 4_500_000_000_000n,
  currency: 'USD',
}

function openProcess(shared = postgresSharedCounts(database)) {
  const book = new CountBook()
  const exchange = createCountExchange({ book, shared, processId: randomUUID() })
  const decline = (differences = {}) =>
    recordVelocityOutcome(book, countAttempt(book, { ...attempt, ...differences }, nowMs), 'DECLINED', nowMs)
  const verdict = (differences = {}) => judgeVelocity(book, { ...attempt, ...differences }, nowMs).kind
  return { book, exchange, decline, verdict }
}

it('a process adds the counts of others to its own: declines, cards and amounts', async () => {
  const [one, other] = [openProcess(), openProcess()]
  one.decline()
  one.decline({ account: 'account-2' })
  await one.exchange()
  assert.equal(other.verdict({ account: 'account-3' }), 'ADMIT')
  await other.exchange()
  assert.equal(other.verdict({ account: 'account-3' }), 'REFUSE', 'a third card')
  assert.equal(other.verdict(), 'ADMIT')
  other.decline()
  assert.equal(other.verdict(), 'REFUSE', 'a fourth decline')
  assert.equal(one.verdict(), 'ADMIT')
  await other.exchange()
  await one.exchange()
  assert.equal(one.verdict(), 'REFUSE')
  assert.equal(one.verdict({ address: '2001:db8:1::/64' }), 'REFUSE', 'the amount of the account')
  assert.equal(one.verdict({ address: '2001:db8:1::/64', merchantId: 'SHOP2' }), 'ADMIT')
})

it('a process that starts reads all earlier counts, also of processes that have ended', async () => {
  const gone = openProcess()
  for (let n = 0; n < 3; n += 1) gone.decline()
  await gone.exchange()
  const started = openProcess()
  await started.exchange()
  assert.equal(started.verdict(), 'REFUSE')
})

it('counts that could not be published are published in the next round', async () => {
  const shared = postgresSharedCounts(database)
  let isDown = true
  const failing: typeof shared = {
    ...shared,
    publish: (...given) => (isDown ? Promise.reject(new Error('down')) : shared.publish(...given)),
  }
  const [one, other] = [openProcess(failing), openProcess()]
  for (let n = 0; n < 3; n += 1) one.decline()
  await assert.rejects(one.exchange())
  isDown = false
  await one.exchange()
  await other.exchange()
  assert.equal(other.verdict(), 'REFUSE')
})

it('expired counts are neither read nor stored', async () => {
  const one = openProcess()
  for (let n = 0; n < 3; n += 1) one.decline()
  await one.exchange()
  await database.query('update shared_counts set expires_at = now()')
  const started = openProcess()
  await started.exchange()
  assert.equal(started.verdict(), 'ADMIT')
  assert.ok((await deleteExpiredCounts(postgresSharedCounts(database))) > 0)
  assert.equal((await database.query('select from shared_counts')).rowCount, 0)
})
