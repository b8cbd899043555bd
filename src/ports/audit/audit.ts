// Remembers who did what that someone may ask about later.
import type { ChainEnd, ChainedLine, LineToChain } from '../../domain/audit/audit-chain.ts'
import type { KeyedHash } from '../keys/vault.ts'
import type { PageRequest, ResultPage } from '../search/search.ts'

/**
 * - ACCESS_REQUESTED, ACCESS_APPROVED, ACCESS_DECLINED: an API credential, or the privilege UNMASK, that takes two people.
 * - ACCOUNT_OPENED: the gateway opened a sealed account to do something with it; the subject says whose and what for.
 * - ACCOUNTS_UNMASKED: a merchant's program was given account numbers in clear.
 * - AUDIT_BEGUN: a merchant's lines are chained from now on; of no merchant, so that a whole chain cannot get lost.
 * - CERTIFICATE_ADDED, CERTIFICATE_REVOKED, PASSWORD_ADDED, PASSWORD_REVOKED: what a merchant's programs prove
 *   themselves by; a fingerprint or a slot, never a secret.
 * - CREDENTIALS_REFUSED: failed authentication at the API within an hour, as one process counted it; how often, from where.
 * - DATABASE_EXPORTED, DATABASE_IMPORTED: somebody took a copy of everything, or brought one; of no merchant.
 * - MERCHANT_CREATED, MERCHANT_CHANGED: its profile, with what it was before.
 * - NOTIFICATION_SECRETS_ROTATED: a merchant has new secrets, or the ones before them have ended.
 * - NOTIFICATION_TESTED: somebody has had a notification sent that tells of nothing.
 * - NOTIFICATION_SECRETS_SHOWN: the operator has looked at them.
 * - OPERATION_REFUSED: a program asked for an operation that its credential does not have.
 * - PERSON_ADDED, PERSON_CHANGED, PERSON_REMOVED, PERSON_PASSWORD_SET, PERSON_UNLOCKED: who works with the gateway and
 *   what they may do, with what it was before; never a secret.
 * - SECOND_FACTOR_SET, SECOND_FACTOR_REMOVED, SECOND_FACTOR_SHOWN: what a person proves itself by beside a password.
 * - SIGNED_IN, SIGNED_OUT, SIGN_IN_REFUSED: a person, and why not; refused are also wrong passwords and codes later on.
 * - RECEIVER_DISABLED: a receiver of notifications has said that it is gone, and gets no more.
 * - REPORT_TAKEN: somebody was given a report; which columns of which period.
 * - REPORTING_PASSWORD_ADDED, REPORTING_PASSWORD_REVOKED: what opens a merchant's reports, by its slot.
 * - RIGHTS_PROTECTED: from now on only sealed rights are accepted; of no merchant.
 * - RIGHTS_SEALED: the rights of a merchant or the operator have changed, to this revision.
 * - RISK_CARD_LISTED, RISK_CARD_REMOVED, RISK_RULES_CHANGED: a merchant's own, or the operator's for all.
 * - TOKEN_REPOSITORY_CREATED, TOKEN_REPOSITORY_CHANGED: of no merchant, since several may share one.
 * - SEARCH_EXPORTED: a person has taken what was found as a file; what was looked for.
 * - TOKEN_DELETED: a person has had a token forgotten.
 * - TRANSACTION_BY_HAND: a person has moved money, or asked for it; the order says what became of it.
 * - VIEWED_BY_OPERATOR: one of the operator's people has looked at a merchant's data.
 * - KEY_ROTATED, KEY_DESTROYED, KEYS_REWRAPPED: what became of the vault's keys; of no merchant.
 */
export type AuditAction =
  | 'ACCESS_APPROVED'
  | 'ACCESS_DECLINED'
  | 'ACCESS_REQUESTED'
  | 'ACCOUNT_OPENED'
  | 'ACCOUNTS_UNMASKED'
  | 'AUDIT_BEGUN'
  | 'BATCH_CLOSED'
  | 'CERTIFICATE_ADDED'
  | 'CERTIFICATE_REVOKED'
  | 'CREDENTIALS_REFUSED'
  | 'DATABASE_EXPORTED'
  | 'DATABASE_IMPORTED'
  | 'KEY_DESTROYED'
  | 'KEY_ROTATED'
  | 'KEYS_REWRAPPED'
  | 'MERCHANT_CHANGED'
  | 'MERCHANT_CREATED'
  | 'NOTIFICATION_SECRETS_ROTATED'
  | 'NOTIFICATION_SECRETS_SHOWN'
  | 'NOTIFICATION_TESTED'
  | 'NOTIFICATIONS_CHANGED'
  | 'NOTIFICATIONS_REPLAYED'
  | 'OPERATION_REFUSED'
  | 'ORDER_REVIEWED'
  | 'PASSWORD_ADDED'
  | 'PASSWORD_REVOKED'
  | 'PERSON_ADDED'
  | 'PERSON_CHANGED'
  | 'PERSON_PASSWORD_SET'
  | 'PERSON_REMOVED'
  | 'PERSON_UNLOCKED'
  | 'PROVIDER_EVENT_RECORDED'
  | 'RECEIVER_DISABLED'
  | 'REFUND_APPROVED'
  | 'REFUND_TURNED_DOWN'
  | 'REPORT_TAKEN'
  | 'REPORTING_PASSWORD_ADDED'
  | 'REPORTING_PASSWORD_REVOKED'
  | 'RIGHTS_PROTECTED'
  | 'RIGHTS_SEALED'
  | 'RISK_CARD_LISTED'
  | 'RISK_CARD_REMOVED'
  | 'RISK_RULES_CHANGED'
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

export interface AuditEntry {
  readonly merchantId: string
  /** Who: a merchant's program by the merchant's user id, a person by a login. */
  readonly actor: string
  readonly action: AuditAction
  /** What it was done to: identifiers and masked values, nothing that would have to be protected itself. */
  readonly subject: object
  readonly at: Date
}

/** A line as it is read. */
export interface AuditLine extends AuditEntry {
  readonly auditId: string
  /** Its place in the chain; none yet for the newest. */
  readonly position?: number
}

/** All that is given must hold; the end of the time is not included. */
export interface AuditFilter {
  /** Empty for the operator's own. */
  readonly merchantId: string
  readonly actor?: string
  readonly action?: AuditAction
  readonly from?: Date
  readonly to?: Date
}

export interface AuditReader {
  /** Newest first; undefined when `after` is not where a page can begin. */
  list(wanted: AuditFilter, page: PageRequest): Promise<ResultPage<AuditLine> | undefined>
}

/** The end of a merchant's chain, and what the vault vouches for it by. */
export interface AuditHead extends ChainEnd {
  readonly mac: KeyedHash
}

/** Works out what is to be stored for lines that follow a head, oldest first; throws when the head is not ours. */
export type LinkAuditLines = (
  head: AuditHead | undefined,
  lines: readonly LineToChain[],
) => { readonly links: readonly Pick<ChainedLine, 'position' | 'previousHash' | 'hash'>[]; readonly head: AuditHead }

/** The chain of each merchant's lines; the operator's own has an empty id. */
export interface AuditChain {
  /** Whose lines wait for their positions. */
  merchantsWaiting(limit: number): Promise<readonly string[]>
  /** Gives the lines that wait longest their positions and hashes, in one commit with the new head. Says how many;
   * 'BUSY' when somebody else does. Throws when there was a head, and it is gone. */
  chain(merchantId: string, link: LinkAuditLines, limit: number): Promise<number | 'BUSY'>
  /** Whose heads the vault vouches for with another key than this. */
  headsNotUnder(keyId: string, limit: number): Promise<readonly string[]>
  /** Everybody with a chain, or who once had one. */
  merchants(): Promise<readonly string[]>
  /** GONE when there must have been one. */
  findHead(merchantId: string): Promise<AuditHead | 'GONE' | undefined>
  /** Lines with positions from this one down; all there are without it. */
  readDown(page: {
    readonly merchantId: string
    readonly from?: number
    readonly limit: number
  }): Promise<readonly ChainedLine[]>
  /** Lines with positions that the head, as it is at this moment, does not reach. */
  beyondHead(merchantId: string, limit: number): Promise<readonly ChainedLine[]>
  /** Lines without a position. */
  waiting(merchantId: string): Promise<{ readonly count: number; readonly oldestAt?: Date }>
}

export interface Audit {
  /** Resolves when the line is kept for good; what it speaks of must not be given out before. */
  append(entry: AuditEntry): Promise<void>
}
