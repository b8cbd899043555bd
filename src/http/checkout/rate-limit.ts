// Keeps strangers from asking too often for what needs no credentials: so many times a minute from one address.
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
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

/** Who asks: a household has one address of version 4, and one network of version 6. */
export function askerOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = ip.includes('::') ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length) : 0
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}
