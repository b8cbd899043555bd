// What the order page shows beside the transactions: notes by users, the payer's other orders, where the card was issued.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { orderPermissions, permissions } from '../../../src/kernel/user.ts'
import { orderNotesMax } from '../../../src/payments/ports/order-notes.ts'
import {
  apiPath,
  authorizeBody,
  captureBody,
  cardExpiring,
  newOrderId,
  payBody,
  send,
} from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { newPaymentLink } from '../../support/clients/payment-links.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { caughtUp } from '../../support/fixtures/search-world.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let clerk: ConsoleUser

before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway, (await boardMerchant(gateway)).id)
  clerk = await signedIn(gateway, { merchantId: shop.merchant })
})
after(() => gateway.stop())

async function paid(differences: object = {}): Promise<string> {
  const orderId = newOrderId()
  const { body, text } = await shop.put(payBody(differences), { orderId, transactionId: '1' })
  assert.equal(body.result, 'SUCCESS', text)
  return orderId
}

const about = (orderId: string, rest = '', as = clerk) =>
  ask(gateway, { path: ofMerchant(`/orders/${orderId}${rest}`, shop.merchant), as })

const write = (orderId: string, body: object, as = clerk) =>
  ask(gateway, { method: 'POST', path: ofMerchant(`/orders/${orderId}/notes`, shop.merchant), body, as })

const countAudited = async (orderId: string) =>
  (await gateway.query(`select from audit where action = 'ORDER_NOTE_ADDED' and subject ->> 'orderId' = $1`, [orderId]))
    .length

describe('a note on an order', () => {
  it('is shown with its author, time and lines, and recorded in the audit log', async () => {
    const orderId = await paid()
    const text = 'Caller: Ada <b>Lovelace</b>\n\twants half of it back — 5 €'
    const { status, body } = await write(orderId, { noteId: 'one', text })
    assert.deepEqual([status, body.text, body.writtenBy], [201, text, clerk.actor])
    const { notes } = (await about(orderId)).body
    assert.deepEqual(notes, [{ noteId: 'one', text, writtenBy: clerk.actor, writtenAt: body.writtenAt }])
    const entries = await gateway.query<{ actor: string; subject: object }>(
      `select actor, subject from audit where action = 'ORDER_NOTE_ADDED' and subject ->> 'orderId' = $1`,
      [orderId],
    )
    assert.deepEqual(entries, [{ actor: clerk.actor, subject: { orderId, noteId: 'one', text } }])
  })

  it('is added once however often it is sent, also at the same time', async () => {
    const orderId = await paid()
    const note = { noteId: 'twice', text: 'Only once' }
    const responses = await Promise.all([1, 2, 3, 4].map(() => write(orderId, note)))
    assert.deepEqual(
      [...responses, await write(orderId, note)].map(({ status }) => status),
      [201, 201, 201, 201, 201],
    )
    assert.equal((await about(orderId)).body.notes.length, 1)
    assert.equal(await countAudited(orderId), 1)
  })

  it('is never changed: not by its author, and not by another user', async () => {
    const orderId = await paid()
    await write(orderId, { noteId: 'n', text: 'First' })
    const other = await signedIn(gateway, { merchantId: shop.merchant })
    for (const again of [
      await write(orderId, { noteId: 'n', text: 'Second' }),
      await write(orderId, { noteId: 'n', text: 'First' }, other),
    ])
      assert.deepEqual([again.status, again.body.code], [409, 'NOTE_EXISTS'])
    const { notes } = (await about(orderId)).body
    assert.deepEqual(
      notes.map(({ text, writtenBy }: Record<string, string>) => [text, writtenBy]),
      [['First', clerk.actor]],
    )
  })

  it('is written by users who may act on orders, and by no others', async () => {
    const orderId = await paid()
    for (const permission of permissions) {
      const as = await signedIn(gateway, { merchantId: shop.merchant, permissions: ['VIEW', permission] })
      const { status } = await write(orderId, { noteId: permission.replace('_', '-'), text: permission }, as)
      assert.equal(status, (orderPermissions as readonly string[]).includes(permission) ? 201 : 403, permission)
    }
    const reader = await signedIn(gateway, { merchantId: shop.merchant, permissions: ['VIEW'] })
    const { notes } = (await about(orderId, '', reader)).body
    assert.deepEqual(
      notes.map(({ text }: { text: string }) => text),
      [...orderPermissions],
      'users who may only view read them',
    )
  })

  it('by the operator’s users has the operator’s name', async () => {
    const orderId = await paid()
    const operator = await operatorsUser(gateway)
    assert.equal(
      (await write(orderId, { noteId: 'op', text: 'Asked the bank' }, operator)).body.writtenBy,
      operator.actor,
    )
  })

  it('stays with its order and merchant', async () => {
    const [orderId, other] = [await paid(), await paid()]
    await write(orderId, { noteId: 'n', text: 'Mine' })
    assert.deepEqual((await about(other)).body.notes, [])
    assert.equal((await write(other, { noteId: 'n', text: 'Another order' })).status, 201)
    const stranger = await signedIn(gateway, { merchantId: (await boardMerchant(gateway)).id })
    assert.equal((await write(orderId, { noteId: 'x', text: 'Not mine' }, stranger)).status, 404)
  })

  const refused: readonly (readonly [string, object, string])[] = [
    ['empty', { noteId: 'n', text: '' }, 'text'],
    ['only spaces', { noteId: 'n', text: ' \n\t ' }, 'text'],
    ['too long', { noteId: 'n', text: 'x'.repeat(2001) }, 'text'],
    ['with control characters', { noteId: 'n', text: 'a\u0007b' }, 'text'],
    ['with a null character', { noteId: 'n', text: 'a\0b' }, 'text'],
    ['with a card number', { noteId: 'n', text: 'He said 5123 4500 0000 0008' }, 'text'],
    ['without text', { noteId: 'n' }, 'text'],
    ['without an id', { text: 'x' }, 'noteId'],
    ['with an id of other characters', { noteId: 'a/b', text: 'x' }, 'noteId'],
    ['with an author of its own', { noteId: 'n', text: 'x', writtenBy: 'root' }, 'writtenBy'],
  ]
  for (const [title, body, field] of refused)
    it(`is refused ${title}`, async () => {
      const orderId = await paid()
      const response = await write(orderId, body)
      assert.deepEqual([response.status, response.body.field], [422, field], response.text)
      assert.deepEqual((await about(orderId)).body.notes, [])
      assert.equal(await countAudited(orderId), 0)
    })

  it('may have 2000 characters, and is refused on an order that does not exist or is full', async () => {
    const orderId = await paid()
    assert.equal((await write(orderId, { noteId: 'long', text: 'é'.repeat(2000) })).status, 201)
    assert.equal((await write('nothing', { noteId: 'n', text: 'x' })).status, 404)
    await gateway.query(
      `insert into order_notes (merchant_id, order_id, note_id, written_at, written_by, text)
       select $1, $2, 'filler-' || n, now(), 'a test', 'x' from generate_series(2, $3::int) n`,
      [shop.merchant, orderId, orderNotesMax],
    )
    const full = await write(orderId, { noteId: 'more', text: 'x' })
    assert.deepEqual([full.status, full.body.code], [409, 'TOO_MANY_NOTES'])
  })
})

describe('the payer’s other orders', () => {
  const customer = (email: string) => ({ customer: { email, firstName: 'Ada' } })
  const found = async (orderId: string) => {
    await caughtUp(gateway, shop.merchant)
    const { status, body, text } = await about(orderId, '/payer-orders')
    assert.equal(status, 200, text)
    return body
  }
  const idsOf = ({ orders }: { orders: readonly { order: { orderId: string } }[] }) =>
    orders.map(({ order }) => order.orderId)

  it('have the same e-mail address in whole, whatever its case; the newest first, without the order itself', async () => {
    const [first, second, third] = [
      await paid(customer('ada.l@example.com')),
      await paid(customer('Ada.L@Example.com')),
      await paid(customer('ada.l@example.com')),
    ]
    await paid(customer('xada.l@example.com'))
    await paid(customer('ada.l@example.com.au'))
    // In another text of the order it is no address of the payer.
    await paid({ order: { amount: '1', currency: 'USD', reference: 'ada.l@example.com' } })
    const body = await found(second)
    assert.deepEqual(idsOf(body), [third, first])
    assert.deepEqual([body.orders[0].matches, body.hasMore, body.email], [['EMAIL'], false, 'Ada.L@Example.com'])
  })

  it('were paid with the same token, and say so', async () => {
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
    const { body } = await send(gateway.listeners.httpUrl ?? '', {
      method: 'POST',
      path: apiPath('/token', { merchant: shop.merchant }),
      body: { sourceOfFunds: { type: 'CARD', provided: { card } } },
      login: `merchant.${shop.merchant}:${testPassword}`,
    })
    const sourceOfFunds = { type: 'CARD', token: body.token }
    const one = await paid({ sourceOfFunds })
    const two = await paid({ sourceOfFunds, ...customer('t@example.com') })
    const three = await paid({ sourceOfFunds, ...customer('t@example.com') })
    const shown = await found(three)
    assert.deepEqual(idsOf(shown), [two, one])
    assert.deepEqual(
      shown.orders.map(({ matches }: { matches: string[] }) => matches),
      [['EMAIL', 'TOKEN'], ['TOKEN']],
    )
    assert.equal(shown.token, body.token)
  })

  it('are five at most, and it is said that there are more', async () => {
    const all: string[] = []
    for (let n = 0; n < 7; n += 1) all.push(await paid(customer('many@example.com')))
    const six = await found(all[0] ?? '')
    assert.deepEqual([idsOf(six), six.hasMore], [all.slice(2).toReversed(), true])
  })

  it('are none of a payer without e-mail address and token, and unknown of an unknown order', async () => {
    assert.deepEqual(await found(await paid()), { orders: [], hasMore: false })
    assert.equal((await about('nothing', '/payer-orders')).status, 404)
  })

  it('are masked as the profile of the merchant says', async () => {
    const { id } = await boardMerchant(gateway, { profile: { cardMasking: 'HIDDEN' } })
    const hidden = openShop(gateway, id)
    const [one, two] = [newOrderId(), newOrderId()]
    for (const orderId of [one, two])
      await hidden.put(payBody(customer('h@example.com')), { orderId, transactionId: '1' })
    await caughtUp(gateway, id)
    const as = await signedIn(gateway, { merchantId: id })
    const { body, text } = await ask(gateway, { path: ofMerchant(`/orders/${one}/payer-orders`, id), as })
    assert.deepEqual(idsOf(body), [two])
    assert.doesNotMatch(text, /512345|0008/)
  })
})

describe('the payment method of an order', () => {
  it('is that of the latest transaction that succeeded, with the country of its issuer where it is known', async () => {
    const orderId = newOrderId()
    const put = (body: object, transactionId: string) => shop.put(body, { orderId, transactionId })
    await put(authorizeBody({ sourceOfFunds: cardExpiring('5', '39') }), '1')
    assert.deepEqual((await about(orderId)).body.paymentMethod, { transactionId: '1' }, 'declined, but the only one')
    await put(authorizeBody(), '2')
    await put(captureBody('10.00'), '3')
    const ranges = [
      { prefix: '5', country: 'USA' },
      { prefix: '512345', country: 'FRA' },
    ]
    await gateway.administration.cardRanges.replace(ranges, testerStamp())
    assert.deepEqual((await about(orderId)).body.paymentMethod, { transactionId: '2', issuerCountry: 'FRA' })
    await gateway.administration.cardRanges.replace([], testerStamp())
  })
})

describe('the payment link of an order', () => {
  it('is named on the page of an order whose payer came by one, and on no other', async () => {
    const orderId = newOrderId()
    const { paymentLinkId } = await newPaymentLink(gateway, shop.merchant, {
      orderIdBase: orderId,
      description: 'Invoice 17',
    })
    assert.equal((await shop.put(payBody(), { orderId, transactionId: '1' })).body.result, 'SUCCESS')
    assert.deepEqual((await about(orderId)).body.paymentLink, { paymentLinkId, description: 'Invoice 17' })
    assert.equal((await about(await paid())).body.paymentLink, undefined)
  })
})
