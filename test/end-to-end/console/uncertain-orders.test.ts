// What may have been executed although it failed has one status: on the order, in lists, searches, files, commands, and in
// what a clerk reads after a transaction.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { foundOrdersText, foundTransactionsText } from '../../../src/cli/search.ts'
import { processDueReversals } from '../../../src/payments/jobs/reverse-owed.ts'
import { approveResolution, proposeResolution } from '../../../src/payments/operations/manual/resolve-attempt.ts'
import { eventually } from '../../support/checks/poll.ts'
import { newOrderId, payBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let clerk: ConsoleUser
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
  clerk = await signedIn(gateway, { merchantId: shop.merchant })
})

const order = { amount: '100', currency: 'USD', reference: 'A.FAILTIMED_OUT SIM-NO-REVERSAL' }

async function notReversed(): Promise<string> {
  const orderId = newOrderId()
  await shop.put(payBody({ order }), { orderId })
  await gateway.query('update transactions set reverse_at = now() where order_id = $1 and reverse_at is not null', [
    orderId,
  ])
  await processDueReversals(gateway.dependencies)
  // The gateway's own job may have taken it.
  await eventually(
    () => gateway.dependencies.manualResolutions.find({ merchantId: shop.merchant, orderId, transactionId: '1' }),
    (held) => held?.why === 'REVERSAL_REFUSED',
  )
  await caughtUp(gateway, shop.merchant)
  return orderId
}

const read = async (rest: string) => {
  const response = await ask(gateway, { path: ofMerchant(rest, shop.merchant), as: clerk })
  assert.equal(response.status, 200, response.text)
  return response
}

const found = async (orderId: string, status: string) =>
  (await read(`/orders?orderId=${orderId}&status=${status}`)).body.rows.length

describe('an order whose payment failed and was not reversed', () => {
  it('says so on its page, in the list, the search, the files and the commands, and nowhere that it failed', async () => {
    const orderId = await notReversed()
    const { body: shown } = await read(`/orders/${orderId}`)
    assert.deepEqual([shown.status, shown.openReversal], ['FAILED', 'REFUSED'])
    assert.equal(shown.transactions[0].openReversal, 'REFUSED')
    const { body: list } = await read(`/orders?orderId=${orderId}`)
    assert.equal(list.rows[0].openReversal, 'REFUSED')
    assert.deepEqual([await found(orderId, 'REVERSAL_REFUSED'), await found(orderId, 'FAILED')], [1, 0])
    const { body: transactions } = await read(`/transactions?orderId=${orderId}`)
    assert.equal(transactions.rows[0].openReversal, 'REFUSED')
    const { body: search } = await read(`/search?text=${orderId}`)
    assert.equal(search.orders[0].order.openReversal, 'REFUSED')
    assert.match((await read(`/orders.csv?orderId=${orderId}`)).text, new RegExp(`\n${orderId},REVERSAL_REFUSED,USD,`))
    assert.match((await read(`/transactions.csv?orderId=${orderId}`)).text, /,FAILURE,.*,REVERSAL_REFUSED\r?\n$/)
    const { rows } = await gateway.dependencies.search.orders({ merchantId: shop.merchant, orderId }, { limit: 1 })
    assert.match(foundOrdersText(rows), /REVERSAL_REFUSED/)
    const paged = await gateway.dependencies.search.transactions({ merchantId: shop.merchant, orderId }, { limit: 1 })
    assert.match(foundTransactionsText(paged.rows), / REVERSAL_REFUSED /)
    assert.doesNotMatch(foundTransactionsText(paged.rows), /FAILURE/)
  })

  it('has failed as soon as two operators have settled it', async () => {
    const orderId = await notReversed()
    const key = { merchantId: shop.merchant, orderId, transactionId: '1' }
    const reason = 'Confirmed by the acquirer'
    await proposeResolution({ key, actor: 'operator/ann', outcome: 'REVERSED', reason }, gateway.dependencies)
    await approveResolution({ key, actor: 'operator/bob' }, gateway.dependencies)
    await caughtUp(gateway, shop.merchant)
    assert.equal((await read(`/orders/${orderId}`)).body.openReversal, undefined)
    assert.deepEqual([await found(orderId, 'REVERSAL_REFUSED'), await found(orderId, 'FAILED')], [0, 1])
  })
})

describe('a transaction of a clerk that failed for want of an answer', () => {
  it('says that its reversal is not confirmed, instead of that no money has moved', async () => {
    const orderId = newOrderId()
    await shop.put(payBody(), { orderId })
    const path = ofMerchant(`/orders/${orderId}/refunds`, shop.merchant)
    const refund = { transactionId: 'back', amount: '10', currency: 'USD', reference: order.reference }
    const { status, body, text } = await ask(gateway, { method: 'POST', path, body: refund, as: clerk })
    assert.equal(status, 201, text)
    assert.equal(body.result, 'FAILURE')
    assert.match(body.openReversal, /^(OWED|REFUSED)$/)
  })
})
