// Payment links at the console: how a clerk creates, lists and disables them, and what is recorded about it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { paymentLinkStateOf } from '../../../src/payment-links/rules/payment-link.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { declinedCard } from '../../support/clients/payer.ts'
import { openPaymentLink } from '../../support/clients/payment-links.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let merchantId: string
let clerk: ConsoleUser

before(async () => {
  gateway = await startGateway()
  merchantId = (await boardWithAccount(gateway, 'LINKSCONSOLE', { payerAuthentication: 'BY_MERCHANT' })).id
  clerk = await signedIn(gateway, { merchantId, permissions: ['VIEW', 'REQUEST_PAYMENT'] })
})
after(() => gateway.stop())

const links = (rest = '') => ofMerchant(`/payment-links${rest}`, merchantId)
const usual = { operation: 'PAY', currency: 'USD', amount: '12.50', usesMax: 1 }

const post = (body: object, as = clerk) => ask(gateway, { method: 'POST', path: links(), body, as })
const get = async (rest = '', as = clerk) => ask(gateway, { path: links(rest), as })

async function create(differences: object = {}) {
  const { status, body, text } = await post({ ...usual, ...differences })
  assert.equal(status, 201, text)
  return body
}

const pay = async (paymentLinkId: string, fields?: Readonly<Record<string, string>>) =>
  (await openPaymentLink(gateway, paymentLinkId).payer()).pay(fields)

describe('a payment link at the console', () => {
  it('is created with all of its terms, and shown with them', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
    const terms = {
      operation: 'AUTHORIZE',
      currency: 'EUR',
      usesMax: 5,
      description: 'Season ticket',
      language: 'de',
      expiresAt,
    }
    const { amount: _, ...open } = { ...usual, ...terms }
    const created = (await post({ ...open, orderId: 'SEASON', amountMin: '5', amountMax: '500.5' })).body
    assert.match(created.url, /^https:\/\/.*\/checkout\/link\/[0-9A-Za-z]{26}$/)
    const shown = (await get(`/${created.paymentLinkId}`)).body
    assert.deepEqual(shown, created)
    const { paymentLinkId, url: __, createdAt: ___, ...rest } = shown
    assert.equal(paymentLinkId.length, 26)
    assert.deepEqual(rest, {
      ...terms,
      state: 'OPEN',
      amountMin: '5',
      amountMax: '500.5',
      paid: 0,
      orderId: 'SEASON',
      createdBy: clerk.actor,
    })
  })

  it('is refused with the field that is wrong', async () => {
    const wrong = [
      [{ amount: '0' }, 'amount'],
      [{ amount: '1.234' }, 'amount'],
      [{ amount: '-1' }, 'amount'],
      [{ amountMin: '5' }, 'amountMin'],
      [{ amount: undefined, amountMin: '5', amountMax: '4' }, 'amountMax'],
      [{ amount: undefined, amountMax: '0' }, 'amountMax'],
      [{ usesMax: 0 }, 'usesMax'],
      [{ usesMax: 1001 }, 'usesMax'],
      [{ currency: 'XXX' }, 'currency'],
      [{ expiresAt: '2026-01-01T00:00:00Z' }, 'expiresAt'],
      [{ expiresAt: 'tomorrow' }, 'expiresAt'],
      [{ description: 'x'.repeat(128) }, 'description'],
      [{ description: 'card 5123 4500 0000 0008' }, 'description'],
      [{ orderId: 'x'.repeat(41) }, 'orderId'],
      [{ usesMax: 2, orderId: 'x'.repeat(40) }, 'orderId'],
      [{ orderId: '5123450000000008' }, 'orderId'],
      [{ language: 'xx' }, 'language'],
      [{ operation: 'VERIFY' }, 'operation'],
    ] as const
    for (const [differences, field] of wrong) {
      const { status, body, text } = await post(JSON.parse(JSON.stringify({ ...usual, ...differences })))
      assert.deepEqual([status, body.field], [422, field], `${JSON.stringify(differences)}: ${text}`)
    }
  })

  it('is refused for an order that is paid', async () => {
    const { paymentLinkId } = await create({ orderId: 'ONCE-PAID' })
    await pay(paymentLinkId)
    const again = await post({ ...usual, orderId: 'ONCE-PAID' })
    assert.deepEqual([again.status, again.body.code, again.body.field], [409, 'ORDER_ALREADY_STARTED', 'orderId'])
  })

  it('needs a merchant that may do what it asks for', async () => {
    const { id } = await boardWithAccount(gateway, 'LINKSNOPAY', { operations: ['AUTHORIZE'], currencies: ['EUR'] })
    const as = await signedIn(gateway, { merchantId: id })
    const path = ofMerchant('/payment-links', id)
    const refused = async (body: object) => (await ask(gateway, { method: 'POST', path, body, as })).body.code
    assert.equal(await refused({ ...usual, currency: 'EUR' }), 'OPERATION_NOT_PERMITTED')
    assert.equal(await refused({ ...usual, operation: 'AUTHORIZE' }), 'CURRENCY_NOT_PERMITTED')
  })

  it('leads to its orders, paid and failed', async () => {
    const { paymentLinkId } = await create({ usesMax: 3, orderId: 'LED' })
    await pay(paymentLinkId)
    await pay(paymentLinkId, declinedCard)
    const { rows } = (await get(`/${paymentLinkId}/orders`)).body
    assert.deepEqual(
      rows.map(({ status, isPaid }: { status: string; isPaid: boolean }) => [status, isPaid]).toSorted(),
      [
        ['CAPTURED', true],
        ['FAILED', false],
      ],
    )
    for (const row of rows) assert.deepEqual([row.amount, row.currency], ['12.5', 'USD'])
    for (const { isPaid, begunAt, paidAt } of rows) {
      assert.equal(paidAt !== undefined, isPaid)
      if (isPaid) assert.ok(Date.parse(paidAt) >= Date.parse(begunAt))
    }
    assert.deepEqual(
      [(await get(`/${paymentLinkId}`)).body.paid, (await get(`/${paymentLinkId}`)).body.state],
      [1, 'OPEN'],
    )
  })

  it('is disabled once, with the user who did it, and a second click changes nothing', async () => {
    const { paymentLinkId } = await create()
    const disable = () =>
      ask(gateway, { method: 'POST', path: links(`/${paymentLinkId}/disable`), body: {}, as: clerk })
    assert.equal((await disable()).status, 204)
    const first = (await get(`/${paymentLinkId}`)).body
    assert.deepEqual([first.state, first.disabledBy], ['DISABLED', clerk.actor])
    assert.equal((await disable()).status, 204)
    assert.deepEqual((await get(`/${paymentLinkId}`)).body, first)
    const entries = await gateway.query<{ action: string; actor: string; subject: object }>(
      `select action, actor, subject from audit where merchant_id = $1 and subject ->> 'paymentLinkId' = $2 order by at`,
      [merchantId, paymentLinkId],
    )
    assert.deepEqual(
      entries.map(({ action, actor }) => [action, actor]),
      [
        ['PAYMENT_LINK_CREATED', clerk.actor],
        ['PAYMENT_LINK_DISABLED', clerk.actor],
      ],
    )
  })

  it('that does not exist, or is of another merchant, is not found', async () => {
    const { paymentLinkId } = await create()
    const { id } = await boardWithAccount(gateway, 'LINKSOTHER')
    const stranger = await signedIn(gateway, { merchantId: id })
    for (const rest of ['', '/orders']) {
      const own = ofMerchant(`/payment-links/${paymentLinkId}${rest}`, id)
      const response = await ask(gateway, { path: own, as: stranger })
      if (rest === '') assert.equal(response.status, 404)
      else assert.deepEqual(response.body.rows, [])
      assert.equal((await ask(gateway, { path: links(`/${paymentLinkId}${rest}`), as: stranger })).status, 404)
    }
    const disable = ofMerchant(`/payment-links/${paymentLinkId}/disable`, id)
    assert.equal((await ask(gateway, { method: 'POST', path: disable, body: {}, as: stranger })).status, 404)
    assert.equal((await get(`/${'A'.repeat(26)}`)).status, 404)
    assert.equal((await get(`/${paymentLinkId}`)).body.state, 'OPEN')
  })
})

describe('the list of payment links', () => {
  it('is paged, newest first, and filtered by the state that each link has', async () => {
    const { id } = await boardWithAccount(gateway, 'LINKSLIST', { payerAuthentication: 'BY_MERCHANT' })
    const as = await signedIn(gateway, { merchantId: id })
    const path = ofMerchant('/payment-links', id)
    const make = async (differences: object = {}) =>
      (await ask(gateway, { method: 'POST', path, body: { ...usual, ...differences }, as })).body
        .paymentLinkId as string
    const open = await make()
    const paid = await make()
    await pay(paid)
    const expired = await make({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
    await gateway.query(
      `update payment_links set expires_at = now() - interval '1 second' where payment_link_id = $1`,
      [expired],
    )
    const disabled = await make()
    await ask(gateway, { method: 'POST', path: `${path}/${disabled}/disable`, body: {}, as })
    // Paid wins over everything else.
    const paidAndDisabled = await make()
    await pay(paidAndDisabled)
    await ask(gateway, { method: 'POST', path: `${path}/${paidAndDisabled}/disable`, body: {}, as })
    const idsIn = async (query: string) => {
      const { body } = await ask(gateway, { path: `${path}${query}`, as })
      return body.rows.map(({ paymentLinkId }: { paymentLinkId: string }) => paymentLinkId)
    }
    assert.deepEqual(await idsIn(''), [paidAndDisabled, disabled, expired, paid, open])
    assert.deepEqual(await idsIn('?state=OPEN'), [open])
    assert.deepEqual(await idsIn('?state=PAID'), [paidAndDisabled, paid])
    assert.deepEqual(await idsIn('?state=EXPIRED'), [expired])
    assert.deepEqual(await idsIn('?state=DISABLED'), [disabled])
    const first = (await ask(gateway, { path: `${path}?limit=2`, as })).body
    assert.deepEqual(
      first.rows.map(({ paymentLinkId }: { paymentLinkId: string }) => paymentLinkId),
      [paidAndDisabled, disabled],
    )
    assert.deepEqual(await idsIn(`?limit=9&after=${encodeURIComponent(first.next)}`), [expired, paid, open])
    assert.equal((await ask(gateway, { path: `${path}?after=nothing`, as })).status, 422)
    // The database decides as the domain does.
    const now = new Date()
    const { rows = [] } = (await gateway.dependencies.paymentLinks.list({ merchantId: id, now }, { limit: 10 })) ?? {}
    for (const paymentLink of rows)
      assert.equal(paymentLink.state, paymentLinkStateOf(paymentLink, { paid: paymentLink.paid, now }))
  })

  it('is a file, too', async () => {
    const { paymentLinkId, url } = await create({ description: 'For the file' })
    const { status, text } = await ask(gateway, { path: links('.csv'), as: clerk })
    assert.equal(status, 200)
    assert.ok(text.includes(`${paymentLinkId},${url},OPEN,For the file,USD,12.50,0,1`), text)
  })
})
