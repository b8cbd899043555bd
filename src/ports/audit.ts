// Remembers who did what that someone may ask about later.

/**
 * - ACCOUNT_OPENED: the gateway opened a sealed account to do something with it; the subject says whose and what for.
 * - ACCOUNTS_UNMASKED: a merchant's program was given account numbers in clear.
 * - NOTIFICATION_SECRETS_ROTATED: a merchant has new secrets, or the ones before them have ended.
 * - NOTIFICATION_SECRETS_SHOWN: the operator has looked at them.
 * - KEY_ROTATED, KEY_DESTROYED, KEYS_REWRAPPED: what became of the vault's keys; of no merchant.
 */
export type AuditAction =
  | 'ACCOUNT_OPENED'
  | 'ACCOUNTS_UNMASKED'
  | 'BATCH_CLOSED'
  | 'KEY_DESTROYED'
  | 'KEY_ROTATED'
  | 'KEYS_REWRAPPED'
  | 'NOTIFICATION_SECRETS_ROTATED'
  | 'NOTIFICATION_SECRETS_SHOWN'
  | 'NOTIFICATIONS_CHANGED'
  | 'NOTIFICATIONS_REPLAYED'
  | 'ORDER_REVIEWED'
  | 'PROVIDER_EVENT_RECORDED'
  | 'REFUND_APPROVED'
  | 'REFUND_TURNED_DOWN'

export interface AuditEntry {
  readonly merchantId: string
  /** Who: a merchant's program by the merchant's user id, a person by a login. */
  readonly actor: string
  readonly action: AuditAction
  /** What it was done to: identifiers and masked values, nothing that would have to be protected itself. */
  readonly subject: object
  readonly at: Date
}

export interface Audit {
  /** Resolves when the line is kept for good; what it speaks of must not be given out before. */
  append(entry: AuditEntry): Promise<void>
}
