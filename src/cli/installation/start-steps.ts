// The steps of a start. In a terminal each is announced with the seconds since the process began; a requested stop ends the
// start where it is.
import type { Screen } from '../terminal.ts'

/** A stop was requested before the gateway was ready. */
export class StartInterrupted extends Error {}

export interface StartSteps {
  /** Announces what the work is, and runs it. A requested stop is not delayed by it: what it was doing is abandoned. */
  run<Result>(work: () => Promise<Result>, title?: string): Promise<Result>
  /** The same for work that ends by itself when `signal` is aborted, and must have ended before the process does. */
  runToEnd<Result>(work: () => Promise<Result>, title?: string): Promise<Result>
  /** Shows a detail of the present step. */
  note(detail: string): void
  /** The gateway is ready: a stop that is requested from now on does not interrupt a start. */
  complete(): void
  readonly isInterrupted: boolean
  /** Aborted when a stop is requested. */
  readonly signal: AbortSignal
}

interface StartStepsOptions {
  readonly stopRequested: Promise<unknown>
  /** Where steps are announced; none where no person reads along. */
  readonly screen: Screen | undefined
}

const noteIndent = ' '.repeat(12)

export function openStartSteps({ stopRequested, screen }: StartStepsOptions): StartSteps {
  const controller = new AbortController()
  const { signal } = controller
  let isComplete = false
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  // It is awaited only beside a step.
  interrupted.catch(() => undefined)
  void stopRequested.then((name) => {
    const reason = new StartInterrupted(`${name} during the start`)
    controller.abort(reason)
    reject(reason)
  })
  async function runToEnd<Result>(work: () => Promise<Result>, title?: string): Promise<Result> {
    signal.throwIfAborted()
    if (title !== undefined) screen?.write(`${process.uptime().toFixed(1).padStart(8)} s  ${title}\n`)
    return await work()
  }
  return {
    runToEnd,
    run: (work, title) => Promise.race([runToEnd(work, title), interrupted]),
    note: (detail) => void screen?.write(`${noteIndent}${detail}\n`),
    complete() {
      signal.throwIfAborted()
      isComplete = true
    },
    get isInterrupted() {
      return signal.aborted && !isComplete
    },
    signal,
  }
}
