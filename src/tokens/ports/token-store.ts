// The storage of tokens. Every change is one commit and is refused when the token has changed since it was read.

import type { Expiry } from '../../kernel/instrument.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { VerificationStrategy } from '../../kernel/verification-strategy.ts'
import type { SealedValue } from '../../keys/ports/vault.ts'
import type { TokenKey } from '../../payments/ports/stored-cards.ts'
import type { StoredKind } from '../rules/token.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'
import type { TokenState, TokenStatus } from '../rules/token-status.ts'

export const schemeTokenStatuses = ['ACTIVE', 'DELETED', 'INACTIVE', 'PENDING', 'SUSPENDED'] as const
export type SchemeTokenStatus = (typeof schemeTokenStatuses)[number]

/** The scheme token for the stored card. PENDING until the token service has issued one. */
export interface StoredSchemeToken {
  readonly status: SchemeTokenStatus
  readonly provider: string
  /** The reference at the token service; chosen before the call, so that a repeat has no further effect. */
  readonly reference: string
  readonly masked?: string | undefined
  readonly expiry?: Expiry | undefined
  readonly number?: SealedValue | undefined
  readonly lastUpdated: Date
}

export interface TokenToStore extends TokenKey {
  /** The repository whose settings apply: the same one, or that of a sub-merchant's aggregator. */
  readonly homeRepositoryId: string
  readonly kind: StoredKind
  /** The account as shown in responses. */
  readonly masked: string
  readonly details: StoredTokenDetails
  readonly scheme?: string | undefined
  readonly expiry?: Expiry | undefined
  /** The account number (the agreement's id for provider A). */
  readonly account: SealedValue
  readonly state: TokenState
  readonly verificationStrategy?: VerificationStrategy | undefined
  /** The gateway code of the last verification. */
  readonly verificationCode?: string | undefined
  readonly replacementToken?: string | undefined
  readonly schemeToken?: StoredSchemeToken | undefined
  /** When the job is to ask the token service (again). */
  readonly schemeDueAt?: Date | undefined
  readonly maintenanceDueAt?: Date | undefined
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

/** What may be returned of a token: nothing that is sealed. */
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
  readonly schemeToken?: Omit<StoredSchemeToken, 'number' | 'reference'> | undefined
}

/** The account's hashes to write, and whether the account may have one token only. */
export interface AccountClaim {
  readonly hashes: readonly KeyedHash[]
  readonly isOnly: boolean
}

export interface TokenQuery {
  readonly token?: string | undefined
  readonly status?: TokenStatus | undefined
  readonly kind?: StoredKind | undefined
  readonly scheme?: string | undefined
  readonly expiryMonth?: number | undefined
  readonly expiryYear?: number | undefined
  /** Of the requested account, under every key it may have been hashed with. */
  readonly accountHashes?: readonly KeyedHash[] | undefined
}

/** A token by its id, or an account. */
export interface TokenLockKey {
  readonly repositoryId: string
  readonly tokenOrAccount: string
}

/** What a payment needs to know of its token. */
export type UsableToken = Pick<
  StoredToken,
  'repositoryId' | 'token' | 'kind' | 'masked' | 'details' | 'account' | 'state'
>

export interface TokenStore {
  /** For a payment with it. Read in one batch with the lookups of concurrent requests. */
  findToUse(name: TokenKey): Promise<UsableToken | undefined>
  /** True when this process has seen the token before. False proves nothing: another process may have created it. */
  hasSeenToken(name: TokenKey): boolean
  /** Read in one batch with the lookups of concurrent requests. */
  find(name: TokenKey): Promise<StoredToken | undefined>
  /** The same, and whether the token contains the account that has one of these hashes. */
  findWithAccount(
    name: TokenKey,
    hashes: readonly KeyedHash[],
  ): Promise<{ readonly token: StoredToken; readonly isAccount: boolean } | undefined>
  /** The token that contains the account; of several, the first saved. */
  findHolder(repositoryId: string, hashes: readonly KeyedHash[]): Promise<StoredToken | undefined>
  /** An id that the gateway has generated is taken for ever, even after its token was deleted. */
  create(
    token: TokenToStore,
    account: AccountClaim & { readonly isNamedByGateway: boolean },
  ): Promise<'STORED' | 'NAME_TAKEN' | 'ACCOUNT_TAKEN'>
  /**
   * Without an account claim the sealed account stays as it is. A scheme token under another reference than the stored
   * one replaces it, and the stored one is given up in the same commit. MOVED when the revision is no longer the stored
   * one, or the token is gone.
   */
  update(
    token: TokenToStore,
    expected: { readonly revision: number; readonly account?: AccountClaim | undefined },
  ): Promise<'STORED' | 'MOVED' | 'ACCOUNT_TAKEN'>
  /** Gives up the scheme token in the same commit. False when there is no such token. */
  delete(name: TokenKey, options: { readonly isNameRetired: boolean }): Promise<boolean>
  /**
   * Serializes this process's work on one token or account: otherwise a token that many requests change at once would
   * change under most of them.
   */
  withLock<T>(lock: TokenLockKey, work: () => Promise<T>): Promise<T>
  /** Some work is being serialized already. */
  isLocked(lock: TokenLockKey): boolean
  /** By id, after the given one. */
  search(page: {
    readonly repositoryId: string
    readonly query: TokenQuery
    readonly after: string | undefined
    readonly limit: number
  }): Promise<readonly StoredToken[]>
  /**
   * Records that the token was used. Never waits: uses are written in batches soon afterwards; reads of this process
   * see them at once.
   */
  noteUse(name: TokenKey, at: Date): void
  /** Writes what noteUse has gathered. */
  flushUses(): Promise<void>
}
