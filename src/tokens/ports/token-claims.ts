// Background work on tokens: which process claims it, and what the token service still has to be informed of.
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import type { TokenKey } from '../../payments/ports/stored-cards.ts'
import type { SchemeTokenStatus } from './token-store.ts'

/** A scheme token by its reference at the token service; the repository finds it among the gateway's tokens. */
export interface SchemeTokenReference {
  readonly repositoryId: string
  readonly reference: string
}

/** No other process takes what was claimed before the lease is over. */
export interface TokenClaimTerms {
  readonly limit: number
  readonly leaseMs: number
}

export interface ClaimedToken extends TokenKey {
  /** The number of attempts, including this one. */
  readonly attempts: number
}

/** A token as it was read: a change based on it has no effect once the token has changed. */
export type TokenRevision = TokenKey & { readonly revision: number }

/** Each repository gets its share: a long queue in one does not delay the others. */
export interface TokenClaims {
  /** Tokens that need a request to the token service. */
  claimProvisions(claim: TokenClaimTerms): Promise<readonly ClaimedToken[]>
  putOffProvision(token: TokenRevision, afterMs: number): Promise<void>

  /**
   * Tokens whose accounts are to be looked up at the account updater, with the operator's settings of their repository.
   */
  claimMaintenance(claim: TokenClaimTerms): Promise<readonly (TokenKey & { readonly repository: TokenRepository })[]>
  /** Without a time it is not due any more. */
  putOffMaintenance(token: TokenRevision, afterMs: number | undefined): Promise<void>
  /** All cards of the repository and of the sub-merchants that follow it become due for a lookup; returns how many. */
  makeMaintenanceDue(repositoryId: string): Promise<number>

  /**
   * Unless a token has stored the scheme token by then, the service is informed that it is not wanted. Written before
   * the service is asked, so that a process that dies, or a token that is not stored after all, leaves nothing behind
   * there.
   */
  giveUpUnlessKept(schemeToken: SchemeTokenReference, afterMs: number): Promise<void>
  /**
   * Scheme tokens that no token has stored and that the service is to be informed about. Entries of stored ones are
   * deleted.
   */
  claimUnwanted(claim: TokenClaimTerms): Promise<readonly (SchemeTokenReference & { readonly attempts: number })[]>
  /** The service has acknowledged. */
  forgetUnwanted(schemeToken: SchemeTokenReference): Promise<void>
  putOffUnwanted(schemeToken: SchemeTokenReference, afterMs: number): Promise<void>

  /** Writes events of tokens to merchants' outboxes that a process has left behind; returns how many. */
  informMerchants(limit: number): Promise<number>

  /** UNDECIDED while a process may still be about to store a token with it. */
  findByReference(schemeToken: SchemeTokenReference): Promise<TokenKey | 'UNDECIDED' | undefined>
  /**
   * Scheme tokens that tokens have stored, and those that the service may still have to be informed about: for
   * comparing books.
   */
  listKept(page: ReferencePage): Promise<readonly KeptSchemeToken[]>
  listUnwanted(page: ReferencePage): Promise<readonly SchemeTokenReference[]>
}

/** By repository and reference; the next page starts after the last one. */
export interface ReferencePage {
  readonly after: SchemeTokenReference | undefined
  readonly limit: number
}

export interface KeptSchemeToken extends SchemeTokenReference {
  readonly token: string
  readonly status: SchemeTokenStatus
}
