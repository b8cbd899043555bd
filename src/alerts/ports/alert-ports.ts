// What alerts to users need: the alerts, what waits for a decision, the users' addresses and e-mails, and the
// controls of the last start.
import type { Alerts } from '../../audit/ports/alerts.ts'
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Attention, UserEmails, UserMailQueue } from '../../users/ports/user-emails.ts'
import type { ControlChanges, StoredControls } from '../rules/controls.ts'

export interface AlertQueueDependencies {
  readonly alerts: Alerts
  readonly attention: Attention
  readonly startedControls: StartedControls
  readonly userEmails: UserEmails
  /** Alerts, and what concerns users' addresses. */
  readonly userMails: UserMailQueue
}

export interface StartedControls {
  /** Undefined before the first start. */
  find(): Promise<StoredControls | undefined>
  /**
   * Stores what is decided, in one commit with the audit log entry about the changes if there are any. Processes that start at the
   * same moment come one after the other. Nothing happens when nothing is decided.
   */
  replace(
    decide: (
      before: StoredControls | undefined,
    ) => { readonly controls: StoredControls; readonly changes: ControlChanges } | undefined,
    by: AuditStamp,
  ): Promise<ControlChanges>
}
