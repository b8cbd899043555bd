// Limits on the rate of requests, counted over all processes.

import type { Clock } from '../../kernel/clock.ts'
import { type CountBook, countSubject } from './count-book.ts'
import { countRequest, type RequestLimit } from './limits.ts'

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
