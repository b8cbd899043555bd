// The time that payments spend in the gateway itself: waiting to be read and for their turn, for processor time, connections and
// commits, on this machine or the database's. The time of the acquirer is not the gateway's and does not count.
import { progressFactor } from './overload-policy.ts'

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
