// Shared by capture, refund, void and update: requests on an existing order and one of its transactions.

import type { EntryPoint } from '../../kernel/entry-point.ts'
import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { TransactionType } from '../../kernel/transaction-type.ts'
import { mergeValues } from '../../kernel/values.ts'
import type { Call, OperationResult } from '../call.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import { storableRequest } from '../masking/storable-request.ts'
import type { AcquirerRequest, OriginalTransaction, RequestIdentity } from '../ports/acquirer.ts'
import type { RequestWithSource } from '../ports/request-with-source.ts'
import type { StoredRequest } from '../ports/stored-messages.ts'
import type { StoredOrder, StoredTransaction } from '../ports/transactions.ts'
import { refuseByLimits } from '../rules/acquirer-limits.ts'
import { timeoutPolicyFor } from '../rules/judgement.ts'
import { type Decision, isSuccessful } from '../rules/order.ts'
import type { Plan } from '../rules/plan.ts'
import type { RefundPart } from '../rules/refunds/refund-parts.ts'
import { type AcquirerRequestFields, detailsForAcquirer, fieldsToRepeat, maskedNumberOf } from './ask-acquirer.ts'
import { executeTransaction, lockFailure, type TransactionDependencies } from './execute-transaction.ts'
import { hasTooManyCustomFields, journeyDetailsOf, sourceOf, tooManyCustomFields } from './inherited-details.ts'
import { initialReferenceOf } from './initial-reference.ts'
import { resolveAcquirer, resolveFirstRoute } from './resolve-link.ts'

export type LaterRequest = AcquirerRequestFields & RequestWithSource

/** Fields that a request on an order with a payment must not have. */
export function refuseLateDetails(request: LaterRequest): Rejection | undefined {
  if (request.sourceOfFunds)
    return reject('SOURCE_NOT_WANTED', 'The order already has its payment details; they must not be sent again.')
  if (request.order?.subMerchant)
    return reject('SUB_MERCHANT_LATE', 'Sub-merchant details are accepted with the first transaction of an order only.')
  return undefined
}

/** An order without a successful transaction can still be opened by a standalone request. */
export function isUnopened(stored: StoredOrder | undefined): boolean {
  return !stored?.order.transactions.some(isSuccessful)
}

interface Continuation {
  readonly request: LaterRequest
  readonly stored: StoredOrder
  readonly call: Call
  /** The planned transaction, for the LOCK_FAILURE response. */
  readonly type: TransactionType
  readonly entryPoint?: EntryPoint
  readonly approvesTransactionId?: string
  readonly isExcessPermitted?: boolean
  readonly decision?: Decision
  /** The request to the acquirer, built on the common part; or the outcome, when the acquirer is not called. */
  readonly ask:
    | ((common: CommonRequestFields, target: StoredTransaction) => AcquirerRequest)
    | { readonly decidedHere: GatewayCode }
}

export interface CommonRequestFields extends RequestIdentity {
  readonly initialReference: string
  readonly currency: string
  readonly details: ReturnType<typeof detailsForAcquirer>
  readonly amountMinor: bigint
  readonly original: OriginalTransaction
}

export async function continueOrder(
  planned: Plan,
  continuation: Continuation,
  dependencies: TransactionDependencies,
): Promise<OperationResult<TransactionResponse>> {
  if (isRejection(planned)) return planned
  const { request, stored, call, type, ask, ...marks } = continuation
  const target = targetOf(planned, stored)
  const { link: recorded } = target ?? stored.transactions[0] ?? {}
  const link = recorded
    ? resolveAcquirer(recorded, dependencies.acquirers)
    : resolveFirstRoute(call.merchant, dependencies.acquirers)
  if (isRejection(link)) return link
  const laterRequest = laterRequestOf(request)
  const storedRequest: StoredRequest = { ...versionOf(target), ...inheritedDetails(stored, laterRequest) }
  if (hasTooManyCustomFields(storedRequest)) return tooManyCustomFields()
  if (planned.kind === 'LOCKED')
    return lockFailure({ storedRequest, call, link, entryPoint: marks.entryPoint }, type, dependencies)

  const step = {
    request,
    compared: call.asSent,
    storedRequest,
    call,
    link,
    instrumentTransactionId: target && (target.instrumentTransactionId ?? target.key.transactionId),
    ...marks,
  }
  if ('decidedHere' in ask) return executeTransaction(planned, { ...step, ask }, dependencies)
  if (!target) throw new Error(`a ${planned.type} was planned without a target`)
  const ageMs = dependencies.clock.now().getTime() - target.recordedAt.getTime()
  const beyond = refuseByLimits(planned, link.acquirer.capabilities, ageMs)
  if (beyond) return beyond
  const { currency } = planned
  const parts = link.acquirer.capabilities.refundsSeveralCaptures ? undefined : planned.parts
  const whole: RefundPart = { targetTransactionId: target.key.transactionId, amountMinor: planned.amountMinor }
  const policy = timeoutPolicyFor({ type: planned.type, ...step }, link.acquirer.capabilities.timeoutPolicies)
  // An advice is built from stored values, so that every repeat is the same message.
  const details = detailsForAcquirer(policy === 'REPEAT' ? fieldsToRepeat(storedRequest) : laterRequest, {
    merchant: call.merchant,
  })
  const question = (identity: RequestIdentity, { targetTransactionId, amountMinor } = whole) => {
    const original = followedTransaction(targetTransactionId, stored) ?? target
    return ask(
      {
        ...identity,
        ...maskedNumberOf(storedRequest),
        initialReference: initialReferenceOf(original, stored.transactions),
        currency,
        details,
        amountMinor,
        original: originalOf(original),
      },
      original,
    )
  }
  return executeTransaction(planned, { ...step, ask: question, parts }, dependencies)
}

/** Only the first transaction of an order can have a conversion and a source: those of later ones are ignored. */
function laterRequestOf({ currencyConversion: _, ...request }: LaterRequest): LaterRequest {
  if (!request.transaction) return request
  const { source: __, ...transaction } = request.transaction
  return { ...request, transaction }
}

function targetOf(planned: Plan, stored: StoredOrder): StoredTransaction | undefined {
  const { id } = (planned.kind === 'PLANNED' ? planned.target : undefined) ?? {}
  return followedTransaction(id, stored)
}

/** The transaction that another one refers to: its target, or the one whose account it uses. */
export function followedTransaction(
  id: string | undefined,
  { transactions }: StoredOrder,
): StoredTransaction | undefined {
  const followed = transactions.find(({ key }) => key.transactionId === id)
  return followed ?? transactions.find(({ accountHash }) => accountHash !== undefined)
}

/** The transaction as its acquirer knows it. */
export function originalOf({ acquirerReference: reference, wire, response }: StoredTransaction): OriginalTransaction {
  const { transaction, authorizationResponse } = response ?? {}
  const { authorizationCode, acquirer } = transaction ?? {}
  return {
    reference,
    ...omitUndefined({
      wire,
      transactionId: acquirer?.transactionId,
      authorizationCode,
      validationCode: authorizationResponse?.validationCode,
    }),
  }
}

/** Values of the order, rather than of one transaction, apply until a later request changes them. */
const ofTheOrder = [
  'billing',
  'customer',
  'notificationUrlSeal',
  'order',
  'partnerSolutionId',
  'shipping',
  'sourceOfFunds',
] as const

function inheritedDetails(stored: StoredOrder, request: object): StoredRequest {
  const { transactions } = stored
  const source = sourceOf(stored)
  const latest = transactions.findLast((t) => 'sourceOfFunds' in t.request) ?? transactions.at(-1)
  const details = mergeValues(latest?.request ?? {}, journeyDetailsOf(latest))
  const below = ofTheOrder.flatMap((name) => {
    const value = details[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const ofFirst = { ...Object.fromEntries(below), ...('source' in source && { transaction: source }) }
  return mergeValues(ofFirst, storableRequest(request))
}

/** Transactions that the gateway makes itself are reported in the version of the transaction they refer to. */
function versionOf(target: StoredTransaction | undefined): { readonly version?: string } {
  const { version } = target?.request ?? {}
  return version === undefined ? {} : { version }
}
