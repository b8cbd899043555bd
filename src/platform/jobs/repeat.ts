// Runs a job repeatedly until it is stopped. A run that fails is reported and does not end the series.

export interface RepeatedJob {
  /** Resolves when the run under way, if any, is over. */
  stop(): Promise<void>
}

export function repeatJob(
  run: () => Promise<unknown>,
  { everyMs, onError }: { everyMs: number; onError: (error: unknown) => void },
): RepeatedJob {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let underWay = Promise.resolve()

  const schedule = () => {
    if (isStopped) return
    timer = setTimeout(() => {
      underWay = run().then(schedule, (error: unknown) => {
        onError(error)
        schedule()
      })
    }, everyMs)
    timer.unref()
  }
  schedule()

  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return underWay
    },
  }
}
