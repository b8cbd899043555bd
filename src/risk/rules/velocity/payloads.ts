// Payloads of wallets are counted before they are verified, which costs more than anything else a payer can ask for: as declines of
// the payer's network, and for the session. One that can be used is taken back.

import { type CountBook, type CountSubject, countSubject, type Series } from '../../../platform/counters/count-book.ts'
import type { VelocityLimit } from '../../../platform/counters/limits.ts'
import { partAt } from '../../../platform/counters/window.ts'
import { judgeDeclines } from './admission.ts'

export interface PayloadAttempt {
  readonly merchantId: string
  readonly limits: readonly VelocityLimit[]
  /** The payer's IPv4 address or IPv6 network. */
  readonly address?: string | undefined
  /** A hash of the id of the session that the payload came in. */
  readonly session?: string | undefined
}

/** Holds whatever the profile says: a payer who tries again after each refusal is far below it. */
export const sessionPayloads = { subject: 'SESSION', counter: 'REFUSED_PAYLOADS', window: 'HOUR', max: 10n } as const
export type SessionPayloadLimit = typeof sessionPayloads

export type PayloadVerdict =
  | { readonly kind: 'ADMIT' }
  | { readonly kind: 'WAIT' | 'REFUSE'; readonly limit: VelocityLimit | SessionPayloadLimit }

export function judgePayload(book: CountBook, attempt: PayloadAttempt, nowMs: number): PayloadVerdict {
  const session = sessionOf(attempt)
  if (session && book.total(session, sessionPayloads, nowMs) >= sessionPayloads.max)
    return { kind: 'REFUSE', limit: sessionPayloads }
  const subject = addressOf(attempt)
  let verdict: PayloadVerdict = { kind: 'ADMIT' }
  for (const limit of subject ? declinesOfAddress(attempt) : []) {
    const kind = subject ? judgeDeclines(book, { limit, subject, nowMs }) : 'ADMIT'
    if (kind === 'REFUSE') return { kind, limit }
    if (kind === 'WAIT') verdict = { kind, limit }
  }
  return verdict
}

/** What was added for a payload. */
export interface CountedPayload {
  readonly counts: readonly { readonly subject: CountSubject; readonly series: Series; readonly number: number }[]
  readonly inFlight: CountSubject | undefined
}

export function countPayload(book: CountBook, attempt: PayloadAttempt, nowMs: number): CountedPayload {
  const [address, session] = [addressOf(attempt), sessionOf(attempt)]
  const ofAddress = address ? declinesOfAddress(attempt).map((series) => ({ subject: address, series })) : []
  const ofSession = session ? [{ subject: session, series: sessionPayloads }] : []
  const counts = [...ofAddress, ...ofSession].map(({ subject, series: { counter, window } }) => ({
    subject,
    series: { counter, window },
    number: partAt(window, nowMs),
  }))
  for (const { subject, series, number } of counts) book.add(subject, series, { number, amount: 1n })
  const inFlight = ofAddress.length > 0 ? address : undefined
  if (inFlight) book.addInFlight(inFlight, 1)
  return { counts, inFlight }
}

/** The payload has been verified; one that can be used is not counted. */
export function settlePayload(
  book: CountBook,
  { counts, inFlight }: CountedPayload,
  { isUsable }: { readonly isUsable: boolean },
): void {
  if (inFlight) book.addInFlight(inFlight, -1)
  if (!isUsable) return
  for (const { subject, series, number } of counts) book.add(subject, series, { number, amount: -1n })
}

function declinesOfAddress({ limits }: PayloadAttempt): readonly VelocityLimit[] {
  return limits.filter(({ subject, counter }) => subject === 'ADDRESS' && counter === 'DECLINES')
}

function addressOf({ merchantId, address }: PayloadAttempt): CountSubject | undefined {
  return address === undefined ? undefined : countSubject(merchantId, 'ADDRESS', address)
}

function sessionOf({ merchantId, session }: PayloadAttempt): CountSubject | undefined {
  return session === undefined ? undefined : countSubject(merchantId, 'RATE', `payloads ${session}`)
}
