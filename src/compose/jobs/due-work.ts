// What is due, as one search for all jobs has found it: each job looks for work of its kind only where there is some.

import { openWorkBoard, type WorkBoard } from '../../platform/jobs/work-board.ts'
import type { WorkKind } from '../due-work.ts'
import type { JobContext } from './job.ts'

/** What another process has left is found as late as the search is made, and handled by the next run of its job. */
export function openDueWork({
  signals,
  dueWorkSearch: { find, ...times },
}: Pick<JobContext, 'signals' | 'dueWorkSearch'>): WorkBoard<WorkKind> {
  const board = openWorkBoard<WorkKind>(find, times)
  signals.notifications.listen(() => board.note('WEBHOOKS'))
  signals.events.listen(board.wake)
  return board
}
