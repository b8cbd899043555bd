// The search field of the console: what it finds, for whom.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { captureBody, cardSource, payBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { cardBody, openTokenKeeper } from '../../support/clients/token-keeper.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const orderId = 'Spring-Sale-77-000471'
const card = { nameOnCard: 'J MUELLER' }

const janesBody = payBody({
  order: { amount: '49.90', currency: 'EUR', reference: 'cart 8812' },
  customer: { email: 'jane.mueller@example.org', firstName: 'Jane', lastName: 'Müller' },
  sourceOfFunds: cardSource(card),
})

let gateway: TestGateway
let shop: Shop
let clerk: ConsoleUser
let requestId: string
let response: Awaited<ReturnType<Shop['put']>>['body']

before(async () => {
  gateway = await startGateway()
  const { id } = await boardMerchant(gateway)
  shop = openShop(gateway, id)
  clerk = await signedIn(gateway, { merchantId: id, permissions: ['VIEW'] })
  const paid = await shop.put(janesBody, { orderId, transactionId: 'first-payment' })
  assert.equal(paid.status, 201, paid.text)
  requestId = String(paid.headers['x-request-id'])
  response = paid.body
  for (const number of [1, 2, 3]) await shop.put(payBody(), { orderId: `other-${number}` })
  await caughtUp(gateway, id)
})
after(() => gateway.stop())

function search(text: string, as = clerk, merchant = shop.merchant) {
  return ask(gateway, { path: ofMerchant(`/search?text=${encodeURIComponent(text)}`, merchant), as })
}

async function found(text: string): Promise<readonly string[]> {
  const { status, body, text: raw } = await search(text)
  assert.equal(status, 200, raw)
  return body.orders.map(({ order }: { order: { orderId: string } }) => order.orderId)
}

async function reference(): Promise<string> {
  const [row] = await gateway.query<{ acquirer_reference: string }>(
    'select acquirer_reference from transactions where merchant_id = $1 and order_id = $2',
    [shop.merchant, orderId],
  )
  return row?.acquirer_reference ?? ''
}

describe('the search field', () => {
  const typed: readonly (readonly [what: string, text: () => string | Promise<string>])[] = [
    ['the order', () => orderId],
    ['the order in lower case', () => orderId.toLowerCase()],
    ['the beginning of the order', () => 'spring-s'],
    ['the middle of the order', () => 'ale-77'],
    ['the end of the order', () => '00471'],
    ['the transaction', () => 'first-payment'],
    ['a part of the transaction', () => 'rst-pay'],
    ['the reference', () => 'cart 8812'],
    ['the receipt', () => response.transaction.receipt],
    ['the authorization code', () => response.transaction.authorizationCode],
    ['the reference at the acquirer', reference],
    ['the e-mail', () => 'jane.mueller@example.org'],
    ['a part of the e-mail', () => 'mueller@exam'],
    ['the payer', () => 'müller jane'],
    ['the name on the card', () => 'J MUELLER'],
    ['the amount with its currency', () => '49.90 EUR'],
    ['the amount', () => '49,90'],
    ['the X-Request-Id', () => requestId],
    ['the payer and the amount', () => 'jane 49.90'],
  ]
  for (const [what, text] of typed)
    it(`finds an order by ${what}`, async () => assert.deepEqual(await found(await text()), [orderId]))

  it('finds by the last four digits, newest first, and says what matched', async () => {
    const { body } = await search('0008')
    assert.deepEqual(await found('0008'), ['other-3', 'other-2', 'other-1', orderId])
    assert.deepEqual(body.orders[0].matches, [{ field: 'ACCOUNT', text: '0008' }])
    assert.equal(body.hasMore, false)
  })

  it('lists an order once, with exact matches first', async () => {
    await shop.put(payBody(), { orderId: 'Spring' })
    await shop.put(captureBody('1.00'), { orderId: 'Spring-Sale-78', transactionId: 'none' })
    await shop.put(payBody(), { orderId: 'Spring-Sale-79' })
    await caughtUp(gateway, shop.merchant)
    assert.deepEqual(await found('spring'), ['Spring', 'Spring-Sale-79', orderId])
  })

  it('finds a token by its name', async () => {
    const keeper = await openTokenKeeper(gateway)
    const { token } = (await keeper.post(cardBody())).body
    const as = await signedIn(gateway, { merchantId: keeper.merchant, permissions: ['VIEW'] })
    const { body } = await search(token, as, keeper.merchant)
    assert.deepEqual(body.tokens, [{ token, status: 'VALID' }])
  })

  it('finds nothing by what no order has, and says which field is missing', async () => {
    assert.deepEqual(await found('nothing-like-it'), [])
    const { status, body } = await ask(gateway, { path: ofMerchant('/search', shop.merchant), as: clerk })
    assert.deepEqual([status, body.field], [422, 'text'])
  })

  it('searches for a receipt of twelve digits, although it could be the number of a card', async () => {
    assert.deepEqual(await found('666520476092'), [])
  })

  it('does not search for a card number, and asks for the last four digits', async () => {
    const { status, body, text } = await search('5123 4500 0000 0008')
    assert.deepEqual([status, body.code], [422, 'CARD_NUMBER'])
    assert.doesNotMatch(text, /5123/)
  })

  it('finds nothing of another merchant', async () => {
    const { id } = await boardMerchant(gateway)
    const stranger = await signedIn(gateway, { merchantId: id })
    assert.deepEqual((await search(orderId, stranger, id)).body.orders, [])
    assert.equal((await search(orderId, stranger)).status, 404)
  })

  it('does not find by digits of a card that the profile hides', async () => {
    const { id } = await boardMerchant(gateway, { profile: { cardMasking: 'HIDDEN' } })
    const hidden = openShop(gateway, id)
    await hidden.put(payBody(), { orderId: 'hidden-1' })
    await caughtUp(gateway, id)
    const as = await signedIn(gateway, { merchantId: id })
    assert.deepEqual((await search('0008', as, id)).body.orders, [])
    const { body, text } = await search('hidden-1', as, id)
    assert.equal(body.orders.length, 1)
    assert.doesNotMatch(text, /0008|512345/)
  })

  it('is recorded in the audit log when a user of the operator searches, without what was typed', async () => {
    const operator = await operatorsUser(gateway, ['VIEW'])
    assert.equal((await search('jane', operator)).status, 200)
    const lines = await gateway.query<{ subject: object }>(
      'select subject from audit where actor = $1 and action = $2',
      [operator.actor, 'VIEWED_BY_OPERATOR'],
    )
    assert.deepEqual(lines, [{ subject: { path: '/merchants/:merchantId/search' } }])
  })

  it('finds what an older release has projected once the projection was rebuilt', async () => {
    await gateway.query('update projected_transactions set search_keys = null where merchant_id = $1', [shop.merchant])
    assert.deepEqual(await found(orderId), [])
    await gateway.dependencies.projection.rebuild(shop.merchant)
    assert.deepEqual(await found(orderId), [orderId])
  })

  it('stores no texts beside the order', async () => {
    const rows = await gateway.query<{ text: string }>(
      'select t::text as text from projected_transactions t where merchant_id = $1 union all select o::text from projected_orders o where merchant_id = $1',
      [shop.merchant],
    )
    assert.ok(rows.length > 0)
    for (const { text } of rows) assert.doesNotMatch(text, /example\.org|Müller|MUELLER/)
  })
})
