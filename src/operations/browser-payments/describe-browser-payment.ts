// The answer about a browser payment as it stands with a step: what was answered before, with what the step changes on top.
import { type BrowserPaymentState, browserPaymentResult } from '../../domain/browser-payments/browser-payment.ts'
import { mergeValues } from '../../domain/merge-values.ts'
import { formatMoney } from '../../domain/money.ts'
import type { Order } from '../../domain/payments/order.ts'
import type { AcquirerResponse } from '../../ports/acquirers/acquirer.ts'
import { describeOutcome, type OpenAttempt } from '../payments/describe-outcome.ts'
import { describeOrder } from '../payments/describe-transaction.ts'

interface DescribedPayment {
  readonly attempt: OpenAttempt
  readonly standing: BrowserPaymentState
  /** As it is with the step. */
  readonly order: Order
  /** What the provider said, when it is its word that changes the outcome. */
  readonly answer: AcquirerResponse | undefined
  /** The answer before the step. */
  readonly before: object
  readonly redirectUrl?: string
  readonly showsDebugInformation: boolean
}

type Members = Record<string, unknown>

export function describeBrowserPayment(circumstances: DescribedPayment): object {
  const { standing, order, answer, before, redirectUrl } = circumstances
  const { journey, amountMinor } = standing
  // What belongs to another state of order and outcome must not shine through.
  const { order: _, response, ...kept } = before as Members
  const said = answer ? describeProviderResponse(answer, circumstances) : { response }
  const { status, times } = journey
  const learned: Members = { ...journey.learned }
  const changes: Members = {
    ...learned,
    order: mergeValues((learned['order'] ?? {}) as Members, describeOrder(order)),
    timeOfLastUpdate: order.updatedAt.toISOString(),
    transaction: mergeValues((learned['transaction'] ?? {}) as Members, {
      amount: formatMoney({ amountMinor, currency: order.currency }),
    }),
    browserPayment: {
      operation: journey.operation,
      returnUrl: journey.returnUrl,
      ...(redirectUrl !== undefined && { redirectUrl }),
      interaction: {
        status,
        ...(times.initiated !== undefined && { timeInitiated: times.initiated }),
        ...(times.redirected !== undefined && { timeRedirected: times.redirected }),
        ...(times.returned !== undefined && { timeReturned: times.returned }),
        ...(times.completed !== undefined && { timeCompleted: times.completed }),
      },
    },
  }
  return { ...mergeValues(mergeValues(kept, said), changes), result: browserPaymentResult(standing) }
}

/** Nobody assesses the risk of a payer who pays at a provider, which knows its payers itself. */
function describeProviderResponse(
  answer: AcquirerResponse,
  { attempt, standing, order, ...rest }: DescribedPayment,
): Members {
  const { gatewayCode, amountMinor } = standing
  const judgement = { gatewayCode, amountMinor, isPartial: false, owesReversal: false, awaitsReview: false }
  const described = describeOutcome(
    { ...answer, gatewayCode },
    {
      attempt,
      order,
      judgement,
      assessment: undefined,
      showsDebugInformation: rest.showsDebugInformation,
    },
  )
  // What this answer does not tell, such as the provider's name for it, an earlier one may have told.
  return JSON.parse(JSON.stringify(described)) as Members
}
