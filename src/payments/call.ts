// Who calls, about what, and what an operation may answer.

import type { OperationTraits } from '../contract/operation.ts'
import type { EntryPoint } from '../kernel/entry-point.ts'
import type { Rejection } from '../kernel/rejection.ts'
import type { Merchant } from '../merchants/index.ts'
import type { UnsealAuditLog } from './masking/storable-request.ts'
import type { TransactionKey } from './ports/transactions.ts'

export interface Call {
  readonly merchant: Merchant
  /** The transaction id is empty for operations on the order as a whole. */
  readonly key: TransactionKey
  /** The token that the path names. */
  readonly tokenId?: string | undefined
  /** The authentication by 3-D Secure 1 that the path names. */
  readonly threeDSecureId?: string | undefined
  /** The agreement that the path names. */
  readonly agreementId?: string | undefined
  /** The payment link that the path names. */
  readonly paymentLinkId?: string | undefined
  /** The session that the path names. */
  readonly sessionId?: string | undefined
  readonly traits: OperationTraits
  /** The version of the API that it came in; none when the gateway acts by itself. */
  readonly version?: number | undefined
  /** The X-Request-Id of the response; none when the gateway acts by itself. */
  readonly requestId?: string | undefined
  /** A payer's device that proved itself by the id of a session, rather than the merchant's own program. */
  readonly isDevice?: boolean | undefined
  /** The entry point, if not the API. */
  readonly entryPoint?: EntryPoint | undefined
  /** The merchant's name on the payer's page, if it is not that of the profile: the payer's bank shows the same. */
  readonly shownMerchantName?: string | undefined
  /** How the ids of this payer's transactions end, where other payers may use the same order. */
  readonly payerSuffix?: string | undefined
  /** The IP address of the payer's browser, when the request came from it: from a page of the gateway, or as a device. */
  readonly payerAddress?: string | undefined
  /** The session that completed the request, when one did: its codes go with the first payment. */
  readonly usedSession?: CallSession | undefined
  /** The URL for notifications that the merchant has put into that session with its own credentials. */
  readonly sealedNotificationUrl?: string | undefined
  /** The request as it was sent, when a session completed it or texts in it were masked: what repeats are compared by. */
  readonly asSent?: object | undefined
  /** What was decrypted for this request and still needs its audit log entry. */
  readonly unsealAudit: UnsealAuditLog
  /** Decides, together with the merchant's privileges, on unmasking. */
  readonly reader: { readonly hasCertificate: boolean; readonly asksUnmasked: boolean }
}

/** What a call takes from the session that completed it. */
export interface CallSession {
  readonly hash: Buffer
  readonly expiresAt: Date
  /** The IP address of the payer's browser that put values into it, if one did. */
  readonly payerAddress?: string | undefined
  readonly orderNamedBy: OrderNaming
  /** PAGE: the amount was named by the post that opened a hosted page, which the payer's browser sends. */
  readonly amountSource?: 'PAGE' | undefined
  /** Whether the payer has put the account in, and may see it masked. */
  readonly isAccountOfPayer: boolean
}

/** One of the runs of an operation, which starts again when the order has changed between reading and recording. */
export interface OperationRun {
  /** Most orders are new: an operation that opens one may assume so without reading. If the order exists, recording fails, and
   * the operation runs again with the order read. */
  readonly presumesNewOrder: boolean
}

/** How long the gateway waits for others; settings of the operator. */
export interface Timeouts {
  readonly acquirerTimeoutMs: number
  /** After this long without an outcome an attempt counts as abandoned. Longer than the acquirer's time-out. */
  readonly attemptDeadlineMs: number
  /** How long a repeated request waits for the first one's outcome. */
  readonly repeatWaitMs: number
  /** An open outcome is inquired again after this long. */
  readonly askAgainAfterMs: number
  /** How long a request may wait for the token service or the account updater, or a poll for a provider. */
  readonly serviceWaitMs: number
  /** A browser payment that is not decided after this long is given up. */
  readonly browserPaymentMs: number
}

export interface OperationResponse<Response extends object = object> {
  readonly kind: 'ANSWERED'
  /** False when this call executed nothing: a repeat, a retrieval, an order that was busy. */
  readonly isFirst: boolean
  /** In canonical shape, masked. */
  readonly response: Response
  /** The same answer with account numbers in clear, for operations that are not about an order. Called only when the
   * caller may have them. */
  readonly reveal?: (() => Promise<Response>) | undefined
}

/** The order changed between reading and recording; nothing was executed, and the operation starts again. */
export interface OrderChanged<Response extends object = object> {
  readonly kind: 'MOVED'
  /** The response when no further run is made: an order that changes so often counts as busy. */
  readonly respondBusy?: () => Promise<OperationResult<Response>>
}

export type OperationResult<Response extends object = object> =
  | OperationResponse<Response>
  | Rejection
  | OrderChanged<Response>

/** Who named the order of a session: the merchant, by using the session for it, or the payer's device. */
export type OrderNaming = 'DEVICE' | 'MERCHANT'
