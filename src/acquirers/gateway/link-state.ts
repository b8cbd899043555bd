// What is known of the connection to the upstream gateway, for those who watch over the link.

import type { Clock } from '../../kernel/clock.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { describeStatus, type HttpResult, tooLate } from './connections.ts'

interface KnownState {
  /** SIGNING_ON until the first response. */
  readonly state: 'UP' | 'SIGNING_ON' | 'DOWN'
  /** Since when, in milliseconds since 1970. */
  readonly sinceMs: number
  readonly reason?: string
}

export interface UpstreamState {
  /** Follows one request from its beginning to its end. */
  watch(sending: Promise<HttpResult>, merchantId: string | undefined): Promise<HttpResult>
  /** The merchant whose credentials the upstream has refused, until it takes them again. */
  readonly refusedMerchantId: string | undefined
  current(): KnownState & { readonly inFlight: number; readonly lastError?: string }
}

type Log = (message: string, details?: object) => void

export function openUpstreamState({
  clock,
  log,
}: {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}): UpstreamState {
  let known: KnownState = { state: 'SIGNING_ON', sinceMs: clock.now().getTime() }
  let inFlight = 0
  let lastError: string | undefined
  let refusedMerchantId: string | undefined

  function become(state: KnownState['state'], reason?: string): void {
    if (known.state === state && known.reason === reason) return
    known = { state, sinceMs: clock.now().getTime(), ...omitUndefined({ reason }) }
    if (state === 'DOWN') log('the upstream gateway cannot be used', { reason })
  }

  function learn(result: HttpResult, merchantId: string | undefined): void {
    if (result.kind !== 'RESPONSE') {
      if (result.kind === 'NOT_SENT' && result.why === tooLate) return
      lastError = result.why
      // Silence alone does not show whether the connection works.
      if (result.kind === 'NOT_SENT') become('DOWN', result.why)
    } else if (merchantId !== undefined && isCredentialRefusal(result.status)) {
      refusedMerchantId = merchantId
      lastError = describeStatus(result.status)
      become('DOWN', `the upstream refuses the credentials of merchant ${merchantId} (${lastError})`)
    } else {
      if (result.status >= 500) lastError = describeStatus(result.status)
      if (merchantId !== undefined && merchantId === refusedMerchantId) refusedMerchantId = undefined
      if (refusedMerchantId === undefined) become('UP')
    }
  }

  return {
    async watch(sending, merchantId) {
      inFlight += 1
      try {
        const result = await sending
        learn(result, merchantId)
        return result
      } finally {
        inFlight -= 1
      }
    },
    get refusedMerchantId() {
      return refusedMerchantId
    },
    current: () => ({ ...known, inFlight, ...omitUndefined({ lastError }) }),
  }
}

function isCredentialRefusal(status: number): boolean {
  return status === 401 || status === 403
}
