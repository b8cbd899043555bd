// Runs a job whenever it is woken, and periodically. Concurrent wake-ups are combined. A signal wakes jobs of this process, which
// saves frequent polling.
import type { RepeatedJob } from './repeat.ts'

export interface WakeableJob extends RepeatedJob {
  /** There is work under this name; it is started after a moment in which more may gather. */
  wake(name: string): void
}

export interface WakeableJobOptions {
  /** How long wake-ups gather before they are processed. */
  readonly gatherMs: number
  /** Without any wake-up the job runs this often, to find what others have left. */
  readonly everyMs: number
  readonly onError: (error: unknown) => void
}

/**
 * `run` receives the names of the wake-ups, or undefined when it is to poll by itself. It returns whether to run again
 * at once.
 */
export function repeatWhenWoken(
  run: (names: ReadonlySet<string> | undefined) => Promise<boolean>,
  { gatherMs, everyMs, onError }: WakeableJobOptions,
): WakeableJob {
  let names = new Set<string>()
  let isStopped = false
  let isRunning = false
  let lookAtMs = performance.now() + everyMs
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => {
      underWay = go()
    }, ms)
    timer.unref()
  }

  async function go(): Promise<void> {
    isRunning = true
    const isLook = performance.now() >= lookAtMs
    if (isLook) lookAtMs = performance.now() + everyMs
    const called = names
    names = new Set()
    let comesBack = false
    try {
      if (called.size > 0) await run(called)
      if (isLook) comesBack = await run(undefined)
    } catch (error) {
      onError(error)
    }
    isRunning = false
    if (comesBack) lookAtMs = performance.now()
    const untilLookMs = Math.max(lookAtMs - performance.now(), 0)
    schedule(names.size > 0 ? Math.min(gatherMs, untilLookMs) : untilLookMs)
  }
  schedule(everyMs)

  return {
    wake(name) {
      const isFirst = names.size === 0
      names.add(name)
      if (isFirst && !isRunning) schedule(Math.min(gatherMs, Math.max(lookAtMs - performance.now(), 0)))
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
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
