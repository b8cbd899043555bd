// Limits requests without credentials: a number of requests per minute from one address.
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../kernel/ip-address.ts'
import type { RateLimits } from '../counters/limits.ts'

export interface RateLimitOptions {
  /** What is limited. */
  readonly name: string
  readonly perMinute: number
  readonly rateLimits: RateLimits
}

/** Returns for each caller whether this request is still within the limit, which all processes share. */
export function rateLimit({ name, perMinute, rateLimits }: RateLimitOptions): (asker: string) => boolean {
  const limits = [{ max: perMinute, window: 'MINUTE' }] as const
  return (asker) => rateLimits.mayPass({ merchantId: '', name: `${name} ${asker}` }, limits)
}

/** The caller: an address of version 4, or a network of version 6. */
export function clientNetworkOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(ip)
}
