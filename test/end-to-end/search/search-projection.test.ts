// The search projection follows from events: it agrees with the orders, and a rebuild gives the same.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import type { SettlementBatch } from '../../../src/search/ports/settlement-batches.ts'
import { postgresProjection, projectedTables } from '../../../src/search/postgres/projection.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { eventually } from '../../support/checks/poll.ts'
import { payBody } from '../../support/clients/client.ts'
import type { Shop } from '../../support/clients/shop.ts'
import { holdWrites } from '../../support/faults/slow-database.ts'
import {
  caughtUp,
  liveThrough,
  openReviewedShop,
  payByToken,
  projectedRows,
} from '../../support/fixtures/search-world.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let merchantId: string
let ours: Database
before(async () => {
  gateway = await startGateway()
  shop = await openReviewedShop(gateway)
  merchantId = shop.merchant
  await liveThrough(gateway, shop)
  await caughtUp(gateway, merchantId)
  const address = { connectionString: databaseUrl(gateway.database) }
  ours = openDatabase(address, { poolSize: 3, onError: () => {} })
})
after(async () => {
  await ours.end()
  await gateway.stop()
})

type SettlementBatchTotal = SettlementBatch['totals'][number]

const ofCurrent = 'join projections p using (merchant_id, generation) where merchant_id = $1 and p.is_current'

describe('the search projection', () => {
  it('has for every order what RETRIEVE_ORDER returns', async () => {
    const columns = 'order_id, status, currency, amount_minor, created_at, updated_at'
    const orders = await gateway.query(
      `select ${columns}, total_authorized_minor as authorized_minor, total_captured_minor as captured_minor,
         total_refunded_minor as refunded_minor from orders where merchant_id = $1 order by order_id collate "C"`,
      [merchantId],
    )
    const found = await gateway.query(
      `select ${columns}, authorized_minor, captured_minor, refunded_minor from projected_orders f ${ofCurrent}
       order by order_id`,
      [merchantId],
    )
    assert.deepEqual(found, orders)
    assert.ok(orders.length >= 17)
  })

  it('has for every transaction what RETRIEVE_TRANSACTION returns', async () => {
    const columns = `order_id, transaction_id, type, gateway_code, amount_minor, batch, decision, entry_point,
      target_transaction_id, approves_transaction_id`
    const transactions = await gateway.query(
      `select ${columns}, position as place, recorded_at as time_of_record from transactions where merchant_id = $1
       order by order_id collate "C", position`,
      [merchantId],
    )
    const found = await gateway.query(
      `select ${columns}, place, time_of_record from projected_transactions f ${ofCurrent} order by order_id, place`,
      [merchantId],
    )
    assert.deepEqual(found, transactions)
  })

  it('lists each event of an order once for reports', async () => {
    const events = await gateway.query(
      `select order_id, number, transaction_id from events where merchant_id = $1 order by order_id collate "C", number`,
      [merchantId],
    )
    const found = await gateway.query(
      `select order_id, number, transaction_id from projected_events where merchant_id = $1 order by order_id collate "C", number`,
      [merchantId],
    )
    assert.deepEqual(found, events)
  })

  it('has the token of a payment', async () => {
    const { merchant, token } = await payByToken(gateway)
    await caughtUp(gateway, merchant)
    const { rows } = await gateway.dependencies.search.orders({ merchantId: merchant, token }, { limit: 10 })
    assert.deepEqual(
      rows.map((row) => [row.orderId, row.token, row.account]),
      [['by-token', token, '512345xxxxxx0008']],
    )
  })

  it('has the sums of the transactions', async () => {
    const [expected] = await gateway.query(
      `select count(*) filter (where type in ('PAYMENT', 'AUTHORIZATION') and gateway_code not in ('PENDING', 'SUBMITTED')) as decided,
        count(*) filter (where type in ('PAYMENT', 'AUTHORIZATION') and gateway_code = 'APPROVED') as approved,
        sum(amount_minor) filter (where type in ('PAYMENT', 'CAPTURE') and gateway_code = 'APPROVED') as captured,
        sum(amount_minor) filter (where type = 'REFUND' and gateway_code = 'APPROVED') as refunded
       from transactions where merchant_id = $1`,
      [merchantId],
    )
    const [figures] = await gateway.query(
      `select sum(decided) as decided, sum(approved) as approved, sum(captured_minor) as captured,
        sum(refunded_minor) as refunded from figures_volumes f ${ofCurrent}`,
      [merchantId],
    )
    assert.deepEqual(figures, expected)
  })

  it("has the sums of the acquirer's settlement batch", async () => {
    const closed = await closeSettlementBatch({ merchantId, userId: 'anna' }, gateway.dependencies)
    if (closed.kind !== 'CLOSED') assert.fail(closed.kind)
    const [own] = closed.batches
    const { rows } = await gateway.dependencies.search.batches(merchantId, { limit: 10 })
    const batch = rows.find((row) => row.batch === own?.batch && row.acquirerId === own.acquirerId)
    const totals: readonly SettlementBatchTotal[] = batch?.totals ?? []
    assert.ok(batch?.closedAt)
    for (const { currency, capturedMinor, refundedMinor } of own?.totals ?? []) {
      const sums = totals.filter((total) => total.currency === currency)
      assert.deepEqual(
        [
          sums.reduce((sum, { captured }) => sum + captured.amountMinor, 0n),
          sums.reduce((sum, { refunded }) => sum + refunded.amountMinor, 0n),
        ],
        [capturedMinor, refundedMinor],
      )
    }
  })
})

describe('a projection that is rebuilt', () => {
  it('equals the one that was built incrementally', async () => {
    const grown = await projectedRows(gateway, merchantId)
    const progress: number[] = []
    const projection = postgresProjection(ours)
    assert.equal(await projection.rebuild(merchantId, ({ done }) => progress.push(done)), 'REBUILT')
    assert.deepEqual(await projectedRows(gateway, merchantId), grown)
    assert.ok(progress.length > 0)
    const generations = await gateway.query('select generation from projections where merchant_id = $1', [merchantId])
    assert.equal(generations.length, 1)
  })

  it('equals it also after a rebuild that was killed in the middle, and answers all the time', async () => {
    const grown = await projectedRows(gateway, merchantId)
    const projection = postgresProjection(ours)
    await killedWhileWriting(() => projection.rebuild(merchantId))
    assert.deepEqual(await projectedRows(gateway, merchantId), grown)
    assert.equal(await projection.rebuild(merchantId), 'REBUILT')
    assert.deepEqual(await projectedRows(gateway, merchantId), grown)
    const left = await gateway.query('select distinct generation from projected_orders where merchant_id = $1', [
      merchantId,
    ])
    assert.equal(left.length, 1)
  })
})

describe('the feed projector', () => {
  it('processes events from before the projection existed, as after an upgrade', async () => {
    const grown = await projectedRows(gateway, merchantId)
    const forgotten = [...projectedTables, 'projected_events'].map(
      (table) => `${table}_gone as (delete from ${table} where merchant_id = $1)`,
    )
    await gateway.query(`with ${forgotten.join(', ')} delete from projections where merchant_id = $1`, [merchantId])
    await caughtUp(gateway, merchantId)
    assert.deepEqual(await projectedRows(gateway, merchantId), grown)
  })

  it('has changed nothing when killed in the middle, and the next one does the work', async () => {
    const other = await openReviewedShop(gateway)
    const writes = await holdWrites(databaseUrl(gateway.database), 'projected_orders')
    await other.put(payBody(), { orderId: 'a' })
    await writes.untilAwaited()
    await writes.cutOff()
    await writes.release()
    await caughtUp(gateway, other.merchant)
    const { rows } = await gateway.dependencies.search.orders({ merchantId: other.merchant }, { limit: 10 })
    assert.deepEqual(
      rows.map((row) => [row.orderId, row.status, row.capturedMinor]),
      [['a', 'CAPTURED', 10000n]],
    )
    const { decided } = await gateway.dependencies.figures.overview({
      merchantId: other.merchant,
      from: new Date(Date.now() - 7_200_000),
      to: new Date(),
    })
    assert.equal(decided, 1)
  })

  it('reports how many events it has not processed', async () => {
    const other = await openReviewedShop(gateway)
    const { projection } = gateway.dependencies
    const lock = await ours.connect()
    await lock.query('begin; lock table projected_orders in share row exclusive mode')
    await other.put(payBody(), { orderId: 'a' })
    await eventually(async () => ((await projection.countUnprojectedEvents()) === 1 ? true : undefined))
    await lock.query('commit')
    lock.release()
    await caughtUp(gateway, other.merchant)
    assert.equal(await projection.countUnprojectedEvents(), 0)
  })

  it('skips a merchant that another process follows', async () => {
    const { catchUp } = postgresProjection(ours)
    // Nothing happens to it, so that the gateway's own job has no reason to come by.
    const quiet = 'QUIET'
    assert.equal(await catchUp(quiet, 10), 0)
    const lock = await ours.connect()
    await lock.query('begin')
    await lock.query('select from projections where merchant_id = $1 for update', [quiet])
    assert.equal(await catchUp(quiet, 10), 'LOCKED')
    await lock.query('rollback')
    lock.release()
    assert.equal(await catchUp(quiet, 10), 0)
  })
})

/** Ends every connection that waits for the table of found orders; says how many. */
async function killWaiting(): Promise<number> {
  const rows = await gateway.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%projected_orders%'`,
  )
  return rows.length
}

/** All writes are blocked until the work has failed. */
async function killedWhileWriting(work: () => Promise<unknown>): Promise<void> {
  const lock = await ours.connect()
  await lock.query('begin; lock table projected_orders in share row exclusive mode')
  let isOver = false
  const failed = assert.rejects(work()).finally(() => {
    isOver = true
  })
  await eventually(async () => {
    await killWaiting()
    return isOver || undefined
  })
  await failed
  await lock.query('commit')
  lock.release()
}
