// What the database refuses whatever the code above it believes: two transactions of an order in
// flight, and one without an outcome that recovery would never find.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { violates } from '../../src/platform/postgres/database-errors.ts'
import { authorizeBody, captureBody } from '../support/clients/client.ts'
import { openShop, orderOf } from '../support/clients/shop.ts'
import type { TestGateway } from '../support/gateway/gateway.ts'
import { sharedGateway } from '../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

async function refusals(change: string, constraint: string): Promise<readonly [first: string, second: string]> {
  const shop = openShop(gateway)
  const orderId = await orderOf(shop, authorizeBody(), captureBody('40'))
  const run = async (transactionId: string) => {
    try {
      await gateway.query(
        `update transactions set ${change} where merchant_id = $1 and order_id = $2 and transaction_id = $3`,
        [shop.merchant, orderId, transactionId],
      )
      return 'accepted'
    } catch (error) {
      return violates(error, constraint) ? 'refused' : String(error)
    }
  }
  return [await run('1'), await run('2')]
}

const inFlight = `gateway_code = null, response_number = null, deadline_at = now() + interval '1 hour'`

describe('the database', () => {
  it('has at most one transaction of an order in flight', async () => {
    assert.deepEqual(await refusals(inFlight, 'transactions_one_in_flight'), ['accepted', 'refused'])
  })

  it('has no transaction without an outcome that recovery would not find', async () => {
    const unseen = inFlight.replace(/deadline_at = .*/, 'deadline_at = null')
    assert.deepEqual(await refusals(unseen, 'transactions_check'), ['refused', 'refused'])
  })
})
