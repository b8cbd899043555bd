// PUT /batch: the merchant closes its open settlement batch.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { apiPath, payBody, refundBody, send, voidBody } from '../../support/clients/client.ts'
import { openShop, orderOf, outcome, refusal, refusalOf, settleEverything } from '../../support/clients/shop.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const ofDollars = { acquirer: { cardType: 'MASTERCARD', currency: 'USD' } }

function close(merchant: string, body: object, version = 100) {
  const login = `merchant.${merchant}:${testPassword}`
  return send(gateway.listeners.httpUrl ?? '', {
    method: 'PUT',
    path: apiPath('/batch', { merchant, version }),
    body,
    login,
  })
}

describe('PUT /batch', () => {
  // With an account of its own at the acquirer, so that no other test's batch is closed.
  it('closes the open batch: its payments can be refunded and no longer voided', async () => {
    const { id } = await boardWithAccount(gateway, 'BATCHES7')
    const shop = openShop(gateway, id)
    const orderId = await orderOf(shop, payBody())
    const { batch } = (await shop.transaction(orderId, '1')).body.transaction.acquirer
    const response = await close(id, { ...ofDollars, correlationId: 'c-1' })
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(response.body, {
      acquirer: { batch, id: 'SYSTEST_ACQ1' },
      correlationId: 'c-1',
      merchant: id,
      result: 'SUCCESS',
    })
    const late = await shop.put(voidBody('1'), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(late), refusalOf('transaction.targetTransactionId'))
    assert.equal((await shop.put(refundBody(), { orderId, transactionId: '2' })).body.result, 'SUCCESS')
    const [line] = await gateway.query<{ actor: string }>(
      `select actor from audit where merchant_id = $1 and action = 'BATCH_CLOSED'`,
      [id],
    )
    assert.equal(line?.actor, `merchant.${id}`)
  })

  it('waits for the reversal of a payment that timed out, which the acquirer would refuse afterwards', async () => {
    const { id } = await boardWithAccount(gateway, 'BATCHES6')
    const shop = openShop(gateway, id)
    const unanswered = { reference: 'SIM-SILENT SIM-SLOW-REVERSAL-99' }
    assert.equal(outcome(await shop.put(payBody({ transaction: unanswered })))[2], 'TIMED_OUT')
    const { status, body } = await close(id, ofDollars)
    assert.deepEqual([status, body.error?.cause], [503, 'SERVER_BUSY'], JSON.stringify(body))
    await gateway.query(
      `update simulated_acquirer.book set details = '{}' where acquirer_merchant_id = 'BATCHES6' and kind = 'PAY'`,
    )
    await settleEverything(gateway, id)
    assert.equal((await close(id, ofDollars)).status, 200)
    const [row] = await gateway.query<{ reversal: string }>(
      'select reversal from transactions where merchant_id = $1',
      [id],
    )
    assert.equal(row?.reversal, 'DONE')
  })

  it('has no further effect when it is repeated, in every version', async () => {
    const { id } = await boardWithAccount(gateway, 'BATCHES8')
    for (const version of [15, 30, 50, 100]) {
      const { status, body } = await close(id, ofDollars, version)
      assert.deepEqual([status, body], [200, { acquirer: { id: 'SYSTEST_ACQ1' }, merchant: id, result: 'SUCCESS' }])
    }
  })

  it('needs an acquirer group that belongs to the merchant', async () => {
    const { id } = await boardWithAccount(gateway, 'BATCHES9')
    assert.deepEqual(refusal(await close(id, {})), refusalOf('acquirer', 'MISSING'))
    const wrong = [
      [{ id: 'ANOTHER' }, 'acquirer.id'],
      [{ cardType: 'SHELL' }, 'acquirer.cardType'],
      [{ currency: 'QQQ' }, 'acquirer.currency'],
    ] as const
    for (const [acquirer, field] of wrong) assert.deepEqual(refusal(await close(id, { acquirer })), refusalOf(field))
    assert.equal((await close(id, { acquirer: { id: 'SYSTEST_ACQ1' } })).status, 200)
  })
})
