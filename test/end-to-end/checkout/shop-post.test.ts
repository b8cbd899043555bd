// The older way to open a page: a form that the shop's page posts, with the session's id and what else the shop knows.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ApiResponse, newOrderId, send } from '../../support/clients/client.ts'
import { type FormFields, formText, newCheckout, openPayer, redirectOf } from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop } from '../../support/clients/shop.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

const shopOrigin = 'https://cart.shop.example'
/** As a browser posts a form of a shop's page. */
const fromShop = { origin: shopOrigin, 'sec-fetch-site': 'cross-site', accept: 'text/html,application/xhtml+xml' }

function post(
  fields: FormFields,
  path = '/api/page/version/45/pay?charset=UTF-8',
  headers: Record<string, string> = fromShop,
) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const bytes = formText(fields)
  return send(gateway.listeners.httpUrl ?? '', {
    path,
    method: 'POST',
    login: null,
    bytes,
    headers: { ...type, ...headers },
  })
}

const postAsLibrary = (fields: FormFields) =>
  post(fields, '/api/page/version/45/pay', { ...fromShop, accept: 'application/json' })

/** A session of a shop that says the rest when it opens the page. */
const bare = { version: 45, interaction: { operation: undefined, returnUrl: undefined } } as const

async function stored(sessionId: string): Promise<ApiResponse['body']> {
  const { body } = await openSessions(gateway).retrieve(sessionId, 45)
  return body
}

describe('a shop that opens the page by a form', () => {
  it('completes the session by posted values, and the payer pays them', async () => {
    const { sessionId, successIndicator, orderId } = await newCheckout(gateway, {
      ...bare,
      interaction: { operation: undefined, returnUrl: 'https://shop.example/done' },
      order: { amount: undefined },
    })
    const opened = await post({
      'session.id': sessionId,
      merchant: 'TESTMERCHANT',
      'order.amount': '12.50',
      'order.description': 'A book',
      'interaction.operation': 'AUTHORIZE',
      'interaction.merchant.name': 'The book shop',
      'interaction.timeout': '900',
      'interaction.cancelUrl': 'urn:hostedCheckout:defaultCancelUrl',
      'interaction.timeoutUrl': 'urn:hostedCheckout:defaultTimeoutUrl',
      'billing.address.city': 'Springfield',
      'customer.email': '',
      'transaction.item[0].name': 'A book',
      'transaction.item[0].quantity': '1',
      'transaction.item[0].unitPrice': '12.50',
    })
    assert.deepEqual([opened.status, opened.headers.location], [303, `/checkout/pay/${sessionId}`])
    const payer = openPayer(gateway, sessionId)
    assert.match((await payer.open()).text, /The book shop/)
    const [address, { resultIndicator }] = redirectOf(await payer.pay())
    assert.deepEqual([address, resultIndicator], ['https://shop.example/done', successIndicator])
    const { body } = await openShop(gateway).transaction(orderId, '1')
    assert.deepEqual(
      [body.transaction.type, body.transaction.amount, body.order.description, body.billing.address.city],
      ['AUTHORIZATION', 12.5, 'A book', 'Springfield'],
    )
  })

  it('cannot change the values of the session', async () => {
    const { sessionId, orderId } = await newCheckout(gateway, {
      version: 45,
      order: { description: 'Ten books' },
      interaction: { merchant: { name: 'The book shop' } },
    })
    await post({
      'session.id': sessionId,
      'order.amount': '0.01',
      'order.currency': 'EUR',
      'order.id': newOrderId(),
      'order.description': 'Nothing',
      'interaction.operation': 'VERIFY',
      'interaction.returnUrl': 'https://evil.example/',
      'interaction.merchant.name': 'Evil',
      'interaction.merchant.phone': '555-1234',
    })
    const payer = openPayer(gateway, sessionId)
    const { text } = await payer.open()
    assert.match(text, /555-1234/, 'what the session does not say is taken')
    assert.doesNotMatch(text, /Evil|evil/)
    assert.equal(redirectOf(await payer.pay())[0], 'https://shop.example/done')
    const { body } = await openShop(gateway).order(orderId)
    assert.deepEqual([body.totalCapturedAmount, body.currency, body.description], [100, 'USD', 'Ten books'])
  })

  it('changes nothing by posting the same again, or after the payment', async () => {
    const { sessionId, sessionVersion } = await newCheckout(gateway, bare)
    await post({ 'session.id': sessionId })
    assert.equal((await stored(sessionId)).session.version, sessionVersion)
    const fields = { 'session.id': sessionId, 'order.description': 'A book' }
    await post(fields)
    const { version } = (await stored(sessionId)).session
    assert.notEqual(version, sessionVersion)
    await post(fields)
    assert.equal((await stored(sessionId)).session.version, version)
    await openPayer(gateway, sessionId).pay()
    assert.equal((await post({ ...fields, 'order.reference': 'late' })).status, 303)
    assert.equal((await stored(sessionId)).session.version, version)
  })

  it('may show the page in a frame: the browser has sent its origin', async () => {
    const { sessionId } = await newCheckout(gateway, bare)
    const framed = openPayer(gateway, sessionId, 'lightbox')
    assert.equal((await framed.open()).status, 403)
    const opened = await post({ 'session.id': sessionId }, '/api/page/version/45/pay?frame=lightbox')
    assert.equal(opened.headers.location, `/checkout/pay/${sessionId}?frame=lightbox`)
    const page = await framed.open()
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors https:\/\/cart\.shop\.example(;|$)/)
    assert.match((await framed.cancel()).text, /data-event="cancel"/)
  })

  it('can do so with the oldest address, and for the hosted payment page', async () => {
    const { body } = await openSessions(gateway).create(
      { apiOperation: 'CREATE_PAYMENT_PAGE_SESSION', order: { id: newOrderId(), amount: '7', currency: 'USD' } },
      26,
    )
    const fields = { 'session.id': body.session.id, 'paymentPage.merchant.name': 'The corner shop' }
    assert.equal((await post(fields, '/page/pay')).status, 303)
    assert.match((await openPayer(gateway, body.session.id).open()).text, /The corner shop/)
  })
})

describe('a form that is refused', () => {
  const cases = [
    ['without a session', {}, 400, 'session.id'],
    ['of an unknown session', { 'session.id': 'SESSION0002799480514F69145320L2' }, 400, undefined],
    ['with a session that is none', { 'session.id': 'x' }, 400, undefined],
  ] as const
  for (const [what, fields, status, field] of cases) {
    it(`${what}: a page for the payer, an error for the library`, async () => {
      const page = await post(fields)
      assert.deepEqual([page.status, page.headers['content-type']], [status, 'text/html;charset=UTF-8'])
      const { body, headers } = await postAsLibrary(fields)
      assert.deepEqual([body.result, body.error.cause, body.error.field], ['ERROR', 'INVALID_REQUEST', field])
      assert.equal(headers['access-control-allow-origin'], '*')
    })
  }

  it('says which field is wrong, and changes nothing', async () => {
    const { sessionId, sessionVersion } = await newCheckout(gateway, bare)
    const wrong = [
      [{ 'interaction.returnUrl': 'javascript:alert(1)' }, 'interaction.returnUrl', 'INVALID'],
      [{ 'interaction.timeout': '5' }, 'interaction.timeout', 'INVALID'],
      [{ 'order.unheardOf': '1' }, 'order.unheardOf', 'UNSUPPORTED'],
      [{ 'sourceOfFunds.provided.card.number': '5123450000000008' }, 'sourceOfFunds', 'UNSUPPORTED'],
      [{ merchant: 'TESTSUPPLIED' }, 'merchant', 'INVALID'],
      [{ 'session.version': '0123456789' }, 'session.version', 'INVALID'],
      [{ order: '1', 'order.amount': '1' }, 'order.amount', 'INVALID'],
      [{ '__proto__.x': '1' }, '__proto__', 'UNSUPPORTED'],
    ] as const
    for (const [fields, field, validationType] of wrong) {
      const { status, body, text } = await postAsLibrary({ 'session.id': sessionId, ...fields })
      assert.deepEqual([status, body.error.field, body.error.validationType], [400, field, validationType], text)
    }
    assert.equal((await stored(sessionId)).session.version, sessionVersion)
  })

  it('is checked together with the values of the session', async () => {
    const { sessionId } = await newCheckout(gateway, { ...bare, order: { amount: undefined, currency: 'JPY' } })
    const { body } = await postAsLibrary({ 'session.id': sessionId, 'order.amount': '1.50' })
    assert.deepEqual([body.error.field, body.error.validationType], ['order.amount', 'INVALID'])
  })

  it('has to name an existing version', async () => {
    const { sessionId } = await newCheckout(gateway, bare)
    for (const version of ['14', '101', 'x'])
      assert.equal((await post({ 'session.id': sessionId }, `/api/page/version/${version}/pay`)).status, 404)
  })

  it('returns the address of the page to the library when it is accepted', async () => {
    const { sessionId, sessionVersion } = await newCheckout(gateway, bare)
    const { status, body } = await postAsLibrary({ 'session.id': sessionId })
    assert.equal(status, 200)
    assert.deepEqual(body, {
      result: 'SUCCESS',
      session: { id: sessionId, updateStatus: 'SUCCESS', version: sessionVersion },
      redirectURL: `${gateway.listeners.httpUrl}/checkout/pay/${sessionId}`,
      url: `/checkout/pay/${sessionId}`,
    })
  })
})
