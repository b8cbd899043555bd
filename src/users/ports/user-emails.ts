// The addresses of users, and the e-mails that they get.
import type { Alert, AlertKey, AlertSummary } from '../../audit/ports/alerts.ts'
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { UserKey } from '../../kernel/user.ts'
import type { ClaimedMail, MailKey, MailQueue } from '../../platform/mail/mail.ts'
import type { AttentionAudience, AttentionSubject } from '../rules/attention.ts'
import type { UserPreferences } from '../rules/preferences.ts'

export interface AlertRecipient {
  readonly login: string
  readonly address: string
}

export interface UserEmails {
  /**
   * Without an address it is removed. The new one is not confirmed; if the one before was, an e-mail goes there. False when there is no
   * such user.
   */
  set(key: UserKey, address: string | undefined, by: AuditStamp): Promise<boolean>
  /** Queues an e-mail with a new code, in place of any before. */
  sendCode(key: UserKey, at: Date): Promise<'SENT' | 'NO_ADDRESS' | 'CONFIRMED' | 'TOO_MANY'>
  /** The code that the address has to get; undefined when another was requested meanwhile. */
  codeFor(key: UserKey, email: { readonly emailId: string; readonly address: string }): Promise<string | undefined>
  /** WRONG also when there is none any more. */
  confirm(key: UserKey, code: string, by: AuditStamp): Promise<'CONFIRMED' | 'WRONG'>
  /** Enabled users of a merchant, or of the operator, with a confirmed address and `VIEW`. Throws when their rows are not as they were sealed. */
  alertRecipients(ownerId: string): Promise<readonly AlertRecipient[]>
}

export interface UserMailKey extends MailKey {
  readonly emailId: string
}

/**
 * - CODE: with the code that confirms the address.
 * - ADDRESS_CHANGED: to an address that gets no more alerts: it was replaced or removed, or its user no longer sees them.
 * - ALERT, SUMMARY: to a confirmed address of a user of the operator.
 * - ATTENTION: to a confirmed address of a user of the operator, or of the merchant that it is about.
 */
export type UserMailContent =
  | { readonly kind: 'CODE'; readonly details: object }
  | { readonly kind: 'ADDRESS_CHANGED'; readonly details: { readonly actor: string } }
  | { readonly kind: 'ALERT'; readonly details: AlertKey }
  /** Times in ISO 8601. */
  | { readonly kind: 'SUMMARY'; readonly details: { readonly from: string; readonly until: string } }
  | { readonly kind: 'ATTENTION'; readonly details: { readonly subject: AttentionSubject } }

export type QueuedUserMail = UserMailKey &
  ClaimedMail &
  UserMailContent & { readonly login: string; readonly recipient: string; readonly createdAt: Date }

/** What an e-mail says. */
export type UserMailFacts =
  | { readonly kind: 'CODE'; readonly login: string; readonly code: string }
  | { readonly kind: 'ADDRESS_CHANGED'; readonly login: string; readonly actor: string; readonly at: Date }
  | { readonly kind: 'ALERT'; readonly alert: Alert }
  /** With the first of its alerts. */
  | { readonly kind: 'SUMMARY'; readonly summary: AlertSummary; readonly alerts: readonly Alert[] }
  | AttentionFacts

/** How much waits, by merchant; with the first orders where it is told to a merchant. */
export interface AttentionFacts {
  readonly kind: 'ATTENTION'
  readonly subject: AttentionSubject
  readonly isToOperator: boolean
  readonly merchants: readonly { readonly merchantId: string; readonly count: number }[]
  readonly orderIds: readonly string[]
}

export interface UserMailFrame {
  readonly language: NonNullable<UserPreferences['language']>
  /** Without the path. */
  readonly consoleUrl: string
}

export interface UserMailQueue extends MailQueue<UserMailKey, QueuedUserMail> {
  /** One for each; queued again, nothing happens. */
  addAlert(alert: AlertKey, recipients: readonly AlertRecipient[], at: Date): Promise<void>
  /** To users of a merchant, or of the operator; one for each and hour. */
  addAttention(
    about: { readonly ownerId: string; readonly subject: AttentionSubject },
    recipients: readonly AlertRecipient[],
    at: Date,
  ): Promise<void>
  /** Stores the summary and queues its e-mails. False when it is stored already. */
  addSummary(summary: AlertSummary, recipients: readonly AlertRecipient[], at: Date): Promise<boolean>
}

// What waits for people, and which of it their users have been told about by e-mail.

export interface MerchantAttention {
  readonly merchantId: string
  readonly audience: AttentionAudience
  readonly subject: AttentionSubject
}

export interface WaitingItems {
  readonly count: number
  /** Of the first of them, the oldest first. */
  readonly orderIds: readonly string[]
}

export interface Attention {
  /** Those with anything that waits; one more than has is possible. */
  listMerchants(subject: AttentionSubject): Promise<readonly string[]>
  /** Whether the audience has not been told about all of it yet, and when it was told last. */
  read(about: MerchantAttention): Promise<{ readonly hasNew: boolean; readonly lastAt: Date | undefined }>
  /** When the operator's users were last told about any merchant. */
  lastToOperator(subject: AttentionSubject): Promise<Date | undefined>
  /** All that waits now. */
  markTold(about: MerchantAttention, at: Date): Promise<void>
  waitingOf(merchantId: string, subject: AttentionSubject, limit: number): Promise<WaitingItems>
  /** What waits still is told again. Returns how many. */
  forget(before: Date, limit: number): Promise<number>
}
