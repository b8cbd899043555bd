// VERIFY: checks a card without moving money, and what every operation shares: repeats, ids, retrieval.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type ApiResponse, apiPath, cardSource, newOrderId, send, verifyBody } from '../../support/clients/client.ts'
import { openShop, refusal, refusalOf, settleEverything } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

interface Verification {
  readonly orderId?: string
  readonly transactionId?: string
  readonly version?: number
  readonly body?: object
}

function verify({
  orderId = newOrderId(),
  transactionId = '1',
  version = 100,
  body = verifyBody(),
}: Verification = {}) {
  const path = apiPath(`/order/${encodeURIComponent(orderId)}/transaction/${encodeURIComponent(transactionId)}`, {
    version,
  })
  return send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, isKeptAlive: true })
}

function retrieve(rest: string, version = 100): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', { path: apiPath(rest, { version }) })
}

function withCard(differences: object): object {
  return verifyBody({ sourceOfFunds: cardSource(differences) })
}

/** Everything the simulated acquirer was asked about an order's card, oldest first. */
async function booksOf(orderId: string) {
  return gateway.query<{ amount_minor: string | null; asked: number; kind: string; card: string }>(
    `select b.amount_minor, b.asked, b.kind, b.card from simulated_acquirer.book b
     join transactions t on t.acquirer_reference = b.reference where t.order_id = $1 order by t.position`,
    [orderId],
  )
}

describe('VERIFY', () => {
  it('verifies a card and answers in the shape of the specification', async () => {
    const orderId = newOrderId()
    const { status, body } = await verify({ orderId })
    assert.equal(status, 201)
    assert.equal(body.result, 'SUCCESS')
    assert.equal(body.response.gatewayCode, 'APPROVED')
    assert.equal(body.merchant, 'TESTMERCHANT')
    assert.equal(body.order.status, 'VERIFIED')
    assert.equal(body.order.id, orderId)
    assert.deepEqual(
      [
        body.order.amount,
        body.order.totalAuthorizedAmount,
        body.order.totalCapturedAmount,
        body.order.totalRefundedAmount,
      ],
      [0, 0, 0, 0],
    )
    assert.equal(body.transaction.type, 'VERIFICATION')
    assert.equal(body.transaction.acquirer.id, 'SYSTEST_ACQ1')
    assert.equal(body.version, '100')
    assert.match(body.timeOfRecord, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual(body.sourceOfFunds.provided.card, {
      brand: 'MASTERCARD',
      expiry: { month: '1', year: '39' },
      fundingMethod: 'CREDIT',
      number: '512345xxxxxx0008',
      scheme: 'MASTERCARD',
    })
  })

  it('works in every version from 15 to 100 and returns the requested one', async () => {
    for (let version = 15; version <= 100; version += 1) {
      const { status, body } = await verify({ version })
      assert.deepEqual([status, body.result, body.version], [201, 'SUCCESS', String(version)], `version ${version}`)
    }
  })

  it('never sends the amount to the acquirer, whose books show none', async () => {
    const orderId = newOrderId()
    const { body } = await verify({ orderId, body: verifyBody({ order: { currency: 'KWD', amount: '12.345' } }) })
    assert.equal(body.order.amount, 12.345)
    assert.equal(body.transaction.amount, 0)
    assert.deepEqual(await booksOf(orderId), [
      { amount_minor: null, asked: 1, kind: 'VERIFY', card: '512345xxxxxx0008' },
    ])
  })

  it('decides by the expiry date of the card', async () => {
    const outcomes = [
      ['1', '39', 'APPROVED', 'SUCCESS', 'VERIFIED'],
      ['5', '39', 'DECLINED', 'FAILURE', 'FAILED'],
      ['04', '27', 'EXPIRED_CARD', 'FAILURE', 'FAILED'],
      ['8', '28', 'TIMED_OUT', 'FAILURE', 'FAILED'],
      ['01', '37', 'ACQUIRER_SYSTEM_ERROR', 'FAILURE', 'FAILED'],
      ['2', '37', 'UNSPECIFIED_FAILURE', 'FAILURE', 'FAILED'],
      ['5', '37', 'UNKNOWN', 'UNKNOWN', undefined],
      ['6', '39', 'INSUFFICIENT_FUNDS', 'FAILURE', 'FAILED'],
      ['7', '39', 'APPROVED', 'SUCCESS', 'VERIFIED'],
      ['8', '39', 'REFERRED', 'FAILURE', 'FAILED'],
      ['9', '39', 'DECLINED_DO_NOT_CONTACT', 'FAILURE', 'FAILED'],
      ['10', '39', 'NOT_SUPPORTED', 'FAILURE', 'FAILED'],
      ['11', '39', 'PENDING', 'PENDING', undefined],
      ['12', '39', 'APPROVED_PENDING_SETTLEMENT', 'SUCCESS', 'VERIFIED'],
      ['3', '39', 'INVALID_CSC', 'FAILURE', 'FAILED'],
      ['4', '39', 'DECLINED_PAYMENT_PLAN', 'FAILURE', 'FAILED'],
      ['5', '21', 'APPROVED', 'SUCCESS', 'VERIFIED'],
    ]
    for (const [month, year, gatewayCode, result, orderStatus] of outcomes) {
      for (const version of [33, 50, 100]) {
        const { status, body } = await verify({ version, body: withCard({ expiry: { month, year } }) })
        const seen = [status, body.response.gatewayCode, body.result, body.order.status]
        assert.deepEqual(seen, [201, gatewayCode, result, orderStatus], `${month}/${year} in ${version}`)
      }
    }
  })

  it('declines one published card whatever its expiry date', async () => {
    const { body } = await verify({ body: withCard({ number: '5019994000124034' }) })
    assert.equal(body.response.gatewayCode, 'DECLINED')
  })

  it("returns the issuer's result for the security code, and never the code itself", async () => {
    const codes = [
      [{ securityCode: '100' }, 'MATCH', 'M'],
      [{ securityCode: '101' }, 'NOT_PROCESSED', 'P'],
      [{ securityCode: '102' }, 'NO_MATCH', 'N'],
      [{ securityCode: '999' }, 'MATCH', 'M'],
      [{ securityCode: null }, 'NOT_PRESENT', 'S'],
      [{ number: '345678901234564', securityCode: '1020' }, 'NO_MATCH', 'N'],
    ] as const
    for (const [card, gatewayCode, acquirerCode] of codes) {
      const { text, body } = await verify({ body: withCard(card) })
      assert.deepEqual(body.response.cardSecurityCode, { gatewayCode, acquirerCode })
      assert.ok(!text.includes('securityCode'))
    }
  })

  it("returns the issuer's result for the address, by the street", async () => {
    const streets = [
      ['Alpha St', 'ADDRESS_MATCH', 'A'],
      ['1 Kilo St', 'NAME_MATCH', 'K'],
      ['Lima St', 'NAME_ZIP_MATCH', 'L'],
      ['November St', 'NO_MATCH', 'N'],
      ['Oscar St', 'NAME_ADDRESS_MATCH', 'O'],
      ['Romeo St', 'SERVICE_NOT_AVAILABLE_RETRY', 'R'],
      ['Sierra St', 'SERVICE_NOT_SUPPORTED', 'S'],
      ['Uniform St', 'NOT_AVAILABLE', 'U'],
      ['22 zulu st', 'ZIP_MATCH', 'Z'],
      ['Victor St', 'NOT_VERIFIED', 'I'],
      ['Yankee St', 'ADDRESS_ZIP_MATCH', 'Y'],
      ['Main Street', 'ADDRESS_ZIP_MATCH', 'Y'],
    ]
    for (const [street, gatewayCode, acquirerCode] of streets) {
      const { body } = await verify({ body: verifyBody({ billing: { address: { street } } }) })
      assert.deepEqual(body.response.cardholderVerification.avs, { gatewayCode, acquirerCode }, String(street))
    }
    const { body } = await verify()
    assert.equal(body.response.cardholderVerification.avs.gatewayCode, 'NOT_REQUESTED')
  })

  it('returns the fields of the request, masked', async () => {
    const echoed = {
      billing: { address: { city: 'Graz', country: 'AUT', street: 'Yankee St' } },
      customer: { email: 'jo@example.com', firstName: 'Jo' },
      correlationId: 'c-1',
    }
    const { body } = await verify({
      version: 50,
      body: verifyBody({
        ...echoed,
        order: { currency: 'EUR', amount: '10', reference: 'r-1', custom: { colour: 'blue' } },
        transaction: { merchantNote: 'note' },
      }),
    })
    assert.deepEqual({ billing: body.billing, customer: body.customer, correlationId: body.correlationId }, echoed)
    assert.deepEqual(
      [body.order.reference, body.order.custom, body.transaction.merchantNote],
      ['r-1', { colour: 'blue' }, 'note'],
    )
  })

  it('refuses a card number with a wrong check digit without repeating it', async () => {
    const { status, body, text } = await verify({ body: withCard({ number: '5123450000000009' }) })
    assert.equal(status, 400)
    assert.equal(body.error.field, 'sourceOfFunds.provided.card.number')
    assert.equal(body.error.validationType, 'INVALID')
    assert.ok(!text.includes('5123450000000009'))
  })

  it('requires a currency that the merchant may use', async () => {
    const { id } = await boardMerchant(gateway, { profile: { currencies: ['USD'] } })
    const response = await openShop(gateway, id).put(verifyBody({ order: { currency: 'BRL' } }))
    assert.deepEqual(refusal(response), refusalOf('order.currency'))
  })

  it('requires a source of funds, a card number and a currency', async () => {
    const refusals = [
      [{ sourceOfFunds: null }, 'sourceOfFunds', 'MISSING'],
      [{ sourceOfFunds: { type: 'CARD' } }, 'sourceOfFunds.provided.card.number', 'MISSING'],
      [{ order: null }, 'order.currency', 'MISSING'],
      [{ order: { currency: 'ABC' } }, 'order.currency', 'INVALID'],
      [{ order: { currency: 'JPY', amount: '1.5' } }, 'order.amount', 'INVALID'],
    ] as const
    for (const [differences, field, validationType] of refusals) {
      const { status, body } = await verify({ body: verifyBody(differences) })
      assert.deepEqual([status, body.error.field, body.error.validationType], [400, field, validationType])
    }
  })

  it('refuses a session and a token that do not exist', async () => {
    const session = { id: `SESSION${'0'.repeat(24)}` }
    for (const differences of [{ session }, { sourceOfFunds: { token: '9000000000000001' } }]) {
      const { status, body } = await verify({ body: verifyBody(differences) })
      assert.deepEqual([status, body.error.cause, body.error.field], [400, 'INVALID_REQUEST', undefined])
    }
  })
})

describe('VERIFY of other instruments', () => {
  it('refuses sources of funds that the acquirer cannot verify', async () => {
    const directDebitCanada = {
      accountType: 'CONSUMER_CHECKING',
      bankAccountHolder: 'Jo',
      bankAccountNumber: '70012345',
      financialInstitutionNumber: '003',
      transitNumber: '12345',
    }
    const { status, body } = await verify({
      version: 50,
      body: verifyBody({ sourceOfFunds: { type: 'DIRECT_DEBIT_CANADA', provided: { directDebitCanada } } }),
    })
    assert.deepEqual([status, body.error.field, body.error.validationType], [400, 'sourceOfFunds.type', 'INVALID'])
  })

  it('shows only the end of a bank account', async () => {
    const accountFunding = {
      recipient: { account: { identifier: 'DE89370400440532013000', identifierType: 'BANK_ACCOUNT_IBAN' } },
    }
    const order = { currency: 'USD', amount: '10', purchaseType: 'ACCOUNT_FUNDING' }
    const { status, body, text } = await verify({ version: 50, body: verifyBody({ accountFunding, order }) })
    assert.equal(status, 201, text)
    assert.equal(body.accountFunding.recipient.account.identifier, 'xxxxxxxxxxxxxxxxxx3000')
  })

  it('leaves a timed-out verification unchanged', async () => {
    const orderId = newOrderId()
    const body = withCard({ expiry: { month: '8', year: '28' } })
    await verify({ orderId, body })
    await verify({ orderId, transactionId: '2' })
    const { body: again } = await verify({ orderId, body })
    assert.deepEqual([again.result, again.response.gatewayCode], ['FAILURE', 'TIMED_OUT'])
  })
})

describe('a repeat with the same ids', () => {
  it('gets the first result, byte for byte, and the acquirer is not called again', async () => {
    const orderId = newOrderId()
    const first = await verify({ orderId })
    const second = await verify({ orderId })
    const third = await verify({ orderId })
    assert.deepEqual([first.status, second.status, third.status], [201, 200, 200])
    assert.equal(second.text, first.text)
    assert.equal(third.text, first.text)
    assert.deepEqual(
      (await booksOf(orderId)).map(({ asked }) => asked),
      [1],
    )
  })

  it('may differ in correlationId, security code, spelling of an amount, version and order of members', async () => {
    const orderId = newOrderId()
    await verify({ orderId, body: verifyBody({ order: { amount: '1.50', currency: 'USD' } }) })
    const body = { ...verifyBody({ order: { currency: 'USD', amount: 1.5 }, correlationId: 'again' }), billing: {} }
    const again = await verify({
      orderId,
      version: 50,
      body: { ...body, sourceOfFunds: cardSource({ securityCode: '999' }) },
    })
    assert.deepEqual(
      [again.status, again.body.result, again.body.version, again.body.correlationId],
      [200, 'SUCCESS', '50', 'again'],
    )
  })

  it('with another request is refused, and nothing is executed', async () => {
    const orderId = newOrderId()
    await verify({ orderId })
    for (const body of [
      withCard({ number: '4508750015741019' }),
      withCard({ expiry: { month: '2', year: '39' } }),
      verifyBody({ order: { currency: 'EUR' } }),
    ]) {
      const again = await verify({ orderId, body })
      assert.deepEqual(
        [again.status, again.body.error.field, again.body.error.validationType],
        [400, 'transaction.id', 'INVALID'],
      )
    }
    assert.equal((await booksOf(orderId)).length, 1)
  })

  it('sent many times at once is executed once', async () => {
    const orderId = newOrderId()
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify({ orderId })))
    assert.equal(responses.filter(({ status }) => status === 201).length, 1)
    assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
    assert.deepEqual(
      (await booksOf(orderId)).map(({ asked }) => asked),
      [1],
    )
  })

  it('returns the current outcome when the first answer was UNKNOWN or PENDING', async () => {
    // A merchant of its own: what others have left open is not waited for.
    const shop = openShop(gateway, (await boardMerchant(gateway)).id)
    for (const expiry of [
      { month: '5', year: '37' },
      { month: '11', year: '39' },
    ]) {
      const orderId = newOrderId()
      const first = await shop.put(withCard({ expiry }), { orderId })
      assert.notEqual(first.body.result, 'SUCCESS')
      const busy = await shop.put(verifyBody(), { orderId, transactionId: '2' })
      assert.deepEqual([busy.status, busy.body.response.gatewayCode], [200, 'LOCK_FAILURE'])
      await settleEverything(gateway, shop.merchant)
      const resolved = await shop.put(withCard({ expiry }), { orderId })
      assert.deepEqual([resolved.status, resolved.body.order.status], [200, 'VERIFIED'])
      assert.equal((await shop.put(verifyBody(), { orderId, transactionId: '2' })).status, 201)
    }
  })
})

describe('an order', () => {
  it('may be verified again after a failure, and keeps both transactions', async () => {
    const orderId = newOrderId()
    const declined = await verify({ orderId, body: withCard({ expiry: { month: '5', year: '39' } }) })
    assert.equal(declined.body.order.status, 'FAILED')
    const approved = await verify({ orderId, transactionId: '2' })
    assert.equal(approved.body.order.status, 'VERIFIED')
    const { body } = await retrieve(`/order/${orderId}`)
    assert.deepEqual(
      body.transaction.map((each: ApiResponse['body']) => [each.transaction.id, each.result, each.version]),
      [
        ['1', 'FAILURE', '100'],
        ['2', 'SUCCESS', '100'],
      ],
    )
    assert.deepEqual([body.status, body.result, body.id, body.amount], ['VERIFIED', 'SUCCESS', orderId, 0])
  })

  it('that failed is retrieved as a failure', async () => {
    const orderId = newOrderId()
    await verify({ orderId, body: withCard({ expiry: { month: '5', year: '39' } }) })
    const { body } = await retrieve(`/order/${orderId}`)
    assert.deepEqual([body.result, body.status], ['FAILURE', 'FAILED'])
  })

  it('may have an id with slashes, spaces and letters of any script', async () => {
    for (const orderId of [
      'INV/2026/01',
      'a b',
      'Bestellung-Österreich',
      '注文',
      '%25',
      '😀'.repeat(40),
      '..',
      '?#&',
    ]) {
      const { status, body } = await verify({ orderId, transactionId: orderId })
      assert.deepEqual([status, body.order.id, body.transaction.id], [201, orderId, orderId])
      const encoded = encodeURIComponent(orderId)
      const found = await retrieve(`/order/${encoded}/transaction/${encoded}`)
      assert.deepEqual([found.status, found.body.transaction.id], [200, orderId])
    }
  })

  it('belongs to its merchant alone', async () => {
    const orderId = newOrderId()
    await verify({ orderId })
    const path = apiPath(`/order/${orderId}`, { merchant: 'TESTUNIQUE' })
    const other = await send(gateway.listeners.httpUrl ?? '', {
      path,
      login: `merchant.TESTUNIQUE:sandbox-password-of-the-tests`,
    })
    assert.deepEqual([other.status, other.body.error.cause], [400, 'INVALID_REQUEST'])
  })

  it('or transaction that does not exist is a request error that names it', async () => {
    const orderId = newOrderId()
    await verify({ orderId })
    for (const rest of ['/order/nobody', '/order/nobody/transaction/1', `/order/${orderId}/transaction/7`]) {
      const { status, body } = await retrieve(rest)
      assert.deepEqual([status, body.error.cause, body.error.field], [400, 'INVALID_REQUEST', undefined])
      assert.match(body.error.explanation, /TESTMERCHANT/)
    }
  })
})

describe('retrieving a transaction', () => {
  it('returns the response to the request', async () => {
    const orderId = newOrderId()
    const first = await verify({ orderId })
    const { status, text } = await retrieve(`/order/${orderId}/transaction/1`)
    assert.deepEqual([status, text], [200, first.text])
  })

  it('returns it in the requested version', async () => {
    const orderId = newOrderId()
    await verify({ orderId })
    for (const version of [15, 29, 33, 38, 50, 99, 100]) {
      const { status, body } = await retrieve(`/order/${orderId}/transaction/1`, version)
      assert.deepEqual([status, body.version], [200, String(version)])
    }
  })

  it('returns its own correlationId from the query, and accepts no unknown parameter', async () => {
    const orderId = newOrderId()
    await verify({ orderId, body: verifyBody({ correlationId: 'of the request' }) })
    const path = `/order/${orderId}/transaction/1`
    assert.equal((await retrieve(`${path}?correlationId=mine%20too`)).body.correlationId, 'mine too')
    assert.equal((await retrieve(path)).body.correlationId, undefined)
    assert.equal((await retrieve(`${path}?responseControls.sensitiveData=UNMASK`)).status, 200)
    const unknown = await retrieve(`${path}?zebra=1`)
    assert.deepEqual(
      [unknown.status, unknown.body.error.field, unknown.body.error.validationType],
      [400, 'zebra', 'UNSUPPORTED'],
    )
  })
})

describe('the stored transaction', () => {
  it('never contains the card number or the security code', async () => {
    const orderId = newOrderId()
    const canary = { number: '4987654321098769', securityCode: '8642' }
    await verify({ orderId, body: withCard(canary) })
    await verify({ body: withCard({ ...canary, expiry: { month: '99', year: '39' } }) })
    const tables = await gateway.query<{ text: string }>(
      `select t::text as text from transactions t union all select o::text from orders o
       union all select b::text from simulated_acquirer.book b`,
    )
    const everything = [...tables.map(({ text }) => text), ...gateway.logLines]
    assert.ok(everything.length > 10)
    for (const line of everything) {
      assert.ok(!line.includes(canary.number), line)
      assert.ok(!line.includes(`"${canary.securityCode}"`), line)
    }
  })
})
