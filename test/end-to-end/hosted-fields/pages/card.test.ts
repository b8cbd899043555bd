// Hosted fields for cards, in a real browser: from a merchant's page on another origin into the session, and to a payment.
import assert from 'node:assert/strict'
import {
  approvedCard,
  cardForm,
  configureCard,
  configureCardAgain,
  fillCard,
  type HostedFieldsPage,
  merchantSite,
  olderCard,
  pressPay,
} from '../../../support/browser/merchant-page.ts'
import { before, beforeEach, describe, it } from '../../../support/browser/test.ts'
import { openSessions } from '../../../support/clients/sessions.ts'
import { openShop } from '../../../support/clients/shop.ts'

const restOfCard = { expiryMonth: '#month', expiryYear: '#year', securityCode: '#code', nameOnCard: null }
const noIban = 'PaymentSession: there is no field called card.iban.'

describe('hosted fields of a card', () => {
  const site = merchantSite()

  async function pay(id: string, version: number): Promise<string> {
    const order = { amount: '12.34', currency: 'USD' }
    const paid = await openShop(site.gateway).put({ apiOperation: 'PAY', order, session: { id } }, { version })
    return paid.body.response?.gatewayCode ?? paid.text
  }

  it("are stored in the merchant's session, which pays", async () => {
    const sessions = openSessions(site.gateway)
    const id = await sessions.open()
    const page = await site.open({ body: cardForm, script: configureCard({ session: id }) })
    assert.deepEqual(await page.result('initialized'), { status: 'ok' })
    await fillCard(page, { name: 'Ada Lovelace' })
    await pressPay(page)
    const result = await page.result('updated')
    assert.deepEqual(result, {
      status: 'ok',
      merchant: 'TESTMERCHANT',
      session: { id, updateStatus: 'SUCCESS', version: result.session.version },
      sourceOfFunds: {
        provided: {
          card: {
            brand: 'MASTERCARD',
            expiry: { month: '1', year: '39' },
            fundingMethod: 'CREDIT',
            nameOnCard: 'Ada Lovelace',
            number: '512345xxxxxx0008',
            scheme: 'MASTERCARD',
            securityCode: 'xxx',
          },
        },
        type: 'CARD',
      },
      version: '100',
    })
    assert.deepEqual(page.problems, [])
    await page.close()
    assert.equal(await pay(id, 100), 'APPROVED')
  })

  it('are set up by the newer calls from version 33 on, and create a session where the merchant has none', async () => {
    for (const version of [33, 49, 50]) {
      const page = await site.open({ version, body: cardForm, script: configureCard() })
      assert.deepEqual(await page.result('initialized'), { status: 'ok' })
      assert.equal(await page.evaluate('typeof PaymentSession.attachToForm'), 'undefined')
      await fillCard(page)
      await pressPay(page)
      const { status, session, version: answered } = await page.result('updated')
      assert.deepEqual([status, answered], ['ok', String(version)])
      await pressPay(page)
      assert.equal((await page.result('updated', 2)).session.id, session.id, 'the same one for the next try')
      await page.close()
      assert.equal(await pay(session.id, version), 'APPROVED')
    }
  })

  it('are set up by the older calls up to version 32', async () => {
    for (const version of [18, 32]) {
      const page = await site.open({ version, body: cardForm, script: olderCard })
      assert.deepEqual(await page.result('initialized'), { status: 'ok' })
      assert.equal(await page.evaluate('typeof PaymentSession.configure'), 'undefined')
      await fillCard(page)
      await pressPay(page)
      const result = await page.result('updated')
      assert.equal(result.status, 'ok')
      assert.equal(result.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      await page.close()
      assert.equal(await pay(result.session.id, version), 'APPROVED')
    }
  })

  it('are not set up on a page that does not declare how it prevents framing', async () => {
    for (const frameEmbeddingMitigation of [undefined, [], ['magic']]) {
      const page = await site.open({
        body: cardForm,
        script: configureCard({ frameEmbeddingMitigation: frameEmbeddingMitigation ?? null }),
      })
      const { status, message } = await page.result('initialized')
      assert.equal(status, 'system_error')
      assert.match(message, /frameEmbeddingMitigation/)
      assert.equal(await page.locator('iframe').count(), 0)
      await page.close()
    }
  })

  it('report when the page has no such field', async () => {
    const card = { number: '#number', expiryMonth: '#nothing' }
    const absent = await site.open({ body: cardForm, script: configureCard({ fields: { card } }) })
    assert.match((await absent.result('initialized')).message, /no field at #nothing/)
    await absent.close()
  })
})

describe('hosted fields of a card, on a page that most shops could have,', () => {
  const site = merchantSite()
  /** Opened once: the tests go on with the page as the one before has left it. */
  let page: HostedFieldsPage
  before(async () => {
    page = await site.open({ body: cardForm, script: configureCard() })
    await page.result('initialized')
  })
  beforeEach(() => page.forget())

  it('report what is wrong with each field, and send nothing', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await pressPay(page)
    const missing = { cardNumber: 'missing', expiryMonth: 'missing', expiryYear: 'missing' }
    assert.deepEqual(await page.result('updated'), { status: 'fields_in_error', errors: missing })
    const wrong = [
      [{ number: '5123450000000009' }, { cardNumber: 'invalid' }],
      [{ number: '512345000000000' }, { cardNumber: 'invalid' }],
      [{ number: 'abcd' }, { cardNumber: 'invalid' }],
      [{ month: '13' }, { expiryMonth: 'invalid' }],
      [{ year: '3' }, { expiryYear: 'invalid' }],
      [{ code: '10' }, { securityCode: 'invalid' }],
    ] as const
    await fillCard(page)
    let count = 1
    for (const [typed, errors] of wrong) {
      for (const [id, text] of Object.entries(typed)) await page.fillIn(id, text)
      await pressPay(page)
      count += 1
      assert.deepEqual(await page.result('updated', count), { status: 'fields_in_error', errors })
      for (const id of Object.keys(typed)) await page.fillIn(id, approvedCard[id] ?? '')
    }
    assert.deepEqual(calls, [])
    page.removeAllListeners('request')
  })

  it('accept other input: spaces, dashes, a leading zero, a year of four digits, no security code', async () => {
    await page.fillIn('code', '')
    for (const [id, text] of Object.entries({ number: ' 5123-4500 0000 0008', month: '5', year: '2039' }))
      await page.type(id, text)
    await pressPay(page)
    const { status, sourceOfFunds } = await page.result('updated')
    assert.equal(status, 'ok')
    assert.deepEqual(sourceOfFunds.provided.card.expiry, { month: '5', year: '39' })
    assert.equal(sourceOfFunds.provided.card.securityCode, undefined)
  })

  it('report to the merchant what the gateway finds wrong with a field', async () => {
    const refusal = (field: string, validationType: string) => ({
      status: 400,
      json: { error: { cause: 'INVALID_REQUEST', explanation: 'No.', field, validationType }, result: 'ERROR' },
    })
    const responses = [
      [refusal('sourceOfFunds.provided.card.expiry.year', 'MISSING'), { expiryYear: 'missing' }, 'fields_in_error'],
      [refusal('sourceOfFunds.provided.card.number', 'INVALID'), { cardNumber: 'invalid' }, 'fields_in_error'],
      [refusal('order.id', 'INVALID'), { message: 'No.' }, 'system_error'],
    ] as const
    await fillCard(page)
    for (const [index, [response, errors, status]] of responses.entries()) {
      await page.route('**/api/rest/**', (route) => route.fulfill(response))
      await pressPay(page)
      const result = await page.result('updated', index + 1)
      assert.deepEqual([result.status, result.errors], [status, errors])
      await page.unroute('**/api/rest/**')
    }
  })

  it('create another session when their own has expired', async () => {
    await fillCard(page)
    await pressPay(page)
    const first = (await page.result('updated')).session
    await site.gateway.query('update sessions set expires_at = now() where version = $1', [first.version])
    await pressPay(page)
    const second = await page.result('updated', 2)
    assert.equal(second.status, 'ok')
    assert.notEqual(second.session.id, first.id)
  })

  it('report when the gateway fails, is not reachable or does not answer in time', async () => {
    await fillCard(page)
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
    const failures = [
      ['system_error', (route: { fulfill(o: object): Promise<void> }) => route.fulfill({ status: 500, json: {} })],
      ['system_error', (route: { abort(): Promise<void> }) => route.abort()],
      ['request_timeout', (route: { fulfill(o: object): Promise<void> }) => route.fulfill({ status: 504 })],
      ['request_timeout', () => onAsked()],
    ] as const
    for (const [index, [status, fail]] of failures.entries()) {
      await page.route('**/api/rest/**', (route) => void fail(route))
      // The last is never answered: the frame's own patience ends it, which the test does not wait for.
      if (index === failures.length - 1) await shortenPatience(page)
      await pressPay(page)
      if (index === failures.length - 1) await asked
      const result = await page.result('updated', index + 1)
      assert.equal(result.status, status)
      assert.equal(typeof result.errors.message, 'string')
      await page.unroute('**/api/rest/**')
    }
    await pressPay(page)
    assert.equal((await page.result('updated', failures.length + 1)).status, 'ok', 'and go on when it is back')
  })

  it('report an unknown session', async () => {
    await page.evaluate(configureCardAgain({ session: 'SESSION0002799480514F69145320L2' }))
    await page.result('initialized')
    await fillCard(page)
    await pressPay(page)
    const unknown = await page.result('updated')
    assert.equal(unknown.status, 'system_error')
    assert.match(unknown.errors.message, /session is unknown/)
  })

  it('are set up with every selector form that shops use, and ignore missing fields', async () => {
    const sessions = openSessions(site.gateway)
    const shapes = [
      { session: { id: await sessions.open() }, fields: { card: { cardNumber: '#number', ...restOfCard } } },
      { session: null, fields: { cardNumber: '#number', ...restOfCard } },
      { session: '', fields: { card: { number: '#number', ...restOfCard, iban: '#name' }, ach: null } },
    ]
    for (const { session, fields } of shapes) {
      await page.forget()
      page.problems.length = 0
      const isOfFirstVersions = !('card' in fields)
      const frameEmbeddingMitigation = [isOfFirstVersions ? 'x-frame-options' : 'csp']
      await page.evaluate(configureCardAgain({ session, fields, frameEmbeddingMitigation }))
      assert.deepEqual(await page.result('initialized'), { status: 'ok' })
      assert.equal(await page.locator('#name + iframe').count(), 0)
      await fillCard(page)
      // Modules that name no group of fields name none to store either.
      if (isOfFirstVersions) await page.evaluate('PaymentSession.updateSessionFromForm()')
      else await pressPay(page)
      const updated = await page.result('updated')
      assert.equal(updated.status, 'ok')
      if (typeof session === 'object' && session) assert.equal(updated.session.id, session.id)
      assert.deepEqual(page.problems, 'card' in fields && 'iban' in fields.card ? [noIban] : [])
    }
  })
})

/** From the next request on the controller gives up at once. */
async function shortenPatience(page: {
  frames(): readonly { url(): string; evaluate(s: string): Promise<unknown> }[]
}) {
  const controller = page.frames().find((frame) => frame.url().endsWith('/controller'))
  await controller?.evaluate(
    'AbortSignal.timeout = ((usual) => () => usual.call(AbortSignal, 300))(AbortSignal.timeout)',
  )
}
