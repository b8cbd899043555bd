// A merchant's routes: which acquirer link takes a payment. The first route whose conditions all fit takes it; the others
// that fit are for when that link certainly did not receive the request.

import type { CardScheme, InstrumentKind } from '../../kernel/instrument.ts'
import { formatMoney, parseMoney } from '../../kernel/money.ts'

export interface AmountRange {
  readonly currency: string
  /** Decimal text; both ends are included. */
  readonly from?: string
  readonly to?: string
}

/** A payment must meet each of those that a route has. */
export interface RouteConditions {
  readonly currencies?: readonly string[]
  readonly schemes?: readonly CardScheme[]
  readonly sources?: readonly InstrumentKind[]
  /** Where cards were issued, by ISO 3166-1 alpha-3. */
  readonly cardCountries?: readonly string[]
  /** First digits of card numbers. */
  readonly bins?: readonly string[]
  readonly amount?: AmountRange
  /** Of the payments that meet the other conditions. */
  readonly percent?: number
}

export interface AcquirerRoute {
  readonly linkId: string
  /** What the acquirer calls the merchant. */
  readonly acquirerMerchantId: string
  /** Shown as transaction.acquirer.id in place of the link's own. */
  readonly acquirerId?: string
  /** The merchant's terminals at the acquirer. */
  readonly terminals?: readonly string[]
  /** Refuses a payment that does not say what to do about a partial approval, before the acquirer is asked. */
  readonly needsPartialAmountFlag?: boolean
  readonly conditions?: RouteConditions
}

/** Enough digits to distinguish issuers, and few enough to be shown and stored. */
export const binLengthMax = 8

/** What is known of a payment when its route is chosen. */
export interface PaymentToRoute {
  readonly merchantId: string
  readonly orderId: string
  readonly currency: string
  readonly amountMinor: bigint
  readonly source: InstrumentKind
  /** Of a card. */
  readonly scheme?: CardScheme | undefined
  /** The first digits of a card number, at most eight. */
  readonly bin?: string | undefined
  /** Unknown without a table of card ranges. */
  readonly cardCountry?: string | undefined
}

type ConditionName = keyof RouteConditions

interface Condition<Value> {
  fits(value: Value, payment: PaymentToRoute, route: AcquirerRoute): boolean
  /** The condition in words, as an explanation for users. */
  describe(value: Value): string
  /** What the payment has of it. */
  describePayment(payment: PaymentToRoute, route: AcquirerRoute): string
}

const conditions: { readonly [Name in ConditionName]-?: Condition<NonNullable<RouteConditions[Name]>> } = {
  currencies: {
    fits: (currencies, { currency }) => currencies.includes(currency),
    describe: (currencies) => `currency ${oneOf(currencies)}`,
    describePayment: ({ currency }) => currency,
  },
  schemes: {
    fits: (schemes, { scheme }) => scheme !== undefined && schemes.includes(scheme),
    describe: (schemes) => `card scheme ${oneOf(schemes)}`,
    describePayment: ({ scheme = 'no card' }) => scheme,
  },
  sources: {
    fits: (sources, { source }) => sources.includes(source),
    describe: (sources) => `source of funds ${oneOf(sources)}`,
    describePayment: ({ source }) => source,
  },
  cardCountries: {
    fits: (countries, { cardCountry }) => cardCountry !== undefined && countries.includes(cardCountry),
    describe: (countries) => `card issued in ${oneOf(countries)}`,
    describePayment: ({ cardCountry = 'unknown' }) => cardCountry,
  },
  bins: {
    fits: (bins, { bin }) => bin !== undefined && bins.some((each) => bin.startsWith(each)),
    describe: (bins) => `card number beginning with ${oneOf(bins)}`,
    describePayment: ({ bin }) => (bin === undefined ? 'no card' : `${bin.slice(0, 6)}…`),
  },
  amount: {
    fits: isInRange,
    describe: describeRange,
    describePayment: ({ amountMinor, currency }) => `${formatMoney({ amountMinor, currency })} ${currency}`,
  },
  percent: {
    fits: (percent, payment, route) => drawOf(payment, route) < percent,
    describe: (percent) => `${percent} % of orders`,
    describePayment: (payment, route) => `this order is at ${drawOf(payment, route).toFixed(2)} %`,
  },
}

/** The share comes last: it is a share of the payments that the other conditions leave. */
const conditionNames = Object.keys(conditions) as readonly ConditionName[]

/** The routes that may take a payment, the first one first. */
export function routesFor(routes: readonly AcquirerRoute[], payment: PaymentToRoute): readonly AcquirerRoute[] {
  return routes.filter((route) => conditionNames.every((name) => isMet(name, route, payment)))
}

export interface ConditionExplanation {
  readonly condition: ConditionName
  readonly isMet: boolean
  /** For example: "currency EUR (USD)". */
  readonly text: string
}

export interface RouteExplanation {
  readonly route: AcquirerRoute
  /**
   * - TAKES: the payment goes there.
   * - FAILOVER: it goes there when the links before it did not receive the request.
   * - DOES_NOT_FIT: a condition is not met.
   */
  readonly verdict: 'TAKES' | 'FAILOVER' | 'DOES_NOT_FIT'
  readonly conditions: readonly ConditionExplanation[]
}

export function explainRoutes(routes: readonly AcquirerRoute[], payment: PaymentToRoute): readonly RouteExplanation[] {
  const fitting = routesFor(routes, payment)
  return routes.map((route) => ({
    route,
    verdict: verdictOf(fitting.indexOf(route)),
    conditions: conditionNames
      .filter((name) => route.conditions?.[name] !== undefined)
      .map((name) => ({ condition: name, isMet: isMet(name, route, payment), text: explain(name, route, payment) })),
  }))
}

/** The conditions of a route in words; none for a route that takes every payment. */
export function describeConditions({ conditions = {} }: Pick<AcquirerRoute, 'conditions'>): readonly string[] {
  return conditionNames.flatMap((name) => describeOne(name, conditions) ?? [])
}

/** Whether a route of the merchant asks where cards were issued. */
export function needsCardCountry(routes: readonly AcquirerRoute[]): boolean {
  return routes.some((route) => route.conditions?.cardCountries !== undefined)
}

/** What is wrong with routes as a whole; each also has the form that its fields demand. */
export type RouteFault = 'NO_ROUTE' | 'AMOUNT_UNREADABLE' | 'AMOUNT_RANGE_EMPTY' | 'BIN_INVALID' | 'PERCENT_INVALID'

export function routeFaultOf(routes: readonly AcquirerRoute[]): RouteFault | undefined {
  if (routes.length === 0) return 'NO_ROUTE'
  for (const { conditions: { amount, bins = [], percent = 100 } = {} } of routes) {
    if (bins.some((bin) => !/^\d{1,8}$/.test(bin))) return 'BIN_INVALID'
    if (!(percent > 0 && percent <= 100)) return 'PERCENT_INVALID'
    if (!amount) continue
    const { from, to } = endsOf(amount)
    if (from === undefined || to === undefined) return 'AMOUNT_UNREADABLE'
    if (from > to) return 'AMOUNT_RANGE_EMPTY'
  }
  return undefined
}

function isMet(name: ConditionName, route: AcquirerRoute, payment: PaymentToRoute): boolean {
  const value = route.conditions?.[name]
  return value === undefined || conditionOf(name).fits(value, payment, route)
}

function explain(name: ConditionName, route: AcquirerRoute, payment: PaymentToRoute): string {
  const words = describeOne(name, route.conditions ?? {}) ?? ''
  return `${words} (${conditionOf(name).describePayment(payment, route)})`
}

function describeOne(name: ConditionName, conditions: RouteConditions): string | undefined {
  const value = conditions[name]
  return value === undefined ? undefined : conditionOf(name).describe(value)
}

/** The value that a caller passes is the one of the same name. */
function conditionOf(name: ConditionName): Condition<unknown> {
  return conditions[name] as Condition<unknown>
}

function verdictOf(place: number): RouteExplanation['verdict'] {
  if (place < 0) return 'DOES_NOT_FIT'
  return place === 0 ? 'TAKES' : 'FAILOVER'
}

function isInRange(range: AmountRange, { currency, amountMinor }: PaymentToRoute): boolean {
  const { from, to } = endsOf(range)
  // A range that cannot be read fits nothing.
  if (currency !== range.currency || from === undefined || to === undefined) return false
  return amountMinor >= from && amountMinor <= to
}

/** Larger than any amount. */
const unlimited = 10n ** 30n

function endsOf({ currency, from, to }: AmountRange): {
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
} {
  return {
    from: from === undefined ? 0n : minorOf(from, currency),
    to: to === undefined ? unlimited : minorOf(to, currency),
  }
}

function minorOf(amount: string, currency: string): bigint | undefined {
  return /^\d{1,15}(\.\d{1,4})?$/.test(amount) ? parseMoney({ amount, currency })?.amountMinor : undefined
}

function describeRange({ currency, from, to }: AmountRange): string {
  if (to === undefined) return `amount from ${from ?? '0'} ${currency}`
  return from === undefined ? `amount up to ${to} ${currency}` : `amount from ${from} to ${to} ${currency}`
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(', ')}`
}

/**
 * A number from 0 up to 100 that an order has for a route, always the same one. Each route draws for itself, so that two
 * shares in a row do not pick the same orders.
 */
function drawOf({ merchantId, orderId }: PaymentToRoute, { linkId, acquirerMerchantId }: AcquirerRoute): number {
  const text = JSON.stringify([merchantId, orderId, linkId, acquirerMerchantId])
  return (hash32(text) / 2 ** 32) * 100
}

/** FNV-1a, with the last step of MurmurHash3 so that similar ids are spread evenly. */
function hash32(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
