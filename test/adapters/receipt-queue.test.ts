// The queue of receipts on a real database: which process gets which receipt.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import pg from 'pg'
import type { ReceiptQueue } from '../../src/checkout/ports/checkout-store.ts'
import { postgresReceiptQueue } from '../../src/checkout/postgres/checkouts.ts'
import { onOneDatabase } from '../../src/platform/postgres/cluster/merchant-databases.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const startMs = Date.parse('2026-11-17T05:00:00Z')
const at = (seconds: number) => new Date(startMs + seconds * 1_000)

let connectionString = ''
let database: Database
let queue: ReceiptQueue
before(async () => {
  connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 5, onError: (error) => assert.fail(error) })
  queue = postgresReceiptQueue(onOneDatabase(database))
})
beforeEach(() => database.query('truncate receipt_emails'))
after(() => database.end())

const add = (merchantId: string, seconds: number) =>
  queue.add({ merchantId, orderId: 'order-1', transactionId: '1', details: { merchantName: 'Tea' }, now: at(seconds) })

async function claimOne(seconds: number): Promise<readonly (readonly [string, number])[]> {
  const claimed = await queue.claimDue({ now: at(seconds), leaseUntil: at(seconds + 120), limit: 1 })
  return claimed.map(({ merchantId, attempts }) => [merchantId, attempts])
}

describe('a queued receipt', () => {
  it('is claimed alone, the oldest first, and again only when its lease has ended', async () => {
    await add('SHOP1', 1)
    await add('SHOP2', 0)
    assert.deepEqual(await claimOne(2), [['SHOP2', 1]])
    assert.deepEqual(await claimOne(3), [['SHOP1', 1]])
    assert.deepEqual(await claimOne(121), [])
    assert.deepEqual(await claimOne(122), [['SHOP2', 2]])
  })

  it('that is released is due at once, and was not tried', async () => {
    await add('SHOP1', 0)
    assert.deepEqual(await claimOne(1), [['SHOP1', 1]])
    await queue.release({ merchantId: 'SHOP1', orderId: 'order-1', transactionId: '1' }, at(2))
    assert.deepEqual(await claimOne(2), [['SHOP1', 1]])
  })

  it('that has waited too long is given up, unless a process is sending it', async () => {
    for (const [place, merchantId] of ['SHOP1', 'SHOP2', 'SHOP3', 'SHOP4'].entries()) await add(merchantId, place)
    await database.query('update receipt_emails set created_at = $1', [at(0)])
    await database.query(`update receipt_emails set created_at = $1 where merchant_id = 'SHOP4'`, [at(5)])
    assert.deepEqual(await claimOne(4), [['SHOP1', 1]])
    const giveUp = (limit: number) => queue.giveUp({ queuedBefore: at(4), now: at(10), limit })
    assert.deepEqual([await giveUp(1), await giveUp(5), await giveUp(5)], [1, 1, 0])
    const { rows } = await database.query('select merchant_id, state from receipt_emails order by merchant_id')
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['PENDING', 'FAILED', 'FAILED', 'PENDING'],
    )
  })

  it('is claimed although another process is claiming that of an earlier merchant', async () => {
    await add('SHOP1', 0)
    await add('SHOP2', 1)
    const other = new pg.Client({ connectionString })
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`select from receipt_emails where merchant_id = 'SHOP1' for update`)
      assert.deepEqual(await claimOne(2), [['SHOP2', 1]])
    } finally {
      await other.end()
    }
  })
})
