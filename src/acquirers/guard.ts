// Guards an opened link: a limit of requests in flight with a bounded queue, and a circuit breaker that answers at once
// while the link is down. Recovery has separate slots, so that payments cannot occupy them.

import type { Clock } from '../kernel/clock.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { Acquirer, SendDeadline } from '../payments/index.ts'
import { elapsedMs } from '../platform/concurrency/elapsed-time.ts'
import { type NoSlotReason, openSemaphore, type Semaphore } from '../platform/concurrency/semaphore.ts'
import { noAnswer, responseWithin, withTimeout } from '../platform/concurrency/with-timeout.ts'
import type { OpenedLink } from './adapter.ts'
import type { LinkState } from './ports/link-states.ts'
import { healthy, type LinkSign, nextHealth, restBeforeCheckMs, signOfResult } from './rules/link-health.ts'

export interface GuardLimits {
  readonly requestsMax: number
  readonly queueMax: number
  readonly failuresMax: number
  /** After this time a request counts as unanswered and its slot is free. */
  readonly answerMs: number
}

export type GuardState = Pick<LinkState, 'state' | 'sinceMs' | 'reason' | 'inFlight' | 'queued' | 'lastError'>

/** A response, or that there is none. */
type Guarded<Result> = Result | { readonly kind: 'NOT_SENT'; readonly why: string } | typeof noAnswer

export interface Guard {
  readonly acquirer: Acquirer
  /** Any other request to the acquirer, by the same limits and with the same effect on the breaker. */
  pass<Result extends { readonly kind: string }>(
    asked: () => Promise<Result>,
    terms: SendDeadline,
  ): Promise<Guarded<Result>>
  state(): GuardState
  /** Of the last use, by the monotonic clock. */
  lastUsedMs(): number
  /** Stops the checks, waits for what is in flight and closes the link. */
  close(): Promise<void>
}

export interface GuardContext extends GuardLimits {
  readonly clock: Pick<Clock, 'now'>
  readonly onStateChange?: (state: GuardState) => void
  /** Of the timer for the next check; for tests. */
  readonly later?: (work: () => void, ms: number) => { stop(): void }
}

const recoveryMax = 64
const recoveryQueueMax = 1_000
const checkMs = 5_000
/** Closing a batch may send each of its transactions; the adapter limits the wait for each response. */
const longWork = 3_600_000

const noSlotReasons: Readonly<Record<NoSlotReason, string>> = {
  FULL: 'too many requests wait for the acquirer link',
  LATE: 'the acquirer link had no free slot in time',
  DISMISSED: 'the acquirer link went down',
}

export function guardLink(opened: OpenedLink, context: GuardContext): Guard {
  const { clock, failuresMax, answerMs, onStateChange, later = laterByTimer } = context
  const { acquirer } = opened
  const payments = openSemaphore({ max: context.requestsMax, queueMax: context.queueMax })
  const recovery = openSemaphore({ max: recoveryMax, queueMax: recoveryQueueMax })
  let health = healthy
  let sinceMs = clock.now().getTime()
  let lastError: string | undefined
  let usedMs = elapsedMs()
  let isClosed = false
  let checksFailed = 0
  let isChecking = false
  let timer: { stop(): void } | undefined
  const idle: (() => void)[] = []

  /** Why nothing is sent now; an adapter that has lost all its connections knows best. */
  function downReason(): string | undefined {
    if (health.state === 'DOWN') return lastError ?? 'the acquirer does not respond'
    const connections = opened.connections()
    const isDown = connections.length > 0 && connections.every(({ state }) => state === 'DOWN')
    return isDown ? (connections.find(({ reason }) => reason !== undefined)?.reason ?? 'not connected') : undefined
  }

  function state(): GuardState {
    const reason = downReason()
    return {
      state: reason === undefined ? 'UP' : 'DOWN',
      sinceMs,
      inFlight: payments.taken() + recovery.taken(),
      queued: payments.waiting(),
      ...omitUndefined({ reason, lastError }),
    }
  }

  function note(sign: LinkSign): void {
    const before = health.state
    health = nextHealth(health, sign, failuresMax)
    if (health.state === 'UP') checksFailed = 0
    if (health.state === 'SUSPECT' && before === 'UP') check()
    if ((health.state === 'DOWN') === (before === 'DOWN')) return
    sinceMs = clock.now().getTime()
    if (health.state === 'DOWN') payments.dismissAll()
    onStateChange?.(state())
  }

  /** Now, and then again and again until the link is up. Never with a payment. */
  function check(): void {
    if (isChecking || isClosed) return
    isChecking = true
    timer?.stop()
    timer = undefined
    void reachable().then((isReachable) => {
      isChecking = false
      if (isClosed) return
      checksFailed = isReachable ? 0 : checksFailed + 1
      note(isReachable ? 'REACHABLE' : 'UNREACHABLE')
      if (downReason() !== undefined) timer = later(check, restBeforeCheckMs(checksFailed))
    })
  }

  async function reachable(): Promise<boolean> {
    try {
      return await withTimeout(acquirer.isReachable(), { timeoutMs: checkMs, onTimeout: () => false })
    } catch (error) {
      lastError = messageOf(error)
      return false
    }
  }

  function release(semaphore: Semaphore): void {
    semaphore.release()
    usedMs = elapsedMs()
    if (isClosed && payments.taken() + recovery.taken() === 0) for (const done of idle.splice(0)) done()
  }

  /** The response within the time; what fails may have been sent, so it is silence. */
  async function within<Result extends { readonly kind: string }>(send: () => Promise<Result>, timeoutMs = answerMs) {
    const result = await responseWithin(
      send().catch((error: unknown) => {
        lastError = messageOf(error)
        throw error
      }),
      { timeoutMs, silence: noAnswer },
    )
    if ('why' in result && typeof result.why === 'string') lastError = result.why
    const sign = signOfResult(result)
    if (sign) note(sign)
    return result
  }

  async function pass<Result extends { readonly kind: string }>(
    asked: () => Promise<Result>,
    { sendBefore }: SendDeadline,
  ): Promise<Guarded<Result>> {
    usedMs = elapsedMs()
    const down = downReason()
    if (down !== undefined) {
      if (timer === undefined) check()
      return { kind: 'NOT_SENT', why: `the acquirer link is down: ${down}` }
    }
    const refused = await payments.take(sendBefore - elapsedMs())
    if (refused) return { kind: 'NOT_SENT', why: noSlotReasons[refused] }
    try {
      return await within(asked)
    } finally {
      release(payments)
    }
  }

  /** Also while the link is down: a response shows that it is up again. */
  async function recover<Result extends { readonly kind: string }>(send: () => Promise<Result>, timeoutMs = answerMs) {
    usedMs = elapsedMs()
    if (await recovery.take(answerMs)) return noAnswer
    try {
      return await within(send, timeoutMs)
    } finally {
      release(recovery)
    }
  }

  if (downReason() !== undefined) check()
  return {
    pass,
    state,
    lastUsedMs: () => usedMs,
    acquirer: {
      ...acquirer,
      get capabilities() {
        return acquirer.capabilities
      },
      isReachable: () => acquirer.isReachable(),
      ask: (question, terms) => pass(() => acquirer.ask(question, terms), terms),
      inquire: (target) => recover(() => acquirer.inquire(target)),
      reverse: (target, terms) => recover(() => acquirer.reverse(target, terms)),
      closeBatch: (about) => recover(() => acquirer.closeBatch(about), longWork),
    },
    async close() {
      isClosed = true
      timer?.stop()
      payments.dismissAll()
      if (payments.taken() + recovery.taken() > 0) await new Promise<void>((resolve) => idle.push(resolve))
      await opened.close()
    },
  }
}

function laterByTimer(work: () => void, ms: number): { stop(): void } {
  const timer = setTimeout(work, ms)
  timer.unref()
  return { stop: () => clearTimeout(timer) }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
