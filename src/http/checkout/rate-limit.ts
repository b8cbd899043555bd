// Keeps strangers from asking too often for what needs no credentials: so many times a minute from one address.
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../domain/ip-address.ts'
import type { Clock } from '../../ports/clock.ts'

export interface RateLimitOptions {
  readonly perMinute: number
  readonly clock: Pick<Clock, 'now'>
  /** How many askers are remembered; beyond it, those who came first are forgotten. */
  readonly askersMax?: number
}

const minuteMs = 60_000

/** Says for each asker whether this time is still within the limit. Every process counts for itself. */
export function rateLimit({ perMinute, clock, askersMax = 10_000 }: RateLimitOptions): (asker: string) => boolean {
  const counts = new Map<string, number>()
  let minute = 0
  return (asker) => {
    const now = Math.floor(clock.now().getTime() / minuteMs)
    if (now !== minute) counts.clear()
    minute = now
    const count = (counts.get(asker) ?? 0) + 1
    counts.set(asker, count)
    const [first] = counts.keys()
    if (counts.size > askersMax && first !== undefined) counts.delete(first)
    return count <= perMinute
  }
}

/** Who asks: an address of version 4, or a network of version 6. */
export function askerOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(ip)
}
