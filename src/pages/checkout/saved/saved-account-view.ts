// A stored account as a page shows it.

/** What the form posts for an account that the merchant has stored: the session's own, or one of the listed cards. */
export type SavedSource = 'STORED' | `SAVED_${number}`

/** A stored account as it may be shown: its token stays in the gateway. */
export interface SavedAccountView {
  readonly source: SavedSource
  readonly label: string
  readonly brand?: string
  readonly expiry?: { readonly month: string; readonly year: string }
  readonly needsSecurityCode: boolean
}
