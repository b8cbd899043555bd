// Payment links of INITIATE_CHECKOUT: what the merchant's program gets, and what payers may do with it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import { type Body, newOrderId, payBody } from '../../support/clients/client.ts'
import { card, declinedCard, notEnrolledCard, openPayer, redirectOf, wayFrom } from '../../support/clients/payer.ts'
import { openPaymentLink } from '../../support/clients/payment-links.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { boardWithAccount, testerStamp } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let sessions: ReturnType<typeof openSessions>

before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway, (await boardWithAccount(gateway, 'LINKSAPI', { payerAuthentication: 'BY_MERCHANT' })).id)
  sessions = openSessions(gateway, shop.merchant)
})
after(() => gateway.stop())

const initiate = ({ order = {}, interaction = {}, ...differences }: Body = {}, version = 100) =>
  sessions.create(
    {
      apiOperation: 'INITIATE_CHECKOUT',
      checkoutMode: 'PAYMENT_LINK',
      interaction: { operation: 'PURCHASE', action: { '3DSecure': 'BYPASS' }, ...interaction },
      order: { id: newOrderId(), amount: '40.00', currency: 'EUR', ...order },
      ...differences,
    },
    version,
  )

const paymentLinkIdOf = ({ paymentLink }: Body): string => paymentLink.url.split('/').at(-1)

describe('a payment link of the API', () => {
  it('has a URL of the gateway, in every version that has the mode', async () => {
    for (const version of [63, 100]) {
      const { status, body, text } = await initiate({}, version)
      assert.equal(status, 201, text)
      assert.match(body.paymentLink.id, /^[0-9A-Za-z]{26}$/)
      assert.equal(
        body.paymentLink.url,
        `${gateway.dependencies.addresses.publicUrl()}/checkout/link/${body.paymentLink.id}`,
      )
      assert.equal(body.checkoutMode, 'PAYMENT_LINK')
    }
  })

  it('is paid once, by the link or by its session, and brings back the success indicator', async () => {
    const id = newOrderId()
    const returnUrl = 'https://shop.example/done'
    const { body } = await initiate({ order: { id, description: 'Invoice' }, interaction: { returnUrl } })
    const direct = openPayer(gateway, body.session.id)
    assert.match((await direct.open()).text, /Invoice/)
    const payer = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    const [address, query] = redirectOf(await payer.pay())
    assert.deepEqual([address, query['resultIndicator']], [returnUrl, body.successIndicator])
    assert.match((await direct.pay()).text, /This payment link has been paid/)
    const order = (await shop.order(id)).body
    assert.deepEqual([order.status, order.amount, order.transaction.length], ['CAPTURED', 40, 1])
  })

  it('expires when the merchant says so, after three months by default', async () => {
    const expiryDateTime = new Date(Date.now() + 3_600_000).toISOString()
    const expiryOf = async (body: Body) => {
      const key = { merchantId: shop.merchant, paymentLinkId: paymentLinkIdOf(body) }
      return (await gateway.dependencies.paymentLinks.find(key))?.expiresAt?.toISOString() ?? ''
    }
    assert.equal(await expiryOf((await initiate({ paymentLink: { expiryDateTime } })).body), expiryDateTime)
    const days = (Date.parse(await expiryOf((await initiate()).body)) - Date.now()) / 86_400_000
    assert.ok(days > 88 && days < 93, `${days} days`)
    const past = await initiate({ paymentLink: { expiryDateTime: '2026-01-01T00:00:00.000Z' } })
    assert.deepEqual(refusal(past), refusalOf('paymentLink.expiryDateTime'))
  })

  it('ends after the allowed attempts', async () => {
    const { body } = await initiate({ paymentLink: { numberOfAllowedAttempts: 1 } })
    const payer = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    await payer.pay(declinedCard)
    assert.match((await openPaymentLink(gateway, paymentLinkIdOf(body)).open()).text, /No more attempts/)
    assert.match((await openPayer(gateway, body.session.id).pay(card)).text, /No more attempts/)
    for (const numberOfAllowedAttempts of [0, 100])
      assert.deepEqual(
        refusal(await initiate({ paymentLink: { numberOfAllowedAttempts } })),
        refusalOf('paymentLink.numberOfAllowedAttempts'),
      )
  })

  it('is refused for an order that is paid, and without the mode', async () => {
    const id = newOrderId()
    await shop.put(payBody({ order: { amount: '40.00', currency: 'EUR' } }), { orderId: id })
    assert.deepEqual(refusal(await initiate({ order: { id } })), refusalOf('order.id'))
    const plain = await initiate({ checkoutMode: 'WEBSITE', paymentLink: { numberOfAllowedAttempts: 3 } })
    assert.deepEqual(refusal(plain), refusalOf('paymentLink'))
  })

  it('is not made where there is nothing to pay', async () => {
    for (const operation of ['VERIFY', 'NONE']) {
      const { status, body } = await initiate({ interaction: { operation } })
      assert.deepEqual([status, body.paymentLink], [201, undefined])
    }
  })

  it('sends notifications to the URL that the merchant has named, and keeps it sealed', async () => {
    const notificationUrl = 'https://shop.example/notify-this-order'
    const usual = { isEnabled: true, url: 'https://shop.example/notify' }
    await gateway.dependencies.webhookSettings.change(shop.merchant, usual, testerStamp())
    const id = newOrderId()
    const { body } = await initiate({ order: { id, notificationUrl } })
    const [row] = await gateway.query<{ text: string }>(
      'select row_to_json(l)::text as text from payment_links l where payment_link_id = $1',
      [paymentLinkIdOf(body)],
    )
    assert.doesNotMatch(row?.text ?? '', /notify-this-order/)
    assert.doesNotMatch(row?.text ?? '', new RegExp(body.successIndicator))
    await (await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()).pay()
    const { deliveries } = gateway.dependencies
    const [sent] = await eventually(async () => {
      const found = await deliveries.list({ merchantId: shop.merchant, orderId: id, limit: 5 })
      return found.length > 0 ? found : undefined
    })
    assert.equal(sent?.url, notificationUrl)
  })

  it('whose row is tampered with cannot be opened', async () => {
    const { body } = await initiate()
    const [other] = await gateway.query<{ sealed: Buffer; key_id: string }>(
      'select session_sealed as sealed, session_key_id as key_id from payment_links where payment_link_id <> $1 limit 1',
      [paymentLinkIdOf(body)],
    )
    await gateway.query(
      'update payment_links set session_sealed = $2, session_key_id = $3 where payment_link_id = $1',
      [paymentLinkIdOf(body), other?.sealed, other?.key_id],
    )
    assert.equal((await openPaymentLink(gateway, paymentLinkIdOf(body)).open()).status, 500)
  })
})

describe('what a payer of a link enters', () => {
  const displayControl = { customerEmail: 'OPTIONAL', billingAddress: 'OPTIONAL' }
  const own = {
    email: 'first@payer.example',
    billingStreet: '1 First Street',
    billingCity: 'Firsttown',
    billingCountry: 'DEU',
  }
  /** Of one payer's transactions: the e-mail address and the city that each was recorded with. */
  const recordedBy = async (orderId: string, payerSuffix: string, merchantId = shop.merchant) => {
    const order = await gateway.dependencies.store.findOrder({ merchantId, orderId })
    return (order?.transactions ?? [])
      .filter(({ key }) => key.transactionId.endsWith(payerSuffix))
      .map(({ request: { customer, billing } }) => [customer?.email, billing?.address?.city])
  }
  const suffixesOf = async (orderId: string, merchantId = shop.merchant) => {
    const order = await gateway.dependencies.store.findOrder({ merchantId, orderId })
    return [...new Set((order?.transactions ?? []).map(({ key }) => key.transactionId.slice(-9)))]
  }

  it('is neither shown to another payer nor recorded with that payer’s payment, and stays with the payer’s own', async () => {
    const id = newOrderId()
    const customer = { firstName: 'Named', lastName: 'By Merchant' }
    const { body } = await initiate({ order: { id }, customer, interaction: { displayControl } })
    const first = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    await first.pay({ ...declinedCard, ...own })
    assert.match((await first.open()).text, /first@payer\.example/)

    const second = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    await second.pay(declinedCard)
    assert.doesNotMatch((await second.open()).text, /first@payer|1 First Street|Firsttown/)

    await first.pay({ ...declinedCard, attempt: '2' })
    await second.pay({ attempt: '2' })
    const [ofFirst = '', ofSecond = ''] = await suffixesOf(id)
    const mine = ['first@payer.example', 'Firsttown']
    const nothing = [undefined, undefined]
    assert.deepEqual(await recordedBy(id, ofFirst), [mine, mine])
    assert.deepEqual(await recordedBy(id, ofSecond), [nothing, nothing])
    const paid = (await shop.order(id)).body
    assert.deepEqual([paid.status, paid.customer.firstName], ['CAPTURED', 'Named'])
  })

  it('is not recorded with the authentication of another payer', async () => {
    const { id: merchantId } = await boardWithAccount(gateway, 'LINKSPRIV', { payerAuthentication: 'ON_PAGES' })
    const id = newOrderId()
    const { body } = await openSessions(gateway, merchantId).create(
      {
        apiOperation: 'INITIATE_CHECKOUT',
        checkoutMode: 'PAYMENT_LINK',
        interaction: { operation: 'PURCHASE', displayControl },
        order: { id, amount: '40.00', currency: 'EUR' },
      },
      100,
    )
    const first = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    await first.pay({ ...notEnrolledCard, expiryMonth: '5', ...own })
    const second = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    await second.pay(notEnrolledCard)
    const [ofFirst = '', ofSecond = ''] = await suffixesOf(id, merchantId)
    const nothing = [undefined, undefined]
    // The question whether the card takes part has none of it; the payment has.
    assert.deepEqual(await recordedBy(id, ofFirst, merchantId), [nothing, ['first@payer.example', 'Firsttown']])
    assert.deepEqual(await recordedBy(id, ofSecond, merchantId), [nothing, nothing])
  })

  it('is not sent with the payment of another payer to a provider', async () => {
    const id = newOrderId()
    const { body } = await initiate({ order: { id }, interaction: { displayControl } })
    await (await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()).pay({ ...declinedCard, ...own })
    const second = await openPaymentLink(gateway, paymentLinkIdOf(body)).payer()
    assert.match(wayFrom(await second.pay({ source: 'PROVIDER_A' })) ?? '', /\/bpui\/pp\/out\/BP-/)
    const [, ofSecond = ''] = await suffixesOf(id)
    assert.deepEqual(await recordedBy(id, ofSecond), [[undefined, undefined]])
  })
})
