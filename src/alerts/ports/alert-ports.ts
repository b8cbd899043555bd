// What alerts to the operator's users need: the alerts, the users' addresses and e-mails, and the controls of the last start.

import type { Alerts } from '../../audit/ports/alerts.ts'
import type { UserEmails, UserMailQueue } from '../../users/ports/user-emails.ts'
import type { StartedControls } from './started-controls.ts'

export interface AlertPorts {
  readonly alerts: Alerts
  readonly startedControls: StartedControls
  readonly userEmails: UserEmails
  /** Alerts, and what concerns users' addresses. */
  readonly userMails: UserMailQueue
}
