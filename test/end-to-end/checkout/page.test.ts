// The page itself: what it asks for and shows, who may have it in a frame, how it ends without a payment, and what it
// refuses.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteExpiredSessions } from '../../../src/checkout/jobs/delete-expired-sessions.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import {
  card,
  formText,
  type NewCheckout,
  newCheckout,
  openPayer,
  redirectOf,
  wayFrom,
} from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

const billing = { address: { street: '1 Session Street', street2: 'Flat 9', city: 'Oldtown', country: 'GBR' } }
const customer = { email: 'session@payer.example' }
const typed = {
  billingStreet: '2 Typed Road',
  billingCity: 'Newtown',
  billingCountry: 'DEU',
  email: 'typed@payer.example',
}

function displaying(billingAddress: string, customerEmail = billingAddress) {
  return { interaction: { displayControl: { billingAddress, customerEmail } }, billing, customer }
}

async function paidWith(checkout: NewCheckout, fields: Readonly<Record<string, string>> = typed) {
  redirectOf(await openPayer(gateway, checkout.sessionId).pay(fields))
  const { body } = await openShop(gateway).transaction(checkout.orderId, '1')
  return [body.billing?.address, body.customer?.email]
}

/** Answers show both lines of a street as one. */
const sessionAddress = { street: '1 Session Street, Flat 9', city: 'Oldtown', country: 'GBR' }
const typedAddress = { street: '2 Typed Road', city: 'Newtown', country: 'DEU' }

describe('billing address and e-mail address', () => {
  for (const asked of ['HIDE', 'READ_ONLY'] as const) {
    it(`${asked}: are the session's, whatever is posted`, async () => {
      const checkout = await newCheckout(gateway, displaying(asked))
      const { text } = await openPayer(gateway, checkout.sessionId).open()
      assert.doesNotMatch(text, /name="(billing|email)/)
      assert.equal(/1 Session Street/.test(text), asked === 'READ_ONLY')
      assert.equal(/session@payer\.example/.test(text), asked === 'READ_ONLY')
      assert.deepEqual(await paidWith(checkout), [sessionAddress, customer.email])
    })
  }

  for (const asked of ['OPTIONAL', 'MANDATORY'] as const) {
    it(`${asked}: are what the payer types, and two addresses are never mixed`, async () => {
      const checkout = await newCheckout(gateway, displaying(asked))
      assert.match((await openPayer(gateway, checkout.sessionId).open()).text, /value="1 Session Street"/)
      assert.deepEqual(await paidWith(checkout), [typedAddress, typed.email])
    })
  }

  it('MANDATORY: are reported as missing, and nothing is paid', async () => {
    const checkout = await newCheckout(gateway, { interaction: displaying('MANDATORY').interaction })
    const { status, text } = await openPayer(gateway, checkout.sessionId).pay({ billingStreet: '', email: 'nobody' })
    assert.equal(status, 422)
    for (const id of ['billingStreet', 'billingCity', 'billingCountry', 'email'])
      assert.match(text, new RegExp(`name="${id}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="${id}"`), id)
    assert.equal((await booksOf(gateway, checkout.orderId)).length, 0)
  })
})

describe('the order summary', () => {
  const item = [{ name: 'Lamp', quantity: 3, unitPrice: '12.34' }]
  const order = { amount: '40.02', itemAmount: '37.02', taxAmount: '3', item, description: 'Light for everyone' }
  const shipping = { address: { street: '3 Goods Lane', city: 'Port' }, contact: { firstName: 'Jo' } }

  it('is shown with its lines and amounts, and where it goes', async () => {
    const interaction = { displayControl: { shipping: 'READ_ONLY' }, merchant: { name: 'Lamps & more' } }
    const { sessionId } = await newCheckout(gateway, { order, shipping, interaction })
    const { text } = await openPayer(gateway, sessionId).open()
    for (const shown of ['Lamp', '37.02', '40.02', '3.00', 'Light for everyone', '3 Goods Lane', 'Lamps &amp; more'])
      assert.ok(text.includes(shown), shown)
  })

  it('is hidden where the merchant wants that, except the amount', async () => {
    const interaction = { displayControl: { orderSummary: 'HIDE' } }
    const { sessionId } = await newCheckout(gateway, { version: 62, order: { description: 'Light' }, interaction })
    const { text } = await openPayer(gateway, sessionId).open()
    assert.doesNotMatch(text, /Light/)
    assert.match(text, /100\.00/)
  })

  it('is in the language of the merchant, otherwise of the browser', async () => {
    const lang = async (interaction: object, accept: string) => {
      const { sessionId } = await newCheckout(gateway, { interaction })
      const { text } = await openPayer(gateway, sessionId).open({ 'accept-language': accept })
      return /<html lang="([a-z]+)[^"]*" dir="([a-z]+)"/.exec(text)?.slice(1)
    }
    assert.deepEqual(await lang({ locale: 'ar_EG' }, 'de'), ['ar', 'rtl'])
    assert.deepEqual(await lang({}, 'xx, en;q=0.5, fr-CH;q=0.8'), ['fr', 'ltr'])
    assert.deepEqual(await lang({ locale: 'xx' }, ''), ['en', 'ltr'])
  })

  it('without an amount, cannot be paid', async () => {
    const { sessionId } = await newCheckout(gateway, { version: 45, order: { amount: undefined } })
    assert.equal((await openPayer(gateway, sessionId).open()).status, 422)
  })
})

describe('a form with mistakes', () => {
  const mistakes = [
    ['cardNumber', { cardNumber: '' }],
    ['cardNumber', { cardNumber: '5123 4500 0000 0009' }],
    ['cardNumber', { cardNumber: 'not a number' }],
    ['expiryMonth', { expiryMonth: '13' }],
    ['expiryYear', { expiryYear: '' }],
    ['securityCode', { securityCode: '10' }],
    ['securityCode', { securityCode: '1000' }],
    ['securityCode', { cardNumber: '345678901234564', securityCode: '100' }],
    ['nameOnCard', { nameOnCard: 'x'.repeat(257) }],
  ] as const
  it('is shown again with every mistake, and without the card', async () => {
    const { sessionId, orderId } = await newCheckout(gateway)
    const payer = openPayer(gateway, sessionId)
    for (const [name, fields] of mistakes) {
      const { status, text } = await payer.pay(fields)
      assert.equal(status, 422, name)
      assert.match(text, new RegExp(`name="${name}"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="${name}"`))
      assert.match(text, /name="attempt" value="1"/, 'it was no attempt')
      assert.doesNotMatch(text, /5123|3456789/)
    }
    assert.equal((await booksOf(gateway, orderId)).length, 0)
  })

  it('may have a year of four digits, and dates of the past', async () => {
    const { sessionId } = await newCheckout(gateway)
    redirectOf(await openPayer(gateway, sessionId).pay({ expiryMonth: '05', expiryYear: '2021' }))
  })

  it('with a card that the merchant does not accept says so', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { schemes: ['VISA'] } })
    const { sessionId, orderId } = await newCheckout(gateway, { merchant })
    const payer = openPayer(gateway, sessionId)
    const { status, text } = await payer.pay()
    assert.equal(status, 422)
    assert.match(text, /name="attempt" value="1"/)
    assert.deepEqual(text.match(/data-brand="\w+"/g), ['data-brand="VISA"'], 'only its mark is shown')
    redirectOf(await payer.pay({ ...card, cardNumber: '4508750015741019' }))
    assert.equal((await booksOf(gateway, orderId)).length, 1)
  })

  it('is refused for a merchant without permission for the operation of the session', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { operations: ['INITIATE_CHECKOUT'] } })
    const { sessionId } = await newCheckout(gateway, { merchant })
    const payer = openPayer(gateway, sessionId)
    assert.deepEqual([(await payer.open()).status, (await payer.pay()).status], [422, 422])
  })
})

describe('a page inside a page of the shop', () => {
  const shopOrigin = 'https://shop.example'
  const ancestors = ({ headers }: ApiResponse) =>
    /frame-ancestors ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]

  it('may be shown by the origins that the session and the profile name, and by no other', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { pageOrigins: ['https://known.example'] } })
    const interaction = { cancelUrl: 'http://localhost:9443/cart', merchant: { url: 'https://www.shop.example/' } }
    const { sessionId } = await newCheckout(gateway, { merchant, interaction })
    const expected = [shopOrigin, 'http://localhost:9443', 'https://www.shop.example', 'https://known.example']
    for (const frame of ['lightbox', 'embedded']) {
      const page = await openPayer(gateway, sessionId, frame).open()
      assert.deepEqual(ancestors(page)?.split(' '), expected)
      assert.equal(page.headers['x-frame-options'], undefined)
    }
    const plain = await openPayer(gateway, sessionId).open()
    assert.deepEqual([ancestors(plain), plain.headers['x-frame-options']], ["'none'", 'DENY'])
  })

  it('is not shown where no origin is known', async () => {
    const { sessionId } = await newCheckout(gateway, { interaction: { returnUrl: undefined } })
    const page = await openPayer(gateway, sessionId, 'lightbox').open()
    assert.deepEqual([page.status, ancestors(page)], [403, "'none'"])
  })

  it('reports the outcome to the shop’s page, in place of a redirect', async () => {
    const { sessionId, successIndicator, sessionVersion } = await newCheckout(gateway)
    const payer = openPayer(gateway, sessionId, 'lightbox')
    const left = await payer.cancel()
    assert.equal(left.status, 200)
    assert.match(left.text, /data-event="cancel"/)
    const paid = await payer.pay()
    assert.equal(paid.status, 200)
    assert.match(paid.text, /data-event="complete"/)
    for (const text of [successIndicator, sessionVersion, shopOrigin]) assert.ok(paid.text.includes(text), text)
  })

  it('has no cancel button when it is embedded', async () => {
    const { sessionId } = await newCheckout(gateway)
    assert.doesNotMatch((await openPayer(gateway, sessionId, 'embedded').open()).text, /\/cancel/)
  })
})

describe('a payer who does not pay', () => {
  it('cancels, is redirected as the merchant says, and may return', async () => {
    const cancelUrl = 'https://shop.example/cart?open=1'
    const { sessionId } = await newCheckout(gateway, { interaction: { cancelUrl } })
    const payer = openPayer(gateway, sessionId)
    assert.match((await payer.open()).text, />Cancel and return to /)
    assert.equal(wayFrom(await payer.cancel()), cancelUrl)
    assert.equal((await payer.open()).status, 200)
  })

  it('cancels and sees a message, where the merchant has no address', async () => {
    const { sessionId } = await newCheckout(gateway)
    const payer = openPayer(gateway, sessionId)
    // Nothing leads back to a shop whose address is not known.
    assert.match((await payer.open()).text, />Cancel the payment</)
    const { status, text } = await payer.cancel()
    assert.equal(status, 200)
    assert.doesNotMatch(text, /cardNumber/)
  })

  /** The time is up, and the job has deleted what has expired. */
  async function letTimePass({ sessionVersion }: NewCheckout): Promise<void> {
    for (const table of ['checkouts', 'sessions'])
      await gateway.query(
        `update ${table} set expires_at = now() - interval '1 second'
         where session_hash = (select session_hash from sessions where version = $1)`,
        [sessionVersion],
      )
    await deleteExpiredSessions(gateway.dependencies)
  }

  it('takes too long, is redirected as the merchant says, and can no longer pay', async () => {
    const timeoutUrl = 'https://shop.example/late'
    const checkout = await newCheckout(gateway, { interaction: { timeoutUrl, timeout: 60 } })
    const payer = openPayer(gateway, checkout.sessionId)
    assert.match((await payer.open()).text, /data-countdown="(59|60)"/)
    assert.equal((await payer.timeout()).status, 200, 'not yet')
    await letTimePass(checkout)
    const { status, headers } = await payer.timeout()
    assert.deepEqual([status, headers.location], [303, timeoutUrl])
    assert.deepEqual([(await payer.open()).status, (await payer.pay()).status], [410, 410])
    assert.match((await openPayer(gateway, checkout.sessionId, 'embedded').open()).text, /data-event="timeout"/)
    assert.equal((await booksOf(gateway, checkout.orderId)).length, 0)
  })

  it('finds no page when the session is unknown', async () => {
    const { sessionId } = await newCheckout(gateway)
    const plain = await openSessions(gateway).open()
    const other = `${sessionId.slice(0, -1)}${sessionId.endsWith('A') ? 'B' : 'A'}`
    const unknown = [other, plain, 'SESSION', '..%2f..', `${sessionId}%00`]
    for (const id of unknown) assert.equal((await openPayer(gateway, id).open()).status, 404, id)
  })
})

describe('the page refuses', () => {
  const ask = (sessionId: string, method: string, bytes = '') =>
    send(gateway.listeners.httpUrl ?? '', {
      path: `/checkout/pay/${sessionId}`,
      method,
      login: null,
      ...(bytes && { bytes }),
    })

  it('forms from other pages', async () => {
    const { sessionId, orderId } = await newCheckout(gateway)
    const payer = openPayer(gateway, sessionId)
    const host = new URL(gateway.listeners.httpUrl ?? '').host
    const foreign = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: `http://${host}` },
    ]
    for (const headers of foreign) {
      assert.equal((await payer.pay({}, headers)).status, 403)
      assert.equal((await payer.cancel(headers)).status, 403)
    }
    assert.equal((await booksOf(gateway, orderId)).length, 0)
    redirectOf(await payer.pay({}, { 'sec-fetch-site': 'same-origin', origin: 'null' }))
    redirectOf(await payer.pay({}, { origin: `https://${host}` }))
  })

  it('other methods, and bodies that are not forms', async () => {
    const { sessionId } = await newCheckout(gateway)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await ask(sessionId, method)
      assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, POST'], method)
    }
    assert.equal((await ask(sessionId, 'HEAD')).status, 200)
    assert.equal((await ask(sessionId, 'POST', 'a'.repeat(65 * 1024))).status, 413)
    assert.equal((await ask(sessionId, 'POST', '%%%&&&===')).status, 200)
    assert.equal((await ask(sessionId, 'POST', formText({ ...card, attempt: '1', cardNumber: '\0' }))).status, 422)
  })
})
