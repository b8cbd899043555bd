// The audit log: records who did what, for later questions.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { PageRequest, ResultPage } from '../../kernel/page.ts'
import type { ChainEnd, ChainedLine, LineToChain } from '../rules/audit-chain.ts'

/**
 * - ACCOUNT_OPENED: the gateway opened a sealed account to use it; the subject says whose and what for.
 * - ACCOUNTS_UNMASKED: a merchant's program was given account numbers in clear.
 * - APPROVAL_REQUESTED, APPROVAL_GIVEN, APPROVAL_DECLINED: what needs two users: an API credential, a change of a
 *   profile or an acquirer link, the permission to approve.
 * - ATTEMPT_RESOLUTION_PROPOSED, ATTEMPT_RESOLVED, ATTEMPT_RESOLUTION_DECLINED: what operators decide about a
 *   transaction that nothing else can end: the outcome, the reason, who proposed it.
 * - AUDIT_BEGUN: a merchant's entries are chained from now on; of no merchant, so that a whole chain cannot get lost.
 * - CERTIFICATE_ADDED, CERTIFICATE_REVOKED, PASSWORD_ADDED, PASSWORD_REVOKED: the credentials of a merchant's programs;
 *   a fingerprint or a slot, never a secret.
 * - CREDENTIALS_REFUSED: failed authentication at the API within an hour, as one process counted it; how often, from
 *   where.
 * - CONTROLS_WEAKENED: settings of a merchant or an acquirer link protect less than before, with the previous values.
 * - CARD_RANGES_IMPORTED: the operator's table of where cards were issued was replaced; of no merchant.
 * - DATABASE_EXPORTED, DATABASE_IMPORTED: a complete copy was taken, or loaded; of no merchant.
 * - GATEWAY_SETTINGS_CHANGED: a gateway has started with other values of settings that protect it, with those of the start before and
 *   whether they protect less; of no merchant. Of secrets only that they differ.
 * - LINK_CREATED, LINK_CHANGED, LINK_DISABLED, LINK_ENABLED: an acquirer link, with the previous values of settings that
 *   are no secrets; of no merchant.
 * - MERCHANT_CREATED, MERCHANT_CHANGED: its profile, with the previous values.
 * - OPERATION_REFUSED: a program requested an operation that its credential does not permit.
 * - ORDER_NOTE_ADDED: a user has written a note about an order, with its text.
 * - USER_ADDED, USER_CHANGED, USER_REMOVED, USER_PASSWORD_SET, USER_UNLOCKED: users and their permissions,
 *   with the previous values; never a secret.
 * - RECOVERY_CODE_USED, RECOVERY_CODES_MADE: a code in place of a user's second factor, with how many are left; new ones.
 * - SECOND_FACTOR_SET, SECOND_FACTOR_REMOVED, SECOND_FACTOR_SHOWN: a user's proof in addition to the password.
 * - SIGNED_IN, SIGNED_OUT, SIGN_IN_REFUSED: a user, and the reason for a refusal, which includes wrong passwords and
 *   codes later on.
 * - PAYMENT_LINK_CREATED, PAYMENT_LINK_DISABLED: a URL at which payers pay a merchant; its id and terms.
 * - PAYMENT_LINK_SENT: a user has had it sent by e-mail, to this address, shortened.
 * - REPORT_TAKEN: a report was returned; which columns of which period.
 * - REPORTING_PASSWORD_ADDED, REPORTING_PASSWORD_REVOKED: the passwords for a merchant's reports, by slot.
 * - ACCESS_RIGHTS_PROTECTED: from now on only sealed access rights are accepted; of no merchant.
 * - ACCESS_RIGHTS_SEALED: the access rights of a merchant or the operator have changed, to this revision.
 * - RISK_CARD_LISTED, RISK_CARD_REMOVED, RISK_RULES_CHANGED: a merchant's own, or the operator's for all.
 * - ROUTES_CHANGED: which acquirer links take a merchant's payments, with the previous routes.
 * - TOKEN_REPOSITORY_CREATED, TOKEN_REPOSITORY_CHANGED: of no merchant, since several may share one.
 * - SEARCH_EXPORTED: a user has exported search results as a file; the search criteria.
 * - TOKEN_DELETED: a user has deleted a token.
 * - TRANSACTION_BY_HAND: a user has moved money, or requested it; the order has the outcome.
 * - VIEWED_BY_OPERATOR: one of the operator's users has viewed a merchant's data.
 * - WALLET_CERTIFICATE_REQUESTED, WALLET_CERTIFICATE_SET: a key that the gateway has made for an identity certificate, and a certificate
 *   that was stored for a wallet key, by its expiry.
 * - WALLET_KEY_ADDED, WALLET_KEY_PUT_IN_USE, WALLET_KEY_REMOVED: a merchant's key for what a wallet encrypts, by its hash.
 * - WALLET_PAGE_SET, WALLET_PAGE_REMOVED: a wallet that a merchant offers on hosted pages.
 * - WEBHOOK_DISABLED: a merchant's webhook has reported that it is gone, and gets no more notifications.
 * - WEBHOOK_SECRETS_ROTATED: a merchant has new secrets, or the previous ones have ended.
 * - WEBHOOK_SECRETS_SHOWN: the operator has viewed them.
 * - WEBHOOK_TESTED: a user has had a test notification sent.
 * - KEY_ROTATED, KEY_DESTROYED, KEYS_REWRAPPED: changes of the vault's keys; of no merchant.
 */
export type AuditAction =
  | 'ACCOUNT_OPENED'
  | 'ACCOUNTS_UNMASKED'
  | 'APPROVAL_DECLINED'
  | 'APPROVAL_GIVEN'
  | 'APPROVAL_REQUESTED'
  | 'ATTEMPT_RESOLUTION_DECLINED'
  | 'ATTEMPT_RESOLUTION_PROPOSED'
  | 'ATTEMPT_RESOLVED'
  | 'AUDIT_BEGUN'
  | 'BATCH_CLOSED'
  | 'CARD_RANGES_IMPORTED'
  | 'CERTIFICATE_ADDED'
  | 'CERTIFICATE_REVOKED'
  | 'CONTROLS_WEAKENED'
  | 'CREDENTIALS_REFUSED'
  | 'DATABASE_EXPORTED'
  | 'DATABASE_IMPORTED'
  | 'DISPUTE_ANSWERED'
  | 'GATEWAY_SETTINGS_CHANGED'
  | 'KEY_DESTROYED'
  | 'KEY_ROTATED'
  | 'KEYS_REWRAPPED'
  | 'LINK_CHANGED'
  | 'LINK_CREATED'
  | 'LINK_DISABLED'
  | 'LINK_ENABLED'
  | 'MERCHANT_CHANGED'
  | 'MERCHANT_CREATED'
  | 'NOTIFICATIONS_REDIRECTED'
  | 'NOTIFICATIONS_REPLAYED'
  | 'NOTIFICATIONS_SENT_NOW'
  | 'OPERATION_REFUSED'
  | 'ORDER_NOTE_ADDED'
  | 'ORDER_REVIEWED'
  | 'PASSWORD_ADDED'
  | 'PASSWORD_REVOKED'
  | 'PAYMENT_LINK_CREATED'
  | 'PAYMENT_LINK_DISABLED'
  | 'PAYMENT_LINK_SENT'
  | 'USER_ADDED'
  | 'USER_CHANGED'
  | 'USER_PASSWORD_SET'
  | 'USER_REMOVED'
  | 'USER_UNLOCKED'
  | 'PROVIDER_EVENT_RECORDED'
  | 'RECOVERY_CODE_USED'
  | 'RECOVERY_CODES_MADE'
  | 'REFUND_APPROVED'
  | 'REFUND_TURNED_DOWN'
  | 'REPORT_TAKEN'
  | 'REPORTING_PASSWORD_ADDED'
  | 'REPORTING_PASSWORD_REVOKED'
  | 'ACCESS_RIGHTS_PROTECTED'
  | 'ACCESS_RIGHTS_SEALED'
  | 'RISK_CARD_LISTED'
  | 'RISK_CARD_REMOVED'
  | 'RISK_RULES_CHANGED'
  | 'ROUTES_CHANGED'
  | 'SEARCH_EXPORTED'
  | 'SECOND_FACTOR_REMOVED'
  | 'SECOND_FACTOR_SET'
  | 'SECOND_FACTOR_SHOWN'
  | 'SIGN_IN_REFUSED'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_DELETED'
  | 'TOKEN_REPOSITORY_CHANGED'
  | 'TOKEN_REPOSITORY_CREATED'
  | 'TRANSACTION_BY_HAND'
  | 'VIEWED_BY_OPERATOR'
  | 'WALLET_CERTIFICATE_REQUESTED'
  | 'WALLET_CERTIFICATE_SET'
  | 'WALLET_KEY_ADDED'
  | 'WALLET_KEY_PUT_IN_USE'
  | 'WALLET_KEY_REMOVED'
  | 'WALLET_PAGE_REMOVED'
  | 'WALLET_PAGE_SET'
  | 'WEBHOOK_CHANGED'
  | 'WEBHOOK_DISABLED'
  | 'WEBHOOK_SECRETS_ROTATED'
  | 'WEBHOOK_SECRETS_SHOWN'
  | 'WEBHOOK_TESTED'

export interface AuditEntry {
  readonly merchantId: string
  /** Who: a merchant's program by the merchant's user id, a user by a login name. */
  readonly actor: string
  readonly action: AuditAction
  /** The subject of the action: identifiers and masked values, nothing that would need protection itself. */
  readonly subject: object
  readonly at: Date
}

/** An entry as it is read. */
export interface AuditLine extends AuditEntry {
  readonly auditId: string
  /** Its position in the chain; none yet for the newest. */
  readonly position?: number
}

/** All given criteria must match; the end of the period is not included. */
export interface AuditFilter {
  /** Empty for the operator's own. */
  readonly merchantId: string
  readonly actor?: string | undefined
  readonly action?: AuditAction | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export interface AuditReader {
  /** Newest first; undefined when `after` is not a valid start of a page. */
  list(wanted: AuditFilter, page: PageRequest): Promise<ResultPage<AuditLine> | undefined>
}

/** What the chain is authenticated with: a key that is not in the database. */
export interface ChainHashes {
  keyedHash(purpose: 'AUDIT', text: string): KeyedHash
  matches(purpose: 'AUDIT', text: string, hash: KeyedHash): boolean
}

/** The end of a merchant's chain, and the vault's keyed hash of it. */
export interface AuditHead extends ChainEnd {
  readonly mac: KeyedHash
}

/**
 * Computes what is stored for entries that follow a head, oldest first; throws when the vault did not compute the head.
 */
export type LinkAuditLines = (
  head: AuditHead | undefined,
  lines: readonly LineToChain[],
) => { readonly links: readonly Pick<ChainedLine, 'position' | 'previousHash' | 'hash'>[]; readonly head: AuditHead }

/** The chain of each merchant's entries; the operator's own has an empty id. */
export interface AuditChain {
  /** Merchants whose entries wait for their positions. */
  merchantsWaiting(limit: number): Promise<readonly string[]>
  /**
   * Gives the longest-waiting entries their positions and hashes, in one commit with the new head. Returns how many;
   * 'LOCKED' when another process does. Throws when there was a head, and it is gone.
   */
  chain(merchantId: string, link: LinkAuditLines, limit: number): Promise<number | 'LOCKED'>
  /** Merchants whose heads are hashed with another key than this. */
  headsNotUnder(keyId: string, limit: number): Promise<readonly string[]>
  /** All merchants with a chain, or that once had one. */
  merchants(): Promise<readonly string[]>
  /** GONE when there must have been one. */
  findHead(merchantId: string): Promise<AuditHead | 'GONE' | undefined>
  /** Entries with positions from this one down; all without it. */
  readDown(page: {
    readonly merchantId: string
    readonly from?: number | undefined
    readonly limit: number
  }): Promise<readonly ChainedLine[]>
  /** Entries with positions beyond the current head. */
  beyondHead(merchantId: string, limit: number): Promise<readonly ChainedLine[]>
  /** Entries without a position. */
  waiting(merchantId: string): Promise<{ readonly count: number; readonly oldestAt?: Date }>
}

export interface Audit {
  /** Resolves when the entry is committed; what it is about must not be returned before. */
  append(entry: AuditEntry): Promise<void>
}

/** Who changes something, for the audit log. */
export interface AuditStamp {
  readonly actor: string
  readonly at: Date
}
