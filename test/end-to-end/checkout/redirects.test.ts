// Payments at providers from a page, without a browser: what is offered, the request to the provider, rare orders of
// events, and processes that die in between.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openPayer as payerAtProvider } from '../../support/clients/browser-payment.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import {
  declinedCard,
  type FormFields,
  type NewCheckout,
  newCheckout,
  openPayer,
  redirectOf,
  wayFrom,
} from '../../support/clients/payer.ts'
import { booksOf, openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

const euros = (order: object = {}, interaction: object = {}, differences: object = {}) =>
  newCheckout(gateway, { interaction, order: { currency: 'EUR', ...order }, ...differences })
const A: FormFields = { source: 'PROVIDER_A' }
const B: FormFields = { source: 'PROVIDER_B', bankIdentifier: '1001 0010' }
const C: FormFields = { source: 'PROVIDER_C' }

const indicatorOf = (response: ApiResponse) => redirectOf(response)[1]['resultIndicator']
const isWait = ({ status, text }: ApiResponse) => status === 200 && text.includes('wait.js')
const isUnfinished = ({ status, text }: ApiResponse) => status === 200 && text.includes('unfinished.js')
const outUrl = /^https:\/\/localhost:\d+\/bpui\/pp\/out\/BP-[0-9a-f]{32}$/

async function codesOf({ orderId }: NewCheckout): Promise<readonly string[]> {
  const { body } = await openShop(gateway).order(orderId)
  const transactions: readonly { response: { gatewayCode: string } }[] = body.transaction ?? []
  return transactions.map(({ response }) => response.gatewayCode)
}

async function rowOf({ sessionId }: NewCheckout, change: string, values: readonly unknown[] = []): Promise<void> {
  const hashes = gateway.dependencies.vault.lookupHashes('SESSION', sessionId).map(({ hash }) => hash)
  await gateway.query(
    `update checkouts set ${change}, revision = revision + 1 where session_hash = any($${values.length + 1})`,
    [...values, hashes],
  )
}

/** A process queries the provider at most every five seconds; a new gateway has not queried it yet. */
async function seenByAnother<T>(look: (other: TestGateway) => Promise<T>): Promise<T> {
  const other = await startGateway({}, gateway.database)
  try {
    return await look(other)
  } finally {
    await other.stop()
  }
}

describe('the payment methods of a page', () => {
  const offered = ({ text }: ApiResponse) =>
    [...text.matchAll(/name="source" value="(PROVIDER_\w)"/g)].map(([, name]) => name)

  it('include the providers that take this currency and amount, for the operations they support', async () => {
    const rows = [
      [{ currency: 'EUR' }, {}, ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C']],
      [{ currency: 'USD' }, {}, ['PROVIDER_A']],
      [{ currency: 'GBP' }, {}, ['PROVIDER_A', 'PROVIDER_C']],
      [{ currency: 'KWD' }, {}, []],
      [{ amount: '50000.01' }, {}, ['PROVIDER_A', 'PROVIDER_C']],
      [{ amount: '0.05' }, {}, ['PROVIDER_A', 'PROVIDER_C']],
      [{}, { operation: 'AUTHORIZE' }, ['PROVIDER_A']],
      [{}, { operation: 'VERIFY' }, []],
      [{}, { operation: 'NONE' }, []],
    ] as const
    for (const [order, interaction, expected] of rows) {
      const { sessionId } = await euros(order, interaction)
      const page = await openPayer(gateway, sessionId).open()
      assert.deepEqual(offered(page), expected, JSON.stringify([order, interaction]))
    }
  })

  it('include only the providers that the profile links, for a merchant with permission', async () => {
    const link = { provider: 'PROVIDER_C', adapter: 'simulated-provider-c', account: 'ACCOUNT' } as const
    const unknown = { provider: 'PROVIDER_A', adapter: 'somebody-else', account: 'ACCOUNT' } as const
    for (const [profile, expected] of [
      [{ providers: [unknown, link] }, ['PROVIDER_C']],
      [{ providers: [] }, []],
      [{ operations: ['PAY', 'INITIATE_CHECKOUT', 'UPDATE_SESSION'] }, []],
    ] as const) {
      const { id: merchant } = await boardMerchant(gateway, { profile })
      const { sessionId } = await euros({}, {}, { merchant })
      const page = await openPayer(gateway, sessionId).open()
      // With a card alone beside it, a choice is drawn all the same.
      assert.deepEqual(offered(page), expected)
    }
  })

  it('exclude everything that was not offered, whatever a form says', async () => {
    const checkout = await newCheckout(gateway)
    const response = await openPayer(gateway, checkout.sessionId).pay({ ...B, cardNumber: '' })
    assert.equal(response.status, 422)
    assert.deepEqual(await codesOf(checkout), [])
  })

  it('ask for the bank where it is required for provider B, and show the typed value again', async () => {
    const checkout = await euros()
    const payer = openPayer(gateway, checkout.sessionId)
    for (const [bankIdentifier, words] of [
      ['', 'Enter your bank identifier.'],
      ['1234567', 'A bank identifier has 8 digits.'],
      ['12345678x', 'A bank identifier has 8 digits.'],
    ] as const) {
      const response = await payer.pay({ ...B, bankIdentifier })
      assert.equal(response.status, 422)
      assert.match(response.text, new RegExp(words))
      assert.match(response.text, /value="PROVIDER_B" checked/)
    }
    assert.deepEqual(await codesOf(checkout), [])
  })
})

describe('the request to the provider', () => {
  for (const version of [30, 45, 55, 100]) {
    it(`has the order as the session of version ${version} has it, and the return address`, async () => {
      const checkout = await euros(
        {
          amount: '30.00',
          description: 'Tea',
          reference: 'WEB-7',
          ...(version >= 50 && { item: [{ name: 'Assam', quantity: 3, unitPrice: '10.00' }], itemAmount: '30.00' }),
        },
        { displayControl: { customerEmail: 'OPTIONAL' } },
        {
          version,
          customer: { email: 'held@payer.example' },
          shipping: { address: { street: '1 Road', city: 'Leeds', country: 'GBR' }, contact: { firstName: 'Ada' } },
        },
      )
      const payer = openPayer(gateway, checkout.sessionId)
      const response = await payer.pay({ ...A, email: 'typed@payer.example' })
      assert.match(wayFrom(response) ?? '', outUrl)
      const [line] = await gateway.query<{ details: Record<string, unknown>; return_url: string }>(
        "select details, return_url from simulated_providers.line where details->>'orderId' = $1",
        [checkout.orderId],
      )
      assert.equal(line?.details['description'], 'Tea')
      assert.equal(line?.details['customerEmail'], 'typed@payer.example')
      assert.equal(JSON.stringify(line?.details['shipping']).includes('Leeds'), true)
      if (version >= 50) assert.deepEqual(line?.details['items'], [{ name: 'Assam', quantity: '3', unitPrice: '10' }])
      assert.ok(!JSON.stringify(line).includes(checkout.sessionId))
      const { body } = await openShop(gateway).transaction(checkout.orderId, '1')
      assert.match(body.browserPayment.returnUrl, /^https:\/\/localhost:\d+\/checkout\/return\/[0-9a-f]{32}$/)
      assert.equal(body.gatewayEntryPoint, version < 63 ? 'CHECKOUT' : 'CHECKOUT_VIA_WEBSITE')
      assert.equal(body.order.status, 'INITIATED')
    })
  }

  it('authorizes where the page does', async () => {
    const checkout = await euros({}, { operation: 'AUTHORIZE' })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay(A)
    await payerAtProvider(gateway).decide(checkout, 'APPROVE')
    await payerAtProvider(gateway).comeBack(checkout)
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
    assert.equal((await openShop(gateway).order(checkout.orderId)).body.status, 'AUTHORIZED')
  })
})

describe('a payer who is sent to a provider', () => {
  it('goes there once, however often the form is sent', async () => {
    const checkout = await euros()
    const payer = openPayer(gateway, checkout.sessionId)
    const responses = await Promise.all([payer.pay(A), payer.pay(A), payer.pay(A)])
    const ways = new Set(responses.map(wayFrom))
    assert.equal(ways.size, 1)
    assert.match([...ways][0] ?? '', outUrl)
    for (const { headers } of responses)
      assert.match(
        String(headers['set-cookie']),
        /^tollgate-return=SESSION\w+; Path=\/checkout\/return\/[0-9a-f]{32}; Max-Age=7200; HttpOnly; SameSite=Lax$/,
      )
    assert.deepEqual(await codesOf(checkout), ['SUBMITTED'])
    assert.ok(isUnfinished(await payer.open()))
    assert.ok(isUnfinished(await payer.cancel()))
  })

  it('cannot go there inside a frame: the button opens the top window', async () => {
    const checkout = await euros()
    const payer = openPayer(gateway, checkout.sessionId, 'embedded')
    const response = await payer.pay(A)
    assert.equal(response.status, 200)
    assert.match(response.text, /value="PROVIDER_A" checked/)
    assert.deepEqual(await codesOf(checkout), [])
  })

  it('returns with the cookie to the page, and the cookie is deleted', async () => {
    const checkout = await euros()
    const left = await openPayer(gateway, checkout.sessionId).pay(C)
    const [cookie = '', path = ''] = /^([^;]*); Path=([^;]*)/.exec(String(left.headers['set-cookie']))?.slice(1) ?? []
    const back = await send(gateway.listeners.httpUrl ?? '', { path, login: null, headers: { cookie } })
    assert.equal(back.status, 303)
    assert.equal(back.headers.location, `/checkout/pay/${checkout.sessionId}`)
    assert.match(String(back.headers['set-cookie']), /^tollgate-return=; Path=.*; Max-Age=0; HttpOnly; SameSite=Lax$/)
    const odd = await send(gateway.listeners.httpUrl ?? '', {
      path,
      login: null,
      headers: { cookie: 'tollgate-return=x' },
    })
    assert.equal(odd.status, 200)
    assert.match(odd.text, /Your payment is being processed/)
  })

  it('is not sent anywhere when the provider decides at once', async () => {
    const paid = await euros({ reference: 'TEST-SUCCEED' })
    assert.equal(indicatorOf(await openPayer(gateway, paid.sessionId).pay(A)), paid.successIndicator)
    const refused = await euros({ reference: 'TEST-FAIL-DECLINE' })
    const response = await openPayer(gateway, refused.sessionId).pay(C)
    assert.match(response.text, /Provider C\u2069 declined the payment/)
    const unknown = await euros()
    const noBank = await openPayer(gateway, unknown.sessionId).pay({ ...B, bankIdentifier: '99999999' })
    assert.match(noBank.text, /Provider B\u2069 declined the payment/)
    assert.match(noBank.text, /name="attempt" value="2"/)
  })

  it('has paid when the provider approves after a decline', async () => {
    const checkout = await euros({ reference: 'TEST-FAIL-THEN-SUCCESS' })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay(A)
    const provider = payerAtProvider(gateway)
    await provider.passTime(checkout, 31)
    await provider.comeBack(checkout)
    assert.match((await payer.open()).text, /Provider A\u2069 declined the payment/)
    await provider.passTime(checkout, 61)
    const end = await seenByAnother((other) => openPayer(other, checkout.sessionId).open())
    assert.equal(indicatorOf(end), checkout.successIndicator)
    assert.deepEqual(await codesOf(checkout), ['APPROVED'])
  })

  it('has paid by card, and not twice, when the provider approves after that', async () => {
    const checkout = await euros({ reference: 'TEST-FAIL-THEN-SUCCESS' })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay(A)
    const provider = payerAtProvider(gateway)
    await provider.passTime(checkout, 31)
    await provider.comeBack(checkout)
    assert.equal(indicatorOf(await payer.pay({ attempt: '2' })), checkout.successIndicator)
    await provider.passTime(checkout, 61)
    await provider.notify(checkout)
    assert.deepEqual(await codesOf(checkout), ['DECLINED', 'APPROVED'])
    const [row] = await gateway.query<{ reversal: string }>(
      "select reversal from transactions where order_id = $1 and transaction_id = '1'",
      [checkout.orderId],
    )
    assert.ok(['OWED', 'DONE'].includes(row?.reversal ?? ''), 'the provider must not keep the money')
  })

  it('may return long after the page’s time, and has paid', async () => {
    const checkout = await euros()
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay(A)
    await rowOf(checkout, "expires_at = now() - interval '20 minutes'")
    const hashes = gateway.dependencies.vault.lookupHashes('SESSION', checkout.sessionId).map(({ hash }) => hash)
    const [{ left } = { left: 0 }] = await gateway.query<{ left: number }>(
      'select extract(epoch from expires_at - now())::float8 as left from sessions where session_hash = any($1)',
      [hashes],
    )
    assert.ok(left > 3600, `${left} seconds left`)
    await payerAtProvider(gateway).decide(checkout, 'APPROVE')
    await payerAtProvider(gateway).comeBack(checkout)
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
  })

  it('may choose again when the process died before the provider was asked', async () => {
    const checkout = await euros()
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.open()
    const left = `state = 'PAYING', attempts = 1, transaction_id = '1', provider = 'PROVIDER_A',
      paying_since = now() - $1::interval`
    await rowOf(checkout, left, ['1 second'])
    assert.ok(isWait(await payer.open()))
    await rowOf(checkout, left, ['10 minutes'])
    assert.match((await payer.open()).text, /name="attempt" value="1"/)
    assert.match(wayFrom(await payer.pay(A)) ?? '', outUrl)
  })

  it('is sent there again when the process died after the provider had agreed', async () => {
    const checkout = await euros()
    const payer = openPayer(gateway, checkout.sessionId)
    const way = wayFrom(await payer.pay(A))
    const page = await seenByAnother((other) => openPayer(other, checkout.sessionId).open())
    assert.ok(isUnfinished(page))
    assert.ok(page.text.includes(`href="${way}"`))
  })

  it('who gave up there for good is informed, and the attempt counts; who pays another way loses nothing', async () => {
    const checkout = await euros({}, { retryAttemptCount: 2 })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay(A)
    const anotherWay = () =>
      send(gateway.listeners.httpUrl ?? '', {
        method: 'POST',
        path: `${payer.path}/another-way`,
        login: null,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const [first, second] = await Promise.all([anotherWay(), anotherWay()])
    for (const { text } of [first, second]) assert.match(text, /name="attempt" value="1"/)
    assert.deepEqual(await codesOf(checkout), ['ABORTED'])
    await payer.pay({ ...C, attempt: '1' })
    await payerAtProvider(gateway).decide({ ...checkout, transactionId: '2' }, 'CANCEL')
    await payerAtProvider(gateway).comeBack({ ...checkout, transactionId: '2' })
    assert.match((await payer.open()).text, /name="attempt" value="2"/)
    assert.match((await anotherWay()).text, /name="attempt" value="2"/)
    assert.match(indicatorOf(await payer.pay({ ...declinedCard, attempt: '2' })) ?? '', /^[0-9a-f]{16}$/)
    assert.deepEqual(await codesOf(checkout), ['ABORTED', 'CANCELLED', 'DECLINED'])
    assert.equal((await booksOf(gateway, checkout.orderId)).filter(({ is_approved }) => is_approved).length, 0)
  })
})
