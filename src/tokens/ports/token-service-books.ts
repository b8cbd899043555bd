// A token service's records of issued tokens, for comparing its books with the gateway's.

export interface TokenServiceEntry {
  readonly reference: string
  /** REFUSED when none was issued for the card. */
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'INACTIVE' | 'DELETED' | 'REFUSED'
  /** The service was informed that it is not wanted any more. */
  readonly isGivenUp: boolean
  /** A notice about it has not been read yet. */
  readonly isUnheard: boolean
  readonly timesAsked: number
}

export interface TokenServiceBooks {
  /** A page of all scheme tokens, ordered by reference; the next page starts after the last one. */
  list(page: { readonly afterReference: string; readonly limit: number }): Promise<readonly TokenServiceEntry[]>
}
