// When a gateway reports that it can record payments, and which merchants it still knows while the database is silent; without a database: by a
// clock, reads and writes that the test controls.
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { postgresStore, type WriteCheck, writeCheck } from './store.ts'
import type { Transactions } from './transactions.ts'

let now: number
let oldest: number
let isBroken: boolean
let written: number
let check: WriteCheck

beforeEach(() => {
  now = 0
  oldest = 0
  isBroken = false
  written = 0
  const query = async (statement: unknown) => {
    if (isBroken) throw Object.assign(new Error('no space left on device'), { code: '53100' })
    if (typeof statement !== 'string') written += 1
    return { rows: [] }
  }
  check = writeCheck({ query: query as never }, { nowMs: () => now, oldestMs: () => oldest })
})

describe('a gateway can record payments', () => {
  it('when it has just recorded one, without a write to find out', async () => {
    check.noteWritten()
    now += 4_999
    assert.equal(await check.isWritable(), true)
    assert.equal(written, 0)
  })

  it('when it is idle and writes its row, at most every five seconds', async () => {
    const asked: boolean[] = []
    for (now = 0; now < 20_000; now += 500) asked.push(await check.isWritable())
    assert.ok(asked.every(Boolean))
    assert.equal(written, 4)
  })

  it('again as soon as a payment was recorded after one that failed', async () => {
    check.noteFailed()
    isBroken = true
    assert.equal(await check.isWritable(), false)
    now += 10
    check.noteWritten()
    assert.equal(await check.isWritable(), true)
  })

  it('again within five seconds when there are no payments', async () => {
    isBroken = true
    assert.equal(await check.isWritable(), false)
    isBroken = false
    now += 5_000
    assert.equal(await check.isWritable(), true)
  })
})

describe('a gateway cannot record payments', () => {
  it('when it is idle and its row cannot be written', async () => {
    isBroken = true
    assert.equal(await check.isWritable(), false)
  })

  it('from the moment at which one failed, whatever the last write returned', async () => {
    assert.equal(await check.isWritable(), true)
    check.noteWritten()
    now += 100
    check.noteFailed()
    assert.equal(await check.isWritable(), false)
  })

  it('while one has been waiting for too long, though the database answers', async () => {
    check.noteWritten()
    oldest = 5_000
    assert.equal(await check.isWritable(), false)
  })
})

it('a merchant is known while the database is silent, though strangers named 25,000 others before', async (t) => {
  let isSilent = false
  const repository = { repository_id: 'R', generation: 'RANDOM', management: 'UNIQUE_TOKEN' }
  const row = { merchant_id: 'SHOP1', profile: {}, repository, passwords: [], certificates: [], access_rights: {} }
  const database = {
    async query({ values: [merchantId] }: { readonly values: readonly [string] }) {
      if (isSilent) throw Object.assign(new Error('the line is silent'), { code: 'ETIMEDOUT' })
      return { rows: merchantId === 'SHOP1' ? [row] : [] }
    },
  } as unknown as Database
  const { findMerchant } = postgresStore(database, {
    transactions: { oldestAttemptMs: () => 0, placesMax: 1 } as Transactions,
    money: database,
    accessRights: { check: async () => {} },
    payments: onOneDatabase(database),
  })

  const startMs = performance.now()
  const clock = t.mock.method(performance, 'now', () => startMs)
  assert.equal((await findMerchant('SHOP1'))?.merchant.id, 'SHOP1')
  for (let n = 0; n < 25_000; n += 1) assert.equal(await findMerchant(`SHOP-${n}`), undefined)
  isSilent = true
  clock.mock.mockImplementation(() => startMs + 14_999)
  assert.equal((await findMerchant('SHOP1'))?.merchant.id, 'SHOP1')
})
