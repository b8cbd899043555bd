// What a page needs later from the request that created its session.

export interface PageSessionSecrets {
  readonly successIndicator: string
  /** Sessions of earlier releases have none. */
  readonly paysInVersion?: number | undefined
  /** The payment link that the session belongs to. */
  readonly paymentLinkId?: string | undefined
  /** A payer opened it by the URL of the link: the merchant has never seen its id, and has no page that opens it. */
  readonly isOpenedByPayer?: boolean | undefined
}
