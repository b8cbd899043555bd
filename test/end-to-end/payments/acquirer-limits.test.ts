// What an acquirer cannot do is refused before anything is recorded or sent.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createSubjects } from '../../../src/compose/subjects.ts'
import type { AcquirerCapabilities } from '../../../src/payments/ports/acquirer.ts'
import type { ManualAction } from '../../../src/requests/act-on-order.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { authorizeBody, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openShop, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { scriptedAcquirer } from '../../support/faults/scripted-acquirer.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
})

/** Nothing may be asked of it. */
function limited(capabilities: Partial<AcquirerCapabilities>) {
  const { acquirers, calls } = scriptedAcquirer({ capabilities })
  return { dependencies: { ...gateway.dependencies, acquirers }, calls }
}

async function refusedAction(first: object, act: ManualAction, capabilities: Partial<AcquirerCapabilities>) {
  const orderId = newOrderId()
  await shop.put(first, { orderId })
  const { dependencies, calls } = limited(capabilities)
  const result = await createSubjects(dependencies).requests.actOnOrder({
    key: { merchantId: shop.merchant, orderId },
    userId: 'ann',
    act,
  })
  assert.deepEqual(calls, [])
  const stored = await gateway.dependencies.store.findOrder({ merchantId: shop.merchant, orderId })
  assert.equal(stored?.transactions.length, 1, 'nothing was recorded')
  return result.kind === 'REJECTED' ? [result.reason, result.field] : assert.fail(result.kind)
}

describe('a request that the acquirer cannot carry out', () => {
  it('is refused when a part of an authorization is to be captured', async () => {
    const act = { kind: 'CAPTURE', transaction: { amount: '40', currency: 'USD' } } as const
    assert.deepEqual(await refusedAction(authorizeBody(), act, { canCapturePartially: false }), [
      'PARTIAL_CAPTURE_NOT_SUPPORTED',
      'transaction.amount',
    ])
  })

  it('is refused when the time for a void is over', async () => {
    const act = { kind: 'VOID', transaction: { targetTransactionId: '1' } } as const
    assert.deepEqual(await refusedAction(payBody(), act, { voidWindowMs: -1 }), [
      'VOID_TOO_LATE',
      'transaction.targetTransactionId',
    ])
  })

  it('is refused when batches are closed by its schedule alone', async () => {
    const { dependencies } = limited({ closesBatches: false })
    assert.deepEqual(await closeSettlementBatch({ merchantId: shop.merchant, userId: 'ann' }, dependencies), {
      kind: 'NOT_SUPPORTED',
    })
  })

  it('is refused when an account is to be verified without a payment', async (t) => {
    const { acquirers } = gateway.dependencies
    const acquirer = acquirers.of({ adapter: 'simulator' }) ?? assert.fail('there is no simulator')
    const capabilities = { ...acquirer.capabilities, canVerifyZeroAmount: false }
    t.mock.method(acquirers, 'of', () => ({ ...acquirer, capabilities }))
    const orderId = newOrderId()
    assert.deepEqual(refusal(await shop.put(verifyBody(), { orderId })), refusalOf('apiOperation'))
    assert.equal((await shop.order(orderId)).status, 400, 'there is no such order')
  })
})
