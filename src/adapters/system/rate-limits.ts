// The rate limits port in the memory of the process. A job exchanges the counts with other processes.
import { type CountBook, countSubject } from '../../domain/risk/velocity/count-book.ts'
import { countRequest } from '../../domain/risk/velocity/limits.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RateLimits } from '../../ports/rate-limits.ts'

export function memoryRateLimits(book: CountBook, clock: Pick<Clock, 'now'>): RateLimits {
  return {
    mayPass({ merchantId, name }, limits) {
      return countRequest(book, countSubject(merchantId, 'RATE', name), { limits, nowMs: clock.now().getTime() })
    },
  }
}
