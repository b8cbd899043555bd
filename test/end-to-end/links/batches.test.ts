// Closing the batches of a merchant whose payments go to an ISO 8583 host: the totals of both sides are compared.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { RunningHost } from '../../../src/host/host.ts'
import { finishClosings } from '../../../src/settlement/jobs/finish-closings.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { until } from '../../support/checks/poll.ts'
import { type CardHostClient, payment as hostPayment } from '../../support/clients/card-host-client.ts'
import {
  apiPath,
  authorizeBody,
  captureBody,
  newOrderId,
  payBody,
  refundBody,
  send,
  voidBody,
} from '../../support/clients/client.ts'
import { openShop, orderOf, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'
import { type CardHostWorld, entriesOf, makeCardHostWorld } from '../../support/sites/card-host-world.ts'

const linkId = 'batch-host'
let gateway: TestGateway
let world: CardHostWorld
let host: RunningHost
let client: CardHostClient
let accounts = 0

before(async () => {
  gateway = await sharedGateway()
  world = await makeCardHostWorld()
  host = await world.start()
  client = await world.signedOn(host)
  const settings = { addresses: `127.0.0.1:${host.port}`, booksUrl: host.adminUrl, institutionId: '123456' }
  const link = { linkId, adapter: 'iso8583', acquirerId: 'BATCH_HOST', settings, secrets: {} }
  await gateway.administration.links.create(link, testerStamp())
  await until(() => gateway.dependencies.acquirers.current(linkId) !== undefined, 'the gateway knows the link')
})
after(async () => {
  await world.close()
})

/** With an account of its own at the host. */
async function openAccount(): Promise<{ readonly shop: Shop; readonly account: string }> {
  accounts += 1
  const account = `BATCHSHOP${accounts}`
  const { id } = await boardMerchant(gateway, { profile: { routes: [{ linkId, acquirerMerchantId: account }] } })
  return { shop: openShop(gateway, id), account }
}

const close = ({ merchant: merchantId }: Shop) =>
  closeSettlementBatch({ merchantId, userId: 'anna' }, gateway.dependencies)

function closeByApi(merchant: string) {
  const login = `merchant.${merchant}:${testPassword}`
  const body = { acquirer: { id: 'BATCH_HOST' } }
  return send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path: apiPath('/batch', { merchant }), body, login })
}

async function stateOf(merchant: string): Promise<string | undefined> {
  const [row] = await gateway.query<{ state: string }>('select state from batch_closings where merchant_id = $1', [
    merchant,
  ])
  return row?.state
}

describe('the batch at an ISO 8583 host', () => {
  it('is closed when both sides count the same: what was voided does not count, and what is settled is not voided', async () => {
    const { shop } = await openAccount()
    const orderId = await orderOf(shop, payBody())
    await orderOf(shop, authorizeBody(), captureBody())
    await orderOf(shop, payBody(), refundBody())
    await orderOf(shop, payBody(), voidBody('1'))
    const { batch } = (await shop.transaction(orderId, '1')).body.transaction.acquirer
    const response = await closeByApi(shop.merchant)
    assert.deepEqual([response.status, response.body.acquirer], [200, { batch, id: 'BATCH_HOST' }], response.text)
    const [closed] = await gateway.query<{ totals: object }>(
      'select totals from closed_batches where merchant_id = $1 and batch = $2',
      [shop.merchant, batch],
    )
    const [total, ...others] = (closed?.totals ?? []) as { currency: string; count: number }[]
    assert.deepEqual([total?.count, others.length], [4, 0])
    assert.equal(await stateOf(shop.merchant), 'CLOSED')
    assert.equal((await shop.put(voidBody('1'), { orderId, transactionId: '2' })).body.result, 'ERROR')
    assert.deepEqual(await close(shop), { kind: 'NOTHING_OPEN' })
  })

  it('with a payment that only the host has is closed by an upload: the payment waits for the next batch', async () => {
    const { shop, account } = await openAccount()
    await orderOf(shop, payBody())
    const onlyHost = hostPayment({ 42: account })
    await client.ask('0200', onlyHost)
    const closed = await close(shop)
    assert.equal(closed.kind, 'CLOSED')
    const [batch] = closed.kind === 'CLOSED' ? closed.batches : []
    assert.deepEqual(
      batch?.totals.map(({ count }) => count),
      [1],
    )
    const entries = await entriesOf(host, account)
    assert.equal(entries.filter((entry) => entry.batch === batch?.batch).length, 1)
    assert.equal(entries.length, 2)
  })

  it('is closed by a job when a process has begun and ended: with the totals that were sent', async () => {
    const { shop } = await openAccount()
    await orderOf(shop, payBody())
    const { settlementBatchClosings } = gateway.dependencies
    const dying = {
      ...gateway.dependencies,
      settlementBatchClosings: {
        ...settlementBatchClosings,
        async save(...given: Parameters<typeof settlementBatchClosings.save>): Promise<never> {
          await settlementBatchClosings.save(...given)
          throw new Error('the process ends here')
        },
        retryLater: async () => undefined,
      },
    }
    assert.deepEqual(await closeSettlementBatch({ merchantId: shop.merchant, userId: 'anna' }, dying), {
      kind: 'NO_ANSWER',
    })
    assert.equal(await stateOf(shop.merchant), 'CLOSING')
    await gateway.query('update batch_closings set try_at = now() where merchant_id = $1', [shop.merchant])
    await until(async () => {
      await finishClosings(gateway.dependencies, (error) => assert.fail(String(error)))
      return (await stateOf(shop.merchant)) === 'CLOSED'
    }, 'the batch is closed')
    assert.deepEqual(await close(shop), { kind: 'NOTHING_OPEN' })
  })

  it('that stays out of balance is not closed: it is recorded, listed with both totals, counted, and can be closed again', async () => {
    const { shop } = await openAccount()
    await orderOf(shop, payBody())
    const [row] = await gateway.query<{ amount_minor: string }>(
      'select amount_minor::text from transactions where merchant_id = $1',
      [shop.merchant],
    )
    // The gateway's records have another amount than the upload can explain.
    const { settlementBatchClosings } = gateway.dependencies
    const wrong = {
      ...gateway.dependencies,
      settlementBatchClosings: {
        ...settlementBatchClosings,
        count: async (...given: Parameters<typeof settlementBatchClosings.count>) =>
          (await settlementBatchClosings.count(...given)).map((each) => ({
            ...each,
            capturedMinor: each.capturedMinor + 1n,
          })),
      },
    }
    const result = await closeSettlementBatch({ merchantId: shop.merchant, userId: 'anna' }, wrong)
    assert.deepEqual(result.kind === 'CLOSED' && [result.batches.length, result.differing.length], [0, 1])
    assert.equal(await stateOf(shop.merchant), 'DIFFERS')
    await until(async () => {
      const { rows } = await gateway.dependencies.search.batches(shop.merchant, { limit: 10 })
      const { state, difference } = rows[0]?.closing ?? {}
      const [ours, theirs] = [difference?.ours[0]?.capturedMinor, difference?.theirs[0]?.capturedMinor]
      const amountMinor = BigInt(row?.amount_minor ?? 0)
      return state === 'DIFFERS' && ours === amountMinor + 1n && theirs === amountMinor
    }, 'the batch is listed with both totals')
    assert.ok((await gateway.dependencies.unresolvedItemsMonitor.countUnresolvedItems()).batchesOutOfBalance >= 1)
    const again = await close(shop)
    assert.equal(again.kind === 'CLOSED' && again.batches.length, 1)
    assert.equal(await stateOf(shop.merchant), 'CLOSED')
  })

  it('is not closed while a capture has no outcome', async () => {
    const { shop } = await openAccount()
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    // As a capture in flight leaves it.
    await gateway.query(
      `update transactions set deadline_at = now() + interval '1 hour' where merchant_id = $1 and order_id = $2`,
      [shop.merchant, orderId],
    )
    const hurried = {
      ...gateway.dependencies,
      timeouts: { ...gateway.dependencies.timeouts, acquirerTimeoutMs: -4_900 },
    }
    const request = { merchantId: shop.merchant, userId: 'anna', timeoutMs: 60_000 }
    assert.deepEqual(await closeSettlementBatch(request, hurried), { kind: 'IN_FLIGHT' })
    await gateway.query('update transactions set deadline_at = null where merchant_id = $1', [shop.merchant])
    // By this request, or by the gateway's job before it.
    await until(async () => {
      await close(shop)
      return (await stateOf(shop.merchant)) === 'CLOSED'
    }, 'the batch is closed')
  })
})
