// Requests that reach the acquirer after the gateway has given them up: they do nothing there any more, so that both books
// say the same.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { eventually } from '../../../support/checks/poll.ts'
import { type ApiResponse, cardSource, newOrderId } from '../../../support/clients/client.ts'
import { openShop, type Shop, settleEverything } from '../../../support/clients/shop.ts'
import { holdSleeps } from '../../../support/faults/held-sleeps.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../../support/gateway/gateway.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  // A merchant of its own: what others have left open is not waited for.
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
})

const currency = 'USD'
const order = { amount: '10.00', currency }
/** Arrives when the test lets it: after an inquiry has answered that the acquirer does not know it. */
const lateMs = 999_000
const late = { reference: `SIM-LATE-${lateMs}` }

function put(orderId: string, transactionId: string, body: object): Promise<ApiResponse> {
  return shop.put(body, { orderId, transactionId })
}

interface Kept {
  readonly gateway_code: string | null
  readonly reversal: string | null
  readonly deadline_at: Date | null
  readonly asked: number | null
  readonly is_standing: boolean
}

async function keptOf(orderId: string, transactionId: string): Promise<Kept> {
  const [row] = await gateway.query<Kept>(
    `select t.gateway_code, t.reversal, t.deadline_at, b.asked, s.reference is not null as is_standing
     from transactions t left join simulated_acquirer.book b on b.reference = t.acquirer_reference
     left join simulated_acquirer.standing s on s.reference = t.acquirer_reference
     where t.order_id = $1 and t.transaction_id = $2`,
    [orderId, transactionId],
  )
  return row ?? assert.fail(`transaction ${transactionId} of ${orderId} is not recorded`)
}

const hasArrived = ({ asked }: Kept) => asked === 1

const laterRequests = [
  ['a void', { apiOperation: 'VOID', transaction: { targetTransactionId: '1', ...late } }, 'AUTHORIZED', 10],
  [
    'an update of an authorization',
    { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '15.00', currency, ...late } },
    'AUTHORIZED',
    10,
  ],
] as const

for (const [what, body, status, authorized] of laterRequests) {
  it(`${what} that is reported as failed has no effect when it arrives late`, async (t) => {
    const arrive = holdSleeps(t, gateway.dependencies.clock, lateMs)
    const orderId = newOrderId()
    await put(orderId, '1', { apiOperation: 'AUTHORIZE', order, sourceOfFunds: cardSource() })
    const silent = await put(orderId, '2', body)
    assert.equal(silent.body.result, 'UNKNOWN', silent.text)
    await settleEverything(gateway, shop.merchant)
    const decided = await keptOf(orderId, '2')
    assert.deepEqual([decided.gateway_code, decided.deadline_at], ['ACQUIRER_SYSTEM_ERROR', null])
    assert.notEqual(decided.asked, 1)

    arrive()
    const arrived = await eventually(() => keptOf(orderId, '2'), hasArrived)
    assert.equal(arrived.is_standing, false)
    assert.equal((await keptOf(orderId, '1')).is_standing, true)
    const now = await shop.order(orderId)
    assert.deepEqual([now.body.status, now.body.totalAuthorizedAmount], [status, authorized])
    // And what the merchant does next finds the order as it was reported.
    const captured = await put(orderId, '3', { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency } })
    assert.deepEqual([captured.status, captured.body.result], [201, 'SUCCESS'], captured.text)
  })
}

it('a payment that timed out is reversed before it arrives, and charges no payer', async (t) => {
  const arrive = holdSleeps(t, gateway.dependencies.clock, lateMs)
  const orderId = newOrderId()
  const body = { apiOperation: 'PAY', order, sourceOfFunds: cardSource(), transaction: late }
  const silent = await put(orderId, '1', body)
  assert.equal(silent.body.response.gatewayCode, 'TIMED_OUT', silent.text)
  await settleEverything(gateway, shop.merchant)
  const reversed = await keptOf(orderId, '1')
  assert.equal(reversed.reversal, 'DONE')
  assert.notEqual(reversed.asked, 1)

  arrive()
  const arrived = await eventually(() => keptOf(orderId, '1'), hasArrived)
  assert.equal(arrived.is_standing, false)
})
