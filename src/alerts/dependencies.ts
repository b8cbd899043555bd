// What alerts need from outside.
import type { Alerts } from '../audit/index.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Attention, UserEmails, UserMailQueue } from '../users/index.ts'
import type { StartedControls } from './ports/started-controls.ts'

export interface AlertDependencies {
  /** Without one nothing is queued, and what was queued before is given up after a day. */
  readonly hasMailServer: boolean
  readonly clock: Clock
  readonly alerts: Alerts
  readonly attention: Attention
  readonly startedControls: StartedControls
  readonly userEmails: UserEmails
  /** Alerts, and what concerns users' addresses. */
  readonly userMails: UserMailQueue
}
