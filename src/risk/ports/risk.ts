// What risk needs from outside: the operator's rules, the cards on trusted and suspect lists, counts of payments, and
// the countries of IP addresses.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { VelocityLimit } from '../../platform/counters/limits.ts'
import type { CardList, CardListStatus, RiskRules } from '../rules/risk-rules.ts'
import type { VelocityAttempt, VelocityOutcome } from '../rules/velocity/admission.ts'
import type { PayloadAttempt, SessionPayloadLimit } from '../rules/velocity/payloads.ts'

/** The owner id of the operator's own lists; no merchant can have this id. */
export const operatorLists = ''

export interface ListedCard {
  readonly list: CardList
  readonly hash: KeyedHash
  readonly maskedNumber: string
  readonly note?: string | undefined
}

export interface CardToList extends ListedCard {
  /** The hashes under which it may be listed already. */
  readonly formerHashes?: readonly KeyedHash[]
}

export interface CardListEntry extends ListedCard {
  readonly addedAt: Date
}

export interface CardPage {
  readonly cards: readonly CardListEntry[]
  /** Where the next page begins; undefined on the last one. */
  readonly next?: string
}

/** Each change writes its audit log entry in its own commit. */
export interface RiskStore {
  /** The operator's rules for all merchants. A change takes effect within five seconds. */
  operatorRules(): Promise<RiskRules>
  /** The same as currently stored, for callers that read them in order to change them. */
  storedOperatorRules(): Promise<RiskRules>
  /**
   * Changes the current rules, one change after another; a code returned in place of rules leaves them as they are.
   * hasCardLists always follows the lists, whatever is passed. Returns what is then stored, or the code.
   */
  changeOperatorRules<No extends string = never>(
    change: (rules: RiskRules) => RiskRules | No,
    by: AuditStamp,
  ): Promise<RiskRules | No>
  /**
   * What the merchant's and the operator's lists contain about a card, under any of its hashes; the strictest when they
   * differ.
   */
  findCard(merchantId: string, hashes: readonly KeyedHash[]): Promise<CardListStatus | undefined>
  /** Cards of one owner in a stable order; undefined when `after` is not a valid start of a page. */
  listCards(
    merchantId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<CardPage | undefined>
  /**
   * Puts a card on a list, removing it from its previous one, also under a former key of its hash; hasCardLists of the
   * owner's rules follows in the same commit.
   */
  addCard(merchantId: string, card: CardToList, by: AuditStamp): Promise<'ADDED' | 'CHANGED' | 'UNKNOWN_MERCHANT'>
  /** Removes a card from any list it is on, under any of its hashes; false when it is on none. */
  removeCard(merchantId: string, hashes: readonly KeyedHash[], by: AuditStamp): Promise<boolean>
}

/** Counts payments as they are made, over all processes, to refuse card testing before the acquirer is called. */
export type VelocityAdmission =
  /** The attempt is counted. The caller must report its outcome, whatever happens; only the first call counts. */
  | { readonly kind: 'ADMITTED'; readonly reportOutcome: (outcome: VelocityOutcome) => void }
  | { readonly kind: 'REFUSED'; readonly limit: VelocityLimit }

export type PayloadAdmission =
  /** The payload is counted as refused. Once it turns out whether it can be used, the caller says so; only the first call counts. */
  | { readonly kind: 'ADMITTED'; readonly settle: (result: { readonly isUsable: boolean }) => void }
  | { readonly kind: 'REFUSED'; readonly limit: VelocityLimit | SessionPayloadLimit }

export interface Velocity {
  /** Waits briefly when only attempts in flight count against it. */
  admit(attempt: VelocityAttempt): Promise<VelocityAdmission>
  /** Before a wallet's payload is verified. Waits like an attempt. */
  admitPayload(attempt: PayloadAttempt): Promise<PayloadAdmission>
  /** A payload that is right in itself was refused: used before, or for another amount. */
  countRefusedPayload(attempt: PayloadAttempt): void
  /** Counts a refusal. True while it is to be recorded as a transaction: the first ones of a limit within the hour. */
  countRefusal(merchantId: string, limit: VelocityLimit): boolean
  /** Counts a refusal of a request that is no transaction. */
  countUnrecordedRefusal(merchantId: string, limit: VelocityLimit | SessionPayloadLimit): void
  /**
   * Whether so large a share of the merchant's payments was declined within the hour that its pages authenticate
   * payers.
   */
  callsForAuthentication(merchantId: string, declinePercent: number): boolean
}

/** The country of an IP address. */
export interface IpCountries {
  /** The country by ISO 3166-1 alpha-3; undefined when it is unknown, or when the text is no IP address. */
  find(ipAddress: string): string | undefined
}
