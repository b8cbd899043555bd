// Runs a job repeatedly until it is stopped: some time after its last run, and when a signal of this process wakes it, which saves
// frequent polling. Runs never overlap. One that fails is reported and does not end the series.

export interface RepeatedJob {
  /** Resolves when the run under way, if any, is over. */
  stop(): Promise<void>
}

export interface WakeableJob extends RepeatedJob {
  /** There is work; under this name only, if there is one. Wake-ups during a run lead to one more run. */
  wake(name?: string): void
}

export interface RepeatOptions {
  /** Without any wake-up the job runs this long after its last run, to find what others have left. */
  readonly everyMs: number
  /** How long wake-ups gather before they are processed. */
  readonly gatherMs?: number
  /** After a run that failed, unless it is to be repeated as usual. */
  readonly afterFailureMs?: number
  /** Asked before each run that looks for any work; without work there is no run. Wake-ups by name run without it. */
  readonly isDue?: (() => Promise<boolean>) | undefined
  readonly onError: (error: unknown) => void
}

/** Runs again at once, since there may be more. */
export const runAgain = 'RUN_AGAIN'

/** `run` receives the names of the wake-ups, or undefined when it is to look for any work. */
export function repeatJob(
  run: (names: ReadonlySet<string> | undefined) => Promise<unknown>,
  { everyMs, gatherMs = 0, afterFailureMs = everyMs, isDue = async () => true, onError }: RepeatOptions,
): WakeableJob {
  let names = new Set<string>()
  let isLookWanted = false
  let isRunning = false
  let isStopped = false
  let lookTimer: NodeJS.Timeout | undefined
  let gatherTimer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function lookAfter(ms: number): void {
    clearTimeout(lookTimer)
    if (isStopped) return
    lookTimer = setTimeout(() => {
      isLookWanted = true
      begin()
    }, ms)
    lookTimer.unref()
  }

  /** What is wanted while a run is under way begins after it. */
  function begin(): void {
    if (isRunning || isStopped) return
    clearTimeout(gatherTimer)
    gatherTimer = undefined
    underWay = round()
  }

  function gather(): void {
    if (isRunning || isStopped || gatherTimer) return
    if (gatherMs > 0) {
      gatherTimer = setTimeout(begin, gatherMs)
      gatherTimer.unref()
    } else begin()
  }

  async function round(): Promise<void> {
    isRunning = true
    const woken = names
    names = new Set()
    const isLook = isLookWanted
    isLookWanted = false
    if (isLook) clearTimeout(lookTimer)
    let pauseMs = everyMs
    try {
      if (woken.size > 0) await run(woken)
      if (isLook && (await isDue()) && (await run(undefined)) === runAgain) pauseMs = 0
    } catch (error) {
      onError(error)
      pauseMs = afterFailureMs
    }
    isRunning = false
    if (isLook) lookAfter(pauseMs)
    if (isLookWanted || names.size > 0) gather()
  }
  lookAfter(everyMs)

  return {
    wake(name) {
      if (name === undefined) isLookWanted = true
      else names.add(name)
      gather()
    },
    stop() {
      isStopped = true
      clearTimeout(lookTimer)
      clearTimeout(gatherTimer)
      return underWay
    },
  }
}

/** Says that there is work under a name, such as that of a merchant with new events. */
export interface EventSignal {
  notify(name: string): void
  listen(listener: (name: string) => void): void
}

export function openEventSignal(): EventSignal {
  const listeners: ((name: string) => void)[] = []
  return {
    notify(name) {
      for (const listener of listeners) listener(name)
    },
    listen(listener) {
      listeners.push(listener)
    },
  }
}

export type OnError = (error: unknown) => void

export const ignore: OnError = () => undefined

/** How many succeeded by their own result. */
export function countSettled(results: readonly PromiseSettledResult<boolean>[], onError: OnError): number {
  for (const result of results) if (result.status === 'rejected') onError(result.reason)
  return results.filter((result) => result.status === 'fulfilled' && result.value).length
}

const firstRetryMs = 60_000
const longestRetryMs = 24 * 60 * 60_000

/** A minute after the first attempt, then twice as long each time, up to a day. */
export function backoffMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** Math.max(attempts - 1, 0), longestRetryMs)
}
