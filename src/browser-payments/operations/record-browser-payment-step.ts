// Takes a browser payment one step further, in one commit with one event, whatever the source of the change. A caller
// that was overtaken reads and decides again.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { holdsPrivilege } from '../../merchants/index.ts'
import {
  type AcquirerResponse,
  advanceBrowserPayment,
  type BrowserPaymentAdvance,
  type BrowserPaymentEvent,
  type BrowserPaymentState,
  holdsPayment,
  isBrowserPayment,
  isSuccessful,
  type JourneyStep,
  type JudgedProviderStatus,
  judgeResult,
  type Order,
  type PayerAtProvider,
  type ProviderStatus,
  phaseOf,
  type StoredOrder,
  type StoredRequest,
  type StoredTransaction,
  sealAccounts,
  statusOf,
  storableRequest,
  type TransactionKey,
  totalsOf,
  withOutcome,
} from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'
import { pollAfterMs, pollingStartOf } from '../rules/polling.ts'
import { describeBrowserPayment } from './describe-browser-payment.ts'

/** A browser payment that has had its first response. */
export interface LoadedBrowserPayment {
  readonly stored: StoredOrder
  readonly transaction: StoredTransaction
  readonly paymentState: BrowserPaymentState
}

export function browserPaymentIn(
  stored: StoredOrder,
  { transactionId }: TransactionKey,
): LoadedBrowserPayment | undefined {
  const transaction = stored.transactions.find(({ key }) => key.transactionId === transactionId)
  const { journey, gatewayCode, amountMinor, reversal } = transaction ?? {}
  if (!transaction || !isBrowserPayment(journey) || !gatewayCode || amountMinor === undefined) return undefined
  return {
    stored,
    transaction,
    paymentState: { journey, gatewayCode, amountMinor, isForgotten: reversal !== undefined },
  }
}

/** What is new: a change made by the gateway, or the provider's report. */
export type BrowserPaymentInput =
  | Exclude<BrowserPaymentEvent, { readonly kind: 'REPORTED' }>
  | { readonly kind: 'REPORTED'; readonly report: ProviderStatus }

/**
 * - TAKEN: it has changed.
 * - NOTHING: it was in the reported state already.
 * - WAITS: it cannot change now, because it has no first response yet or another transaction holds the order.
 */
export type StepResult = 'TAKEN' | 'NOTHING' | 'WAITS'

export type StepDependencies = Pick<BrowserPaymentDependencies, 'store' | 'journeys' | 'vault' | 'clock'>

export async function recordBrowserPaymentStep(
  key: TransactionKey,
  input: BrowserPaymentInput,
  dependencies: StepDependencies,
): Promise<StepResult> {
  const taken = await retryOnConflict(async (): Promise<StepResult | typeof conflict> => {
    const stored = await dependencies.store.findOrder(key)
    const browserPayment = stored && browserPaymentIn(stored, key)
    if (!browserPayment) return 'WAITS'
    const { advanced, step } = await planStep(browserPayment, input, dependencies)
    if (!step) return advanced === 'waits' ? 'WAITS' : 'NOTHING'
    return (await dependencies.journeys.recordStep(step)) ? 'TAKEN' : conflict
  })
  return taken === conflict ? 'WAITS' : taken
}

async function planStep(
  browserPayment: LoadedBrowserPayment,
  input: BrowserPaymentInput,
  dependencies: StepDependencies,
): Promise<{ readonly advanced?: 'waits'; readonly step?: JourneyStep }> {
  const { stored, paymentState, transaction } = browserPayment
  const { id } = stored.order
  const isHeldByOther = stored.order.isLocked && phaseOf(paymentState) !== 'OPEN'
  const others = stored.order.transactions.filter((each) => each.id !== transaction.key.transactionId)
  const event =
    input.kind === 'REPORTED' ? { kind: input.kind, status: judgeProviderStatus(input.report, browserPayment) } : input
  const at = dependencies.clock.now()
  const next = advanceBrowserPayment(paymentState, event, at.toISOString(), {
    isHeldByOther,
    hasOtherPayment: holdsPayment(others),
  })
  if (!next) return {}
  if (next.kind === 'WAITS' || isHeldByOther) return { advanced: 'waits' }
  const access = await dependencies.store.findMerchant(transaction.key.merchantId)
  if (!access) throw new Error(`the merchant of order ${id} no longer exists`)
  const report = input.kind === 'REPORTED' ? input.report : undefined
  const showsDebugInformation = holdsPrivilege(access.merchant, 'DEBUG_INFORMATION')
  return { step: stepOf(browserPayment, next, { at, report, showsDebugInformation }, dependencies) }
}

/** The provider's report, as far as it is plausible. */
function judgeProviderStatus(
  report: ProviderStatus,
  { paymentState, transaction }: LoadedBrowserPayment,
): JudgedProviderStatus {
  const { state, isFinal, response, payer } = report
  const learned = payerDetailsOf(payer)
  const common = { state, isFinal, ...(learned && { learned }) }
  if (state !== 'OVER' || !response) return { ...common, state: state === 'OVER' ? 'OPEN' : state }
  const { gatewayCode, approvedMinor } = response
  const result = { kind: 'ANSWERED', gatewayCode, approvedMinor } as const
  const { amountMinor } = paymentState
  const { type } = transaction
  const request = {
    type,
    amountMinor,
    acceptsPartialAmount: false,
    assessment: undefined,
    afterSilence: 'REVERSE' as const,
  }
  return { ...common, outcome: judgeResult(result, request) }
}

/** What a response may contain about the payer, masked. */
export function payerDetailsOf(payer: PayerAtProvider): StoredRequest | undefined {
  const learned = storableRequest(accountsOf(payer))
  return Object.keys(learned).length === 0 ? undefined : learned
}

function accountsOf({ providerA, providerC, shipping }: PayerAtProvider): object {
  return {
    ...((providerA || providerC) && {
      sourceOfFunds: { provided: { ...omitUndefined({ providerA, providerC }) } },
    }),
    ...omitUndefined({ shipping }),
  }
}

interface StepContext {
  readonly at: Date
  readonly report: ProviderStatus | undefined
  readonly showsDebugInformation: boolean
}

function stepOf(
  { stored, transaction }: LoadedBrowserPayment,
  { paymentState, change, owesReversal }: BrowserPaymentAdvance,
  { at, report, showsDebugInformation }: StepContext,
  { vault }: Pick<BrowserPaymentDependencies, 'vault'>,
): JourneyStep {
  const { journey, gatewayCode, amountMinor } = paymentState
  const { key, recordedAt } = transaction
  const response: AcquirerResponse | undefined = change === 'OUTCOME' ? { ...report?.response, gatewayCode } : undefined
  const { batch } = response ?? {}
  const order = orderAfterStep(stored.order, { transaction, paymentState, batch, at })
  const accounts = report && sealAccounts(accountsOf(report.payer), key, vault)
  const lookAfter = pollAfterMs(paymentState, at.getTime() - pollingStartOf(journey, recordedAt).getTime())
  return {
    key,
    orderRevision: stored.order.revision,
    at,
    kind: change,
    journey,
    gatewayCode,
    amountMinor,
    batch,
    reversal: owesReversal ? 'OWED' : undefined,
    accounts,
    orderStatus: statusOf(order.transactions),
    orderAmountMinor: order.amountMinor,
    totals: totalsOf(order.transactions),
    response: describeBrowserPayment({
      attempt: { ...transaction, at: recordedAt },
      paymentState,
      order,
      response,
      before: transaction.response ?? {},
      showsDebugInformation,
    }),
    holdsOrder: phaseOf(paymentState) === 'OPEN',
    pollAfterMs: lookAfter,
  }
}

/** The order after the step: its amount is the one that was confirmed, or that was eventually paid. */
export function orderAfterStep(
  order: Order,
  change: {
    readonly transaction: Pick<StoredTransaction, 'key' | 'type' | 'amountMinor'>
    readonly paymentState: Pick<BrowserPaymentState, 'gatewayCode' | 'amountMinor'>
    readonly batch: number | undefined
    readonly at: Date
  },
): Order {
  const { transaction, paymentState, batch, at } = change
  const { gatewayCode, amountMinor } = paymentState
  const { key, type } = transaction
  const transactions = withOutcome(order.transactions, {
    id: key.transactionId,
    type,
    amountMinor,
    gatewayCode,
    isJourney: true,
    ...omitUndefined({ batch }),
  })
  const isChanged = amountMinor !== transaction.amountMinor || isSuccessful({ gatewayCode })
  return { ...order, amountMinor: isChanged ? amountMinor : order.amountMinor, updatedAt: at, transactions }
}
