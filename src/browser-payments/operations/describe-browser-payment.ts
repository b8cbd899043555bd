// The response about a browser payment after a step: the previous answer, overlaid with what the step changes.

import { formatMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { mergeValues } from '../../kernel/values.ts'
import {
  type AcquirerResponse,
  type BrowserPaymentState,
  browserPaymentResult,
  describeOrder,
  describeOutcome,
  type OpenAttempt,
  type Order,
  type StoredResponse,
} from '../../payments/index.ts'

interface DescribedPayment {
  readonly attempt: OpenAttempt
  readonly paymentState: BrowserPaymentState
  /** As it is after the step. */
  readonly order: Order
  /** The provider's report, if that is what changes the outcome. */
  readonly response: AcquirerResponse | undefined
  /** The response before the step. */
  readonly before: StoredResponse
  readonly redirectUrl?: string
  readonly showsDebugInformation: boolean
}

export function describeBrowserPayment(payment: DescribedPayment): StoredResponse {
  const { paymentState, order, response: report, before, redirectUrl } = payment
  const { journey, amountMinor } = paymentState
  // Values that belong to another state of order and outcome must not be carried over.
  const { order: _, response, ...remaining } = before
  const providerResponse = report ? describeProviderResponse(report, payment) : { response }
  const { status, times } = journey
  const learned: StoredResponse = journey.learned ?? {}
  const changes: StoredResponse = {
    ...learned,
    order: mergeValues(learned.order ?? {}, describeOrder(order)),
    timeOfLastUpdate: order.updatedAt.toISOString(),
    transaction: mergeValues(learned.transaction ?? {}, {
      amount: formatMoney({ amountMinor, currency: order.currency }),
    }),
    browserPayment: {
      operation: journey.operation,
      returnUrl: journey.returnUrl,
      ...omitUndefined({ redirectUrl }),
      interaction: {
        status,
        ...omitUndefined({
          timeInitiated: times.initiated,
          timeRedirected: times.redirected,
          timeReturned: times.returned,
          timeCompleted: times.completed,
        }),
      },
    },
  }
  return {
    ...mergeValues(mergeValues(remaining, providerResponse), changes),
    result: browserPaymentResult(paymentState),
  }
}

/** Risk is not assessed for a payer who pays at a provider, which knows its own payers. */
function describeProviderResponse(
  response: AcquirerResponse,
  { attempt, paymentState, order, ...rest }: DescribedPayment,
): StoredResponse {
  const { gatewayCode, amountMinor } = paymentState
  const judgement = { gatewayCode, amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }
  const described = describeOutcome(
    { ...response, gatewayCode },
    {
      attempt,
      order,
      judgement,
      assessment: undefined,
      showsDebugInformation: rest.showsDebugInformation,
    },
  )
  // Values that this response lacks, such as the provider's id of the payment, may be in an earlier one.
  return JSON.parse(JSON.stringify(described)) as StoredResponse
}
