// The report of a fault run that found differences: both sides of the orders in question, for a person who investigates.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { merchantId, newOrderId, payBody } from '../../../support/clients/client.ts'
import { openShop } from '../../../support/clients/shop.ts'
import { describeDifferences } from '../../../support/faults/fault-books.ts'
import { openSimulatedAcquirer } from '../../../support/faults/simulated-acquirer.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

it('the report of differences in the feed, which belong to no order, is complete', async (t) => {
  const orderId = newOrderId()
  await openShop(gateway, merchantId).put(payBody(), { orderId, transactionId: '1' })
  const acquirer = await openSimulatedAcquirer(t, 'holds early reversals', 7)
  t.after(() => acquirer.stop())
  const world = { query: gateway.query, acquirer }
  const differences = [
    { kind: 'FEED_HAS_GAP', orderId: '', text: 'after position 3' },
    { kind: 'FEED_ORDER', orderId, text: '2 at position 4' },
    { kind: 'UNKNOWN_TO_US', orderId: '{"a, b"}', text: 'an order id that is special in lists' },
  ]
  const report = await describeDifferences(differences, world)
  assert.match(report, /^3 differences\nFEED_HAS_GAP {2}after position 3\nFEED_ORDER/)
  assert.match(report, new RegExp(`${orderId} 1 PAYMENT APPROVED 10000`))
})
