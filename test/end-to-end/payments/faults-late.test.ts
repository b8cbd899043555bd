// Requests that reach the acquirer after the gateway has given them up: they do nothing there any more, so that both books
// say the same.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import { type Answer, apiPath, cardSource, newOrderId, send } from '../../support/clients/client.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '1000' })
})
after(() => gateway.stop())

const currency = 'USD'
const order = { amount: '10.00', currency }
/** Arrives after recovery, which asks after a second, has been told that nobody knows of it. */
const late = { reference: 'SIM-LATE-4000' }

function put(orderId: string, transactionId: string, body: object): Promise<Answer> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  return send(gateway.doors.httpUrl ?? assert.fail(), { method: 'PUT', path, body })
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
  it(`${what} that is told to have failed has no effect when it arrives late`, async () => {
    const orderId = newOrderId()
    await put(orderId, '1', { apiOperation: 'AUTHORIZE', order, sourceOfFunds: cardSource() })
    const silent = await put(orderId, '2', body)
    assert.equal(silent.body.result, 'UNKNOWN', silent.text)
    await until(async () => (await keptOf(orderId, '2')).deadline_at === null, 'recovery has decided')
    assert.equal((await keptOf(orderId, '2')).gateway_code, 'ACQUIRER_SYSTEM_ERROR')

    await until(async () => (await keptOf(orderId, '2')).asked === 1, 'the request has arrived')
    assert.equal((await keptOf(orderId, '2')).is_standing, false)
    assert.equal((await keptOf(orderId, '1')).is_standing, true)
    const now = await send(gateway.doors.httpUrl ?? assert.fail(), { path: apiPath(`/order/${orderId}`) })
    assert.deepEqual([now.body.status, now.body.totalAuthorizedAmount], [status, authorized])
    // And what the merchant does next finds the order as it was told to be.
    const captured = await put(orderId, '3', { apiOperation: 'CAPTURE', transaction: { amount: '10.00', currency } })
    assert.deepEqual([captured.status, captured.body.result], [201, 'SUCCESS'], captured.text)
  })
}

it('a payment that timed out is reversed before it arrives, and charges nobody', async () => {
  const orderId = newOrderId()
  const body = { apiOperation: 'PAY', order, sourceOfFunds: cardSource(), transaction: late }
  const silent = await put(orderId, '1', body)
  assert.equal(silent.body.response.gatewayCode, 'TIMED_OUT', silent.text)
  await until(async () => (await keptOf(orderId, '1')).reversal === 'DONE', 'it is reversed')
  await until(async () => (await keptOf(orderId, '1')).asked === 1, 'the request has arrived')
  assert.equal((await keptOf(orderId, '1')).is_standing, false)
})
