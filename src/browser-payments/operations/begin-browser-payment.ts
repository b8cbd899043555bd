// Records the start of a browser payment: the payer can be sent to the provider, or the payment is over already. Used
// by the request that initiates it, and by recovery when that request was interrupted.

import type { GatewayCode } from '../../kernel/gateway-code.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { holdsPrivilege, type Merchant } from '../../merchants/index.ts'
import {
  type AcquirerResponse,
  type BrowserPayment,
  type BrowserPaymentState,
  type InitiationResult,
  judgeResult,
  type OpenAttempt,
  type Order,
  type Outcome,
  type OutcomeResult,
  type PayerAtProvider,
  type ProviderStatus,
  phaseOf,
  type ResultSummary,
  type StoredRequest,
  statusOf,
  totalsOf,
} from '../../payments/index.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { pollGapMs } from '../rules/polling.ts'
import { describeBrowserPayment } from './describe-browser-payment.ts'
import {
  orderAfterStep,
  payerDetailsOf,
  recordBrowserPaymentStep,
  type StepDependencies,
} from './record-browser-payment-step.ts'

/** The provider's response. Recovery knows less than the request: only where to send the payer. */
export type InitiationSummary =
  | Exclude<InitiationResult, { readonly kind: 'ACCEPTED' }>
  | (Pick<Extract<InitiationResult, { readonly kind: 'ACCEPTED' }>, 'kind' | 'payerUrl'> &
      Partial<Extract<InitiationResult, { readonly kind: 'ACCEPTED' }>>)

interface InitiationContext {
  readonly attempt: OpenAttempt
  readonly journey: BrowserPayment
  /** As the attempt created or found it. */
  readonly order: Order
  readonly merchant: Merchant
  readonly claim: number
}

type BeginDependencies = StepDependencies & Pick<BrowserPaymentDependencies, 'addresses' | 'timeouts'>

export async function beginBrowserPayment(
  beginning: InitiationSummary,
  context: InitiationContext,
  dependencies: BeginDependencies,
): Promise<OutcomeResult> {
  const begun = initiationOutcomeOf(beginning, context)
  const recorded = await dependencies.store.recordOutcome(outcomeOf(begun, context, dependencies))
  if (recorded === 'RECORDED' && begun.follows)
    await recordBrowserPaymentStep(context.attempt.key, begun.follows, dependencies)
  return recorded
}

interface InitiationOutcome {
  readonly gatewayCode: GatewayCode
  readonly owesReversal: boolean
  readonly response: Partial<AcquirerResponse>
  readonly providerUrl?: string
  readonly learned?: StoredRequest
  /** Account numbers are sealed with a step, so a response that contains some is recorded as a step right afterwards. */
  readonly follows?: { readonly kind: 'REPORTED'; readonly report: ProviderStatus }
}

function initiationOutcomeOf(
  beginning: InitiationSummary,
  { attempt: { type, amountMinor } }: InitiationContext,
): InitiationOutcome {
  if (beginning.kind === 'ACCEPTED') {
    const { payerUrl: providerUrl, kind: _, ...response } = beginning
    return { gatewayCode: 'SUBMITTED', owesReversal: false, response, providerUrl }
  }
  if (beginning.kind === 'DECIDED' && beginning.payer.providerC) {
    const { response, payer } = beginning
    const report = { state: 'OVER', response, isFinal: true, payerUrl: '', payer } as const
    return { gatewayCode: 'PENDING', owesReversal: false, response: {}, follows: { kind: 'REPORTED', report } }
  }
  const request = {
    type,
    amountMinor,
    acceptsPartialAmount: false,
    assessment: undefined,
    afterSilence: 'REVERSE' as const,
  }
  const { gatewayCode, owesReversal } = judgeResult(resultSummaryOf(beginning), request)
  const { response, payer } = beginning.kind === 'DECIDED' ? beginning : { response: {}, payer: unknownPayer }
  const learned = payerDetailsOf(payer)
  return { gatewayCode, owesReversal, response, ...(learned && { learned }) }
}

const unknownPayer: PayerAtProvider = {}

function resultSummaryOf(beginning: Exclude<InitiationSummary, { readonly kind: 'ACCEPTED' }>): ResultSummary {
  if (beginning.kind !== 'DECIDED') return { kind: beginning.kind }
  const { gatewayCode, approvedMinor } = beginning.response
  return { kind: 'ANSWERED', gatewayCode, approvedMinor }
}

function outcomeOf(
  begun: InitiationOutcome,
  context: InitiationContext,
  { clock, addresses }: Pick<BrowserPaymentDependencies, 'clock' | 'addresses'>,
): Outcome {
  const { attempt, merchant, claim } = context
  const { gatewayCode, owesReversal, providerUrl } = begun
  const at = clock.now()
  const { key, amountMinor } = attempt
  const journey = journeyOf(begun, context, at)
  const paymentState: BrowserPaymentState = { journey, gatewayCode, amountMinor, isForgotten: owesReversal }
  const response: AcquirerResponse = { ...begun.response, gatewayCode }
  const { batch } = response
  const order = orderAfterStep(context.order, { transaction: attempt, paymentState, batch, at })
  const isOpen = phaseOf(paymentState) === 'OPEN'
  return {
    key,
    claim,
    at,
    gatewayCode,
    amountMinor,
    ...omitUndefined({ batch }),
    ...(owesReversal && { reversal: 'OWED' }),
    orderStatus: statusOf(order.transactions),
    orderAmountMinor: order.amountMinor,
    totals: totalsOf(order.transactions),
    response: describeBrowserPayment({
      attempt,
      paymentState,
      order,
      response,
      before: {},
      ...(providerUrl !== undefined && {
        redirectUrl: `${addresses.publicUrl()}/bpui/pp/out/${journey.redirectToken}`,
      }),
      showsDebugInformation: holdsPrivilege(merchant, 'DEBUG_INFORMATION'),
    }),
    journey,
    ...(isOpen && { askAgainAfterMs: pollGapMs(0) }),
  }
}

function journeyOf(
  { gatewayCode, providerUrl, learned }: InitiationOutcome,
  { journey }: InitiationContext,
  at: Date,
): BrowserPayment {
  const time = at.toISOString()
  const common = { ...journey, ...(learned && { learned }) }
  if (providerUrl !== undefined) return { ...common, providerUrl, times: { initiated: time } }
  const isOpen = phaseOf({ gatewayCode, isForgotten: false }) === 'OPEN'
  return isOpen ? common : { ...common, status: 'COMPLETED', times: { completed: time } }
}
