// When a provider is polled again about a browser payment that is still open.

import { type BrowserPaymentState, phaseOf } from '../../payments/rules/browser-payment.ts'
import type { BrowserPayment } from '../../payments/rules/journey.ts'

const gapMs = { shortest: 10_000, longest: 300_000 }

const partOfAge = 6

/** How long to wait before the provider is polled again; undefined when it has nothing more to report. */
export function pollAfterMs(paymentState: BrowserPaymentState, ageMs: number): number | undefined {
  const phase = phaseOf(paymentState)
  const isWatched = phase === 'OPEN' || (phase === 'FAILED' && paymentState.journey.mayStillSucceed === true)
  return isWatched ? pollGapMs(ageMs) : undefined
}

/** A recent payment is polled often: its payer or merchant is waiting for it. */
export function pollGapMs(ageMs: number): number {
  return Math.min(Math.max(Math.round(ageMs / partOfAge), gapMs.shortest), gapMs.longest)
}

/** The start of its time; the merchant's confirmation restarts it. */
export function pollingStartOf({ confirming: confirmed }: BrowserPayment, recordedAt: Date): Date {
  return confirmed ? new Date(confirmed.at) : recordedAt
}
