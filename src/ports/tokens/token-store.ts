// Where tokens are kept. Every change is one commit and is refused when the token moved since it was read.

import type { VerificationStrategy } from '../../domain/merchants/merchant.ts'
import type { Expiry } from '../../domain/payments/instrument.ts'
import type { StoredKind } from '../../domain/tokens/token.ts'
import type { TokenState, TokenStatus } from '../../domain/tokens/token-status.ts'
import type { KeyedHash, SealedValue } from '../keys/vault.ts'

export interface TokenKey {
  /** The merchant's repository, or the one of a sub-merchant. */
  readonly repositoryId: string
  readonly token: string
}

export const schemeTokenStatuses = ['ACTIVE', 'DELETED', 'INACTIVE', 'PENDING', 'SUSPENDED'] as const
export type SchemeTokenStatus = (typeof schemeTokenStatuses)[number]

/** The scheme's token for the stored card. PENDING until the token service has given one. */
export interface StoredSchemeToken {
  readonly status: SchemeTokenStatus
  readonly provider: string
  /** What the token service knows it by; chosen by us before asking, so that asking twice has the effect of one. */
  readonly reference: string
  readonly masked?: string
  readonly expiry?: Expiry
  readonly number?: SealedValue
  readonly lastUpdated: Date
}

export interface TokenToStore extends TokenKey {
  /** The repository whose settings hold for it: the same one, or that of a sub-merchant's aggregator. */
  readonly homeRepositoryId: string
  readonly kind: StoredKind
  /** The account as answers show it. */
  readonly masked: string
  /** What is stored beside the account number, in the canonical names of sourceOfFunds.provided.<group>; for a billing
   * agreement also shipping. No name of a cardholder, no address, no customer. As read it holds the expiry too; as stored,
   * the expiry beside it counts. */
  readonly details: object
  readonly scheme?: string
  readonly expiry?: Expiry
  /** The account number (the agreement's id for provider A). */
  readonly account: SealedValue
  readonly state: TokenState
  readonly verificationStrategy?: VerificationStrategy
  /** The gateway code of the last verification. */
  readonly verificationCode?: string
  readonly replacementToken?: string
  readonly schemeToken?: StoredSchemeToken
  /** When the token service is to be asked (again) by the job. */
  readonly schemeDueAt?: Date
  readonly maintenanceDueAt?: Date
  readonly updatedBy: string
  readonly updateSource: 'CLIENT' | 'GATEWAY'
  readonly updatedAt: Date
}

export interface StoredToken extends TokenToStore {
  readonly revision: number
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly schemeAttempts: number
}

/** What may be told of a token: nothing that is sealed. */
export interface VisibleToken
  extends TokenKey,
    Pick<
      StoredToken,
      | 'kind'
      | 'masked'
      | 'details'
      | 'expiry'
      | 'verificationStrategy'
      | 'verificationCode'
      | 'replacementToken'
      | 'updatedBy'
      | 'updateSource'
      | 'updatedAt'
      | 'lastUsedAt'
    > {
  readonly state: Pick<TokenState, 'status'>
  readonly schemeToken?: Omit<StoredSchemeToken, 'number' | 'reference'>
}

/** The account's hashes to write, and whether the account may have one token only. */
export interface AccountClaim {
  readonly hashes: readonly KeyedHash[]
  readonly isOnly: boolean
}

export interface TokenQuery {
  readonly token?: string
  readonly status?: TokenStatus
  readonly kind?: StoredKind
  readonly scheme?: string
  readonly expiryMonth?: number
  readonly expiryYear?: number
  /** Of the account asked for, under every key it may have been hashed with. */
  readonly accountHashes?: readonly KeyedHash[]
}

/** A token by its name, or an account. */
export interface TokenLockKey {
  readonly repositoryId: string
  readonly what: string
}

/** What a payment has to know of its token. */
export type UsableToken = Pick<
  StoredToken,
  'repositoryId' | 'token' | 'kind' | 'masked' | 'details' | 'account' | 'state'
>

export interface TokenStore {
  /** To pay with it. Read together with what other requests ask for at the same time. */
  findToUse(name: TokenKey): Promise<UsableToken | undefined>
  /** True when this process has met the token before. False says nothing: another process may have made it. */
  hasSeenToken(name: TokenKey): boolean
  /** Read together with what other requests ask for at the same time. */
  find(name: TokenKey): Promise<StoredToken | undefined>
  /** The same, and whether the token holds the account that has one of these hashes. */
  findWithAccount(
    name: TokenKey,
    hashes: readonly KeyedHash[],
  ): Promise<{ readonly token: StoredToken; readonly isAccount: boolean } | undefined>
  /** The token that holds the account; of several, the first saved. */
  findHolder(repositoryId: string, hashes: readonly KeyedHash[]): Promise<StoredToken | undefined>
  /** A name that the gateway has made is taken for ever, also when its token was deleted. */
  create(
    token: TokenToStore,
    account: AccountClaim & { readonly isNamedByGateway: boolean },
  ): Promise<'STORED' | 'NAME_TAKEN' | 'ACCOUNT_TAKEN'>
  /**
   * Without an account claim the sealed account stays as it is. A scheme token under another reference than the stored one
   * takes its place, and the stored one is given up in the same commit. MOVED when the revision is no longer the stored
   * one, or the token gone.
   */
  update(
    token: TokenToStore,
    expected: { readonly revision: number; readonly account?: AccountClaim },
  ): Promise<'STORED' | 'MOVED' | 'ACCOUNT_TAKEN'>
  /** Gives up the scheme token in the same commit. False when there is no such token. */
  delete(name: TokenKey, options: { readonly isNameRetired: boolean }): Promise<boolean>
  /** Of this process's works on one token or account, one after the other: a token that many change at once would otherwise
   * move under most of them. */
  withLock<T>(about: TokenLockKey, work: () => Promise<T>): Promise<T>
  /** Some are going one after the other already. */
  isLocked(about: TokenLockKey): boolean
  /** By name, after the one given. */
  search(page: {
    readonly repositoryId: string
    readonly query: TokenQuery
    readonly after: string | undefined
    readonly limit: number
  }): Promise<readonly StoredToken[]>
  /** Remembers that the token was used. Never waits: uses are written together, soon; reads of this process know them at
   * once. */
  noteUse(name: TokenKey, at: Date): void
  /** Writes what noteUse has gathered. */
  flushUses(): Promise<void>
}
