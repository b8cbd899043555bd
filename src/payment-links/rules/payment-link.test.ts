import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { usesMaxLimit } from '../../kernel/order-status.ts'
import {
  availabilityOf,
  chooseOrder,
  isPaymentLinkId,
  orderIdBaseLengthMax,
  orderIdForPayer,
  orderIdsOf,
  type PaymentLinkAmount,
  type PaymentLinkOrderUse,
  paymentLinkStateOf,
  readEnteredAmount,
} from './payment-link.ts'

const now = new Date('2026-11-17T12:00:00Z')
const past = new Date('2026-11-17T12:00:00Z')
const future = new Date('2026-11-17T12:00:01Z')

describe('the state of a payment link', () => {
  const cases = [
    ['OPEN', {}, 0],
    ['OPEN', { usesMax: 1 }, 0],
    ['OPEN', { usesMax: 2, expiresAt: future }, 1],
    ['PAID', { usesMax: 1 }, 1],
    ['PAID', { usesMax: 2 }, 2],
    ['OPEN', {}, 999],
    ['EXPIRED', { expiresAt: past }, 5],
    ['EXPIRED', { usesMax: 2, expiresAt: past }, 1],
    ['DISABLED', { disabledAt: past }, 0],
    ['DISABLED', { disabledAt: past, expiresAt: past }, 0],
    ['PAID', { usesMax: 1, disabledAt: past, expiresAt: past }, 1],
  ] as const
  for (const [state, link, paid] of cases)
    it(`is ${state} with ${JSON.stringify(link)} and ${paid} payments`, () => {
      assert.equal(paymentLinkStateOf(link, { paid, now }), state)
    })
})

describe('the orders of a payment link', () => {
  it('are one for one payment, numbered for several, and without limit one for each payer', () => {
    assert.deepEqual(orderIdsOf({ usesMax: 1, orderIdBase: 'INV-17' }), ['INV-17'])
    assert.deepEqual(orderIdsOf({ usesMax: 3, orderIdBase: 'T' }), ['T-1', 'T-2', 'T-3'])
    assert.equal(orderIdsOf({ orderIdBase: 'T' }), undefined)
    assert.equal(orderIdForPayer({ orderIdBase: 'T' }, '0123456789abcdef'), 'T-0123456789ab')
  })

  it('have ids that fit, also the longest', () => {
    const orderIdBase = 'x'.repeat(orderIdBaseLengthMax)
    assert.ok(orderIdForPayer({ orderIdBase }, 'f'.repeat(32)).length <= 40)
    const ids = orderIdsOf({ usesMax: usesMaxLimit, orderIdBase }) ?? []
    assert.equal(new Set(ids).size, usesMaxLimit)
    assert.ok(ids.every((id) => id.length <= 40))
  })

  const use = (orderId: string, differences: Partial<PaymentLinkOrderUse> = {}): PaymentLinkOrderUse => ({
    orderId,
    isPaid: false,
    isLocked: false,
    attempts: 1,
    authentications: 1,
    ...differences,
  })

  it('are free until they are paid, busy or exhausted', () => {
    const link = { attemptsMax: 3 }
    assert.equal(availabilityOf(undefined, link), 'FREE')
    assert.equal(availabilityOf(use('A', { attempts: 2 }), link), 'FREE')
    assert.equal(availabilityOf(use('A', { attempts: 3 }), link), 'EXHAUSTED')
    assert.equal(availabilityOf(use('A', { attempts: 0, authentications: 11 }), link), 'FREE')
    assert.equal(availabilityOf(use('A', { attempts: 0, authentications: 12 }), link), 'EXHAUSTED')
    assert.equal(availabilityOf(use('A', { isLocked: true, attempts: 3 }), link), 'LOCKED')
    assert.equal(availabilityOf(use('A', { isPaid: true, isLocked: true }), link), 'PAID')
  })

  it('are chosen among the free ones, and otherwise the reason says what a payer can hope for', () => {
    const link = { usesMax: 3, orderIdBase: 'T', attemptsMax: 3 }
    const last = (count: number) => count - 1
    assert.deepEqual(chooseOrder(link, [], last), { kind: 'CHOSEN', orderId: 'T-3' })
    assert.deepEqual(chooseOrder(link, [use('T-3', { isLocked: true })], last), { kind: 'CHOSEN', orderId: 'T-2' })
    const paid = [use('T-1', { isPaid: true }), use('T-2', { isPaid: true })]
    assert.deepEqual(chooseOrder(link, [...paid, use('T-3', { isLocked: true })], last), { kind: 'LOCKED' })
    assert.deepEqual(chooseOrder(link, [...paid, use('T-3', { attempts: 9 })], last), { kind: 'EXHAUSTED' })
    assert.deepEqual(chooseOrder(link, [...paid, use('T-3', { isPaid: true })], last), { kind: 'PAID' })
  })

  it('are never chosen when they are paid, whatever is drawn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        fc.nat(),
        (max, paid, drawn) => {
          const link = { usesMax: max, orderIdBase: 'T', attemptsMax: 3 }
          const ids = orderIdsOf(link) ?? []
          const uses = ids.flatMap((id, index) => (paid[index] ? [use(id, { isPaid: true })] : []))
          const chosen = chooseOrder(link, uses, (count) => drawn % count)
          if (uses.length === max) assert.equal(chosen.kind, 'PAID')
          else
            assert.ok(
              chosen.kind === 'CHOSEN' &&
                ids.includes(chosen.orderId) &&
                !uses.some((u) => u.orderId === chosen.orderId),
            )
        },
      ),
    )
  })
})

describe('an amount that a payer enters', () => {
  const enter = (text: string, currency = 'EUR', amount: PaymentLinkAmount = { kind: 'OPEN' }, locale = 'en') => {
    const read = readEnteredAmount(text, { amount, currency }, locale)
    return read.kind === 'AMOUNT' ? read.amountMinor : read.kind
  }

  it('is read with a point or a comma, spaces and digits of other scripts', () => {
    for (const text of ['12.50', '12,50', ' 12.5 ', '12,5', '١٢٫٥٠', '۱۲.۵۰', '１２.５０'])
      assert.equal(enter(text), 1250n, text)
    assert.equal(enter('7'), 700n)
    assert.equal(enter('1000', 'JPY'), 1000n)
    assert.equal(enter('1.234', 'KWD'), 1234n)
    assert.equal(enter('1.234', 'CLF'), 12340n)
    assert.equal(enter('1.2345', 'CLF'), 'INVALID', 'no amount has four decimals')
  })

  it('is refused when it could be read in two ways, or is no amount', () => {
    for (const text of ['1.000', '1,000', '-5', '+5', '1e3', '0x10', 'five', '.5', '1 USD', '10 00'])
      assert.equal(enter(text), 'INVALID', text)
    for (const text of ['12.5', '1.0']) assert.equal(enter(text, 'JPY'), 'INVALID', text)
    for (const text of ['', '   ']) assert.equal(enter(text), 'MISSING')
  })

  it('may have groups where they cannot be decimals, in every language', () => {
    for (const locale of ['en', 'de', 'fr', 'es', 'ar'])
      for (const text of ['1.000,00', '1,000.00', '1 000,00'])
        assert.equal(enter(text, 'EUR', { kind: 'OPEN' }, locale), 100_000n, `${text} in ${locale}`)
    assert.equal(enter('1.000', 'JPY', { kind: 'OPEN' }, 'de'), 1000n)
  })

  it('lies between the limits, and is more than nothing', () => {
    const amount = { kind: 'OPEN', minMinor: 500n, maxMinor: 1000n } as const
    const tries = [
      ['4.99', 'TOO_SMALL'],
      ['5', 500n],
      ['10', 1000n],
      ['10.01', 'TOO_LARGE'],
    ] as const
    for (const [text, expected] of tries) assert.equal(enter(text, 'EUR', amount), expected, text)
    assert.equal(enter('0'), 'TOO_SMALL')
    assert.equal(enter('0.00'), 'TOO_SMALL')
    assert.equal(enter('1000000000000'), 100_000_000_000_000n)
    assert.equal(enter('1000000000000.01'), 'TOO_LARGE')
    assert.equal(enter('99999999999999'), 'TOO_LARGE')
  })

  it('is not asked for where it is fixed', () => {
    assert.throws(() => enter('1', 'EUR', { kind: 'FIXED', amountMinor: 100n }))
  })
})

it('the id of a payment link has 26 letters and digits', () => {
  assert.ok(isPaymentLinkId('4Tq0d9GZkP3yXWm7VbnR2sLcHf'))
  for (const id of ['', '4Tq0d9GZkP3yXWm7VbnR2sLcH', '4Tq0d9GZkP3yXWm7VbnR2sLcHf0', '4Tq0d9GZkP3yXWm7VbnR2sLcH-'])
    assert.ok(!isPaymentLinkId(id), id)
})
