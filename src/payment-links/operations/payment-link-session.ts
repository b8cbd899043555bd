// What a payment link gives to its payers' sessions, sealed with the link: a change in the database alters neither the
// amount nor the URL that gets notifications.
import type { Values } from '../../kernel/values.ts'
import { paymentLinkSealContext } from '../../keys/ports/seal-context.ts'
import type { PaymentLinkDependencies } from '../dependencies.ts'
import type { StoredPaymentLink } from '../ports/payment-link-store.ts'

export interface PaymentLinkSession {
  /** The values of the session, but for the order's id and an amount that the payer enters. */
  readonly values: Values
  /** The version of the API that the merchant has used, or the newest for links of users. */
  readonly createdInVersion: number
  readonly paysInVersion: number
  /** Returned to the merchant's program, which compares it with what the payer's browser brings back. */
  readonly successIndicator?: string
}

export function sealPaymentLinkSession(
  key: Pick<StoredPaymentLink, 'merchantId' | 'paymentLinkId'>,
  session: PaymentLinkSession,
  { vault }: Pick<PaymentLinkDependencies, 'vault'>,
): StoredPaymentLink['session'] {
  return vault.seal(JSON.stringify(session), paymentLinkSealContext(key))
}

export async function openPaymentLinkValues(
  paymentLink: StoredPaymentLink,
  { vault }: Pick<PaymentLinkDependencies, 'vault'>,
): Promise<PaymentLinkSession> {
  return JSON.parse(await vault.open(paymentLink.session, paymentLinkSealContext(paymentLink))) as PaymentLinkSession
}
