// What is due, as one search for all jobs has found it: each job looks for work of its kind only where there is some.

import { openWorkBoard, type WorkBoard } from '../../platform/jobs/work-board.ts'
import { readDueWork, type WorkKind } from '../due-work.ts'
import type { JobContext } from './job.ts'

/**
 * What another process has left is found this late, and handled by the next run of its job; while neither this process nor a
 * search has met any work, up to the second. On a distributed database a search costs far more.
 */
const searchTimes = {
  oneServer: { everyMs: 500, idleMs: 1_000 },
  distributed: { everyMs: 4_000, idleMs: 16_000 },
}

export function openDueWork({
  signals,
  database,
  isDistributed,
}: Pick<JobContext, 'signals' | 'database' | 'isDistributed'>): WorkBoard<WorkKind> {
  const times = isDistributed ? searchTimes.distributed : searchTimes.oneServer
  const board = openWorkBoard<WorkKind>(() => readDueWork(database, { isDistributed }), times)
  signals.notifications.listen(() => board.note('WEBHOOKS'))
  signals.events.listen(board.wake)
  return board
}
