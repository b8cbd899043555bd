// Velocity limits: how often something may happen within a window before further payments are refused. A limit is
// written as text, such as ADDRESS:DECLINES:HOUR:15, in the merchant's profile, on the command line and in the console.

import type { Clock } from '../../kernel/clock.ts'
import { formatMoney, isCurrency, parseMoney } from '../../kernel/money.ts'
import { type CountBook, type CountSubject, countSubject } from './count-book.ts'
import { partAt, type Window } from './window.ts'

/** Whom or what payments are counted for; always within one merchant. */
export const velocitySubjects = ['MERCHANT', 'ACCOUNT', 'ADDRESS', 'BIN'] as const
export type VelocitySubject = (typeof velocitySubjects)[number]

/**
 * - DECLINES: attempts that the acquirer did not approve; one in flight is a decline until it is approved.
 * - CARDS: distinct account numbers.
 * - ATTEMPTS: requests that were sent to the acquirer, whatever its answer.
 * - AMOUNT: their total, in one currency.
 * - AUTHENTICATIONS: requests to the payer's bank before a payment, which also reveal something about a card.
 */
export const velocityCounters = ['DECLINES', 'CARDS', 'ATTEMPTS', 'AMOUNT', 'AUTHENTICATIONS'] as const
type VelocityCounter = (typeof velocityCounters)[number]

export const velocityWindows = ['MINUTE', 'HOUR', 'DAY'] as const satisfies readonly Window[]
type VelocityWindow = (typeof velocityWindows)[number]

export interface VelocityLimit {
  readonly subject: VelocitySubject
  readonly counter: VelocityCounter
  readonly window: VelocityWindow
  /** How many are admitted; an amount is in minor units. */
  readonly max: bigint
  /** Of an amount. */
  readonly currency?: string
  /** Of declines: the limit applies only while they are at least this share of the attempts. */
  readonly sharePercent?: number
}

/** In a profile it stands for the limits below. */
export const defaultMark = 'DEFAULT'

/**
 * The default limits for hosted pages and hosted fields. Payers who mistype are far below them. A BIN is shared by many
 * payers, so its limit applies only while most of its new cards are declined.
 */
export const defaultLimits = [
  'ACCOUNT:DECLINES:HOUR:10',
  'ACCOUNT:DECLINES:DAY:20',
  'ADDRESS:DECLINES:HOUR:15',
  'ADDRESS:DECLINES:DAY:40',
  'BIN:DECLINES:HOUR:15:50%',
  'ADDRESS:AUTHENTICATIONS:HOUR:500',
] as const

const countMax = 1_000_000n
/** The seen cards are stored for each of them. */
const cardsMax = 200n

export function readVelocityLimit(text: string): VelocityLimit | undefined {
  const [subjectText, counterText, windowText, maxText = '', condition, ...more] = text.split(':')
  const subject = velocitySubjects.find((each) => each === subjectText)
  const counter = velocityCounters.find((each) => each === counterText)
  const window = velocityWindows.find((each) => each === windowText)
  if (!subject || !counter || !window || more.length > 0) return undefined
  const common = { subject, counter, window }
  switch (counter) {
    case 'AMOUNT':
      return amountLimit(common, maxText, condition)
    case 'CARDS':
      // An account is one card.
      return subject === 'ACCOUNT' || condition !== undefined ? undefined : countLimit(common, maxText, cardsMax)
    case 'ATTEMPTS':
    case 'AUTHENTICATIONS':
      return condition === undefined ? countLimit(common, maxText, countMax) : undefined
    case 'DECLINES': {
      const limit = countLimit(common, maxText, countMax)
      if (!limit || condition === undefined) return limit
      const percent = /^([1-9]\d?|100)%$/.exec(condition)?.[1]
      return percent === undefined ? undefined : { ...limit, sharePercent: Number(percent) }
    }
  }
}

export function formatVelocityLimit({ subject, counter, window, max, currency, sharePercent }: VelocityLimit): string {
  const start = `${subject}:${counter}:${window}`
  if (currency !== undefined) return `${start}:${formatMoney({ amountMinor: max, currency })}:${currency}`
  return `${start}:${max}${sharePercent === undefined ? '' : `:${sharePercent}%`}`
}

type Common = Pick<VelocityLimit, 'subject' | 'counter' | 'window'>

function countLimit(common: Common, text: string, most: bigint): VelocityLimit | undefined {
  const max = /^[1-9]\d{0,6}$/.test(text) ? BigInt(text) : 0n
  return max > 0n && max <= most ? { ...common, max } : undefined
}

function amountLimit(common: Common, text: string, currency: string | undefined): VelocityLimit | undefined {
  if (currency === undefined || !isCurrency(currency)) return undefined
  const max = /^\d{1,12}(\.\d{1,3})?$/.test(text) ? parseMoney({ amount: text, currency })?.amountMinor : undefined
  return max !== undefined && max > 0n ? { ...common, max, currency } : undefined
}

/** The limits that a profile's texts define. A later one replaces an earlier one about the same count. */
export function velocityLimitsOf(texts: readonly string[]): readonly VelocityLimit[] {
  const known = readBefore.get(texts)
  if (known) return known
  const byCount = new Map<string, VelocityLimit>()
  for (const text of texts.flatMap((each) => (each === defaultMark ? defaultLimits : [each]))) {
    const limit = readVelocityLimit(text)
    if (!limit) throw new Error(`a profile holds ${text}, which is no velocity limit`)
    byCount.set(velocityLimitName(limit), limit)
  }
  const limits = [...byCount.values()]
  readBefore.set(texts, limits)
  return limits
}

// A profile is read every few seconds and used by many payments in between.
const readBefore = new WeakMap<readonly string[], readonly VelocityLimit[]>()

interface LimitedCount {
  readonly subject: string
  readonly counter: string
  readonly window: string
  readonly currency?: string
}

/** What a limit is about, without its maximum. */
export function velocityLimitName({ subject, counter, window, currency }: LimitedCount): string {
  return [subject, counter, window, ...(currency === undefined ? [] : [currency])].join('_')
}

/** How many requests a merchant may send, as text in its profile: 20:SECOND, 600:MINUTE. */
const requestWindows = ['SECOND', 'MINUTE'] as const satisfies readonly Window[]

export interface RequestLimit {
  readonly max: number
  readonly window: (typeof requestWindows)[number]
}

export function readRequestLimit(text: string): RequestLimit | undefined {
  const [, digits, windowText] = /^([1-9]\d{0,5}):([A-Z]+)$/.exec(text) ?? []
  const window = requestWindows.find((each) => each === windowText)
  return window && { max: Number(digits), window }
}

export function requestLimitsOf(texts: readonly string[]): readonly RequestLimit[] {
  return texts.map((text) => {
    const limit = readRequestLimit(text)
    if (!limit) throw new Error(`a profile holds ${text}, which is no request limit`)
    return limit
  })
}

const counter = 'REQUESTS'

/** Counts a request that is within all limits. Refused requests are not counted: the limit recovers by itself. */
export function countRequest(
  book: CountBook,
  subject: CountSubject,
  { limits, nowMs }: { readonly limits: readonly RequestLimit[]; readonly nowMs: number },
): boolean {
  if (limits.some(({ max, window }) => book.total(subject, { counter, window }, nowMs) >= BigInt(max))) return false
  for (const { window } of limits) book.add(subject, { counter, window }, { number: partAt(window, nowMs), amount: 1n })
  return true
}

// Limits on the rate of requests, counted over all processes.

export interface RateLimits {
  /** Counts the request unless one of the limits is reached; then it is refused. */
  mayPass(asker: RateLimitKey, limits: readonly RequestLimit[]): boolean
}

export interface RateLimitKey {
  /** Empty for what belongs to no merchant. */
  readonly merchantId: string
  /** What is limited, and for whom where it is not for all together. */
  readonly name: string
}

export function memoryRateLimits(book: CountBook, clock: Pick<Clock, 'now'>): RateLimits {
  return {
    mayPass({ merchantId, name }, limits) {
      return countRequest(book, countSubject(merchantId, 'RATE', name), { limits, nowMs: clock.now().getTime() })
    },
  }
}
