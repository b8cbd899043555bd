// Agreements to a series of payments. The outcome of the first payment that succeeds stores the agreement, in the same
// commit; later payments read it.

export interface AgreementKey {
  readonly merchantId: string
  readonly agreementId: string
}

/** What merchant and payer have agreed on, without the id: the members of the request's group. */
export type AgreementTerms = Readonly<Record<string, unknown>> & { readonly type?: string }

/** As the outcome of a payment lays it down. */
export interface EstablishedAgreement {
  readonly id: string
  readonly currency: string
  readonly terms: AgreementTerms
}

export interface PaymentAgreement extends EstablishedAgreement {
  readonly establishedAt: Date
  /** When the acquirer stopped further payments. */
  readonly cancelledAt?: Date | undefined
}

export interface PaymentAgreements {
  find(key: AgreementKey): Promise<PaymentAgreement | undefined>
  /** Does nothing when there is no such agreement, or it is cancelled already. */
  cancel(key: AgreementKey, at: Date): Promise<void>
}
