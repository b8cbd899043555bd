// The rate limits port in the memory of the process. A job exchanges the counts with other processes.

import type { Clock } from '../../kernel/clock.ts'
import { type CountBook, countSubject } from './count-book.ts'
import { countRequest } from './limits.ts'
import type { RateLimits } from './rate-limits.ts'

export function memoryRateLimits(book: CountBook, clock: Pick<Clock, 'now'>): RateLimits {
  return {
    mayPass({ merchantId, name }, limits) {
      return countRequest(book, countSubject(merchantId, 'RATE', name), { limits, nowMs: clock.now().getTime() })
    },
  }
}
