// What a payment knows of the authentication of its payer.

import type { CardInstrument } from '../../kernel/instrument.ts'
import type { Call } from '../../payments/call.ts'
import type { PayRequest } from '../../payments/contract/pay.ts'
import type { StoredOrder } from '../../payments/ports/transactions.ts'
import type { Authenticity } from '../../payments/rules/payer-authentication.ts'
import type { AuthenticationReference } from '../ports/payer-authentication.ts'

export interface PaymentAuthentication {
  readonly kind: 'proof'
  readonly authenticity: Authenticity
  /** The result in the terms of the risk rules. */
  readonly word?: string
  /** The values for the acquirer and the answer. */
  readonly threeDSecure?: PayRequest['threeDSecure']
  /** What proves it, and which acquirer was to take the payment then. */
  readonly about?: AuthenticationReference
  /** Further values of the answer. */
  readonly shown: object
  /**
   * Reserves the authentication for this payment, once the payment is recorded; false when another payment came first.
   */
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
