// The stored cards that payments are made with, by their tokens.

import type { Rejection } from '../../kernel/rejection.ts'
import type { Merchant } from '../../merchants/rules/merchant.ts'
import type { Call } from '../call.ts'
import type { RequestWithSource } from './request-with-source.ts'
import type { Attempt } from './transactions.ts'
export interface TokenKey {
  /** The merchant's repository, or the one of a sub-merchant. */
  readonly repositoryId: string
  readonly token: string
}

export interface CompletedRequest<R> {
  readonly request: R
  /** The token that completed it. */
  readonly token?: TokenKey
}

/** A request that may name a token. */
export interface RequestWithToken extends RequestWithSource {
  readonly order?: { readonly subMerchant?: { readonly identifier?: string } }
}

/** A payment whose acquirer has said that no further recurring payment may follow. */
export type RecurringAttempt = Pick<Attempt, 'key' | 'request' | 'accountHash'>

export interface StoredCards {
  /** Completes a request that names a token with what the token holds. */
  complete<R extends RequestWithToken>(
    request: R,
    call: Pick<Call, 'merchant' | 'unsealAudit'>,
  ): Promise<CompletedRequest<R> | Rejection>
  /** The token was used for a payment. */
  noteUse(token: TokenKey, at: Date): void
  /** Ends the recurring use of the token, and the agreement, that the payment was made with. */
  noteStoppedRecurring(attempt: RecurringAttempt, merchant: Merchant): Promise<void>
}
