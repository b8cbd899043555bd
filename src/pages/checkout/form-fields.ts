// The form as browsers post it: its fields, and what it names as the payment source.
import type { Provider } from '../../kernel/provider.ts'

/** What the form posts for an account that the merchant has stored: the session's own, or one of the listed cards. */
export type SavedSource = 'STORED' | `SAVED_${number}`

/** A kind of payment details that the page offers, or a provider on whose site the payer pays. */
export type OfferedSource = 'CARD' | 'GIFT_CARD' | 'ACH' | Provider

/** What the form posts as its source. */
export type PostedSource = OfferedSource | SavedSource

/**
 * Names of the fields of the form, as they are posted. `attempt` says which attempt the form was rendered for, so that a form that is
 * sent twice is one attempt; `device` is what a script reports about the browser, for the payer's bank; `bankIdentifier` is of the
 * payer's bank, which provider B requires.
 */
export type FormField =
  | 'source'
  | 'cardNumber'
  | 'nameOnCard'
  | 'expiryMonth'
  | 'expiryYear'
  | 'securityCode'
  | 'giftCardNumber'
  | 'giftCardPin'
  | 'achAccountType'
  | 'achAccountHolder'
  | 'achAccountNumber'
  | 'achAccountNumberAgain'
  | 'achRoutingNumber'
  | 'bankIdentifier'
  | 'email'
  | 'billingStreet'
  | 'billingStreet2'
  | 'billingCity'
  | 'billingStateProvince'
  | 'billingPostcodeZip'
  | 'billingCountry'
  | 'attempt'
  | 'device'

/** Fields of a billing address that are required when the address is. Many places have no postcode. */
export const mandatoryBillingFields: readonly FormField[] = ['billingStreet', 'billingCity', 'billingCountry']

/** The error of a field. */
export type FieldFault = 'missing' | 'invalid'
