// What is kept for risk: the operator's rules, and the cards that somebody trusts or suspects.
import type { CardList, CardListStatus, RiskRules } from '../../domain/risk/risk-rules.ts'
import type { KeyedHash } from '../keys/vault.ts'
import type { AuditStamp } from '../users/users.ts'

/** Whose lists the operator's own are; no merchant can have this id. */
export const operatorLists = ''

export interface ListedCard {
  readonly list: CardList
  readonly hash: KeyedHash
  readonly maskedNumber: string
  readonly note?: string
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

/** Each change leaves its line in the audit in the commit that makes it. */
export interface RiskStore {
  /** The operator's rules for all merchants. A change is seen within five seconds. */
  operatorRules(): Promise<RiskRules>
  /** The same as they are stored at this moment, for whoever looks at them in order to change them. */
  storedOperatorRules(): Promise<RiskRules>
  /**
   * Changes them as they are at this moment, one change after another; a word in place of rules leaves them as they are.
   * hasCardLists stays what the lists say, whatever is given. Answers with what is stored then, or with the word.
   */
  changeOperatorRules<No extends string = never>(
    change: (rules: RiskRules) => RiskRules | No,
    by: AuditStamp,
  ): Promise<RiskRules | No>
  /** What the merchant's and the operator's lists say of a card, under any of its hashes; the strictest when they differ. */
  findCard(merchantId: string, hashes: readonly KeyedHash[]): Promise<CardListStatus | undefined>
  /** Cards of one owner in an order that stays; undefined when `after` is not where a page can begin. */
  listCards(
    merchantId: string,
    page: { readonly limit: number; readonly after?: string },
  ): Promise<CardPage | undefined>
  /** Puts a card on a list, taking it from where it stood before, also under a former key of its hash; hasCardLists of the
   * owner's rules follows in the same commit. */
  addCard(merchantId: string, card: CardToList, by: AuditStamp): Promise<'ADDED' | 'CHANGED' | 'UNKNOWN_MERCHANT'>
  /** Takes a card from whichever list it is on, under any of its hashes; false when it is on none. */
  removeCard(merchantId: string, hashes: readonly KeyedHash[], by: AuditStamp): Promise<boolean>
}
