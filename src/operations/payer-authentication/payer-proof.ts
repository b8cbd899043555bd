// What a payment knows of the authentication of its payer.

import type { PayRequest } from '../../contract/operations/payments/pay.ts'
import type { Authenticity } from '../../domain/payer-authentication/payer-authentication.ts'
import type { CardInstrument } from '../../domain/payments/instrument.ts'
import type { StoredOrder } from '../../ports/payments/transactions.ts'
import type { Call } from '../call.ts'

export interface PaymentAuthentication {
  readonly kind: 'proof'
  readonly authenticity: Authenticity
  /** The result in the word that risk rules use. */
  readonly word?: string
  /** What the acquirer is told, and the answer. */
  readonly threeDSecure?: PayRequest['threeDSecure']
  /** What else the answer tells. */
  readonly shown: object
  /** Takes the authentication for this payment, once the payment is recorded; false when another was faster. */
  readonly reserve?: () => Promise<boolean>
}

/** The payment that wants to use an authentication. */
export interface PaymentToCheck {
  readonly call: Call
  readonly card: CardInstrument
  readonly stored: StoredOrder | undefined
  readonly amountMinor: bigint
  readonly currency: string
}
