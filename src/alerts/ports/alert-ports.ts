// What alerts to users need: the alerts, what waits for a decision, the users' addresses and e-mails, and the
// controls of the last start.
import type { Alerts } from '../../audit/ports/alerts.ts'
import type { Attention } from '../../users/ports/attention.ts'
import type { UserEmails, UserMailQueue } from '../../users/ports/user-emails.ts'
import type { StartedControls } from './started-controls.ts'

export interface AlertPorts {
  readonly alerts: Alerts
  readonly attention: Attention
  readonly startedControls: StartedControls
  readonly userEmails: UserEmails
  /** Alerts, and what concerns users' addresses. */
  readonly userMails: UserMailQueue
}
