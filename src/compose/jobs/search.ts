// The job that fills the search projection, woken when events get their positions.

import { repeatJob } from '../../platform/jobs/repeat.ts'
import { adaptivePause } from '../../platform/system/adaptive-pause.ts'
import { updateProjection } from '../../search/jobs/update-projection.ts'
import { errorLogger, figuresEveryMs, type Job, repeatedJob } from './job.ts'

/** Collects more events per commit; the delay is too short to notice in a search. */
const gatherMs = 100
/** For what other processes have given positions, and for what was there before there was a projection. */
const everyMs = 1_000
const turnMs = 1_000
/** A peak passes; what is behind for longer than this is late, and gets more of the time. */
const lateAfterMs = 10_000

export const searchProjection: Job = {
  name: 'update the search index',
  start(context) {
    const { ports, signals, dueWork } = context
    const ended = new AbortController()
    let behindSinceMs: number | undefined
    const isLate = () => behindSinceMs !== undefined && performance.now() - behindSinceMs > lateAfterMs
    const onError = errorLogger(context, 'the search index could not be updated; will retry')
    const options = {
      rest: adaptivePause(ended.signal, isLate),
      isStopped: () => ended.signal.aborted,
      turnMs,
      onError,
    }
    const follow = async (named: ReadonlySet<string> | undefined) => {
      const { stillBehind } = await updateProjection(named, ports, options)
      behindSinceMs = stillBehind.length === 0 ? undefined : (behindSinceMs ?? performance.now())
      for (const merchantId of stillBehind) follower.wake(merchantId)
    }
    const follower = repeatJob(follow, {
      gatherMs,
      everyMs: context.pace(everyMs),
      isDue: () => dueWork.has('PROJECTION'),
      onError,
    })
    signals.positions.listen(follower.wake)
    return {
      stop() {
        ended.abort()
        return follower.stop()
      },
    }
  },
}

export const searchLag = repeatedJob({
  name: 'measure the lag of the search index',
  everyMs: 5_000,
  whereCostlyMs: figuresEveryMs,
  failure: 'the lag of the search index could not be measured; will retry',
  prepare:
    ({ ports, metrics }) =>
    async () =>
      metrics.searchBehind.set(await ports.projection.countUnprojectedEvents()),
})
