// Work on tokens that nobody waits for: who takes it, and what the token service still has to be told.
import type { TokenRepository } from '../../domain/tokens/token-repository.ts'
import type { SchemeTokenStatus, TokenKey } from './token-store.ts'

/** A scheme token by what the token service knows it by; the repository finds it among ours. */
export interface SchemeTokenReference {
  readonly repositoryId: string
  readonly reference: string
}

/** Nobody else takes what was claimed before the lease is over. */
export interface TokenClaimTerms {
  readonly limit: number
  readonly leaseMs: number
}

export interface ClaimedToken extends TokenKey {
  /** How often it was tried, this time included. */
  readonly attempts: number
}

/** A token as it was read: what is said of it has no effect once it has changed. */
export type TokenRevision = TokenKey & { readonly revision: number }

/** Repository by repository, to each its share: a long queue in one keeps no other waiting. */
export interface TokenClaims {
  /** Tokens for which the token service is to be asked. */
  claimProvisions(claim: TokenClaimTerms): Promise<readonly ClaimedToken[]>
  putOffProvision(token: TokenRevision, afterMs: number): Promise<void>

  /** Tokens whose accounts are to be looked up at the account updater, with what the operator says of their repository. */
  claimMaintenance(claim: TokenClaimTerms): Promise<readonly (TokenKey & { readonly repository: TokenRepository })[]>
  /** Without a time it is not due any more. */
  putOffMaintenance(token: TokenRevision, afterMs: number | undefined): Promise<void>
  /** All cards of the repository and of the sub-merchants that follow it are due for a look-up; how many there are. */
  makeMaintenanceDue(repositoryId: string): Promise<number>

  /**
   * Unless a token keeps the scheme token by then, the service is told that we do not want it. Written before the service
   * is asked, so that nothing is left behind there by a process that dies, or a token that is not stored after all.
   */
  giveUpUnlessKept(what: SchemeTokenReference, afterMs: number): Promise<void>
  /** Scheme tokens that nobody keeps and the service is to be told about. Those that a token keeps are forgotten. */
  claimUnwanted(claim: TokenClaimTerms): Promise<readonly (SchemeTokenReference & { readonly attempts: number })[]>
  /** The service has heard. */
  forgetUnwanted(what: SchemeTokenReference): Promise<void>
  putOffUnwanted(what: SchemeTokenReference, afterMs: number): Promise<void>

  /** UNDECIDED while somebody may still be about to store a token that keeps it. */
  findByReference(what: SchemeTokenReference): Promise<TokenKey | 'UNDECIDED' | undefined>
  /** Scheme tokens that tokens keep, and those that the service may still have to be told about: for comparing books. */
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
