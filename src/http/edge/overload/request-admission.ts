// Lets requests of the API in, one after the other: they wait here, before their body is read, rather than in front of the
// database, so that those who have to be refused are refused early and cheaply.
import type { Store } from '../../../ports/payments/store.ts'
import { limitInFlight } from './in-flight.ts'
import type { LoopDelay } from './loop-delay.ts'
import { loopSlices } from './loop-slices.ts'
import { type OverloadPolicy, type OverloadReason, overloadPolicy } from './overload-policy.ts'
import { createWaitQueue, type WaitQueue } from './wait-queue.ts'

/** MERCHANT_LIMIT, LINK_LIMIT: as many requests of the merchant, or on the acquirer link, are in flight as may be. */
export type ShedReason = OverloadReason | 'MERCHANT_LIMIT' | 'LINK_LIMIT'

export interface RequestAdmissionLimits {
  /** How long work may wait before requests are refused. */
  readonly delayMs: number
  /** How many payments may be on their way to their recorded attempt. */
  readonly recordingMax: number
  /** How many requests may be in flight for one merchant and on one acquirer link. */
  readonly merchantMax: number
  readonly linkMax: number
}

export interface RequestAdmissionOptions {
  readonly limits: RequestAdmissionLimits
  readonly loopDelay: LoopDelay
  readonly onShed: (reason: ShedReason) => void
  /** The client of a request left before anything was recorded; nothing is done for it. */
  readonly onAbandoned: () => void
  readonly clock?: () => number
}

export interface IncomingWork {
  /** A read, or a request on an order that this process knows: it goes before requests that begin something new. */
  readonly isKnown: boolean
  readonly isRead: boolean
  /** It is going to record an attempt. */
  readonly isPayment: boolean
  readonly hasLeft: () => boolean
}

/** A request that was let in. */
export interface AdmittedWork {
  /** Others are refused now, and it was not because of the order that its path names. */
  isPreferred(): boolean
  /** False when its client has left: nothing more is done for it. */
  isAwaited(): boolean
  /** False when the merchant has as many in flight as it may. */
  countFor(merchantId: string): boolean
  /** The store as this request uses it: its attempt is recorded only while its client is there. */
  storeFrom(store: Store): Store
  /** The work itself, which may take longer than its client waits for it. */
  during<Result>(work: Promise<Result>): Promise<Result>
  /** Its client has been answered, or has left. */
  closed(): void
}

export interface RequestAdmission {
  /** Resolves when it is the request's turn, or with undefined when it is refused. */
  enter(arrival: IncomingWork): Promise<AdmittedWork | undefined>
  isOverloaded(): boolean
  /** Refuses a request that begins something new, as `enter` would; false when it may wait for its turn. */
  refuseNew(): boolean
  waiting(): { readonly count: number; readonly oldestMs: number }
  /** A connection was accepted: others may be waiting to be. */
  noteConnection(): void
}

interface QueuedWork {
  readonly arrival: IncomingWork
  readonly sinceMs: number
  /** For how long it may have lain unread before. */
  readonly unreadMs: number
  readonly resolve: (work: AdmittedWork | undefined) => void
}

/** Reads and what goes on with known orders may wait for longer before they are refused. */
const knownDelayFactor = 4
/** Short slices make small commits; long ones let new connections wait. */
const sliceMs = { usual: 50, whileConnecting: 2 }

export function admitRequests(options: RequestAdmissionOptions): RequestAdmission {
  const { limits, loopDelay, onShed, onAbandoned, clock = () => performance.now() } = options
  const known = {
    line: createWaitQueue<QueuedWork>(),
    policy: overloadPolicy({ delayMs: limits.delayMs * knownDelayFactor, crowd: limits.recordingMax }),
  }
  // Whatever fits into the next commits is done soon after whatever held them up is over.
  const policy = overloadPolicy({ delayMs: limits.delayMs, crowd: limits.recordingMax })
  const fresh = { line: createWaitQueue<QueuedWork>(), policy }
  const lines = [known, fresh]
  /** What goes on after a commit: never refused, and before everything else. */
  const results = createWaitQueue<() => void>()
  /** Payments that are let in, and those that wait for the commit of their attempt, with the time since when. */
  const preparing = new Map<AdmittedWork, number>()
  const recording = new Map<AdmittedWork, number>()
  const merchants = limitInFlight(limits.merchantMax)
  const links = limitInFlight(limits.linkMax)
  let isConnecting = false
  let tickedMs = clock()

  const slices = loopSlices({
    step() {
      const goOn = results.serve()
      goOn?.()
      return goOn !== undefined || beginNext()
    },
    sliceMs: () => (isConnecting ? sliceMs.whileConnecting : sliceMs.usual),
  })

  loopDelay.onTick(() => {
    const nowMs = clock()
    isConnecting = false
    for (const { line } of lines) line.average(nowMs - tickedMs)
    tickedMs = nowMs
    observe(nowMs)
    // All of them here, not one in a slice behind the outcomes: nobody is to wait for a refusal.
    for (const { line, policy } of lines) refuseOutdated(line, policy, nowMs)
    // Some may begin without anybody's doing, see mayPrepare.
    slices.add(known.line.length + fresh.line.length)
  })

  const countWaiting = () => known.line.length + fresh.line.length + recording.size

  function oldestMs(nowMs: number): number {
    const [recordingSinceMs = nowMs] = recording.values()
    const knownSinceMs = known.line.first()?.sinceMs ?? nowMs
    const freshSinceMs = fresh.line.first()?.sinceMs ?? nowMs
    return nowMs - Math.min(recordingSinceMs, knownSinceMs, freshSinceMs)
  }

  function observe(nowMs: number): void {
    const load = { loopDelayMs: loopDelay.now(), waiting: countWaiting() }
    fresh.policy.observe({ ...load, oldestMs: oldestMs(nowMs) }, nowMs)
    known.policy.observe({ ...load, oldestMs: nowMs - (known.line.first()?.sinceMs ?? nowMs) }, nowMs)
  }

  /** Refuses those that have waited for too long. */
  function refuseOutdated(line: WaitQueue<QueuedWork>, policy: OverloadPolicy, nowMs: number): void {
    for (let first = line.first(); first; first = line.first()) {
      const reason = policy.outdates(nowMs - first.sinceMs + first.unreadMs)
      if (!reason) return
      line.drop()
      onShed(reason)
      first.resolve(undefined)
    }
  }

  function mayPrepare(nowMs: number): boolean {
    // Who takes this long waits for somebody outside, and must not keep others out.
    for (const [work, sinceMs] of preparing) {
      if (nowMs - sinceMs < limits.delayMs) break
      preparing.delete(work)
    }
    return preparing.size + recording.size < limits.recordingMax
  }

  /** False when there is nobody who may be let in. */
  function beginNext(): boolean {
    const nowMs = clock()
    const next = known.line.serve() ?? (mayPrepare(nowMs) ? fresh.line.serve() : undefined)
    if (!next) return false
    if (next.arrival.hasLeft()) {
      onAbandoned()
      next.resolve(undefined)
    } else next.resolve(admit(next.arrival, nowMs))
    return true
  }

  function admit({ isKnown, isPayment, isRead, hasLeft }: IncomingWork, nowMs: number): AdmittedWork {
    const held: (() => void)[] = []
    let isRunning = false
    let isRefused = false
    let link: string | undefined
    const freePlace = () => {
      preparing.delete(work)
      recording.delete(work)
      if (fresh.line.length > 0) slices.add(1)
    }

    const end = () => {
      freePlace()
      for (const release of held.splice(0)) release()
    }

    const isAwaited = (): boolean => {
      if (!isRefused && hasLeft()) {
        isRefused = true
        onAbandoned()
      }
      return !isRefused
    }

    const mayRecord = (name: string): boolean => {
      if (!isAwaited()) return false
      // An order that moved is tried again by the same request.
      if (link === name) return true
      const release = links.take(name)
      if (!release) {
        // An operation that is refused looks whether the order is there after all, and asks again.
        isRefused = true
        onShed('LINK_LIMIT')
        return false
      }
      held.push(release)
      link = name
      return true
    }

    const work: AdmittedWork = {
      isPreferred: () => isKnown && !isRead && fresh.policy.isOverloaded(),
      isAwaited,
      countFor(merchantId) {
        const release = merchants.take(merchantId, { isUnlimited: isKnown })
        if (release) held.push(release)
        else onShed('MERCHANT_LIMIT')
        return release !== undefined
      },
      storeFrom: (store) => ({
        ...store,
        async recordAttempt(attempt) {
          const { adapter, acquirerId } = attempt.link
          if (!mayRecord(`${adapter} ${acquirerId}`)) return { kind: 'OVERLOADED' }
          preparing.delete(work)
          recording.set(work, clock())
          return inTurn(store.recordAttempt(attempt).finally(freePlace))
        },
        recordOutcome: (outcome) => inTurn(store.recordOutcome(outcome)),
      }),
      during(running) {
        isRunning = true
        return running.finally(end)
      },
      closed() {
        if (!isRunning) end()
      },
    }
    if (isPayment && !isKnown) preparing.set(work, nowMs)
    return work
  }

  /** A commit is many requests' at once; they go on one after the other. */
  async function inTurn<Result>(work: Promise<Result>): Promise<Result> {
    const result = await work
    const { promise, resolve } = Promise.withResolvers<void>()
    results.push(resolve)
    slices.add(1)
    await promise
    return result
  }

  return {
    enter(arrival) {
      const nowMs = clock()
      observe(nowMs)
      const { line, policy } = arrival.isKnown ? known : fresh
      const reason = policy.refuses(line)
      if (reason) {
        onShed(reason)
        return Promise.resolve(undefined)
      }
      const { promise, resolve } = Promise.withResolvers<AdmittedWork | undefined>()
      line.push({ arrival, sinceMs: nowMs, unreadMs: loopDelay.now(), resolve })
      slices.add(1)
      return promise
    },
    isOverloaded: () => fresh.policy.isOverloaded(),
    refuseNew() {
      const reason = fresh.policy.refuses(fresh.line)
      if (reason) onShed(reason)
      return reason !== undefined
    },
    waiting: () => ({ count: countWaiting(), oldestMs: oldestMs(clock()) }),
    noteConnection() {
      isConnecting = true
    },
  }
}
