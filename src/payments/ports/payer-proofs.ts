// Payer authentication as payments use it: what proves it, and what has become known of it.

import type { CardInstrument, Instrument } from '../../kernel/instrument.ts'
import type { Rejection } from '../../kernel/rejection.ts'
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { Call, OrderChanged } from '../call.ts'
import type { PayRequest } from '../contract/pay.ts'
import type { Authenticity } from '../rules/payer-authentication.ts'
import type { AuthenticationReference } from './authentication-journey.ts'
import type { StoredOrder, StoredTransaction, TransactionKey } from './transactions.ts'
export interface RequestWithAuthentication {
  readonly threeDSecureId?: string
  readonly threeDSecure?: PayRequest['threeDSecure']
  readonly authentication?: { readonly transactionId?: string }
}

export interface PaymentAuthentication {
  readonly kind: 'PROOF'
  readonly authenticity: Authenticity
  /** The result in the terms of the risk rules. */
  readonly word?: string
  /** The values for the acquirer and the response. */
  readonly threeDSecure?: PayRequest['threeDSecure']
  /** What proves it, and which acquirer was to take the payment then. */
  readonly about?: AuthenticationReference
  /** Further values of the response. */
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

export interface PayerProofs {
  /** The authentication that a payment names, or brings. MOVED when the issuer's response has just changed the order. */
  find(
    request: RequestWithAuthentication,
    payment: Omit<PaymentToCheck, 'card'> & { readonly instrument: Instrument },
  ): Promise<PaymentAuthentication | Rejection | OrderChanged<never>>
  /** Whether the acquirer of this link authenticates payers itself, and takes their payments on the orders that this opens. */
  isAtAcquirer(link: AcquirerLink): boolean
  /** The order after the issuer was asked about an authentication that is still open; undefined when there is none. */
  refresh(key: TransactionKey): Promise<StoredOrder | undefined>
  /** An authentication that a payer's device began by the id of a session. */
  findOfDevice(key: TransactionKey): Promise<Pick<StoredTransaction, 'request' | 'response'> | undefined>
}
