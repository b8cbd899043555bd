// A gateway that wakes with the acquirer's answer after recovery has decided: what is recorded stays, and is what it answers.
import assert from 'node:assert/strict'
import { before, it, type TestContext } from 'node:test'
import { recoverAttempts } from '../../../../src/payments/jobs/recover-attempts.ts'
import type { InquiryResult } from '../../../../src/payments/ports/acquirer.ts'
import type { Outcome } from '../../../../src/payments/ports/transactions.ts'
import { until } from '../../../support/checks/poll.ts'
import { authorizeBody, newOrderId, payBody } from '../../../support/clients/client.ts'
import { openShop, type Shop, settleEverything } from '../../../support/clients/shop.ts'
import { holdSleeps } from '../../../support/faults/held-sleeps.ts'
import { boardWithAccount } from '../../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway, (await boardWithAccount(gateway, acquirerMerchantId)).id)
})

const heldMs = 998_000
const acquirerMerchantId = 'OVERTAKEN'
/** The acquirer approves, and its response comes when the test lets it. */
const overtaken = { reference: `SIM-SLOW-${heldMs}` }
const amount = { amount: '4.00', currency: 'USD' }

const requests = [
  ['a payment', undefined, payBody({ transaction: overtaken })],
  ['an authorization', undefined, authorizeBody({ transaction: overtaken })],
  ['a capture', authorizeBody(), { apiOperation: 'CAPTURE', transaction: { ...amount, ...overtaken } }],
  ['a refund', payBody(), { apiOperation: 'REFUND', transaction: { ...amount, ...overtaken } }],
  ['a void', payBody(), { apiOperation: 'VOID', transaction: { targetTransactionId: '1', ...overtaken } }],
  [
    'an update of an authorization',
    authorizeBody(),
    { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { ...amount, amount: '150.00', ...overtaken } },
  ],
] as const

interface Kept {
  readonly gateway_code: string | null
  readonly claim: number
  readonly outcomes: number
}

for (const [what, opening, body] of requests) {
  it(`an approval of ${what} that comes after recovery has decided changes nothing, and what was decided is answered`, async (t) => {
    const { asked, kept, wake, answerInquiry, again } = await overtake(t, opening, body)
    answerInquiry()
    await settleEverything(gateway, shop.merchant)
    const decided = await kept()
    assert.deepEqual([decided.gateway_code, decided.outcomes], ['DECLINED', 1])

    wake()
    const response = await asked
    assert.deepEqual([response.body.result, response.body.response.gatewayCode], ['FAILURE', 'DECLINED'], response.text)
    assert.deepEqual(await kept(), decided)
    assert.deepEqual(await again(), [200, response.text])
  })

  it(`an approval of ${what} that comes while recovery is asking is not recorded, and the answer waits for recovery`, async (t) => {
    const { asked, kept, wake, answerInquiry, again, recorded } = await overtake(t, opening, body)
    wake()
    await until(() => recorded.length > 0, 'the gateway has tried to record the approval')
    assert.deepEqual(recorded, ['DECIDED_ELSEWHERE'])
    assert.deepEqual([(await kept()).gateway_code, (await kept()).outcomes], [null, 0])

    answerInquiry()
    const response = await asked
    assert.deepEqual([response.body.result, response.body.response.gatewayCode], ['FAILURE', 'DECLINED'], response.text)
    assert.deepEqual([(await kept()).gateway_code, (await kept()).outcomes], ['DECLINED', 1])
    assert.deepEqual(await again(), [200, response.text])
  })
}

/**
 * A request that the acquirer approves, at the moment when recovery has taken it over: the approval is held, and so is what
 * recovery will hear, that it was declined.
 */
async function overtake(t: TestContext, opening: object | undefined, body: object) {
  const { promise: inquiryAnswered, resolve: answerInquiry } = Promise.withResolvers<void>()
  t.after(() => answerInquiry())
  const acquirer = gateway.dependencies.acquirers.of({ adapter: 'simulator' }) ?? assert.fail('there is no acquirer')
  const { inquire } = acquirer
  t.mock.method(acquirer, 'inquire', async (target: Parameters<typeof inquire>[0]): Promise<InquiryResult> => {
    if (target.acquirerMerchantId !== acquirerMerchantId) return inquire(target)
    await inquiryAnswered
    return { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } }
  })
  const wake = holdSleeps(t, gateway.dependencies.clock, heldMs)
  const orderId = newOrderId()
  const transactionId = opening ? '2' : '1'
  const recorded: string[] = []
  const { recordOutcome } = gateway.dependencies.store
  t.mock.method(gateway.dependencies.store, 'recordOutcome', async (outcome: Outcome) => {
    const result = await recordOutcome(outcome)
    if (outcome.key.orderId === orderId && outcome.claim === 0 && outcome.key.transactionId === transactionId)
      recorded.push(result)
    return result
  })
  if (opening) assert.equal((await shop.put(opening, { orderId, transactionId: '1' })).body.result, 'SUCCESS')
  const about = [shop.merchant, orderId, transactionId]
  const its = 't.merchant_id = $1 and t.order_id = $2 and t.transaction_id = $3'
  const kept = async () => {
    const [row] = await gateway.query<Kept>(
      `select t.gateway_code, t.claim, (select count(*)::int from events e
         where e.merchant_id = t.merchant_id and e.order_id = t.order_id and e.transaction_id = t.transaction_id
           and e.kind = 'OUTCOME') as outcomes
       from transactions t where ${its}`,
      about,
    )
    return row ?? assert.fail('it is not recorded')
  }
  const booked = () =>
    gateway.query(
      `select from simulated_acquirer.book b join transactions t on t.acquirer_reference = b.reference where ${its}`,
      about,
    )
  const put = () => shop.put(body, { orderId, transactionId })
  const asked = put()
  await until(async () => (await booked()).length === 1, 'the acquirer has acted')
  await gateway.query(`update transactions t set deadline_at = now() where ${its}`, about)
  // Beside the gateway's own turn, to spare the wait for it.
  const recovering = recoverAttempts(gateway.dependencies)
  t.after(() => recovering)
  await until(async () => (await kept()).claim > 0, 'recovery has taken it over')
  const again = async () => {
    const { status, text } = await put()
    return [status, text]
  }
  return { asked, kept, wake, answerInquiry, again, recorded }
}
