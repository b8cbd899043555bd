// What an outcome adds to the response of a transaction: the gateway's codes, the acquirer's details, and the order at
// that time.

import { linkRevisionOf } from '../../domain/merchants/merchant.ts'
import { formatMoney } from '../../domain/money.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import { type GatewayCode, gatewayCodes } from '../../domain/payments/gateway-code.ts'
import type { Judgement } from '../../domain/payments/judgement.ts'
import type { Order } from '../../domain/payments/order.ts'
import { type Assessment, describeRisk } from '../../domain/risk/risk.ts'
import type { AcquirerResponse } from '../../ports/acquirers/acquirer.ts'
import type { StoredAnswer } from '../../ports/payments/stored-messages.ts'
import type { Attempt, ReversalState } from '../../ports/payments/transactions.ts'
import { describeOrder, describeResult } from './describe-transaction.ts'

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
  | 'request'
  | 'accountHash'
  | 'instrumentTransactionId'
  | 'risk'
>

type StoredResponse = NonNullable<StoredAnswer['response']>
type Recommendation = NonNullable<StoredResponse['gatewayRecommendation']>

interface OutcomeDetails {
  readonly attempt: OpenAttempt
  readonly order: Order
  readonly judgement: Judgement
  readonly assessment: Assessment | undefined
  readonly showsDebugInformation: boolean
}

export function describeOutcome(answer: AcquirerResponse, details: OutcomeDetails): StoredAnswer {
  const { attempt, order, judgement } = details
  const { key, link, type } = attempt
  const { currency } = order
  const { giftCardBalanceMinor, authorizationResponse, paymentPlan } = answer
  return {
    merchant: key.merchantId,
    result: describeResult(answer.gatewayCode).result,
    response: describeResponse(answer, details),
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
    transaction: {
      id: key.transactionId,
      type,
      amount: formatMoney({ amountMinor: judgement.amountMinor, currency }),
      currency,
      ...(judgement.isPartial && {
        requestedAmount: formatMoney({ amountMinor: attempt.amountMinor, currency }),
      }),
      targetTransactionId: attempt.targetTransactionId,
      authorizationCode: answer.authorizationCode,
      receipt: answer.receipt,
      stan: answer.stan,
      terminal: answer.terminal,
      acquirer: {
        id: link.acquirerId,
        merchantId: link.acquirerMerchantId,
        batch: answer.batch,
        date: answer.date,
        time: answer.time,
        timeZone: answer.timeZone,
        settlementDate: answer.settlementDate,
        transactionId: answer.transactionId,
      },
    },
  }
}

function describeResponse(
  answer: AcquirerResponse,
  { attempt, showsDebugInformation }: OutcomeDetails,
): StoredResponse {
  const { gatewayCode, acquirerCode, acquirerMessage, cardSecurityCode, cardholderVerification } = answer
  return {
    gatewayCode,
    acquirerCode,
    acquirerMessage,
    // The contract lists the codes that an acquirer may name.
    cardSecurityCode: cardSecurityCode as StoredResponse['cardSecurityCode'],
    cardholderVerification: cardholderVerification as StoredResponse['cardholderVerification'],
    ...(isAssessed.has(attempt.type) && { gatewayRecommendation: recommendationFor(gatewayCode) }),
    ...(answer.recurringPaymentAdvice !== undefined && {
      recurringPaymentAdvice: { acquirerCode: answer.recurringPaymentAdvice },
    }),
    ...(showsDebugInformation && { debugInformation: debugInformationOf(answer, attempt) }),
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
