// Payers and payment links: opened by the URL alone, paid as often as the merchant permits and not once more, whatever payers
// do at the same time.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import { type ApiResponse, inject, send } from '../../support/clients/client.ts'
import { card, declinedCard, notEnrolledCard, type Payer } from '../../support/clients/payer.ts'
import {
  newPaymentLink,
  newUnlimitedPaymentLink,
  openPaymentLink,
  payerAt,
} from '../../support/clients/payment-links.ts'
import { openShop, type Shop } from '../../support/clients/shop.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let merchantId: string

before(async () => {
  gateway = await startGateway()
  await board('LINKS0')
})

/** Payers of one merchant's links on one network are limited, therefore each part has a merchant. */
async function board(acquirerMerchantId: string): Promise<void> {
  merchantId = (await boardWithAccount(gateway, acquirerMerchantId, { payerAuthentication: 'BY_MERCHANT' })).id
  shop = openShop(gateway, merchantId)
}
after(() => gateway.stop())

const otherCard = { ...card, cardNumber: '4508750015741019' }
const title = ({ text }: ApiResponse) =>
  /<h1[^>]*>(.*?)<\/h1>/s
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]+>/g, '')
    .trim()

function isReceipt({ status, text }: ApiResponse): boolean {
  return status === 200 && /Payment complete/.test(text)
}

/** Payments of these orders that the acquirer has approved and not reversed. */
async function approvals(prefix: string): Promise<number> {
  const rows = await gateway.query<{ count: number }>(
    `select count(*)::integer as count from transactions
     where merchant_id = $1 and order_id like $2 || '%' and type = 'PAYMENT' and gateway_code = 'APPROVED'`,
    [merchantId, prefix],
  )
  return rows[0]?.count ?? 0
}

const sessionsOf = async () => {
  const [row] = await gateway.query<{ count: number }>(
    'select count(*)::integer as count from sessions where merchant_id = $1',
    [merchantId],
  )
  return row?.count ?? 0
}

describe('a payment link for one payment', () => {
  it('leads to the payment page, whose payment is the order of the link', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { orderIdBase: 'INV-17', description: 'Invoice 17' })
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    const payer = await browser.payer()
    const page = await payer.open()
    assert.match(page.text, /Invoice 17/)
    assert.match(page.text, /\$25\.00/)
    assert.ok(isReceipt(await payer.pay()))
    const { body } = await shop.order('INV-17')
    assert.deepEqual([body.status, body.amount, body.currency, body.description], ['CAPTURED', 25, 'USD', 'Invoice 17'])
  })

  it('says that it is paid to others afterwards, and shows the receipt to the browser that paid', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    const payer = await browser.payer()
    await payer.pay()
    const other = await openPaymentLink(gateway, paymentLink.paymentLinkId).open()
    assert.equal(other.status, 410)
    assert.equal(title(other), 'This payment link has been paid')
    assert.doesNotMatch(other.text, /0008/, 'another payer sees nothing of the card')
    const again = await browser.open()
    assert.equal(again.headers.location, payer.path)
    assert.ok(isReceipt(await payer.open()))
    assert.equal(await approvals(paymentLink.orderIdBase), 1)
  })

  it('is paid once by twelve payers who have opened it at the same time', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const payers = await Promise.all(
      Array.from({ length: 12 }, () => openPaymentLink(gateway, paymentLink.paymentLinkId).payer()),
    )
    assert.equal(new Set(payers.map(({ path }) => path)).size, 12, 'each has a session')
    const responses = await Promise.all(payers.map((payer, at) => payer.pay(at % 2 ? card : otherCard)))
    assert.equal(await approvals(paymentLink.orderIdBase), 1)
    assert.equal(responses.filter(isReceipt).length, 1)
    // All others are told how the link stands when they look again.
    await Promise.all(
      payers.map(async (payer, at) => {
        const page = await payer.open()
        if (responses[at] && isReceipt(responses[at])) return assert.ok(isReceipt(page))
        assert.equal(title(page), 'This payment link has been paid', page.text)
        // A page that was open before pays nothing either.
        assert.equal(title(await payer.pay()), 'This payment link has been paid')
      }),
    )
    assert.equal(await approvals(paymentLink.orderIdBase), 1)
  })

  it('is paid once by payers at two gateways', async () => {
    const second = await startGateway({}, gateway.database)
    try {
      const paymentLink = await newPaymentLink(gateway, merchantId)
      const payers: Payer[] = []
      for (const each of [gateway, second, gateway, second])
        payers.push(await openPaymentLink(each, paymentLink.paymentLinkId).payer())
      const responses = await Promise.all(payers.map((payer, at) => payer.pay(at % 2 ? card : otherCard)))
      assert.equal(await approvals(paymentLink.orderIdBase), 1)
      assert.equal(responses.filter(isReceipt).length, 1)
    } finally {
      await second.stop()
    }
  })

  it('can be paid after a decline, by the same payer or another', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const first = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    assert.match((await first.pay(declinedCard)).text, /name="attempt" value="2"/)
    const second = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    assert.ok(isReceipt(await second.pay()))
    const { body } = await shop.order(paymentLink.orderIdBase)
    const ids = body.transaction.map(({ transaction }: { transaction: { id: string } }) => transaction.id)
    assert.equal(new Set(ids).size, 2)
    for (const id of ids)
      assert.match(id, /^1-[0-9a-f]{8}$/, 'no payer can take the transaction of another for their own')
  })

  it('ends after as many attempts as it permits', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { attemptsMax: 2 })
    const payer = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    await payer.pay(declinedCard)
    const last = await payer.pay({ ...declinedCard, attempt: '2' })
    assert.equal(last.status, 200)
    assert.equal(title(await payer.open()), 'No more attempts')
    assert.equal(title(await openPaymentLink(gateway, paymentLink.paymentLinkId).open()), 'No more attempts')
    assert.equal(title(await payer.pay({ ...card, attempt: '3' })), 'No more attempts')
    assert.equal(await approvals(paymentLink.orderIdBase), 0)
  })

  it('stays paid when the payment is refunded', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    await (await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()).pay()
    const transaction = { amount: '25', currency: 'USD' }
    const refund = { apiOperation: 'REFUND', transaction }
    assert.equal(
      (await shop.put(refund, { orderId: paymentLink.orderIdBase, transactionId: 'r' })).body.result,
      'SUCCESS',
    )
    assert.equal(
      title(await openPaymentLink(gateway, paymentLink.paymentLinkId).open()),
      'This payment link has been paid',
    )
  })

  it('reserves the amount where the merchant wants to capture later', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { operation: 'AUTHORIZE' })
    await (await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()).pay()
    assert.equal((await shop.order(paymentLink.orderIdBase)).body.status, 'AUTHORIZED')
  })
})

describe('a payment link for several payments', () => {
  before(() => board('LINKS4'))

  it('makes an order for each, and ends with the last', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { usesMax: 3, orderIdBase: 'SEAT' })
    for (let paid = 0; paid < 3; paid += 1)
      assert.ok(isReceipt(await (await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()).pay()))
    assert.equal(
      title(await openPaymentLink(gateway, paymentLink.paymentLinkId).open()),
      'This payment link has been paid',
    )
    for (const number of [1, 2, 3]) assert.equal((await shop.order(`SEAT-${number}`)).body.status, 'CAPTURED')
    const shown = await gateway.dependencies.paymentLinks.show(paymentLink, new Date())
    assert.deepEqual([shown?.state, shown?.paid], ['PAID', 3])
  })

  it('is never paid more often by payers who come at the same time', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { usesMax: 3, orderIdBase: 'CROWD' })
    const browsers = Array.from({ length: 9 }, () => openPaymentLink(gateway, paymentLink.paymentLinkId))
    const payers = await Promise.all(browsers.map((browser) => browser.payer()))
    await Promise.all(payers.map((payer, at) => payer.pay(at % 2 ? card : otherCard)))
    assert.ok((await approvals('CROWD-')) <= 3)
    // Those who met another payer on their order open the link once more, and get another order while one is left.
    await eventually(async () => {
      for (const browser of browsers) {
        const response = await browser.open()
        if (response.status === 303) await payerAt(gateway, response).pay()
      }
      return (await approvals('CROWD-')) === 3 ? true : undefined
    })
    assert.equal(
      title(await openPaymentLink(gateway, paymentLink.paymentLinkId).open()),
      'This payment link has been paid',
    )
  })

  it('without a limit serves every payer, and the same payer again', async () => {
    const paymentLink = await newUnlimitedPaymentLink(gateway, merchantId, { orderIdBase: 'DONATE' })
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    const paid: string[] = []
    for (let times = 0; times < 3; times += 1) {
      const payer = await browser.payer()
      paid.push(payer.path)
      assert.ok(isReceipt(await payer.pay()))
    }
    assert.equal(new Set(paid).size, 3)
    assert.equal(await approvals('DONATE-'), 3)
    const { rows = [] } = (await gateway.dependencies.paymentLinks.listOrders(paymentLink, { limit: 10 })) ?? {}
    assert.equal(rows.length, 3)
    assert.ok(
      rows.every(
        ({ isPaid, orderId, amountMinor }) => isPaid && orderId.startsWith('DONATE-') && amountMinor === 2500n,
      ),
    )
  })
})

describe('a payment link of a merchant whose payers are authenticated', () => {
  it('is not held up by a payer who leaves at the bank’s challenge', async () => {
    const { id } = await boardWithAccount(gateway, 'LINKSAUTH', { payerAuthentication: 'ON_PAGES' })
    const paymentLink = await newPaymentLink(gateway, id)
    const leaving = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    await leaving.pay()
    assert.match((await leaving.open()).text, /Confirm it’s you/)
    const other = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    assert.ok(isReceipt(await other.pay(notEnrolledCard)))
    const { body } = await openShop(gateway, id).order(paymentLink.orderIdBase)
    assert.equal(body.status, 'CAPTURED')
  })
})

describe('an open amount', () => {
  before(() => board('LINKS1'))

  const open = (limits: { minMinor?: bigint; maxMinor?: bigint } = {}) =>
    newPaymentLink(gateway, merchantId, { amount: { kind: 'OPEN', ...limits } })

  it('is entered by the payer first, and then paid', async () => {
    const paymentLink = await open({ minMinor: 500n, maxMinor: 100_000n })
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    const form = await browser.open()
    assert.equal(form.status, 200)
    assert.match(form.text, /From .{0,3}\$5\.00.{0,3} to .{0,3}\$1,000\.00/)
    assert.doesNotMatch(form.text, /cardNumber/)
    const payer = payerAt(gateway, await browser.enter({ amount: '12,50' }))
    assert.match((await payer.open()).text, /\$12\.50/)
    await payer.pay({ ...card, amount: '1.00', 'order.amount': '1.00' })
    assert.equal((await shop.order(paymentLink.orderIdBase)).body.amount, 12.5)
  })

  it('outside the limits, or unreadable, is asked for again', async () => {
    const paymentLink = await open({ minMinor: 500n, maxMinor: 100_000n })
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    for (const amount of ['', '4.99', '1000.01', '1.000', '-20', 'ten', '12.345', '9'.repeat(60), '<script>']) {
      const response = await browser.enter({ amount })
      assert.equal(response.status, 422, amount)
      assert.match(response.text, /aria-invalid="true"/)
      assert.doesNotMatch(response.text, /<script>(?!<)/)
    }
    assert.equal(browser.cookie(), undefined, 'no session was created')
  })

  it('that is entered again is the same payment, and another amount another session for the same order', async () => {
    const paymentLink = await open()
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    const first = await browser.enter({ amount: '10' })
    const same = await browser.enter({ amount: '10.00' })
    assert.equal(same.headers.location, first.headers.location)
    const other = await browser.enter({ amount: '11' })
    assert.notEqual(other.headers.location, first.headers.location)
    await payerAt(gateway, other).pay()
    assert.equal(title(await payerAt(gateway, first).pay(otherCard)), 'This payment link has been paid')
    assert.equal((await shop.order(paymentLink.orderIdBase)).body.amount, 11)
  })
})

describe('an attacker who has the URL', () => {
  before(() => board('LINKS2'))

  it('cannot change a fixed amount, at the link or on the page', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const payer = payerAt(gateway, await openPaymentLink(gateway, paymentLink.paymentLinkId).enter({ amount: '0.01' }))
    assert.match((await payer.open()).text, /\$25\.00/)
    await payer.pay({ ...card, amount: '0.01', 'order.amount': '0.01', 'order.currency': 'JPY' })
    const { body } = await shop.order(paymentLink.orderIdBase)
    assert.deepEqual([body.amount, body.currency], [25, 'USD'])
  })

  it('gets the same session again with the same browser, and many without one only at a limited rate', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const browser = openPaymentLink(gateway, paymentLink.paymentLinkId)
    const first = await browser.open()
    const before = await sessionsOf()
    for (let times = 0; times < 5; times += 1)
      assert.equal((await browser.open()).headers.location, first.headers.location)
    assert.equal(await sessionsOf(), before)
    const path = `/checkout/link/${paymentLink.paymentLinkId}`
    const from = '203.0.113.77'
    const statuses: number[] = []
    for (let times = 0; times < 75; times += 1)
      statuses.push((await inject(gateway.server, { path, login: null, from })).status)
    const opened = statuses.filter((status) => status === 303).length
    const refused = statuses.filter((status) => status === 429).length
    assert.equal(opened + refused, statuses.length, statuses.join(' '))
    assert.ok(refused > 0, statuses.join(' '))
    assert.equal(await sessionsOf(), before + opened)
    const elsewhere = await inject(gateway.server, { path, login: null, from: '198.51.100.9' })
    assert.equal(elsewhere.status, 303, 'payers elsewhere are not affected')
  })

  it('begins nothing by HEAD, and learns nothing from ids that do not exist', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const before = await sessionsOf()
    const head = await send(gateway.listeners.httpUrl ?? '', {
      method: 'HEAD',
      path: `/checkout/link/${paymentLink.paymentLinkId}`,
      login: null,
    })
    assert.deepEqual([head.status, head.headers['set-cookie']], [200, undefined])
    assert.equal(await sessionsOf(), before)
    for (const id of [
      'x',
      'A'.repeat(26),
      merchantId,
      `${paymentLink.paymentLinkId}0`,
      encodeURIComponent("' or 1=1 --"),
    ]) {
      const response = await openPaymentLink(gateway, id).open()
      assert.equal(response.status, 404, id)
      assert.equal(title(response), 'Payment not found')
    }
  })

  it('cannot use the cookie of another link, nor a session that belongs to none', async () => {
    const one = await newPaymentLink(gateway, merchantId)
    const other = await newPaymentLink(gateway, merchantId)
    const browser = openPaymentLink(gateway, one.paymentLinkId)
    await browser.open()
    const response = await openPaymentLink(gateway, other.paymentLinkId).open({ cookie: browser.cookie() ?? '' })
    assert.equal(response.status, 303)
    assert.notEqual(response.headers.location, (await browser.open()).headers.location)
  })

  it('cannot post the form from another site, or show the page in a frame', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { amount: { kind: 'OPEN' } })
    const foreign = await openPaymentLink(gateway, paymentLink.paymentLinkId).enter(
      { amount: '5' },
      { origin: 'https://evil.example' },
    )
    assert.equal(foreign.status, 403)
    const page = await openPaymentLink(gateway, paymentLink.paymentLinkId).open()
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
  })
})

describe('a payment link that is over', () => {
  before(() => board('LINKS3'))

  it('by disabling says so, also on pages that are open', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId)
    const payer = await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    assert.ok(await gateway.dependencies.paymentLinks.disable(paymentLink, { actor: 'clerk', at: new Date() }))
    assert.equal(title(await openPaymentLink(gateway, paymentLink.paymentLinkId).open()), 'This payment link is closed')
    assert.equal(title(await payer.open()), 'This payment link is closed')
    assert.equal(title(await payer.pay()), 'This payment link is closed')
    assert.equal(await approvals(paymentLink.orderIdBase), 0)
  })

  it('by time says so, and no session outlives it', async () => {
    const paymentLink = await newPaymentLink(gateway, merchantId, { expiresAt: new Date(Date.now() + 120_000) })
    await openPaymentLink(gateway, paymentLink.paymentLinkId).payer()
    const [row] = await gateway.query<{ left: number }>(
      `select max(extract(epoch from expires_at - now()))::float8 as left from sessions
       where merchant_id = $1 and content -> 'order' ->> 'id' = $2`,
      [merchantId, paymentLink.orderIdBase],
    )
    assert.ok((row?.left ?? 999) <= 121, `${row?.left} seconds`)
    await gateway.query(
      "update payment_links set expires_at = now() - interval '1 second' where payment_link_id = $1",
      [paymentLink.paymentLinkId],
    )
    assert.equal(
      title(await openPaymentLink(gateway, paymentLink.paymentLinkId).open()),
      'This payment link has expired',
    )
  })

  it('says it in the language of the link, else in that of the browser', async () => {
    const german = await newPaymentLink(gateway, merchantId, { language: 'de' })
    const any = await newPaymentLink(gateway, merchantId)
    for (const paymentLink of [german, any])
      await gateway.dependencies.paymentLinks.disable(paymentLink, { actor: 'clerk', at: new Date() })
    assert.equal(
      title(await openPaymentLink(gateway, german.paymentLinkId).open({ 'accept-language': 'fr' })),
      'Dieser Zahlungslink ist geschlossen',
    )
    assert.equal(
      title(await openPaymentLink(gateway, any.paymentLinkId).open({ 'accept-language': 'fr' })),
      'Ce lien de paiement est fermé',
    )
  })

  it('because its merchant is disabled looks like one that does not exist', async () => {
    const { id } = await boardWithAccount(gateway, 'LINKSOFF')
    const paymentLink = await newPaymentLink(gateway, id)
    await gateway.administration.merchants.change(id, (profile) => ({ ...profile, isEnabled: false }), {
      actor: 'tester',
      at: new Date(),
    })
    await eventually(async () =>
      (await openPaymentLink(gateway, paymentLink.paymentLinkId).open()).status === 404 ? true : undefined,
    )
  })
})
