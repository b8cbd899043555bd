// Requests beside the API: pages, console services, reports. They wait in a queue of their own, behind the API's, and
// only some of them are in progress at the same time: however many there are, payments do not wait for them.

import type { LoopDelay } from '../../platform/http/listeners/loop-delay.ts'
import { type OverloadReason, overloadPolicy } from './overload-policy.ts'
import { createWaitQueue } from './wait-queue.ts'

export interface OtherRequestsOptions {
  readonly delayMs: number
  readonly loopDelay: Pick<LoopDelay, 'now'>
  readonly isApiOverloaded: () => boolean
  readonly onShed: (reason: OverloadReason) => void
  readonly onAbandoned: () => void
  readonly clock: () => number
  /** Called when one may begin. */
  readonly onReady: () => void
}

export interface OtherRequests {
  /** Resolves when it is the request's turn, with the function that ends it; or with undefined when it is refused. */
  enter(hasLeft: () => boolean): Promise<(() => void) | undefined>
  /** Begins the next one; false when there is none that may begin. */
  begin(): boolean
  /** To be called repeatedly. */
  tick(nowMs: number): void
}

interface QueuedRequest {
  readonly sinceMs: number
  readonly unreadMs: number
  readonly hasLeft: () => boolean
  readonly resolve: (end: (() => void) | undefined) => void
}

/** How many may be in progress: as many as a process can work on at once without delaying payments noticeably. */
const inProgressMax = 64
/**
 * The limit of waiting and running requests while the API is overloaded: payers on pages are not refused altogether.
 */
const overloadedMax = 16

export function otherRequests(options: OtherRequestsOptions): OtherRequests {
  const { delayMs, loopDelay, isApiOverloaded, onShed, onAbandoned, clock, onReady } = options
  const line = createWaitQueue<QueuedRequest>()
  const policy = overloadPolicy({ delayMs, crowd: overloadedMax })
  let inProgress = 0
  let tickedMs = clock()

  function observe(nowMs: number): void {
    const oldestMs = nowMs - (line.first()?.sinceMs ?? nowMs)
    policy.observe({ oldestMs, loopDelayMs: loopDelay.now(), waiting: line.length + inProgress }, nowMs)
  }

  function reasonToRefuse(): OverloadReason | undefined {
    const isCrowded = isApiOverloaded() && line.length + inProgress >= overloadedMax
    return policy.refuses(line) ?? (isCrowded ? 'WAITING' : undefined)
  }

  function admit(): () => void {
    let hasEnded = false
    inProgress += 1
    return () => {
      if (hasEnded) return
      hasEnded = true
      inProgress -= 1
      if (line.length > 0) onReady()
    }
  }

  return {
    enter(hasLeft) {
      const nowMs = clock()
      observe(nowMs)
      const reason = reasonToRefuse()
      if (reason) {
        onShed(reason)
        return Promise.resolve(undefined)
      }
      const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>()
      line.push({ sinceMs: nowMs, unreadMs: loopDelay.now(), hasLeft, resolve })
      onReady()
      return promise
    },

    begin() {
      const next = inProgress < inProgressMax ? line.serve() : undefined
      if (!next) return false
      if (next.hasLeft()) {
        onAbandoned()
        next.resolve(undefined)
      } else next.resolve(admit())
      return true
    },

    tick(nowMs) {
      line.average(nowMs - tickedMs)
      tickedMs = nowMs
      observe(nowMs)
      for (let first = line.first(); first; first = line.first()) {
        const reason = policy.outdates(nowMs - first.sinceMs + first.unreadMs)
        if (!reason) break
        line.drop()
        onShed(reason)
        first.resolve(undefined)
      }
      if (line.length > 0) onReady()
    },
  }
}
