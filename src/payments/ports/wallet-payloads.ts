// What payers' wallets have encrypted: opened for a payment, and used once.

import type { Rejection } from '../../kernel/rejection.ts'
import type { Call } from '../call.ts'
import type { RequestWithSource } from './request-with-source.ts'
/** One transaction or one token, which may be requested repeatedly. */
export type PayloadUse =
  | { readonly kind: 'TRANSACTION'; readonly orderId: string; readonly transactionId: string }
  | { readonly kind: 'TOKEN'; readonly repositoryId: string; readonly token: string }

/** What is paid; absent where the request does not say it. */
export interface TermsToConfirm {
  readonly currency?: string | undefined
  readonly amountMinor?: bigint | undefined
}

export interface OpenedDevicePayment<R> {
  readonly request: R
  /** The payload, when the request had one. */
  readonly payload?: UsablePayload
}

export interface PayloadCall extends Pick<Call, 'merchant' | 'entryPoint' | 'payerAddress'> {
  readonly usedSession?: Pick<NonNullable<Call['usedSession']>, 'hash' | 'payerAddress'> | undefined
}

/** A payload that must not be used twice. */
export interface UsablePayload {
  readonly payloadHash: Buffer
  readonly expiresAt: Date
  /** It was used before, and counts as refused. */
  readonly countRefused: () => void
}

export interface WalletPayloads {
  /** Replaces the payload in a request by its content. */
  open<R extends RequestWithSource>(
    request: R,
    terms: TermsToConfirm & { readonly call: PayloadCall },
  ): Promise<OpenedDevicePayment<R> | Rejection>
  /** Makes the payload this request's own: the same request may repeat it, no other may use it. */
  claim(payload: UsablePayload, use: PayloadUse, call: Pick<Call, 'merchant'>): Promise<Rejection | undefined>
}
