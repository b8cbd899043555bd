// Admits requests of the API, one after the other: they wait here, before their body is read, rather than for the
// database, which lets refusals be early and cheap.
import type { AdmittedWork, IncomingWork, RequestAdmission, RequestAdmissionOptions } from './admission-types.ts'
import { otherRequests } from './other-requests.ts'
import { measureProgress, type OverloadPolicy, overloadPolicy, type PaymentProgress } from './overload-policy.ts'
import { createWaitQueue, loopSlices, type WaitQueue } from './wait-queue.ts'

interface QueuedWork {
  readonly arrival: IncomingWork
  readonly sinceMs: number
  /** How long it may have been unread before. */
  readonly unreadMs: number
  /** Of a payment. */
  readonly own: PaymentProgress | undefined
  readonly resolve: (work: AdmittedWork | undefined) => void
}

/** Reads and requests on known orders may wait for longer before they are refused. */
const knownDelayFactor = 4
/** While both wait, one of this many turns goes to a request outside the API. */
const otherShare = 8
/** Short slices make small commits, and few requests that begin together cost more each; both delay new connections less. */
const sliceSizes = { usual: { ms: 50, together: 16 }, whileConnecting: { ms: 2, together: 4 } }

export function admitRequests(options: RequestAdmissionOptions): RequestAdmission {
  const { limits, loopDelay, onShed, onAbandoned, clock = () => performance.now() } = options
  const known = {
    line: createWaitQueue<QueuedWork>(),
    policy: overloadPolicy({ delayMs: limits.delayMs * knownDelayFactor, crowd: limits.recordingMax }),
  }
  // Work that fits into the next commits is done soon after the cause of a delay is over.
  const policy = overloadPolicy({ delayMs: limits.delayMs, crowd: limits.recordingMax })
  const fresh = { line: createWaitQueue<QueuedWork>(), policy }
  const lines = [known, fresh]
  /** Work after a commit: never refused, and before everything else. */
  const results = createWaitQueue<() => void>()
  /** Admitted payments, and those that wait for the commit of their attempt, with the time since when. */
  const preparing = new Map<AdmittedWork, number>()
  const recording = new Map<AdmittedWork, number>()
  const progress = measureProgress({ delayMs: limits.delayMs, least: limits.progressMin, clock })
  const merchants = limitInFlight(limits.merchantMax)
  const links = limitInFlight(limits.linkMax)
  let isConnecting = false
  let tickedMs = clock()
  let turn = 0

  const slices = loopSlices({
    step() {
      const goOn = results.serve()
      goOn?.()
      if (goOn) return true
      turn += 1
      return (turn % otherShare === 0 && others.begin()) || beginNext() || others.begin()
    },
    size: () => (isConnecting ? sliceSizes.whileConnecting : sliceSizes.usual),
  })

  const others = otherRequests({
    ...{ delayMs: limits.delayMs, loopDelay, onShed, onAbandoned, clock },
    isApiOverloaded: () => fresh.policy.isOverloaded(),
    onReady: () => slices.add(1),
  })

  loopDelay.onTick(() => {
    const nowMs = clock()
    isConnecting = false
    for (const { line } of lines) line.average(nowMs - tickedMs)
    tickedMs = nowMs
    progress.tick(nowMs)
    observe(nowMs)
    // All of them here, not one in a slice behind the outcomes: no client should wait for a refusal.
    for (const { line, policy } of lines) refuseOutdated(line, policy, nowMs)
    others.tick(nowMs)
    // Some may begin without an event, see mayPrepare.
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
    fresh.policy.observe({ ...load, oldestMs: oldestMs(nowMs), progressMs: progress.meanMs() }, nowMs)
    known.policy.observe({ ...load, oldestMs: nowMs - (known.line.first()?.sinceMs ?? nowMs) }, nowMs)
  }

  /** Refuses those that have waited for too long. */
  function refuseOutdated(line: WaitQueue<QueuedWork>, policy: OverloadPolicy, nowMs: number): void {
    for (let first = line.first(); first; first = line.first()) {
      const reason = policy.outdates(nowMs - first.sinceMs + first.unreadMs)
      if (!reason) return
      line.drop()
      onShed(reason)
      first.own?.ended()
      first.resolve(undefined)
    }
  }

  function mayPrepare(nowMs: number): boolean {
    // A request that takes this long waits for an external party, and must not keep others out.
    for (const [work, sinceMs] of preparing) {
      if (nowMs - sinceMs < limits.delayMs) break
      preparing.delete(work)
    }
    if (fresh.policy.isSlow() && !progress.hasRoom()) return false
    return preparing.size + recording.size < limits.recordingMax
  }

  /** False when there is none that may be admitted. */
  function beginNext(): boolean {
    const nowMs = clock()
    const next = known.line.serve() ?? (mayPrepare(nowMs) ? fresh.line.serve() : undefined)
    if (!next) return false
    if (next.arrival.hasLeft()) {
      onAbandoned()
      next.own?.ended()
      next.resolve(undefined)
    } else next.resolve(admit(next, nowMs))
    return true
  }

  function admit({ arrival, own }: QueuedWork, nowMs: number): AdmittedWork {
    const { isKnown, isPayment, isRead, hasLeft } = arrival
    own?.admitted()
    const releases: (() => void)[] = []
    let isRunning = false
    let isRefused = false
    let link: string | undefined
    const freePlace = () => {
      preparing.delete(work)
      recording.delete(work)
      if (fresh.line.length > 0) slices.add(1)
    }

    const end = () => {
      own?.ended()
      freePlace()
      for (const release of releases.splice(0)) release()
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
      // An order that has changed is retried by the same request.
      if (link === name) return true
      const release = links.take(name)
      if (!release) {
        // An operation that is refused checks whether the order exists after all, and tries again.
        isRefused = true
        onShed('LINK_LIMIT')
        return false
      }
      releases.push(release)
      link = name
      return true
    }

    const work: AdmittedWork = {
      isPreferred: () => isKnown && !isRead && fresh.policy.isOverloaded(),
      isAwaited,
      countFor(merchantId) {
        const release = merchants.take(merchantId, { isUnlimited: isKnown })
        if (release) releases.push(release)
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
          own?.recording()
          return inTurn(store.recordAttempt(attempt).finally(freePlace)).finally(() => own?.asking())
        },
        recordOutcome(outcome) {
          own?.completing()
          return inTurn(store.recordOutcome(outcome))
        },
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

  /** A commit completes many requests at once; they continue one after the other. */
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
      const unreadMs = loopDelay.now()
      const own = arrival.isPayment ? progress.begin(unreadMs) : undefined
      line.push({ arrival, sinceMs: nowMs, unreadMs, own, resolve })
      slices.add(1)
      return promise
    },
    enterOther: others.enter,
    isOverloaded: () => fresh.policy.isOverloaded(),
    refuseNew() {
      const reason = fresh.policy.refuses(fresh.line)
      if (reason) onShed(reason)
      return reason !== undefined
    },
    refuseAny() {
      const reason = known.policy.refuses(known.line)
      if (reason) onShed(reason)
      return reason !== undefined
    },
    waiting: () => ({ count: countWaiting(), oldestMs: oldestMs(clock()) }),
    noteConnection() {
      isConnecting = true
    },
  }
}

/** Counts requests in flight by name, up to a limit. */
interface InFlight {
  /** Returns the function that releases it; undefined when the limit is reached. */
  take(name: string, options?: { readonly isUnlimited?: boolean }): (() => void) | undefined
}

export function limitInFlight(most: number): InFlight {
  const counts = new Map<string, number>()
  return {
    take(name, { isUnlimited = false } = {}) {
      const count = counts.get(name) ?? 0
      if (count >= most && !isUnlimited) return undefined
      counts.set(name, count + 1)
      return () => {
        const left = (counts.get(name) ?? 1) - 1
        if (left === 0) counts.delete(name)
        else counts.set(name, left)
      }
    },
  }
}
