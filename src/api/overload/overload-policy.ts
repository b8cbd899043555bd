// When the gateway is overloaded, by the age of waiting work and the delay of the event loop, and which requests it then refuses.

import type { LoopDelay } from '../../platform/http/listeners/loop-delay.ts'

/** The inputs of the policy. */
export interface Load {
  /** The age of the oldest waiting work, in milliseconds. */
  readonly oldestMs: number
  readonly loopDelayMs: number
  /** All waiting work, whatever it waits for. */
  readonly waiting: number
  /** The mean time that payments in progress have spent in the gateway so far. */
  readonly progressMs?: number
}

/** The queue that a new request would join, and how fast it moves. */
interface QueueState {
  readonly length: number
  readonly servedPerMs: number
}

/**
 * WAITING: work waits for too long. EVENT_LOOP: input is unread for too long. IN_PROGRESS: admitted payments take too long in the
 * gateway, though few enough of them that nothing waits for its turn.
 */
export type OverloadReason = 'WAITING' | 'EVENT_LOOP' | 'IN_PROGRESS'

export interface OverloadPolicy {
  isOverloaded(): boolean
  /** Whether admitted payments take too long, and fewer at a time are to be admitted. */
  isSlow(): boolean
  observe(load: Load, nowMs: number): void
  /** Why a request that arrives now is refused. */
  refuses(line: QueueState): OverloadReason | undefined
  /** Why a request that has waited this long, including the time that it was unread, is refused. */
  outdates(waitedMs: number): OverloadReason | undefined
}

interface OverloadLimits {
  readonly delayMs: number
  /** Fewer waiting requests are no overload, however long they wait: refusing some would make none faster. */
  readonly crowd: number
}

/** A pause of the machine, or a burst that is handled in this time, is no overload. */
const beginsAfterMs = 100
const endsAfterMs = 500
/** This many may wait in any case: how fast the queue moves is known only while it is not empty. */
const lineMin = 16
/** Less than all of the time: admitted requests must have their turn before it is over. */
const lineShare = 0.75
/**
 * More than all of it, because a pause of the machine must not empty the queue; little more, because a refusal must
 * come within a second.
 */
const outdatedShare = 1.3
/**
 * Payments may spend this many times the delay in the gateway: commits of a slow disk or of a distant standby take their time
 * however few payments there are, and refusing some would only make the commits smaller.
 */
export const progressFactor = 4
/**
 * Overload begins when work has waited for `delayMs`, and continues until it waits for less than a quarter of that.
 * Meanwhile as many are admitted as will have their turn in time: the gateway stays busy and refusals are immediate.
 */
export function overloadPolicy({ delayMs, crowd }: OverloadLimits): OverloadPolicy {
  let reason: OverloadReason | undefined
  let aboveSinceMs: number | undefined
  let slowSinceMs: number | undefined
  let belowSinceMs: number | undefined
  let isSlow = false

  return {
    isOverloaded: () => reason !== undefined,
    isSlow: () => isSlow,
    observe({ oldestMs, loopDelayMs, waiting, progressMs = 0 }, nowMs) {
      const longestMs = Math.max(oldestMs, loopDelayMs)
      const isAbove = longestMs >= delayMs && waiting >= crowd
      // Those in progress are half-way on average.
      const takesLong = progressMs >= (delayMs * progressFactor) / 2
      const isBelow = longestMs < delayMs / 4 && progressMs < (delayMs * progressFactor) / 4
      aboveSinceMs = isAbove ? (aboveSinceMs ?? nowMs) : undefined
      slowSinceMs = takesLong ? (slowSinceMs ?? nowMs) : undefined
      belowSinceMs = isBelow ? (belowSinceMs ?? nowMs) : undefined
      if (aboveSinceMs !== undefined && nowMs - aboveSinceMs >= beginsAfterMs)
        reason ??= oldestMs >= delayMs ? 'WAITING' : 'EVENT_LOOP'
      if (slowSinceMs !== undefined && nowMs - slowSinceMs >= beginsAfterMs) {
        isSlow = true
        reason ??= 'IN_PROGRESS'
      }
      if (belowSinceMs !== undefined && nowMs - belowSinceMs >= endsAfterMs) {
        reason = undefined
        isSlow = false
      }
    },
    refuses: ({ length, servedPerMs }) =>
      length >= Math.max(servedPerMs * delayMs * lineShare, lineMin) ? reason : undefined,
    outdates: (waitedMs) => (waitedMs >= delayMs * outdatedShare ? reason : undefined),
  }
}

const tickMs = 20

export function measureLoopDelay(clock: () => number = () => performance.now()): LoopDelay {
  const delays: { readonly endedMs: number; readonly ms: number }[] = []
  const listeners: ((delayMs: number) => void)[] = []
  let dueMs = clock() + tickMs
  let lastMs = 0
  let keptMs = 0

  const tick = () => {
    const nowMs = clock()
    lastMs = Math.max(0, nowMs - dueMs)
    if (lastMs > 1) delays.push({ endedMs: nowMs, ms: lastMs })
    while (delays[0] && delays[0].endedMs < nowMs - keptMs) delays.shift()
    dueMs = nowMs + tickMs
    timer = setTimeout(tick, tickMs).unref()
    for (const listener of listeners) listener(lastMs)
  }
  let timer = setTimeout(tick, tickMs).unref()

  return {
    now: () => Math.max(lastMs, clock() - dueMs),
    within(ms) {
      keptMs = Math.max(keptMs, ms)
      const nowMs = clock()
      const ended = delays.filter(({ endedMs }) => endedMs >= nowMs - ms)
      return ended.reduce((sum, delay) => sum + delay.ms, Math.max(0, nowMs - dueMs))
    },
    onTick: (listener) => void listeners.push(listener),
    stop: () => clearTimeout(timer),
  }
}

/**
 * The time that payments spend in the gateway itself: waiting to be read and for their turn, for processor time, connections and
 * commits, on this machine or the database's. The time of the acquirer is not the gateway's and does not count.
 */
export interface PaymentProgress {
  /** Its turn has come. */
  admitted(): void
  /** Its attempt is being written. */
  recording(): void
  /** Its attempt is written: from here on it is the acquirer's time. */
  asking(): void
  /** Its outcome is being written, and then its response. */
  completing(): void
  ended(): void
}

export interface ProgressMeter {
  /** A payment that waits for its turn, and for how long it may have been unread before. */
  begin(unreadMs: number): PaymentProgress
  /** The mean time that payments have spent so far; 0 while there are few of them. */
  meanMs(): number
  /** Whether one more can be expected to be over in time. */
  hasRoom(): boolean
  /** To be called repeatedly. */
  tick(nowMs: number): void
}

interface ProgressOptions {
  readonly delayMs: number
  /** As few as these are no overload, however long they take: they share their commits, and fewer would be no faster. */
  readonly least: number
  readonly clock: () => number
}

interface Progress {
  /** In earlier stages. */
  spentMs: number
  sinceMs: number
  /** Before its attempt is written a payment may wait for others than the gateway, such as the scheme's token service. */
  stage: 'QUEUED' | 'PREPARING' | 'WRITING'
}

/** Commits may be far apart on a busy machine. */
const averagedMs = 2_000
/** Less than all of the time: those that are admitted now must be over before it is. */
const roomShare = 0.75

export function measureProgress({ delayMs, least, clock }: ProgressOptions): ProgressMeter {
  const inside = new Set<Progress>()
  const limitMs = delayMs * progressFactor
  let queued = 0
  let meanMs = 0
  let recorded = 0
  let recordedPerMs = 0
  let tickedMs = clock()

  const stageMs = ({ sinceMs, stage }: Progress, nowMs: number) =>
    stage === 'PREPARING' ? Math.min(nowMs - sinceMs, delayMs) : nowMs - sinceMs

  const enterStage = (progress: Progress, stage: Progress['stage']) => {
    const nowMs = clock()
    if (inside.has(progress)) progress.spentMs += stageMs(progress, nowMs)
    if (inside.has(progress) && progress.stage === 'QUEUED') queued -= 1
    progress.sinceMs = nowMs
    progress.stage = stage
    inside.add(progress)
  }

  return {
    begin(unreadMs) {
      const progress: Progress = { spentMs: unreadMs, sinceMs: clock(), stage: 'QUEUED' }
      inside.add(progress)
      queued += 1
      return {
        admitted: () => enterStage(progress, 'PREPARING'),
        recording: () => enterStage(progress, 'WRITING'),
        asking() {
          if (!inside.has(progress)) return
          enterStage(progress, 'WRITING')
          inside.delete(progress)
          recorded += 1
        },
        completing: () => enterStage(progress, 'WRITING'),
        ended() {
          if (inside.delete(progress) && progress.stage === 'QUEUED') queued -= 1
        },
      }
    },
    meanMs: () => meanMs,
    hasRoom: () => inside.size - queued < Math.max(recordedPerMs * limitMs * roomShare, least),
    tick(nowMs) {
      let sumMs = 0
      // One that takes for ever, because its row is locked, counts like one that takes too long.
      for (const progress of inside) sumMs += Math.min(progress.spentMs + stageMs(progress, nowMs), limitMs)
      const presentMs = inside.size < least ? 0 : sumMs / inside.size
      const elapsedMs = nowMs - tickedMs
      if (elapsedMs > 0) {
        const share = 1 - Math.exp(-elapsedMs / averagedMs)
        // Payments that share a commit are all of the same age, which rises until the next commit and falls with it.
        meanMs += (presentMs - meanMs) * share
        recordedPerMs += (recorded / elapsedMs - recordedPerMs) * share
        recorded = 0
      }
      tickedMs = nowMs
    },
  }
}
