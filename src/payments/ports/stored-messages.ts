// What is stored of a request and of its response: canonical, masked, and without what belongs to the call alone.
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { DisputeDetails } from '../rules/dispute.ts'

/** A message of which every part may be missing. */
type PartsOf<T, Missing = never> = T extends readonly (infer Item)[]
  ? readonly PartsOf<Item, Missing>[]
  : T extends object
    ? { readonly [Name in keyof T]?: PartsOf<T[Name], Missing> | Missing }
    : T

/** A response returns all of its request, so that both have one shape, beside what the gateway notes for itself. */
export type StoredRequest = PartsOf<TransactionResponse> & {
  /** PAGE: the amount was named by the post that opened a hosted page, which the payer's browser sends. */
  readonly amountSource?: 'PAGE'
  /** The X-Request-Id of the response, by which people find the payment. */
  readonly requestId?: string
  /** Of a chargeback: how its case stands. */
  readonly dispute?: DisputeDetails
  /** Shows that the merchant has named the URL for notifications with its own credentials. */
  readonly notificationUrlSeal?: string
  readonly sourceOfFunds?: {
    readonly provided?: {
      readonly card?: {
        /** Of a token: the number is a device's, not that of a plastic card. */
        readonly isDeviceNumber?: boolean
        /** Without its cryptogram: not returned. */
        readonly devicePayment?: object
      }
    }
  }
}

/** An undefined member removes the value of an earlier response. */
export type StoredResponse = PartsOf<TransactionResponse, undefined>

/** Of a chargeback: the bank's reference is the number of the case. */
export function caseNumberOf({ transaction }: StoredRequest): { readonly caseNumber?: string } {
  return transaction?.reference === undefined ? {} : { caseNumber: transaction.reference }
}
