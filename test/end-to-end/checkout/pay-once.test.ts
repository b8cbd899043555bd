// A payer pays once, whatever the browser does and whenever a process dies: double clicks, two tabs, the back button,
// reloads, and open outcomes.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import { type ApiResponse, payBody } from '../../support/clients/client.ts'
import {
  card,
  declinedCard,
  type NewCheckout,
  newCheckout,
  openPayer,
  redirectOf,
  wayFrom,
} from '../../support/clients/payer.ts'
import { booksOf, openShop, type Shop, settleEverything } from '../../support/clients/shop.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway)
})
after(() => gateway.stop())

const otherCard = { ...card, cardNumber: '4508750015741019' }
/** Long enough for everything that a test does meanwhile. */
const slow = { reference: 'SIM-SLOW-700' }
const isWait = ({ status, text }: ApiResponse) => status === 200 && /http-equiv="refresh"|data-again/.test(text)

async function approved({ orderId }: NewCheckout): Promise<number> {
  return (await booksOf(gateway, orderId)).filter(({ is_approved, is_reversed }) => is_approved && !is_reversed).length
}

function indicatorOf(response: ApiResponse): string | undefined {
  return redirectOf(response)[1]['resultIndicator']
}

/** Waits until the page says that a payment is in progress. */
function untilPaying({ orderId }: NewCheckout): Promise<true> {
  return eventually(async () => {
    const rows = await gateway.query('select 1 from transactions where order_id = $1', [orderId])
    return rows.length > 0 ? true : undefined
  })
}

describe('the same form twice', () => {
  it('is one payment, and both responses show it', async () => {
    const checkout = await newCheckout(gateway, { order: slow })
    const payer = openPayer(gateway, checkout.sessionId)
    const responses = await Promise.all([payer.pay(), payer.pay(), payer.pay()])
    assert.deepEqual(responses.map(indicatorOf), Array(3).fill(checkout.successIndicator))
    assert.equal(await approved(checkout), 1)
    assert.equal((await shop.order(checkout.orderId)).body.transaction.length, 1)
  })

  it('is one declined attempt, whose outcome both responses show', async () => {
    const checkout = await newCheckout(gateway, { order: slow })
    const payer = openPayer(gateway, checkout.sessionId)
    const responses = await Promise.all([payer.pay(declinedCard), payer.pay(declinedCard)])
    for (const { text } of responses) assert.match(text, /name="attempt" value="2"/)
    assert.equal((await booksOf(gateway, checkout.orderId)).length, 1)
  })

  it('is one payment also at two gateways', async () => {
    const second = await startGateway({}, gateway.database)
    try {
      const checkout = await newCheckout(gateway, { order: slow })
      const payers = [gateway, second].map((each) => openPayer(each, checkout.sessionId))
      const responses = await Promise.all(payers.map((payer) => payer.pay()))
      assert.deepEqual(responses.map(indicatorOf), [checkout.successIndicator, checkout.successIndicator])
      assert.equal(await approved(checkout), 1)
    } finally {
      await second.stop()
    }
  })
})

describe('two tabs', () => {
  it('with two cards pay with the first one', async () => {
    const checkout = await newCheckout(gateway, { order: slow })
    const payer = openPayer(gateway, checkout.sessionId)
    const responses = await Promise.all([payer.pay(card), payer.pay(otherCard)])
    assert.deepEqual(responses.map(indicatorOf), [checkout.successIndicator, checkout.successIndicator])
    assert.equal(await approved(checkout), 1)
  })

  it('of which one is outdated: it shows the current state, and pays nothing', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay(declinedCard)
    const old = await payer.pay({ ...otherCard, attempt: '1' })
    assert.equal(old.status, 200)
    assert.match(old.text, /name="attempt" value="2"/)
    for (const attempt of ['', '0', '3', '99', 'two']) assert.equal((await payer.pay({ attempt })).status, 200)
    assert.equal((await booksOf(gateway, checkout.orderId)).length, 1)
  })

  it('of two sessions for one order pay it once', async () => {
    const first = await newCheckout(gateway, { order: slow })
    const second = await newCheckout(gateway, { order: { ...slow, id: first.orderId } })
    const [paid, other] = await Promise.all([
      openPayer(gateway, first.sessionId).pay(),
      openPayer(gateway, second.sessionId).pay(otherCard),
    ])
    const indicators = [first.successIndicator, second.successIndicator]
    const successes = [paid, other].filter((response) => {
      const indicator = new URL(wayFrom(response) ?? 'https://none.example').searchParams.get('resultIndicator')
      return indicator !== null && indicators.includes(indicator)
    })
    assert.equal(successes.length, 1)
    assert.equal(await approved(first), 1)
  })
})

describe('a payer who returns to the page', () => {
  it('after paying is redirected again, and pays nothing: reload, back button, the form once more', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay()
    for (const again of [payer.open(), payer.pay(otherCard), payer.pay({ ...card, attempt: '2' }), payer.cancel()])
      assert.equal(indicatorOf(await again), checkout.successIndicator)
    assert.equal(await approved(checkout), 1)
  })

  it('during the payment waits, and cannot cancel it', async () => {
    const checkout = await newCheckout(gateway, {
      order: slow,
      interaction: { cancelUrl: 'https://shop.example/cart' },
    })
    const payer = openPayer(gateway, checkout.sessionId)
    const paying = payer.pay()
    await untilPaying(checkout)
    assert.ok(isWait(await payer.open()))
    assert.ok(isWait(await payer.cancel()))
    assert.equal(indicatorOf(await paying), checkout.successIndicator)
  })

  it('and has to wait long sees a page that polls', async () => {
    const times = { TOLLGATE_ACQUIRER_TIMEOUT_MS: '1200', TOLLGATE_REQUEST_TIMEOUT_MS: '1500' }
    const impatient = await startGateway(times, gateway.database)
    try {
      const checkout = await newCheckout(impatient, { order: slow })
      const payer = openPayer(impatient, checkout.sessionId)
      assert.ok(isWait(await payer.pay()))
      const end = await eventually(async () => {
        const page = await payer.open()
        return page.status === 303 ? page : undefined
      })
      assert.equal(indicatorOf(end), checkout.successIndicator)
    } finally {
      await impatient.stop()
    }
  })
})

describe('an open outcome', () => {
  for (const [what, expiry] of [
    ['UNKNOWN', { expiryMonth: '5', expiryYear: '37' }],
    ['PENDING', { expiryMonth: '11', expiryYear: '39' }],
  ] as const) {
    it(`${what}: keeps the payer waiting, and never invites a second charge`, async () => {
      const checkout = await newCheckout(gateway)
      const payer = openPayer(gateway, checkout.sessionId)
      const first = await payer.pay({ ...card, ...expiry })
      assert.ok(isWait(first), first.text)
      assert.doesNotMatch(first.text, /cardNumber/)
      assert.ok(isWait(await payer.open()))
      await settleEverything(gateway)
      const end = await payer.open()
      assert.ok(!isWait(end), 'recovery has decided')
      const { body } = await shop.order(checkout.orderId)
      assert.equal(end.status === 303, body.result === 'SUCCESS' && body.status === 'CAPTURED')
      if (end.status === 303) assert.equal(indicatorOf(end), checkout.successIndicator)
      else assert.match(end.text, /name="attempt" value="2"/)
    })
  }

  it('lets the payer try again when the acquirer gave no answer and the payment is given up', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    assert.match((await payer.pay({ ...card, expiryMonth: '8', expiryYear: '28' })).text, /name="attempt" value="2"/)
    assert.equal(indicatorOf(await payer.pay({ ...card, attempt: '2' })), checkout.successIndicator)
    await settleEverything(gateway)
    assert.equal(await approved(checkout), 1)
  })

  it('extends the session while the payer waits, beyond its time', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay({ ...card, expiryMonth: '5', expiryYear: '37' })
    await gateway.query("update checkouts set expires_at = now() - interval '1 second'")
    await gateway.query("update sessions set expires_at = now() + interval '20 seconds'")
    assert.ok(isWait(await payer.open()))
    const [{ left } = { left: 0 }] = await gateway.query<{ left: number }>(
      'select max(extract(epoch from expires_at - now()))::float8 as left from sessions',
    )
    assert.ok(left > 300, `${left} seconds left`)
  })
})

describe('a process that died while its payer paid', () => {
  /** As a process leaves it that has chosen a transaction and went no further. */
  async function leavePaying({ sessionVersion }: NewCheckout, transactionId: string, ago: string): Promise<void> {
    await gateway.query(
      `update checkouts set state = 'PAYING', attempts = 1, transaction_id = $2, paying_since = now() - $3::interval,
         revision = revision + 1
       where session_hash = (select session_hash from sessions where version = $1)`,
      [sessionVersion, transactionId, ago],
    )
  }

  it('before the acquirer was asked: the next visitor waits a while and may then pay', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.open()
    await leavePaying(checkout, '1', '1 second')
    assert.ok(isWait(await payer.open()))
    await leavePaying(checkout, '1', '10 minutes')
    assert.match((await payer.open()).text, /name="attempt" value="1"/)
    assert.equal(indicatorOf(await payer.pay()), checkout.successIndicator)
    assert.equal(await approved(checkout), 1)
  })

  it('after the acquirer had approved: the next visitor is redirected as having paid', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay()
    await leavePaying(checkout, '1', '1 second')
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
    assert.equal(await approved(checkout), 1)
  })

  it('does not count a payment of the shop itself as the payer’s', async () => {
    const checkout = await newCheckout(gateway)
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.open()
    await shop.put(payBody({ order: { amount: '100.00', currency: 'USD' } }), { orderId: checkout.orderId })
    await leavePaying(checkout, '1', '10 minutes')
    assert.match((await payer.open()).text, /name="attempt" value="1"/)
    const refused = await payer.pay()
    assert.equal(refused.status, 422, 'the order is paid already')
    assert.doesNotMatch(refused.text, /cardNumber/)
    assert.equal(await approved(checkout), 1)
  })
})
