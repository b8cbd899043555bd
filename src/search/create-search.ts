// What search does by itself: the job that fills its index, woken when events get their positions, and the measure of its lag.

import { errorLogger, figuresEveryMs, type Job, repeatedJob } from '../platform/jobs/job.ts'
import { type EventSignal, repeatJob } from '../platform/jobs/repeat.ts'
import { adaptivePause } from '../platform/system/process.ts'
import { updateProjection } from './jobs/update-projection.ts'
import type { Projection } from './ports/search.ts'
import { dueProjections } from './postgres/projection-statements.ts'

export interface SearchDependencies {
  /** What fills search and figures. */
  readonly projection: Projection
  readonly signals: {
    /** Rung with the name of a merchant whose events have new positions. */
    readonly positions: EventSignal
  }
}

export function createSearch(dependencies: SearchDependencies): { readonly jobs: readonly Job[] } {
  return {
    jobs: [
      projectionUpdate(dependencies),
      repeatedJob({
        name: 'measure the lag of the search index',
        everyMs: 5_000,
        whereCostlyMs: figuresEveryMs,
        failure: 'the lag of the search index could not be measured; will retry',
        run: async ({ metrics }) => metrics.searchBehind.set(await dependencies.projection.countUnprojectedEvents()),
      }),
    ],
  }
}

/** Collects more events per commit; the delay is too short to notice in a search. */
const gatherMs = 100
/** For what other processes have given positions, and for what was there before there was a projection. */
const everyMs = 1_000
const turnMs = 1_000
/** A peak passes; what is behind for longer than this is late, and gets more of the time. */
const lateAfterMs = 10_000

function projectionUpdate(dependencies: SearchDependencies): Job {
  return {
    name: 'update the search index',
    due: { kind: 'PROJECTION', rows: [dueProjections] },
    start(context) {
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
      const follow = async (merchantIds: ReadonlySet<string> | undefined) => {
        const { stillBehind } = await updateProjection(merchantIds, dependencies, options)
        behindSinceMs = stillBehind.length === 0 ? undefined : (behindSinceMs ?? performance.now())
        for (const merchantId of stillBehind) follower.wake(merchantId)
      }
      const follower = repeatJob(follow, {
        gatherMs,
        everyMs: context.pace(everyMs),
        isDue: () => context.dueWork.has('PROJECTION'),
        onError,
      })
      dependencies.signals.positions.listen(follower.wake)
      return {
        stop() {
          ended.abort()
          return follower.stop()
        },
      }
    },
  }
}
