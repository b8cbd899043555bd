// Manual payments: the card goes into a session by hosted fields, and the console never sees it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { apiPath, newOrderId, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { type MailServer, openMailServer } from '../../support/sites/mail-server.ts'

let gateway: TestGateway
let server: MailServer
let user: ConsoleUser

before(async () => {
  server = await openMailServer()
  gateway = await startGateway({
    TOLLGATE_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TOLLGATE_SMTP_FROM: 'receipts@pay.example',
  })
  user = await signedIn(gateway, { permissions: ['PAY', 'VIEW'] })
})
after(async () => {
  await gateway?.stop()
  await server?.close()
})

/** As hosted fields do: with the id of the session and nothing else. */
async function filledSession(expiry: object = { month: '1', year: '39' }, as = user): Promise<string> {
  const path = ofMerchant('/sessions', as.merchantId)
  const { status, body } = await ask(gateway, { method: 'POST', path, as, body: {} })
  assert.equal(status, 201)
  const { sessionId } = body
  const card = { number: '5123450000000008', expiry, securityCode: '100' }
  const filled = await send(gateway.listeners.httpUrl ?? '', {
    method: 'PUT',
    path: apiPath(`/session/${sessionId}`, { merchant: as.merchantId }),
    login: `merchant.${as.merchantId}:${testPassword}`,
    body: { sourceOfFunds: { type: 'CARD', provided: { card } } },
  })
  assert.equal(filled.body.session.updateStatus, 'SUCCESS', filled.text)
  return sessionId
}

function pay(orderId: string, body: object, as = user) {
  return ask(gateway, { method: 'POST', path: ofMerchant(`/orders/${orderId}/payments`, as.merchantId), as, body })
}

describe('taking a payment in the console', () => {
  for (const [operation, type, orderStatus] of [
    ['PAY', 'PAYMENT', 'CAPTURED'],
    ['AUTHORIZE', 'AUTHORIZATION', 'AUTHORIZED'],
    ['VERIFY', 'VERIFICATION', 'VERIFIED'],
  ] as const) {
    it(`can ${operation.toLowerCase()} with the values of a session`, async () => {
      const orderId = newOrderId()
      const amount = operation === 'VERIFY' ? {} : { amount: '12.50' }
      const body = { operation, transactionId: '1', sessionId: await filledSession(), currency: 'USD', ...amount }
      const paid = await pay(orderId, body)
      assert.equal(paid.status, 201, paid.text)
      assert.deepEqual([paid.body.type, paid.body.orderStatus], [type, orderStatus])
      const page = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as: user })
      const [transaction] = page.body.transactions
      assert.deepEqual([transaction.entryPoint, transaction.userId], ['MERCHANT_ADMINISTRATION', user.actor])
      assert.ok(paid.headers['x-request-id'])
      assert.equal(transaction.request.requestId, paid.headers['x-request-id'])
      const lines = await gateway.query<{ actor: string; subject: object }>(
        `select actor, subject from audit where action = 'TRANSACTION_BY_HAND' and subject ->> 'orderId' = $1`,
        [orderId],
      )
      const result = operation === 'VERIFY' ? {} : { amount: '12.5' }
      assert.deepEqual(lines, [{ actor: user.actor, subject: { operation, orderId, transactionId: '1', ...result } }])
    })
  }

  it('takes the name, the address and the e-mail of the payer, by whom the order is found, and sends a receipt', async () => {
    const orderId = newOrderId()
    const customer = { email: 'caller@payer.example', firstName: 'Gráinne', lastName: 'Quillfeather' }
    const address = { street: '1 Mill Lane', postcodeZip: 'W1', city: 'London', country: 'GBR' }
    const body = {
      ...{ operation: 'PAY', transactionId: '1', currency: 'EUR', amount: '12.5', customer, billing: { address } },
      receipt: { locale: 'de', timeZone: 'Asia/Tokyo' },
    }
    const zone = await pay(orderId, {
      ...body,
      sessionId: await filledSession(),
      receipt: { timeZone: 'browser' },
    })
    assert.deepEqual([zone.status, zone.body.field], [422, 'receipt.timeZone'])
    const sessionId = await filledSession()
    const paid = await pay(orderId, { ...body, sessionId })
    assert.deepEqual([paid.status, paid.body.receiptTo], [201, 'caller@payer.example'], paid.text)
    // A repeated request returns the same, and nobody gets a second receipt.
    assert.equal((await pay(orderId, { ...body, sessionId })).status, 200)
    const { body: order } = await ask(gateway, { path: ofMerchant(`/orders/${orderId}`), as: user })
    assert.deepEqual(
      [order.transactions[0].request.customer, order.transactions[0].request.billing],
      [customer, { address }],
    )
    await until(async () => {
      const found = await ask(gateway, { path: ofMerchant('/search?text=quillfeather'), as: user })
      return found.text.includes(orderId)
    }, 'the order is found by the name')
    const [mail] = await eventually(
      async () => server.mails.filter(({ to }) => to === customer.email),
      ({ length }) => length > 0,
    )
    assert.match(mail?.text ?? '', /Vielen Dank.*12,50.*GMT\+9/s)
    assert.equal(mail?.text.includes('Mastercard •••• 0008'), true)
    const declined = await pay(newOrderId(), {
      ...body,
      sessionId: await filledSession({ month: '5', year: '39' }),
    })
    assert.deepEqual([declined.body.result, declined.body.receiptTo], ['FAILURE', undefined])
    const rows = await gateway.query('select 1 from receipt_emails')
    assert.equal(rows.length, 1)
  })

  it('pays once however often it is clicked', async () => {
    const orderId = newOrderId()
    const sessionId = await filledSession()
    const body = { operation: 'PAY', transactionId: '1', sessionId, currency: 'USD', amount: '5' }
    const [first, second] = await Promise.all([pay(orderId, body), pay(orderId, body)])
    assert.deepEqual([first.status, second.status].toSorted(), [200, 201])
    assert.deepEqual(first.body, second.body)
  })

  it('shows a decline as an outcome', async () => {
    const sessionId = await filledSession({ month: '5', year: '39' })
    const body = { operation: 'PAY', transactionId: '1', sessionId, currency: 'USD', amount: '5' }
    const { status, body: result } = await pay(newOrderId(), body)
    assert.deepEqual([status, result.result, result.gatewayCode], [201, 'FAILURE', 'DECLINED'])
  })

  it('is refused with the field that is wrong, and never takes a card itself', async () => {
    const usual = { operation: 'PAY', transactionId: '1', currency: 'USD', amount: '5' }
    const missing = await pay(newOrderId(), usual)
    assert.deepEqual([missing.status, missing.body.field], [422, 'sessionId'])
    const sourceOfFunds = { provided: { card: { number: '5123450000000008' } } }
    const sessionId = await filledSession()
    const carried = await pay(newOrderId(), { ...usual, sessionId, sourceOfFunds })
    assert.deepEqual([carried.status, carried.body.field], [422, 'sourceOfFunds'])
    assert.doesNotMatch(carried.text, /5123450000000008/)
    const { amount: _, ...free } = usual
    const without = await pay(newOrderId(), { ...free, sessionId })
    assert.deepEqual([without.status, without.body.field], [422, 'order.amount'])
  })

  it('does not take another merchant’s session', async () => {
    const { id } = await boardMerchant(gateway)
    const sessionId = await filledSession()
    const as = await signedIn(gateway, { merchantId: id })
    const path = ofMerchant(`/orders/${newOrderId()}/payments`, id)
    const body = { operation: 'PAY', transactionId: '1', sessionId, currency: 'USD', amount: '5' }
    const response = await ask(gateway, { method: 'POST', path, as, body })
    assert.deepEqual([response.status, response.body.code], [409, 'UNKNOWN_SESSION'])
  })

  it('does not let the user who paid accept what a risk rule held back', async () => {
    const risk = { ...noRiskRules, binRanges: [{ from: '512345', to: '512345', action: 'REVIEW' as const }] }
    const { id: merchantId } = await boardMerchant(gateway, { profile: { risk } })
    const [paying, other] = [await signedIn(gateway, { merchantId }), await signedIn(gateway, { merchantId })]
    const orderId = newOrderId()
    const sessionId = await filledSession(undefined, paying)
    const body = { operation: 'AUTHORIZE', transactionId: '1', sessionId, currency: 'USD', amount: '5' }
    const held = await pay(orderId, body, paying)
    assert.deepEqual([held.status, held.body.orderStatus, held.body.isInReview], [201, 'AUTHORIZED', true])
    const path = ofMerchant(`/orders/${orderId}/review`, merchantId)
    const accept = (as: ConsoleUser) => ask(gateway, { method: 'POST', path, as, body: { decision: 'ACCEPTED' } })
    const own = await accept(paying)
    assert.deepEqual([own.status, own.body.code], [409, 'FOUR_EYES'])
    assert.equal((await accept(other)).status, 200)
  })

  it('leaves no card number and no session id in the log', () => {
    assert.ok(!gateway.logLines.some((line) => /5123450000000008|SESSION[0-9A-Z]{24}/.test(line)))
  })
})
