// Which route takes a payment: every combination of conditions, met and not met, and the properties of shares.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type AcquirerRoute,
  describeConditions,
  explainRoutes,
  type PaymentToRoute,
  type RouteConditions,
  routeFaultOf,
  routesFor,
} from './routes.ts'

const payment: PaymentToRoute = {
  merchantId: 'SHOP1',
  orderId: 'order-1',
  currency: 'EUR',
  amountMinor: 1000n,
  source: 'CARD',
  scheme: 'MASTERCARD',
  bin: '51234500',
  cardCountry: 'DEU',
}

type Cases = { readonly [Name in keyof RouteConditions]-?: readonly (readonly [RouteConditions[Name], boolean])[] }

/** For each condition: absent, met, and its neighbours that are not met. */
const cases: Cases = {
  currencies: [
    [undefined, true],
    [['USD', 'EUR'], true],
    [['USD'], false],
  ],
  schemes: [
    [undefined, true],
    [['MASTERCARD'], true],
    [['VISA', 'AMEX'], false],
  ],
  sources: [
    [undefined, true],
    [['CARD'], true],
    [['ACH', 'GIFT_CARD'], false],
  ],
  cardCountries: [
    [undefined, true],
    [['AUT', 'DEU'], true],
    [['AUT'], false],
  ],
  bins: [
    [undefined, true],
    [['4', '5123'], true],
    [['51234501', '4'], false],
  ],
  amount: [
    [undefined, true],
    [{ currency: 'EUR', from: '10', to: '10.00' }, true],
    [{ currency: 'EUR', from: '10.01' }, false],
    [{ currency: 'USD', from: '1' }, false],
  ],
  percent: [
    [undefined, true],
    [100, true],
    [Number.MIN_VALUE, false],
  ],
}

const names = Object.keys(cases) as readonly (keyof RouteConditions)[]

function combinations(index = 0): readonly { readonly conditions: RouteConditions; readonly fits: boolean }[] {
  const name = names[index]
  if (name === undefined) return [{ conditions: {}, fits: true }]
  const rest = combinations(index + 1)
  return cases[name].flatMap(([value, isMet]) =>
    rest.map(({ conditions, fits }) => ({
      conditions: value === undefined ? conditions : { [name]: value, ...conditions },
      fits: fits && isMet,
    })),
  )
}

const routeTo = (linkId: string, conditions?: RouteConditions): AcquirerRoute => ({
  linkId,
  acquirerMerchantId: 'M1',
  ...(conditions && { conditions }),
})

const linksOf = (routes: readonly AcquirerRoute[]) => routes.map(({ linkId }) => linkId)

describe('a route', () => {
  it('takes a payment that meets all of its conditions, over every combination of them', () => {
    const all = combinations()
    assert.equal(all.length, 3 ** 6 * 4)
    for (const { conditions, fits } of all) {
      const route = routeTo('a', conditions)
      assert.deepEqual(routesFor([route], payment), fits ? [route] : [], JSON.stringify(conditions))
      const [explanation] = explainRoutes([route], payment)
      assert.equal(explanation?.verdict, fits ? 'TAKES' : 'DOES_NOT_FIT')
      assert.deepEqual(
        explanation?.conditions.map(({ condition }) => condition).toSorted(),
        Object.keys(conditions).toSorted(),
      )
      assert.equal(
        explanation?.conditions.every(({ isMet }) => isMet),
        fits,
      )
      assert.equal(describeConditions(route).length, Object.keys(conditions).length)
    }
  })

  const unknown: readonly [what: string, known: PaymentToRoute, RouteConditions][] = [
    ['a card whose country is unknown', without('cardCountry'), { cardCountries: ['DEU'] }],
    ['a payment without a card, by country', without('bin', 'cardCountry', 'scheme'), { cardCountries: ['DEU'] }],
    ['a payment without a card, by scheme', without('scheme'), { schemes: ['MASTERCARD'] }],
    ['a payment without a card, by first digits', without('bin'), { bins: ['5'] }],
    ['any payment, by an amount that cannot be read', payment, { amount: { currency: 'EUR', to: 'ten' } }],
    ['any payment, by more decimals than the currency has', payment, { amount: { currency: 'EUR', to: '10.001' } }],
    ['any payment, by an empty list', payment, { currencies: [] }],
  ]
  for (const [what, known, conditions] of unknown)
    it(`does not take ${what}`, () => assert.deepEqual(routesFor([routeTo('a', conditions)], known), []))
})

function without(...left: readonly (keyof PaymentToRoute)[]): PaymentToRoute {
  return Object.fromEntries(
    Object.entries(payment).filter(([name]) => !left.includes(name as keyof PaymentToRoute)),
  ) as unknown as PaymentToRoute
}

describe('routes', () => {
  it('are tried in their order: the first that fits takes the payment, the others that fit are for failover', () => {
    const routes = [routeTo('a', { currencies: ['USD'] }), routeTo('b', { schemes: ['MASTERCARD'] }), routeTo('c')]
    assert.deepEqual(linksOf(routesFor(routes, payment)), ['b', 'c'])
    assert.deepEqual(
      explainRoutes(routes, payment).map(({ verdict }) => verdict),
      ['DOES_NOT_FIT', 'TAKES', 'FAILOVER'],
    )
  })

  it('are explained in words that do not contain the whole card number', () => {
    const [explained] = explainRoutes([routeTo('a', { currencies: ['USD'], bins: ['4'], percent: 100 })], payment)
    const texts = explained?.conditions.map(({ text }) => text) ?? []
    assert.deepEqual(texts.slice(0, 2), ['currency USD (EUR)', 'card number beginning with 4 (512345…)'])
    assert.match(texts[2] ?? '', /^100 % of orders \(this order is at \d+\.\d\d %\)$/)
  })

  const faults: readonly [RouteConditions, ReturnType<typeof routeFaultOf>][] = [
    [{}, undefined],
    [{ amount: { currency: 'EUR', from: '10', to: '10' } }, undefined],
    [{ amount: { currency: 'EUR', from: '10.01', to: '10' } }, 'AMOUNT_RANGE_EMPTY'],
    [{ amount: { currency: 'JPY', to: '10.5' } }, 'AMOUNT_UNREADABLE'],
    [{ bins: ['12345678'] }, undefined],
    [{ bins: ['123456789'] }, 'BIN_INVALID'],
    [{ bins: [''] }, 'BIN_INVALID'],
    [{ percent: 1 }, undefined],
    [{ percent: 0 }, 'PERCENT_INVALID'],
    [{ percent: 101 }, 'PERCENT_INVALID'],
    [{ percent: Number.NaN }, 'PERCENT_INVALID'],
  ]
  for (const [conditions, fault] of faults)
    it(`with the conditions ${JSON.stringify(conditions)} are ${fault ?? 'in order'}`, () =>
      assert.equal(routeFaultOf([routeTo('a'), routeTo('b', conditions)]), fault))

  it('cannot be an empty list', () => assert.equal(routeFaultOf([]), 'NO_ROUTE'))
})

describe('a share in percent', () => {
  const ids = fc.string({ minLength: 1, maxLength: 40 })
  const shared = (percent: number) => [routeTo('trial', { percent }), routeTo('usual')]
  const takerOf = (percent: number, order: Pick<PaymentToRoute, 'merchantId' | 'orderId'>, rest = {}) =>
    linksOf(routesFor(shared(percent), { ...payment, ...rest, ...order }))[0]

  it('always takes the same orders, whatever else a repeated payment contains', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 100 }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (...given) => {
        const [merchantId, orderId, percent, amountMinor] = given
        const order = { merchantId, orderId }
        assert.equal(takerOf(percent, order), takerOf(percent, order, { amountMinor, currency: 'USD', bin: '4' }))
      }),
    )
  })

  it('keeps its orders when it grows', () => {
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), (...given) => {
        const [merchantId, orderId, one, other] = given
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        if (takerOf(less, { merchantId, orderId }) === 'trial')
          assert.equal(takerOf(more, { merchantId, orderId }), 'trial')
      }),
    )
  })

  it('is all orders at 100', () => {
    fc.assert(
      fc.property(ids, ids, (merchantId, orderId) => assert.equal(takerOf(100, { merchantId, orderId }), 'trial')),
    )
  })

  for (const percent of [1, 10, 50, 90])
    it(`of ${percent} takes about as many of 20,000 orders with consecutive ids`, () => {
      const orders = Array.from({ length: 20_000 }, (_, index) => ({ merchantId: 'SHOP1', orderId: `o-${index}` }))
      const taken = orders.filter((order) => takerOf(percent, order) === 'trial').length
      const expected = orders.length * (percent / 100)
      assert.ok(Math.abs(taken - expected) < 4 * Math.sqrt(expected), `${taken} instead of about ${expected}`)
    })

  it('is drawn for each route separately, so that a second share applies to the orders that the first left', () => {
    const routes = [routeTo('a', { percent: 50 }), routeTo('b', { percent: 50 }), routeTo('c')]
    const counts = new Map<string, number>()
    for (let index = 0; index < 20_000; index += 1) {
      const [taker] = linksOf(routesFor(routes, { ...payment, orderId: `o-${index}` }))
      counts.set(taker ?? '', (counts.get(taker ?? '') ?? 0) + 1)
    }
    for (const [link, expected] of [
      ['a', 10_000],
      ['b', 5_000],
      ['c', 5_000],
    ] as const)
      assert.ok(Math.abs((counts.get(link) ?? 0) - expected) < 300, `${link}: ${counts.get(link)}`)
  })
})
