// What the upstream's responses mean, by tables over its codes and over HTTP's. What is not understood is no response, never
// a guess.

import { readResponse } from '../../contract/client-messages.ts'
import { errorRows } from '../../contract/groups/call.ts'
import type { Rows } from '../../contract/row.ts'
import { type GatewayCode, gatewayCodes, type TransactionResult } from '../../kernel/gateway-code.ts'
import { type Money, parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import {
  type AcquirerRequestKind,
  type AcquirerResponse,
  isFailureCode,
  type RefusalTable,
  refusalTable,
  type TransactionResponse,
  usualRefusals,
} from '../../payments/index.ts'
import { describeStatus, type HttpResult } from './connections.ts'

/**
 * - answer: the body of a successful response, in the canonical shape.
 * - refusal: a well-formed error: nothing was executed.
 */
export type UpstreamResult =
  | { readonly kind: 'ANSWER'; readonly response: UpstreamResponse }
  | { readonly kind: 'REFUSAL'; readonly status: number; readonly error: UpstreamError }
  | { readonly kind: 'NOT_SENT' | 'NO_ANSWER'; readonly why: string }

/** Whatever of it the upstream has sent, and the version lists. */
export type UpstreamResponse = DeepPartial<TransactionResponse>

export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [K in keyof T]?: DeepPartial<T[K]> }
    : T

export interface UpstreamError {
  readonly cause: string
  readonly explanation?: string
  readonly field?: string
  readonly validationType?: string
}

/** 408, 429 and 5xx do not say whether the request was executed; other statuses are not of this API. */
export function meaningOfStatus(status: number): 'ANSWER' | 'REFUSAL' | 'NO_ANSWER' {
  if (status === 200 || status === 201) return 'ANSWER'
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? 'REFUSAL' : 'NO_ANSWER'
}

/** Only these say that nothing was executed. */
const refusingCauses: ReadonlySet<unknown> = new Set(['INVALID_REQUEST', 'REQUEST_REJECTED'])

export function readResult(result: HttpResult, rows: Rows, correlationId: string): UpstreamResult {
  if (result.kind !== 'RESPONSE') return result
  const { status, body: received } = result
  const meaning = meaningOfStatus(status)
  if (meaning === 'NO_ANSWER') return { kind: 'NO_ANSWER', why: describeStatus(status) }
  if (received.kind !== 'JSON') return { kind: 'NO_ANSWER', why: `${describeStatus(status)} without a JSON object` }
  const body = received.value
  const { correlationId: returned } = body
  if (returned !== undefined && returned !== correlationId)
    return { kind: 'NO_ANSWER', why: 'the answer belongs to another request' }
  if (meaning === 'ANSWER') return { kind: 'ANSWER', response: readResponse(rows, body) as UpstreamResponse }
  const { error, result: word } = readResponse(errorRows, body) as { error?: UpstreamError; result?: string }
  if (word !== 'ERROR' || !error || !refusingCauses.has(error.cause))
    return { kind: 'NO_ANSWER', why: `${describeStatus(status)} without an error of the API` }
  // An error names no order. Where the upstream does not return the correlation id with it, only a new connection proves
  // that it is the response to this request.
  if (returned === undefined && result.isReusedConnection)
    return { kind: 'NO_ANSWER', why: `${describeStatus(status)}, perhaps to another request` }
  return { kind: 'REFUSAL', status, error }
}

interface CodeRow {
  /** How the outcome is recorded here; absent where no request of this link can be answered with it. */
  readonly code?: GatewayCode
  /** The results that may stand beside it. */
  readonly results: readonly TransactionResult[]
}

const sameCode = (code: GatewayCode): CodeRow => ({ code, results: [gatewayCodes[code].result] })

/** The upstream's code, and what it becomes. Some codes are the gateway's own, and no acquirer may use them. */
export const upstreamCodes: Readonly<Record<GatewayCode, CodeRow>> = {
  ABORTED: sameCode('ABORTED'),
  ACQUIRER_SYSTEM_ERROR: sameCode('ACQUIRER_SYSTEM_ERROR'),
  APPROVED: sameCode('APPROVED'),
  APPROVED_AUTO: { code: 'APPROVED', results: ['SUCCESS'] },
  APPROVED_PENDING_SETTLEMENT: sameCode('APPROVED_PENDING_SETTLEMENT'),
  AUTHENTICATION_FAILED: sameCode('AUTHENTICATION_FAILED'),
  AUTHENTICATION_IN_PROGRESS: { results: [] },
  BALANCE_AVAILABLE: sameCode('BALANCE_AVAILABLE'),
  BALANCE_UNKNOWN: sameCode('BALANCE_UNKNOWN'),
  BLOCKED: { code: 'DECLINED', results: ['FAILURE'] },
  CANCELLED: sameCode('CANCELLED'),
  DECLINED: sameCode('DECLINED'),
  DECLINED_AVS: sameCode('DECLINED_AVS'),
  DECLINED_AVS_CSC: sameCode('DECLINED_AVS_CSC'),
  DECLINED_CSC: sameCode('DECLINED_CSC'),
  DECLINED_DO_NOT_CONTACT: sameCode('DECLINED_DO_NOT_CONTACT'),
  DECLINED_INVALID_PIN: sameCode('DECLINED_INVALID_PIN'),
  DECLINED_PAYMENT_PLAN: sameCode('DECLINED_PAYMENT_PLAN'),
  DECLINED_PIN_REQUIRED: sameCode('DECLINED_PIN_REQUIRED'),
  DEFERRED_TRANSACTION_RECEIVED: sameCode('DEFERRED_TRANSACTION_RECEIVED'),
  DUPLICATE_BATCH: sameCode('DUPLICATE_BATCH'),
  EXCEEDED_RETRY_LIMIT: sameCode('EXCEEDED_RETRY_LIMIT'),
  EXPIRED_CARD: sameCode('EXPIRED_CARD'),
  INSUFFICIENT_FUNDS: sameCode('INSUFFICIENT_FUNDS'),
  INVALID_CSC: sameCode('INVALID_CSC'),
  // The order was busy at the upstream, and nothing was executed.
  LOCK_FAILURE: { code: 'ACQUIRER_SYSTEM_ERROR', results: ['FAILURE'] },
  NOT_ENROLLED_3D_SECURE: sameCode('NOT_ENROLLED_3D_SECURE'),
  NOT_SUPPORTED: sameCode('NOT_SUPPORTED'),
  NO_BALANCE: sameCode('NO_BALANCE'),
  PARTIALLY_APPROVED: sameCode('PARTIALLY_APPROVED'),
  PENDING: sameCode('PENDING'),
  REFERRED: sameCode('REFERRED'),
  // Handed on, and not decided.
  SUBMITTED: { code: 'PENDING', results: ['PENDING', 'SUCCESS'] },
  SYSTEM_ERROR: sameCode('SYSTEM_ERROR'),
  TIMED_OUT: sameCode('TIMED_OUT'),
  UNKNOWN: sameCode('UNKNOWN'),
  UNSPECIFIED_FAILURE: sameCode('UNSPECIFIED_FAILURE'),
}

const movesMoney: ReadonlySet<TransactionType | undefined> = new Set(['CAPTURE', 'PAYMENT', 'REFUND'])

/** The outcome of one transaction at the upstream; undefined when it cannot be understood. */
export function outcomeOf(upstreamResponse: UpstreamResponse): AcquirerResponse | undefined {
  const { response = {}, transaction = {}, result } = upstreamResponse
  const row = response.gatewayCode && upstreamCodes[response.gatewayCode]
  if (!row?.code || !result || !row.results.includes(result)) return undefined
  const { code: gatewayCode } = row
  const isApproved = gatewayCodes[gatewayCode].result === 'SUCCESS'
  const isMoved = isApproved && movesMoney.has(transaction.type)
  const isOfAmount = isMoved || (isApproved && transaction.type === 'AUTHORIZATION')
  const approvedMinor = isOfAmount ? moneyOf(transaction)?.amountMinor : undefined
  // An approval that does not say of how much.
  if (isOfAmount && approvedMinor === undefined) return undefined
  const { acquirer = {} } = transaction
  return {
    gatewayCode,
    ...omitUndefined({
      approvedMinor,
      acquirerCode: response.acquirerCode,
      acquirerMessage: response.acquirerMessage,
      receipt: transaction.receipt,
      stan: transaction.stan,
      terminal: transaction.terminal,
      transactionId: acquirer.transactionId,
      date: acquirer.date,
      time: acquirer.time,
      timeZone: acquirer.timeZone,
      settlementDate: acquirer.settlementDate,
      ...(isApproved && { authorizationCode: transaction.authorizationCode }),
      // Of others the upstream may name the batch that is open.
      ...(isMoved && { batch: acquirer.batch }),
      recurringPaymentAdvice: response.recurringPaymentAdvice?.acquirerCode,
      giftCardBalanceMinor: moneyOf(upstreamResponse.giftCard?.availableBalance)?.amountMinor,
      debugInformation: response.debugInformation,
    }),
    ...checksOf(upstreamResponse),
  } as AcquirerResponse
}

export function isSuccessful(response: UpstreamResponse | undefined): boolean {
  const outcome = response && outcomeOf(response)
  if (!outcome) return false
  const { result, isOpen } = gatewayCodes[outcome.gatewayCode]
  return result === 'SUCCESS' && !isOpen
}

/** Whole groups of the response, where they say anything. */
function checksOf({ response = {}, authorizationResponse, paymentPlan }: UpstreamResponse): Partial<AcquirerResponse> {
  const { cardSecurityCode, cardholderVerification } = response
  const { avs, detailedVerification } = cardholderVerification ?? {}
  const verification = omitUndefined({ avs: isWhole(avs) ? avs : undefined, detailedVerification })
  const groups = {
    cardSecurityCode: isWhole(cardSecurityCode) ? cardSecurityCode : undefined,
    cardholderVerification: verification,
    authorizationResponse,
    paymentPlan,
  }
  return Object.fromEntries(
    Object.entries(groups).filter(([, value]) => value && Object.keys(value).length > 0),
  ) as Partial<AcquirerResponse>
}

function isWhole(check: { readonly acquirerCode?: string; readonly gatewayCode?: string } | undefined): boolean {
  return check?.acquirerCode !== undefined && check.gatewayCode !== undefined
}

export function moneyOf(
  value: { readonly amount?: string | undefined; readonly currency?: string | undefined } = {},
): Money | undefined {
  const { amount, currency } = value
  return amount === undefined || currency === undefined ? undefined : parseMoney({ amount, currency })
}

/** The fields of errors that say that the ids were used before: something was executed under them. */
const idFields: ReadonlySet<unknown> = new Set(['order.id', 'transaction.id'])

/** What a refusal means for a request: a definite failure, unless it is about ids that were used before. */
export function outcomeOfRefusal(
  status: number,
  error: UpstreamError,
  kind?: AcquirerRequestKind,
): AcquirerResponse | undefined {
  const { cause, explanation, field } = error
  if (idFields.has(field)) return undefined
  const words = [field, explanation].filter((word) => word !== undefined).join(': ')
  return {
    gatewayCode: codeOfRefusal(status, error, kind),
    acquirerCode: cause,
    ...omitUndefined({
      acquirerMessage: words.replace(/[^\x20-\x7e]/g, '?').slice(0, 255) || undefined,
    }),
    debugInformation: describeStatus(status),
  }
}

/** Anything but a bad request is about the link: credentials, address, version. */
function codeOfRefusal(
  status: number,
  { field, validationType }: UpstreamError,
  kind: AcquirerRequestKind | undefined,
): GatewayCode {
  if (status !== 400 || field === fieldWithoutLink) return 'ACQUIRER_SYSTEM_ERROR'
  if (validationType === 'UNSUPPORTED') return 'NOT_SUPPORTED'
  const isDecision = kind !== undefined && field !== undefined && decidingFields[kind].has(field)
  return isDecision ? 'DECLINED' : 'UNSPECIFIED_FAILURE'
}

/** The upstream has no acquirer for the merchant at present. */
const fieldWithoutLink = 'merchantId'

const ofOrderState = ['apiOperation', 'order.currency', 'transaction.currency'] as const
const ofTarget = [...ofOrderState, 'transaction.targetTransactionId'] as const
const none: ReadonlySet<string> = new Set()

/**
 * By request, the fields of errors that say that the upstream has looked at the order and decided: what was captured, refunded
 * or voided, whose batch is closed, which amount is left. A request that opens an order meets none of these.
 */
export const decidingFields: Readonly<Record<AcquirerRequestKind, ReadonlySet<string>>> = {
  AUTHORIZE: none,
  CAPTURE: new Set([...ofOrderState, 'transaction.amount']),
  PAY: none,
  REFUND: new Set([...ofTarget, 'transaction.amount']),
  STANDALONE_CAPTURE: none,
  STANDALONE_REFUND: none,
  UPDATE_AUTHORIZATION: new Set([...ofOrderState, 'transaction.amount']),
  VERIFY: none,
  VOID: new Set(ofTarget),
}

/** Codes of the upstream that this link answers with for a failure, and what each means; the same for every request. */
const failures = Object.fromEntries(
  Object.values(upstreamCodes).flatMap(({ code }) =>
    code !== undefined && isFailureCode(code) ? [[code, usualRefusals[code]] as const] : [],
  ),
)

export const refusals: RefusalTable = refusalTable(() => failures)
