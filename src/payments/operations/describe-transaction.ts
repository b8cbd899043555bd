// The canonical response of a transaction: the masked request, overlaid with its outcome.

import { type GatewayCode, gatewayCodes, type TransactionResult } from '../../kernel/gateway-code.ts'
import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { mergeValues } from '../../kernel/values.ts'
import { linkRevisionOf } from '../../merchants/index.ts'
import { type Assessment, describeRisk } from '../../risk/index.ts'
import type { TransactionResponse } from '../contract/transaction-response.ts'
import type { AcquirerResponse } from '../ports/acquirer.ts'
import type { StoredResponse } from '../ports/stored-messages.ts'
import type { Attempt, ReversalState, StoredTransaction } from '../ports/transactions.ts'
import type { Judgement } from '../rules/judgement.ts'
import { chargedBackMinor, type Order, statusOf, totalsOf } from '../rules/order.ts'

/** As it was answered when its outcome was recorded. */
export function describeTransaction({
  request,
  response = {},
}: Pick<StoredTransaction, 'request' | 'response'>): TransactionResponse {
  return asTransactionResponse(mergeValues(request, response))
}

/** Its current state: the same with the order's current status and totals, and with an open outcome marked as such. */
export function describeTransactionNow(
  stored: StoredTransaction,
  order: Order,
  /** The same for all transactions of an order. */
  orderGroup: StoredResponse['order'] = describeOrder(order),
): TransactionResponse {
  const described = stored.isInFlight ? describeInFlight(stored, order) : describeTransaction(stored)
  return asTransactionResponse(mergeValues(described, { order: orderGroup }))
}

/** Assembled from recorded parts; every test checks the result against the contract. */
export function asTransactionResponse(parts: StoredResponse): TransactionResponse {
  return parts as TransactionResponse
}

/** Before the acquirer responds the transaction has no response, but it exists. */
function describeInFlight(stored: StoredTransaction, order: Order): StoredResponse {
  return mergeValues(stored.request, {
    merchant: stored.key.merchantId,
    timeOfRecord: stored.recordedAt.toISOString(),
    gatewayEntryPoint: stored.entryPoint,
    transaction: {
      id: stored.key.transactionId,
      type: stored.type,
      amount: formatMoney({ amountMinor: stored.amountMinor, currency: order.currency }),
      currency: order.currency,
      acquirer: { id: stored.link.acquirerId },
    },
    ...describeResult('PENDING'),
  })
}

export function describeResult(gatewayCode: GatewayCode): {
  result: TransactionResult
  response: { gatewayCode: GatewayCode }
} {
  return { result: gatewayCodes[gatewayCode].result, response: { gatewayCode } }
}

/** The order group of a response. */
export function describeOrder(order: Order): NonNullable<StoredResponse['order']> {
  const { currency, amountMinor, transactions } = order
  const amount = formatMoney({ amountMinor, currency })
  const { authorizedMinor, capturedMinor, refundedMinor } = totalsOf(transactions)
  const status = statusOf(transactions)
  const { authentication } = transactions.findLast(({ type }) => type === 'AUTHENTICATION') ?? {}
  return {
    id: order.id,
    amount,
    currency,
    merchantAmount: amount,
    merchantCurrency: currency,
    creationTime: order.createdAt.toISOString(),
    lastUpdatedTime: order.updatedAt.toISOString(),
    totalAuthorizedAmount: formatMoney({ amountMinor: authorizedMinor, currency }),
    totalCapturedAmount: formatMoney({ amountMinor: capturedMinor, currency }),
    totalRefundedAmount: formatMoney({ amountMinor: refundedMinor, currency }),
    totalDisbursedAmount: '0',
    chargeback: { amount: formatMoney({ amountMinor: chargedBackMinor(transactions), currency }), currency },
    ...(authentication && { authenticationStatus: authentication }),
    // Left out, not FAILED, while the only outcome is open; undefined also removes the value of an earlier response.
    status,
  }
}

// What an outcome adds to the response of a transaction: the gateway's codes, the acquirer's details, and the order at
// that time.

/** The attempt that an outcome belongs to: a new one, or one that recovery has taken over. */
export type OpenAttempt = Pick<
  Attempt,
  | 'key'
  | 'at'
  | 'type'
  | 'entryPoint'
  | 'amountMinor'
  | 'targetTransactionId'
  | 'approvesTransactionId'
  | 'decision'
  | 'link'
  | 'acquirerReference'
  | 'parts'
  | 'request'
  | 'accountHash'
  | 'instrumentTransactionId'
  | 'risk'
>

type StoredOutcome = NonNullable<StoredResponse['response']>
type Recommendation = NonNullable<StoredOutcome['gatewayRecommendation']>

interface OutcomeDetails {
  readonly attempt: OpenAttempt
  readonly order: Order
  readonly judgement: Judgement
  readonly assessment: Assessment | undefined
  readonly showsDebugInformation: boolean
}

export function describeOutcome(response: AcquirerResponse, details: OutcomeDetails): StoredResponse {
  const { attempt, order, judgement } = details
  const { key, link, type } = attempt
  const { currency } = order
  const { giftCardBalanceMinor, authorizationResponse, paymentPlan } = response
  return {
    merchant: key.merchantId,
    result: describeResult(response.gatewayCode).result,
    response: describeResponse(response, details),
    timeOfRecord: attempt.at.toISOString(),
    timeOfLastUpdate: order.updatedAt.toISOString(),
    gatewayEntryPoint: attempt.entryPoint,
    order: describeOrder(order),
    ...((isAssessed.has(type) || details.assessment) && { risk: { response: riskResponse(details) } }),
    ...omitUndefined({ authorizationResponse, paymentPlan }),
    ...(giftCardBalanceMinor !== undefined && {
      giftCard: {
        availableBalance: { amount: formatMoney({ amountMinor: giftCardBalanceMinor, currency }), currency },
      },
    }),
    // Absent members, not undefined ones: those would take away what the request says, in this answer but not when it is repeated.
    transaction: omitUndefined({
      id: key.transactionId,
      type,
      amount: formatMoney({ amountMinor: judgement.amountMinor, currency }),
      currency,
      ...(judgement.isPartial && {
        requestedAmount: formatMoney({ amountMinor: attempt.amountMinor, currency }),
      }),
      targetTransactionId: attempt.targetTransactionId,
      authorizationCode: response.authorizationCode,
      receipt: response.receipt,
      stan: response.stan,
      terminal: response.terminal,
      acquirer: omitUndefined({
        id: link.acquirerId,
        merchantId: link.acquirerMerchantId,
        batch: response.batch,
        date: response.date,
        time: response.time,
        timeZone: response.timeZone,
        settlementDate: response.settlementDate,
        transactionId: response.transactionId,
      }),
    }),
  }
}

function describeResponse(
  response: AcquirerResponse,
  { attempt, showsDebugInformation }: OutcomeDetails,
): StoredOutcome {
  const { gatewayCode, acquirerCode, acquirerMessage, cardSecurityCode, cardholderVerification } = response
  return {
    gatewayCode,
    acquirerCode,
    acquirerMessage,
    // The contract lists the codes that an acquirer may name.
    cardSecurityCode: cardSecurityCode as StoredOutcome['cardSecurityCode'],
    cardholderVerification: cardholderVerification as StoredOutcome['cardholderVerification'],
    ...(isAssessed.has(attempt.type) && { gatewayRecommendation: recommendationFor(gatewayCode) }),
    ...(response.recurringPaymentAdvice !== undefined && {
      recurringPaymentAdvice: { acquirerCode: response.recurringPaymentAdvice },
    }),
    ...(showsDebugInformation && { debugInformation: debugInformationOf(response, attempt) }),
  }
}

const debugInformationLengthMax = 2064

/** With the links that did not receive the request before this one was asked. */
function debugInformationOf({ debugInformation }: AcquirerResponse, { link }: OpenAttempt): string | undefined {
  const failures = (link.failedOver ?? []).map(({ linkId, why }) => `${linkId} did not receive the request: ${why}.`)
  if (failures.length === 0) return debugInformation
  const { linkId } = linkRevisionOf(link)
  const lines = [
    ...failures,
    `${linkId} was asked next.`,
    ...(debugInformation === undefined ? [] : [debugInformation]),
  ]
  return lines.join(' ').slice(0, debugInformationLengthMax)
}

/** Only transactions that can be assessed have a risk group. */
const isAssessed: ReadonlySet<string> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION'])

function riskResponse({ assessment, judgement }: OutcomeDetails) {
  return describeRisk(
    assessment ?? { verdict: 'NOT_CHECKED', rules: [] },
    judgement.awaitsReview ? { decision: 'PENDING' } : undefined,
  )
}

const reversalResults = { DONE: 'OKAY', REFUSED: 'FAIL', UNSUPPORTED: 'NOT_APPLICABLE' } as const

/** Nothing while the reversal is still owed. */
export function describeReversal(reversal: ReversalState): { reversalResult?: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY' } {
  return reversal === 'OWED' ? {} : { reversalResult: reversalResults[reversal] }
}

/** The recommended next step for the merchant: none, other payment details, or no further attempt. */
function recommendationFor(gatewayCode: GatewayCode): Recommendation {
  if (gatewayCodes[gatewayCode].result !== 'FAILURE') return 'NO_ACTION'
  return recommendations[gatewayCode] ?? 'RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS'
}

const recommendations: Partial<Readonly<Record<GatewayCode, Recommendation>>> = {
  ACQUIRER_SYSTEM_ERROR: 'NO_ACTION',
  BLOCKED: 'DO_NOT_PROCEED',
  DECLINED_DO_NOT_CONTACT: 'DO_NOT_PROCEED_ABANDON_ORDER',
  SYSTEM_ERROR: 'NO_ACTION',
  TIMED_OUT: 'NO_ACTION',
}
