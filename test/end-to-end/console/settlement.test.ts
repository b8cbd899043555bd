// Settlement at the console's services: batches by currency, their transactions, and both as files that add up.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addDecimals } from '../../../src/kernel/money.ts'
import { recordProviderEvent } from '../../../src/payments/operations/manual/record-provider-event.ts'
import { authorizeBody, captureBody, payBody, refundBody, voidBody } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { caughtUp, heldBack, openReviewedShop } from '../../support/fixtures/search-world.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let merchantId: string
let clerk: ConsoleUser
const visa = { number: '4508750015741019', expiry: { month: '1', year: '39' } }
const byVisa = { sourceOfFunds: { type: 'CARD', provided: { card: visa } } }

before(async () => {
  gateway = await sharedGateway()
  // At an account of its own: other merchants' batches are not in it.
  const acquirerLink = { adapter: 'simulator', acquirerId: 'SYSTEST_ACQ1', acquirerMerchantId: 'SETTLED' }
  const { id } = await boardMerchant(gateway, { profile: { acquirerLink } })
  merchantId = id
  clerk = await signedIn(gateway, { merchantId, permissions: ['VIEW'] })
  const shop = openShop(gateway, id)
  const order = (amount: string, currency: string) => ({ order: { amount, currency } })
  await shop.put(payBody(order('100.00', 'USD')), { orderId: 'paid' })
  await shop.put(refundBody('30.00'), { orderId: 'paid', transactionId: '2' })
  await shop.put(authorizeBody({ ...order('50.00', 'USD'), ...byVisa }), { orderId: 'captured' })
  await shop.put(captureBody('20.00'), { orderId: 'captured', transactionId: '2' })
  await shop.put(payBody(order('7.77', 'USD')), { orderId: 'voided' })
  await shop.put(voidBody('1'), { orderId: 'voided', transactionId: '2' })
  await shop.put(payBody(order('24.90', 'EUR')), { orderId: 'euros' })
  await fee('paid', '0.35', 'USD')
  await fee('euros', '30', 'EUR')
  await fee('without-payment', '9', 'USD')
  await caughtUp(gateway, merchantId)
})

async function fee(orderId: string, amount: string, currency: string): Promise<void> {
  const key = { merchantId, orderId }
  const recorded = await recordProviderEvent(
    { key, type: 'FUNDING', amount, currency, userId: 'test' },
    gateway.dependencies,
  )
  assert.equal(recorded.kind, 'ANSWERED')
}

const get = (rest: string, as = clerk) => ask(gateway, { path: ofMerchant(rest, merchantId), as })

interface Total {
  readonly scheme: string
  readonly currency: string
  readonly captured: { readonly count: number; readonly amount: string }
  readonly refunded: { readonly count: number; readonly amount: string }
  readonly fees: { readonly count: number; readonly amount: string }
  readonly net: string
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))

async function openBatch(): Promise<string> {
  const [{ acquirerId, batch }] = (await get('/batches')).body.rows
  return `/batches/${encodeURIComponent(acquirerId)}/${batch}`
}

describe('settlement batches', () => {
  it('have totals of payments, refunds and fees for each currency and scheme, with their net amount', async () => {
    const { body } = await get('/batches')
    assert.equal(body.rows.length, 1)
    const totals = body.rows[0].totals.map(({ scheme, currency, captured, refunded, fees, net }: Total) => [
      ...[currency, scheme, captured.amount, refunded.amount, fees.amount, net],
      ...[captured.count, refunded.count, fees.count],
    ])
    assert.deepEqual(totals, [
      ['EUR', 'MASTERCARD', '24.9', '0', '30', '-5.1', 1, 0, 1],
      ['USD', 'MASTERCARD', '100', '30', '0.35', '69.65', 1, 1, 1],
      ['USD', 'VISA', '20', '0', '0', '20', 1, 0, 0],
    ])
  })

  it('are listed with the money of one currency alone', async () => {
    const ofEuros = (await get('/batches?currency=EUR')).body.rows
    assert.deepEqual(
      ofEuros.map(({ totals }: { totals: Total[] }) => totals.map(({ currency }) => currency)),
      [['EUR']],
    )
    assert.deepEqual((await get('/batches?currency=JPY')).body.rows, [])
    const wrong = await get('/batches?currency=EURO')
    assert.deepEqual([wrong.status, wrong.body.field], [422, 'currency'])
  })

  it('are shown one by one, as they are in the list', async () => {
    const listed = (await get('/batches')).body.rows[0]
    assert.deepEqual((await get(await openBatch())).body, listed)
  })

  it('that do not exist are not found, nor those of another merchant', async () => {
    const path = await openBatch()
    for (const rest of [path.replace(/\d+$/, '1'), '/batches/NONE/1', '/batches/NONE/99999999999', '/batches/a/b'])
      assert.equal((await get(rest)).status, 404, rest)
    const { id } = await boardMerchant(gateway)
    const stranger = await signedIn(gateway, { merchantId: id })
    assert.equal((await get(path, stranger)).status, 404)
    assert.equal((await get(`${path}/transactions`, stranger)).status, 404)
    assert.equal((await ask(gateway, { path: ofMerchant(path, id), as: stranger })).status, 404)
    const own = await ask(gateway, { path: ofMerchant(`${path}/transactions`, id), as: stranger })
    assert.deepEqual(own.body.rows, [])
  })
})

describe('the transactions of a batch', () => {
  it('are those that its totals count, without voided ones and fees that belong to no payment', async () => {
    const { rows } = (await get(`${await openBatch()}/transactions`)).body
    const shown = rows.map((row: Record<string, string>) => [row['orderId'], row['type'], row['currency'], row['net']])
    assert.deepEqual(shown.toSorted(), [
      ['captured', 'CAPTURE', 'USD', '20'],
      ['euros', 'FUNDING', 'EUR', '-30'],
      ['euros', 'PAYMENT', 'EUR', '24.9'],
      ['paid', 'FUNDING', 'USD', '-0.35'],
      ['paid', 'PAYMENT', 'USD', '100'],
      ['paid', 'REFUND', 'USD', '-30'],
    ])
  })

  it('add up to the net amounts of the batch, page by page and currency by currency', async () => {
    const path = await openBatch()
    const { totals } = (await get(path)).body as { totals: Total[] }
    for (const currency of ['EUR', 'USD']) {
      const nets: string[] = []
      let after = ''
      do {
        const { rows, next } = (await get(`${path}/transactions?currency=${currency}&limit=2${after}`)).body
        nets.push(...rows.map(({ net }: { net: string }) => net))
        after = next === undefined ? '' : `&after=${next}`
      } while (after !== '')
      const expected = totals.filter((total) => total.currency === currency).map(({ net }) => net)
      assert.equal(addDecimals(...nets), addDecimals(...expected), currency)
    }
  })

  it('have account numbers as the merchant profile masks them', async () => {
    const { text } = await get(`${await openBatch()}/transactions.csv`)
    assert.match(text, /450875xxxxxx1019/)
    assert.doesNotMatch(text, /4508750015741019/)
  })
})

describe('settlement as a file', () => {
  it('has the totals of every batch, one line for each currency and scheme', async () => {
    const [headings, ...lines] = linesOf((await get('/batches.csv')).text)
    assert.deepEqual(headings?.slice(3), [
      ...['Currency', 'Scheme', 'Payments', 'Number of payments', 'Refunds', 'Number of refunds'],
      ...['Fees', 'Number of fees', 'Net', 'Status'],
    ])
    assert.deepEqual(
      lines.map((line) => line.slice(3)),
      [
        ['EUR', 'MASTERCARD', '24.90', '1', '0.00', '0', '30.00', '1', '-5.10', 'OPEN'],
        ['USD', 'MASTERCARD', '100.00', '1', '30.00', '1', '0.35', '1', '69.65', 'OPEN'],
        ['USD', 'VISA', '20.00', '1', '0.00', '0', '0.00', '0', '20.00', 'OPEN'],
      ],
    )
  })

  it("has one batch's transactions, whose net amounts add up, and is recorded in the audit log", async () => {
    const as = await signedIn(gateway, { merchantId })
    const path = await openBatch()
    const [headings = [], ...lines] = linesOf((await get(`${path}/transactions.csv?currency=USD`, as)).text)
    const nets = lines.map((line) => line[headings.indexOf('Net')] ?? '')
    assert.deepEqual([nets.length, addDecimals(...nets)], [4, '89.65'])
    const [, , acquirerId, batch] = path.split('/')
    const entries = await gateway.query('select subject from audit where actor = $1 and action = $2', [
      as.actor,
      'SEARCH_EXPORTED',
    ])
    const subject = { file: 'batch-transactions.csv', acquirerId, batch, currency: 'USD' }
    assert.deepEqual(entries, [{ subject }])
  })
})

describe('closing a batch with a payment in review', () => {
  it('is refused until the user confirms that the payment is settled; rejecting it then is a refund', async () => {
    const shop = await openReviewedShop(gateway)
    const as = await signedIn(gateway, { merchantId: shop.merchant })
    await shop.put(heldBack, { orderId: 'held' })
    await caughtUp(gateway, shop.merchant)
    const held = async () => {
      const { body } = await ask(gateway, { path: ofMerchant('/orders/held', shop.merchant), as })
      return body.transactions[0]
    }
    assert.equal((await held()).isSettlementBatchClosed, false)
    const close = (body: object) =>
      ask(gateway, { method: 'POST', path: ofMerchant('/batches/close', shop.merchant), body, as })
    const refused = await close({ acquirerId: 'SYSTEST_ACQ1' })
    assert.deepEqual([refused.status, refused.body.code], [409, 'PAYMENTS_IN_REVIEW'])
    const closed = await close({ acquirerId: 'SYSTEST_ACQ1', settlesReviews: true })
    assert.equal(closed.status, 200, closed.text)
    assert.equal((await held()).isSettlementBatchClosed, true)
    const path = ofMerchant('/orders/held/review', shop.merchant)
    const decider = await signedIn(gateway, { merchantId: shop.merchant, permissions: ['VIEW', 'APPROVE'] })
    assert.equal(
      (await ask(gateway, { method: 'POST', path, body: { decision: 'REJECTED' }, as: decider })).status,
      200,
    )
    const { body } = await ask(gateway, { path: ofMerchant('/orders/held', shop.merchant), as })
    assert.deepEqual([body.status, body.transactions.at(-1).type], ['REFUNDED', 'REFUND'])
  })
})
