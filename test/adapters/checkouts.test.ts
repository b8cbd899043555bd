// The checkout store on a real database.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { CheckoutKey, StoredCheckout } from '../../src/checkout/ports/checkout-store.ts'
import { postgresCheckouts } from '../../src/checkout/postgres/checkouts.ts'
import type { Checkout } from '../../src/checkout/rules/checkout.ts'
import { onOneDatabase } from '../../src/platform/postgres/cluster/merchant-databases.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
})
after(() => database.end())

const now = new Date('2026-11-15T10:00:00.000Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const store = () => postgresCheckouts(onOneDatabase(database))

let made = 0

function newName(): CheckoutKey {
  made += 1
  return { merchantId: 'TESTMERCHANT', sessionHash: Buffer.alloc(32, made) }
}

function open(name: CheckoutKey, failureIndicator = 'first'): Promise<StoredCheckout> {
  return store().open(name, { failureIndicator, interaction: { locale: 'de' }, now, expiresAt: later(30) })
}

it('a checkout record is made by the first of concurrent callers, and the same for all', async () => {
  const name = newName()
  const opened = await Promise.all(['a', 'b', 'c'].map((indicator) => open(name, indicator)))
  assert.equal(new Set(opened.map(({ failureIndicator }) => failureIndicator)).size, 1)
  assert.deepEqual(opened[0], {
    ...name,
    checkout: { state: 'OPEN', attempts: 0, last: undefined },
    failureIndicator: opened[0]?.failureIndicator,
    interaction: { locale: 'de' },
    openedFrom: [],
    revision: 1,
    expiresAt: later(30),
    updatedAt: now,
  })
})

it('a checkout record keeps every state, and one of two concurrent changes succeeds', async () => {
  const name = newName()
  const last = { transactionId: '1', gatewayCode: 'DECLINED' } as const
  const states: readonly Checkout[] = [
    { state: 'PAYING', attempts: 1, transactionId: '1', since: later(1) },
    { state: 'OPEN', attempts: 1, last },
    { state: 'PAYING', attempts: 2, transactionId: '2', since: later(2) },
    { state: 'OPEN', attempts: 1, last: undefined },
    { state: 'AUTHENTICATING', attempts: 2, transactionId: 'authentication-1', since: later(2) },
    { state: 'PAYING', attempts: 3, transactionId: '3', since: later(2), provider: 'PROVIDER_B' },
    { state: 'OPEN', attempts: 3, last: { transactionId: '3', gatewayCode: 'CANCELLED', provider: 'PROVIDER_B' } },
    { state: 'FAILED', attempts: 5, last: { transactionId: '5', gatewayCode: 'EXCEEDED_RETRY_LIMIT' } },
    { state: 'DONE', attempts: 2, last: { transactionId: '2', gatewayCode: 'APPROVED' } },
    { state: 'DONE', attempts: 1, last: undefined },
  ]
  for (const checkout of states) {
    const read = await open(name)
    const moved = await Promise.all([1, 2].map(() => store().update(read, checkout, later(3))))
    assert.deepEqual(moved.toSorted(), [false, true])
    const stored = await open(name)
    assert.deepEqual([stored.checkout, stored.revision], [checkout, read.revision + 1])
  }
})

it('a checkout record is found by the hash alone, under any of the keys', async () => {
  const name = newName()
  await open(name)
  const found = await store().findAnywhere([Buffer.alloc(32, 255), name.sessionHash])
  assert.deepEqual(found?.sessionHash, name.sessionHash)
  assert.equal(await store().findAnywhere([Buffer.alloc(32, 255)]), undefined)
})

it('a checkout record is found by the last token given to a provider, until there is another', async () => {
  const name = newName()
  const paying = { state: 'PAYING', attempts: 1, transactionId: '1', since: now, provider: 'PROVIDER_A' } as const
  await store().update(await open(name), paying, now, 'a'.repeat(32))
  await store().update(await open(name), { state: 'OPEN', attempts: 1 }, now)
  assert.deepEqual((await store().findByReturnToken('a'.repeat(32)))?.sessionHash, name.sessionHash)
  assert.equal((await open(name)).returnToken, 'a'.repeat(32))
  await store().update(await open(name), paying, now, 'b'.repeat(32))
  assert.equal(await store().findByReturnToken('a'.repeat(32)), undefined)
  assert.deepEqual((await store().findByReturnToken('b'.repeat(32)))?.sessionHash, name.sessionHash)
})

it("a checkout record keeps a few origins that opened it, each once, and the payer's answers", async () => {
  const name = newName()
  await open(name)
  const interaction = { locale: 'fr' }
  const origins = [
    'https://a.example',
    'https://a.example',
    ...['b', 'c', 'd', 'e'].map((letter) => `https://${letter}.example`),
  ]
  for (const origin of [...origins, undefined]) await store().noteOpening(name, { interaction, origin })
  const stored = await open(name)
  assert.deepEqual(
    stored.openedFrom,
    ['a', 'b', 'c', 'd'].map((letter) => `https://${letter}.example`),
  )
  assert.deepEqual(stored.interaction, interaction)
})

it('a checkout record is deleted an hour after it expires, but not during a payment', async () => {
  await store().deleteExpired(later(100_000), 1_000)
  const [ended, paying] = [newName(), newName()]
  await open(ended)
  await store().update(await open(paying), { state: 'PAYING', attempts: 1, transactionId: '1', since: now }, now)
  assert.equal(await store().deleteExpired(later(89), 10), 0)
  assert.equal(await store().deleteExpired(later(90), 10), 1)
  assert.equal(await store().findAnywhere([ended.sessionHash]), undefined)
  assert.equal(await store().deleteExpired(later(30 + 7 * 24 * 60), 10), 1)
})
