// What follows a browser payment: captures, refunds and voids at the same provider, accounts that only some may see, and
// successes that come after a failure.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { AcquirerBooks } from '../../../src/payments/ports/acquirer-books.ts'
import { verifyBooks } from '../../../src/settlement/operations/verify-books.ts'
import {
  type BrowserPayer,
  initiateBody,
  interactionOf,
  openPayer,
  providerOf,
} from '../../support/clients/browser-payment.ts'
import { type ApiResponse, apiPath, newOrderId, payBody, send, voidBody } from '../../support/clients/client.ts'
import {
  openShop,
  outcome,
  refusal,
  refusalOf,
  type Shop,
  settleEverything,
  totals,
} from '../../support/clients/shop.ts'
import {
  boardMerchant,
  makeCertificate,
  registerCertificate,
  type TestCertificate,
} from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
let payer: BrowserPayer
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
  payer = openPayer(gateway)
})

type Place = { readonly orderId: string; readonly transactionId?: string }

async function initiated(provider: Parameters<typeof initiateBody>[0], differences = {}): Promise<Place> {
  const orderId = newOrderId()
  const response = await shop.put(initiateBody(provider, differences), { orderId })
  assert.equal(response.body.response?.gatewayCode, 'SUBMITTED', response.text)
  return { orderId }
}

async function paid(provider: Parameters<typeof initiateBody>[0], differences = {}): Promise<Place> {
  const place = await initiated(provider, differences)
  await payer.leave(place)
  await payer.decide(place, 'APPROVE')
  await payer.comeBack(place)
  return place
}

const moved = (apiOperation: string, amount: string) => ({ apiOperation, transaction: { amount, currency: 'EUR' } })

describe('after a browser payment', () => {
  it('an authorization is captured in parts, refunded and voided at its provider', async () => {
    const place = await paid('PROVIDER_A', {
      browserPayment: { operation: 'AUTHORIZE', providerA: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } },
    })
    const { orderId } = place
    assert.deepEqual(totals(await shop.order(orderId)), ['AUTHORIZED', 100, 0, 0])
    const capture = await shop.put(moved('CAPTURE', '60.00'), { orderId, transactionId: '2' })
    assert.deepEqual(outcome(capture), [201, 'SUCCESS', 'APPROVED', 'PARTIALLY_CAPTURED'], capture.text)
    assert.equal(capture.body.transaction.acquirer.id, 'PROVIDER_A')
    assert.equal(capture.body.sourceOfFunds.provided.providerA.payerId, 'PAYERA0000001')
    const refund = await shop.put(moved('REFUND', '10.00'), { orderId, transactionId: '3' })
    assert.deepEqual(totals(refund), ['PARTIALLY_REFUNDED', 100, 60, 10])
    const undone = await shop.put(voidBody('3'), { orderId, transactionId: '4' })
    assert.deepEqual(totals(undone), ['PARTIALLY_CAPTURED', 100, 60, 0])
  })

  for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
    it(`a payment at ${provider} is refunded there`, async () => {
      const { orderId } = await paid(provider)
      assert.deepEqual(
        refusal(await shop.put(moved('CAPTURE', '1.00'), { orderId, transactionId: '2' })),
        refusalOf('apiOperation'),
      )
      const refund = await shop.put(moved('REFUND', '100.00'), { orderId, transactionId: '3' })
      assert.deepEqual(totals(refund), ['REFUNDED', 100, 100, 100], refund.text)
      assert.equal(refund.body.transaction.acquirer.merchantId, `TESTMERCHANT-${provider}`)
    })
  }

  it('a payment is voided, and the provider has nothing left of it', async () => {
    const { orderId } = await paid('PROVIDER_A')
    const undone = await shop.put(voidBody('1'), { orderId, transactionId: '2' })
    assert.deepEqual(outcome(undone), [201, 'SUCCESS', 'APPROVED', 'CANCELLED'], undone.text)
  })

  it('a card cannot be charged on the same order', async () => {
    const { orderId } = await paid('PROVIDER_B')
    const card = payBody({ order: { amount: '1.00', currency: 'EUR' } })
    assert.deepEqual(refusal(await shop.put(card, { orderId, transactionId: '2' })), refusalOf('order.id'))
  })
})

describe("the payer's bank account at provider C", () => {
  let id: string
  let tls: TestCertificate
  before(async () => {
    id = (await boardMerchant(gateway, { profile: { privileges: ['UNMASK'] } })).id
    tls = await makeCertificate(gateway)
    await registerCertificate(gateway, id, tls)
  })

  for (const reference of ['R-1', 'TEST-SUCCEED']) {
    it(`is masked, and shown in clear only to callers with permission (${reference})`, async () => {
      const orderId = newOrderId()
      const place = { orderId }
      await openShop(gateway, id).put(initiateBody('PROVIDER_C', { order: { reference } }), place)
      await payer.decide(place, 'APPROVE')
      await payer.comeBack(place)
      const path = apiPath(`/order/${orderId}/transaction/1`, { merchant: id })
      const login = { login: null, tls: { cert: tls.cert, key: tls.key } }
      const masked = (await send(gateway.listeners.mtlsUrl, { path, ...login })).body.sourceOfFunds.provided.providerC
      assert.deepEqual(masked, {
        bankAccountHolder: 'Robin Sample',
        bankAccountNumber: 'xxxxxx3000',
        bankIdentifier: '37040044',
        bic: 'COBADEFFXXX',
        country: 'DEU',
        iban: 'xxxxxxxxxxxxxxxxxx3000',
      })
      const query = `${path}?responseControls.sensitiveData=UNMASK`
      const clear = (await send(gateway.listeners.mtlsUrl, { path: query, ...login })).body.sourceOfFunds.provided
        .providerC
      assert.deepEqual([clear.iban, clear.bankAccountNumber], ['DE89370400440532013000', '0532013000'])
      const rows = await gateway.query<{ text: string }>(
        'select t::text as text from transactions t where order_id = $1 union all select e::text from events e where order_id = $1',
        [orderId],
      )
      assert.ok(rows.length > 2 && rows.every(({ text }) => !text.includes('0532013000')))
    })
  }
})

describe('a payment that failed and is paid after all', () => {
  const late = (reference: string) => initiated('PROVIDER_A', { order: { reference } })
  const ask = (place: Place): Promise<ApiResponse> => shop.put({ apiOperation: 'UPDATE_BROWSER_PAYMENT' }, place)

  for (const [reference, code] of [
    ['TEST-FAIL-THEN-SUCCESS', 'DECLINED'],
    ['TEST-TIMEOUT-THEN-SUCCESS', 'ACQUIRER_SYSTEM_ERROR'],
  ] as const) {
    it(`counts when nothing else was paid on its order (${reference})`, async () => {
      const place = await late(reference)
      await payer.passTime(place, 30)
      assert.deepEqual(outcome(await ask(place)), [200, 'FAILURE', code, 'FAILED'])
      await payer.passTime(place, 60)
      const response = await ask(place)
      assert.deepEqual(outcome(response), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
      assert.equal(response.body.response.acquirerMessage, 'Approved')
      assert.equal(interactionOf(response)[0], 'COMPLETED')
      assert.deepEqual(await payer.events(place), ['OUTCOME SUBMITTED', `OUTCOME ${code}`, 'OUTCOME APPROVED'])
    })
  }

  it('is refunded when the order was paid otherwise in the meantime', async () => {
    const place = await late('TEST-FAIL-THEN-SUCCESS')
    await payer.passTime(place, 30)
    await ask(place)
    const second = { ...place, transactionId: '2' }
    const other = initiateBody('PROVIDER_C', { order: { reference: 'TEST-SUCCEED' } })
    assert.deepEqual(outcome(await shop.put(other, second)), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    await payer.passTime(place, 60)
    assert.deepEqual(outcome(await ask(place)), [200, 'FAILURE', 'DECLINED', 'CAPTURED'])
    await settleEverything(gateway)
    assert.deepEqual(totals(await shop.order(place.orderId)), ['CAPTURED', 100, 100, 0])
    const rows = await gateway.query(
      'select 1 from simulated_providers.line where reference = $1 and reversed_at is not null',
      [await payer.referenceOf(place)],
    )
    assert.equal(rows.length, 1)
    assert.deepEqual((await payer.events(place)).at(-1), 'REVERSAL DECLINED')
  })

  it('waits while another payment of the order is in progress, and counts when that one fails', async () => {
    const place = await late('TEST-FAIL-THEN-SUCCESS')
    await payer.passTime(place, 30)
    await ask(place)
    const second = { ...place, transactionId: '2' }
    // Without a reference of its own it would have the order's, which selects the provider's result.
    await shop.put(initiateBody('PROVIDER_B', { order: { reference: 'another' } }), second)
    await payer.passTime(place, 60)
    assert.equal((await payer.notify(place)).status, 503)
    assert.deepEqual(outcome(await ask(place)), [200, 'FAILURE', 'DECLINED', 'INITIATED'])
    await payer.decide(second, 'CANCEL')
    await payer.comeBack(second)
    assert.equal((await payer.notify(place)).status, 200)
    assert.deepEqual(outcome(await shop.transaction(place.orderId, '1')), [200, 'SUCCESS', 'APPROVED', 'CAPTURED'])
  })
})

it('the books of both sides agree', async () => {
  await settleEverything(gateway)
  for (const provider of ['PROVIDER_A', 'PROVIDER_B', 'PROVIDER_C'] as const) {
    const adapter = `simulated-${provider.toLowerCase().replace('_', '-')}`
    const merchants = await gateway.administration.merchants.list()
    const merchantIds = merchants.map(({ id }) => id)
    const books: AcquirerBooks = providerOf(gateway, provider)
    const about = { merchantIds, linkId: adapter, acquirerMerchantId: `TESTMERCHANT-${provider}` }
    const report = await verifyBooks(about, { store: gateway.dependencies.store, books })
    assert.deepEqual([report.differences, report.open], [[], 0])
    assert.ok(report.entries > 1, provider)
  }
})
