// Whether a payment may be sent to the acquirer under the velocity limits of its merchant, and what its outcome adds to
// the counts.
import { type GatewayCode, gatewayCodes } from '../../../kernel/gateway-code.ts'
import { type CountBook, type CountSubject, countSubject, type Series } from '../../../platform/counters/count-book.ts'
import { type VelocityLimit, type VelocitySubject, velocityLimitName } from '../../../platform/counters/limits.ts'
import { partAt } from '../../../platform/counters/window.ts'

/** A payment that is about to be sent to the acquirer. */
export interface VelocityAttempt {
  readonly merchantId: string
  readonly limits: readonly VelocityLimit[]
  /** A keyed hash of the account number. */
  readonly account: string
  /** The payer's IPv4 address or IPv6 network. */
  readonly address?: string | undefined
  /** The first six digits of a card number. */
  readonly bin?: string
  readonly amountMinor: bigint
  readonly currency: string
  /**
   * The payer's bank is asked, not the acquirer. Every limit applies, but it adds to declines and authentications only.
   */
  readonly isAuthentication?: boolean
}

export type VelocityVerdict =
  | { readonly kind: 'ADMIT' }
  /** Only attempts in flight count against it: their outcomes decide. */
  | { readonly kind: 'WAIT'; readonly limit: VelocityLimit }
  | { readonly kind: 'REFUSE'; readonly limit: VelocityLimit }

/**
 * NOT_DECIDED: the acquirer was not called after all, or could not decide; the attempt shows nothing about the card.
 */
export type VelocityOutcome = 'APPROVED' | 'DECLINED' | 'NOT_DECIDED'

/** Failures that do not show whether a card is valid; failures of an unavailable acquirer must not block its payers. */
const undecided: ReadonlySet<GatewayCode> = new Set([
  'ABORTED',
  'ACQUIRER_SYSTEM_ERROR',
  'CANCELLED',
  'LOCK_FAILURE',
  'SYSTEM_ERROR',
  'TIMED_OUT',
  'UNSPECIFIED_FAILURE',
])

/** A wrong security code is a failed attempt, even where the acquirer approves in spite of it. */
export function velocityOutcomeOf(gatewayCode: GatewayCode, securityCodeResult?: string): VelocityOutcome {
  const { isOpen, result } = gatewayCodes[gatewayCode]
  if (isOpen || undecided.has(gatewayCode)) return 'NOT_DECIDED'
  return result === 'SUCCESS' && securityCodeResult !== 'NO_MATCH' ? 'APPROVED' : 'DECLINED'
}

const admitted = { kind: 'ADMIT' } as const

export function judgeVelocity(book: CountBook, attempt: VelocityAttempt, nowMs: number): VelocityVerdict {
  let verdict: VelocityVerdict = admitted
  for (const limit of attempt.limits) {
    const limitVerdict = judgeLimit(book, attempt, { limit, nowMs })
    if (limitVerdict === 'REFUSE') return { kind: 'REFUSE', limit }
    if (limitVerdict === 'WAIT') verdict = { kind: 'WAIT', limit }
  }
  return verdict
}

function judgeLimit(
  book: CountBook,
  attempt: VelocityAttempt,
  { limit, nowMs }: { readonly limit: VelocityLimit; readonly nowMs: number },
): VelocityVerdict['kind'] {
  const { counter, window, max, currency } = limit
  const subject = subjectOf(attempt, limit.subject)
  if (!subject) return 'ADMIT'
  switch (counter) {
    case 'DECLINES': {
      const verdict = judgeDeclines(book, { limit, subject, nowMs })
      // Others share the merchant and the BIN: their actions must not block an account that was approved here today.
      const isShared = limit.subject === 'BIN' || limit.subject === 'MERCHANT'
      return verdict !== 'ADMIT' && isShared && isKnown(book, attempt, nowMs) ? 'ADMIT' : verdict
    }
    case 'CARDS': {
      const others = book.otherCards(subject, attempt.account, { window, nowMs })
      return others !== undefined && BigInt(others) >= max ? 'REFUSE' : 'ADMIT'
    }
    case 'ATTEMPTS':
      return book.total(subject, { counter, window }, nowMs) >= max ? 'REFUSE' : 'ADMIT'
    case 'AUTHENTICATIONS':
      return attempt.isAuthentication && book.total(subject, { counter, window }, nowMs) >= max ? 'REFUSE' : 'ADMIT'
    case 'AMOUNT':
      if (currency !== attempt.currency) return 'ADMIT'
      return book.total(subject, seriesOf(limit), nowMs) + attempt.amountMinor > max ? 'REFUSE' : 'ADMIT'
  }
}

export function judgeDeclines(
  book: CountBook,
  { limit, subject, nowMs }: { readonly limit: VelocityLimit; readonly subject: CountSubject; readonly nowMs: number },
): VelocityVerdict['kind'] {
  const { window } = limit
  const declines = book.total(subject, seriesOf(limit), nowMs)
  if (declines < limit.max) return 'ADMIT'
  const approvals = book.total(subject, { counter: 'APPROVALS', window }, nowMs)
  const isReached = (count: bigint) => count >= limit.max && hasShare(count, approvals, limit.sharePercent)
  if (!isReached(declines)) return 'ADMIT'
  return isReached(declines - book.inFlight(subject)) ? 'REFUSE' : 'WAIT'
}

function hasShare(declines: bigint, approvals: bigint, percent = 0): boolean {
  return declines * 100n >= BigInt(percent) * (declines + approvals)
}

/** Below this number of declines, a merchant's share of declines is not significant. */
const shareCountMin = 25n
const merchantDeclines = { counter: 'DECLINES', window: 'HOUR' } as const
const approvalsOfDay = { counter: 'APPROVALS', window: 'DAY' } as const

/** Whether so large a share of the merchant's payments was declined within the hour. */
export function isDeclineShareReached(
  book: CountBook,
  merchantId: string,
  { percent, nowMs }: { readonly percent: number; readonly nowMs: number },
): boolean {
  if (percent <= 0) return false
  const subject = countSubject(merchantId, 'MERCHANT', '')
  const declines = book.total(subject, merchantDeclines, nowMs) - book.inFlight(subject)
  const approvals = book.total(subject, { counter: 'APPROVALS', window: 'HOUR' }, nowMs)
  return declines >= shareCountMin && hasShare(declines, approvals, percent)
}

function isKnown(book: CountBook, attempt: VelocityAttempt, nowMs: number): boolean {
  const subject = subjectOf(attempt, 'ACCOUNT')
  return subject !== undefined && book.total(subject, approvalsOfDay, nowMs) > 0n
}

/** What was added for an attempt; its outcome may take it back. */
export interface CountedAttempt {
  readonly attempt: VelocityAttempt
  readonly declines: readonly { readonly subject: CountSubject; readonly series: Series; readonly number: number }[]
  readonly inFlight: readonly CountSubject[]
}

/** Counts an admitted attempt as a decline until it is approved. */
export function countAttempt(book: CountBook, attempt: VelocityAttempt, nowMs: number): CountedAttempt {
  const declines = []
  for (const { subject: kind, series, currency } of seriesCounted(attempt.limits)) {
    const subject = subjectOf(attempt, kind)
    if (!subject || (currency !== undefined && currency !== attempt.currency)) continue
    if (!addsTo(attempt, series)) continue
    const number = partAt(series.window, nowMs)
    book.add(subject, series, { number, amount: currency === undefined ? 1n : attempt.amountMinor })
    if (series.counter === 'DECLINES') declines.push({ subject, series, number })
  }
  for (const { subject: kind, counter } of attempt.limits) {
    const subject = counter === 'CARDS' ? subjectOf(attempt, kind) : undefined
    if (subject) book.addCard(subject, attempt.account, nowMs)
  }
  // One of each kind, however many windows its declines are counted in.
  const inFlight = declines.map(({ subject }) => subject).filter(isFirstOfKind)
  for (const subject of inFlight) book.addInFlight(subject, 1)
  return { attempt, declines, inFlight }
}

function addsTo({ isAuthentication = false }: VelocityAttempt, { counter }: Series): boolean {
  if (counter === 'DECLINES') return true
  return isAuthentication === (counter === 'AUTHENTICATIONS')
}

function isFirstOfKind({ kind }: CountSubject, at: number, all: readonly CountSubject[]): boolean {
  return all.findIndex((other) => other.kind === kind) === at
}

export function recordVelocityOutcome(
  book: CountBook,
  { attempt, declines, inFlight }: CountedAttempt,
  outcome: VelocityOutcome,
  nowMs: number,
): void {
  for (const subject of inFlight) book.addInFlight(subject, -1)
  if (outcome === 'DECLINED') return
  for (const { subject, series, number } of declines) book.add(subject, series, { number, amount: -1n })
  if (outcome !== 'APPROVED') return
  // Repeated approvals of one account show nothing about the others, and would hide card testing among them.
  if (isKnown(book, attempt, nowMs)) return
  for (const { subject: kind, window } of [
    ...countedApprovals,
    ...attempt.limits.filter(({ sharePercent }) => sharePercent),
  ]) {
    const subject = subjectOf(attempt, kind)
    if (subject) book.add(subject, { counter: 'APPROVALS', window }, { number: partAt(window, nowMs), amount: 1n })
  }
}

/** What makes an account known, and the base of the merchant's share of declines; limits with a share are added. */
const countedApprovals = [
  { subject: 'ACCOUNT', window: 'DAY' },
  { subject: 'MERCHANT', window: 'HOUR' },
] as const satisfies readonly Pick<VelocityLimit, 'subject' | 'window'>[]

interface CountedSeries {
  readonly subject: VelocitySubject
  readonly series: Series
  readonly currency?: string | undefined
}

/** Every series that the limits use, and the merchant's declines, which can require payer authentication. */
function seriesCounted(limits: readonly VelocityLimit[]): readonly CountedSeries[] {
  const countedEarlier = countedBefore.get(limits)
  if (countedEarlier) return countedEarlier
  const always: VelocityLimit = { subject: 'MERCHANT', ...merchantDeclines, max: 0n }
  const byName = new Map([always, ...limits].map((limit) => [velocityLimitName(limit), limit]))
  const counted = [...byName.values()]
    .filter(({ counter }) => counter !== 'CARDS')
    .map((limit) => ({ subject: limit.subject, series: seriesOf(limit), currency: limit.currency }))
  countedBefore.set(limits, counted)
  return counted
}

// Many payments have the same limits.
const countedBefore = new WeakMap<readonly VelocityLimit[], readonly CountedSeries[]>()

function seriesOf({ counter, window, currency }: VelocityLimit): Series {
  return { counter: currency === undefined ? counter : `${counter}/${currency}`, window }
}

function subjectOf(attempt: VelocityAttempt, kind: VelocitySubject): CountSubject | undefined {
  const { merchantId, account, address, bin } = attempt
  switch (kind) {
    case 'MERCHANT':
      return countSubject(merchantId, kind, '')
    case 'ACCOUNT':
      return countSubject(merchantId, kind, account)
    case 'ADDRESS':
      return address === undefined ? undefined : countSubject(merchantId, kind, address)
    case 'BIN':
      return bin === undefined ? undefined : countSubject(merchantId, kind, bin)
  }
}
