// What the audit's actions are called. A record, so that none can be forgotten.
import type { AuditAction } from '../../../../../src/ports/audit.ts'

export const actionWords: Readonly<Record<AuditAction, string>> = {
  ACCOUNT_OPENED: 'A stored account was opened',
  ACCOUNTS_UNMASKED: 'Account numbers given in clear',
  AUDIT_BEGUN: 'Audit begun',
  BATCH_CLOSED: 'Batch closed',
  CERTIFICATE_ADDED: 'Certificate registered',
  CERTIFICATE_REVOKED: 'Certificate revoked',
  CREDENTIALS_REFUSED: 'API credentials refused',
  DATABASE_EXPORTED: 'Database exported',
  DATABASE_IMPORTED: 'Database imported',
  KEY_DESTROYED: 'Key destroyed',
  KEY_ROTATED: 'Key rotated',
  KEYS_REWRAPPED: 'Keys wrapped anew',
  MERCHANT_CHANGED: 'Profile changed',
  MERCHANT_CREATED: 'Merchant boarded',
  NOTIFICATION_SECRETS_ROTATED: 'Webhook secrets rotated',
  NOTIFICATION_SECRETS_SHOWN: 'Webhook secrets shown',
  NOTIFICATION_TESTED: 'Test notification sent',
  NOTIFICATIONS_CHANGED: 'Webhook settings changed',
  NOTIFICATIONS_REPLAYED: 'Notifications sent again',
  ORDER_REVIEWED: 'Order reviewed',
  PASSWORD_ADDED: 'API password made',
  PASSWORD_REVOKED: 'API password revoked',
  PERSON_ADDED: 'Person added',
  PERSON_CHANGED: 'Person changed',
  PERSON_PASSWORD_SET: 'Person’s password set',
  PERSON_REMOVED: 'Person removed',
  PERSON_UNLOCKED: 'Person unlocked',
  PROVIDER_EVENT_RECORDED: 'Provider’s event recorded',
  RECEIVER_DISABLED: 'Receiver of notifications gone',
  REFUND_APPROVED: 'Refund approved',
  REFUND_TURNED_DOWN: 'Refund turned down',
  REPORT_TAKEN: 'Report taken',
  REPORTING_PASSWORD_ADDED: 'Reporting password made',
  REPORTING_PASSWORD_REVOKED: 'Reporting password revoked',
  RISK_CARD_LISTED: 'Card put on a list',
  RISK_CARD_REMOVED: 'Card taken from a list',
  RISK_RULES_CHANGED: 'Risk rules changed',
  SEARCH_EXPORTED: 'Search taken as a file',
  SECOND_FACTOR_REMOVED: 'Second factor removed',
  SECOND_FACTOR_SET: 'Second factor set up',
  SECOND_FACTOR_SHOWN: 'Second factor shown',
  SIGN_IN_REFUSED: 'Sign-in refused',
  SIGNED_IN: 'Signed in',
  SIGNED_OUT: 'Signed out',
  TOKEN_DELETED: 'Token deleted',
  TOKEN_REPOSITORY_CHANGED: 'Token repository changed',
  TOKEN_REPOSITORY_CREATED: 'Token repository made',
  TRANSACTION_BY_HAND: 'Transaction by hand',
  VIEWED_BY_OPERATOR: 'Looked at by the operator',
}

export const actions = (Object.keys(actionWords) as AuditAction[]).toSorted((a, b) =>
  actionWords[a].localeCompare(actionWords[b]),
)

export function wordsOfAction(action: string): string {
  return (actionWords as Readonly<Record<string, string>>)[action] ?? action
}
