// When a provider is asked again about a browser payment that is still open.
import { type BrowserPayment, type BrowserPaymentState, phaseOf } from './browser-payment.ts'

const gapMs = { shortest: 10_000, longest: 300_000 }

const partOfAge = 6

/** How long to leave it alone before the provider is asked again; undefined when it has nothing more to say. */
export function pollAfterMs(standing: BrowserPaymentState, ageMs: number): number | undefined {
  const phase = phaseOf(standing)
  const isWatched = phase === 'OPEN' || (phase === 'FAILED' && standing.journey.mayStillSucceed === true)
  return isWatched ? pollGapMs(ageMs) : undefined
}

/** A young payment is looked at often: somebody waits for it. */
export function pollGapMs(ageMs: number): number {
  return Math.min(Math.max(Math.round(ageMs / partOfAge), gapMs.shortest), gapMs.longest)
}

/** When its time began: with the merchant's confirmation it starts again. */
export function pollingStartOf({ confirming: confirmed }: BrowserPayment, recordedAt: Date): Date {
  return confirmed ? new Date(confirmed.at) : recordedAt
}
