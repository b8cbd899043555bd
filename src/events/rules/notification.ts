// Which events merchants are notified of, and when a failed attempt is retried.
import type { TransactionType } from '../../kernel/transaction-type.ts'

type EventKind = 'OUTCOME' | 'INTERACTION' | 'DECISION' | 'REVERSAL'

/** A payer's way to a provider is not notified until there is a result; the progress of payer authentication is. */
export function causesNotification(kind: EventKind, type: TransactionType): boolean {
  return kind !== 'INTERACTION' || type === 'AUTHENTICATION'
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The delay after each failed attempt: twenty attempts over more than seventy-two hours. */
export const retryGapsMs: readonly number[] = [
  15 * second,
  30 * second,
  minute,
  2 * minute,
  4 * minute,
  8 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  ...Array.from({ length: 8 }, () => 8 * hour),
]

/** Delays grow by up to a tenth: webhooks that failed together are not called together. */
const jitter = 0.1

/** Undefined after the last attempt. `chance` is between 0 and 1. */
export function retryAfterMs(attempts: number, chance: number): number | undefined {
  const gap = retryGapsMs[attempts - 1]
  return gap === undefined ? undefined : Math.round(gap * (1 + jitter * chance))
}

/** A later notification of an order waits for this many attempts of the earlier one. */
export const attemptsBeforeNextNotification = 5

const longestPauseMs = 24 * hour

/** What came of a request to a webhook, as far as it matters for the next step. */
export type WebhookResult =
  | { readonly kind: 'ANSWERED'; readonly status: number; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'FAILED' | 'REFUSED' }

/**
 * The result of an attempt for a notification and its webhook.
 *
 * - PAUSE: the webhook asked for no requests for so long.
 * - DISABLE: the webhook has reported that it is gone; all its pending notifications are parked.
 */
export interface DeliveryDecision {
  readonly state: 'DELIVERED' | 'PENDING' | 'PARKED'
  /** With PENDING. */
  readonly retryAfterMs?: number
  readonly webhook?: { readonly kind: 'PAUSE'; readonly ms: number } | { readonly kind: 'DISABLE' }
}

/** `attempts` counts this one; those before a replay do not count. `chance` is between 0 and 1. */
export function decideDelivery(
  result: WebhookResult,
  { attempts, chance, acceptsAny2xx }: { attempts: number; chance: number; acceptsAny2xx: boolean },
): DeliveryDecision {
  if (result.kind === 'ANSWERED') {
    const { status } = result
    if (status === 200 || (acceptsAny2xx && status > 200 && status < 300)) return { state: 'DELIVERED' }
    if (status === 410) return { state: 'PARKED', webhook: { kind: 'DISABLE' } }
  }
  const pauseMs = pauseOf(result)
  const webhook = pauseMs === undefined ? {} : { webhook: { kind: 'PAUSE', ms: pauseMs } as const }
  const gapMs = retryAfterMs(attempts, chance)
  if (gapMs === undefined) return { state: 'PARKED', ...webhook }
  return { state: 'PENDING', retryAfterMs: Math.max(gapMs, pauseMs ?? 0), ...webhook }
}

function pauseOf(result: WebhookResult): number | undefined {
  if (result.kind !== 'ANSWERED' || (result.status !== 429 && result.status !== 503)) return undefined
  const { retryAfterMs: requestedMs } = result
  return requestedMs === undefined ? undefined : Math.min(Math.max(requestedMs, 0), longestPauseMs)
}
