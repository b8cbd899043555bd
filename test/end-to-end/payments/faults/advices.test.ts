// Advices: where an acquirer's link says so, a capture, refund, update or void that met silence is sent again as it was,
// under the same reference, until it is acknowledged. It is never reversed.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createSubjects } from '../../../../src/compose/subjects.ts'
import { recoverAttempts } from '../../../../src/payments/jobs/recover-attempts.ts'
import type { AcquirerRequest, AcquirerResult } from '../../../../src/payments/ports/acquirer.ts'
import { defaultTimeoutPolicies } from '../../../../src/payments/rules/judgement.ts'
import type { ManualAction } from '../../../../src/requests/act-on-order.ts'
import { authorizeBody, captureBody, newOrderId, payBody } from '../../../support/clients/client.ts'
import { openShop, outcome, type Shop, totals } from '../../../support/clients/shop.ts'
import { claimAlone } from '../../../support/faults/claim-attempt.ts'
import { scriptedAcquirer } from '../../../support/faults/scripted-acquirer.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
})

const silence: AcquirerResult = { kind: 'NO_ANSWER' }
const approved: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } }
const declined: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } }
const nonsense: AcquirerResult = { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED', approvedMinor: 1n } }
const undecided: AcquirerResult = { kind: 'NO_ANSWER', isFinal: true }
const notSent: AcquirerResult = { kind: 'NOT_SENT', why: 'the breaker is open' }

const repeated = { CAPTURE: 'REPEAT', REFUND: 'REPEAT', UPDATE_AUTHORIZATION: 'REPEAT', VOID: 'REPEAT' } as const

/** Fails the test when it is asked anything but to do the same again. */
function advisedAcquirer(ask: readonly AcquirerResult[]) {
  const timeoutPolicies = { ...defaultTimeoutPolicies, ...repeated }
  const { acquirers, ...heard } = scriptedAcquirer({ ask, capabilities: { timeoutPolicies } })
  return { dependencies: { ...gateway.dependencies, acquirers }, ...heard }
}

/** An order with transaction 2 that met silence, and the request as it was sent. */
async function silentAdvice(first: object, act: ManualAction): Promise<{ orderId: string; sent: AcquirerRequest }> {
  const orderId = newOrderId()
  await shop.put(first, { orderId })
  const { dependencies, questions } = advisedAcquirer([silence])
  const key = { merchantId: shop.merchant, orderId }
  // The gateway's own recovery leaves it alone.
  const timeouts = { ...dependencies.timeouts, askAgainAfterMs: 3_600_000 }
  await createSubjects({ ...dependencies, timeouts }).requests.actOnOrder({
    key,
    transactionId: '2',
    userId: 'ann',
    act,
  })
  assert.deepEqual(outcome(await shop.transaction(orderId, '2')).slice(1, 3), ['UNKNOWN', 'UNKNOWN'])
  return { orderId, sent: questions[0] ?? assert.fail('nothing was sent') }
}

async function recoverOnce(orderId: string, result: AcquirerResult) {
  const { dependencies, calls, questions } = advisedAcquirer([result])
  const store = await claimAlone(gateway, { merchantId: shop.merchant, orderId, transactionId: '2' })
  await recoverAttempts({ ...dependencies, store })
  assert.deepEqual(calls, ['ask'])
  return questions[0]
}

const money = { amount: '40', currency: 'USD' }
const advices: readonly (readonly [object, ManualAction, readonly unknown[]])[] = [
  [
    authorizeBody(),
    { kind: 'CAPTURE', transaction: { ...money, reference: 'first part' } },
    ['PARTIALLY_CAPTURED', 100, 40, 0],
  ],
  [payBody(), { kind: 'REFUND', transaction: money }, ['PARTIALLY_REFUNDED', 100, 100, 40]],
  [payBody(), { kind: 'VOID', transaction: { targetTransactionId: '1' } }, ['CANCELLED', 0, 0, 0]],
  [
    authorizeBody(),
    { kind: 'UPDATE_AUTHORIZATION', transaction: { ...money, amount: '120' } },
    ['AUTHORIZED', 120, 0, 0],
  ],
]

describe('an advice without an answer', () => {
  for (const [first, act, expected] of advices)
    it(`is repeated as it was sent until the acquirer answers, and the order stays locked: ${act.kind}`, async () => {
      const { orderId, sent } = await silentAdvice(first, act)
      for (const result of [silence, notSent]) {
        assert.deepEqual(await recoverOnce(orderId, result), sent)
        const next = await shop.put(captureBody('1'), { orderId, transactionId: '3' })
        assert.equal(outcome(next)[2], 'LOCK_FAILURE')
      }
      assert.deepEqual(await recoverOnce(orderId, approved), sent)
      assert.deepEqual(totals(await shop.order(orderId)), expected)
      const [row] = await gateway.query<{ reversal: string | null; sent_at: Date | null; events: number }>(
        `select reversal, reversal_sent_at as sent_at, (select count(*)::int from events e
           where e.merchant_id = $2 and e.order_id = t.order_id and e.transaction_id = '2') as events
         from transactions t where merchant_id = $2 and order_id = $1 and transaction_id = '2'`,
        [orderId, shop.merchant],
      )
      assert.deepEqual(row, { reversal: null, sent_at: null, events: 2 })
    })

  it('has failed when the acquirer declines the repeat, and nothing is reversed', async () => {
    const { orderId } = await silentAdvice(authorizeBody(), { kind: 'CAPTURE', transaction: money })
    await recoverOnce(orderId, declined)
    assert.deepEqual(totals(await shop.order(orderId)), ['AUTHORIZED', 100, 0, 0])
    const next = await shop.put(captureBody('100'), { orderId, transactionId: '3' })
    assert.deepEqual(totals(next), ['CAPTURED', 100, 100, 0])
  })

  for (const [what, result] of [
    ['what cannot be', nonsense],
    ['the repeat without an outcome, as it always will', undecided],
  ] as const)
    it(`is left to operators when the acquirer answers ${what}`, async () => {
      const { orderId } = await silentAdvice(authorizeBody(), { kind: 'CAPTURE', transaction: money })
      await recoverOnce(orderId, result)
      const key = { merchantId: shop.merchant, orderId, transactionId: '2' }
      assert.equal((await gateway.dependencies.manualResolutions.find(key))?.why, 'CANNOT_BE_SETTLED')
    })
})
