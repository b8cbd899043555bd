// What a token service says it has given, for comparing its books with ours.

export interface TokenServiceEntry {
  readonly reference: string
  /** REFUSED when none was given for the card. */
  readonly status: 'ACTIVE' | 'SUSPENDED' | 'INACTIVE' | 'DELETED' | 'REFUSED'
  /** We have said that we do not want it any more. */
  readonly isGivenUp: boolean
  /** A notice about it is still to be heard. */
  readonly isUnheard: boolean
  readonly timesAsked: number
}

export interface TokenServiceBooks {
  /** A page of all scheme tokens, ordered by reference; the next page starts after the last one. */
  list(page: { readonly afterReference: string; readonly limit: number }): Promise<readonly TokenServiceEntry[]>
}
