// Takes a browser payment one step further, in one commit with one event, whoever brings the news. Who was overtaken reads
// again and decides again.
import { conflict, retryOnConflict } from '../../concurrency/retry-on-conflict.ts'
import {
  type Advanced,
  advance,
  type BrowserPaymentEvent,
  isBrowserPayment,
  lookAfterMs,
  phaseOf,
  type Standing,
  sinceOf,
  type Told,
} from '../../domain/browser-payments/browser-payment.ts'
import { holdsPrivilege } from '../../domain/merchants/merchant.ts'
import { judge } from '../../domain/payments/judgement.ts'
import { isSuccessful, type Order, statusOf, totalsOf, withOutcome } from '../../domain/payments/order.ts'
import { holdsPayment } from '../../domain/payments/plan.ts'
import type { AcquirerAnswer } from '../../ports/acquirers/acquirer.ts'
import type { PayerAtProvider, ProviderWord } from '../../ports/browser-payments/provider.ts'
import type { JourneyStep } from '../../ports/payments/journeys.ts'
import type { StoredOrder, StoredTransaction, TransactionKey } from '../../ports/payments/transactions.ts'
import type { Ports } from '../call.ts'
import { sealAccounts } from '../masking/seal-accounts.ts'
import { storable } from '../masking/storable-request.ts'
import { describeBrowserPayment } from './describe-browser-payment.ts'

/** A browser payment that has had its first answer. */
export interface FoundBrowserPayment {
  readonly stored: StoredOrder
  readonly transaction: StoredTransaction
  readonly standing: Standing
}

export function browserPaymentIn(
  stored: StoredOrder,
  { transactionId }: TransactionKey,
): FoundBrowserPayment | undefined {
  const transaction = stored.transactions.find(({ key }) => key.transactionId === transactionId)
  const { journey, gatewayCode, amountMinor, reversal } = transaction ?? {}
  if (!transaction || !isBrowserPayment(journey) || !gatewayCode || amountMinor === undefined) return undefined
  return { stored, transaction, standing: { journey, gatewayCode, amountMinor, isForgotten: reversal !== undefined } }
}

/** What is new: something of our own, or the provider's word. */
export type News =
  | Exclude<BrowserPaymentEvent, { readonly kind: 'TOLD' }>
  | { readonly kind: 'TOLD'; readonly word: ProviderWord }

/**
 * - TAKEN: it has changed.
 * - NOTHING: it was as told already.
 * - WAITS: it cannot change now, because it has no first answer yet or another transaction holds the order.
 */
export type Taken = 'TAKEN' | 'NOTHING' | 'WAITS'

export type StepPorts = Pick<Ports, 'store' | 'journeys' | 'vault' | 'clock'>

export async function takeStep(key: TransactionKey, news: News, ports: StepPorts): Promise<Taken> {
  const taken = await retryOnConflict(async (): Promise<Taken | typeof conflict> => {
    const stored = await ports.store.findOrder(key)
    const found = stored && browserPaymentIn(stored, key)
    if (!found) return 'WAITS'
    const { advanced, step } = await workOut(found, news, ports)
    if (!step) return advanced === 'waits' ? 'WAITS' : 'NOTHING'
    return (await ports.journeys.take(step)) ? 'TAKEN' : conflict
  })
  return taken === conflict ? 'WAITS' : taken
}

async function workOut(
  found: FoundBrowserPayment,
  news: News,
  ports: StepPorts,
): Promise<{ readonly advanced?: 'waits'; readonly step?: JourneyStep }> {
  const { stored, standing, transaction } = found
  const { id } = stored.order
  const isHeldByOther = stored.order.isBusy && phaseOf(standing) !== 'OPEN'
  const others = stored.order.transactions.filter((each) => each.id !== transaction.key.transactionId)
  const event = news.kind === 'TOLD' ? { kind: news.kind, told: heard(news.word, found) } : news
  const at = ports.clock.now()
  const next = advance(standing, event, at.toISOString(), { isHeldByOther, hasOtherPayment: holdsPayment(others) })
  if (!next) return {}
  if (next.kind === 'waits' || isHeldByOther) return { advanced: 'waits' }
  const access = await ports.store.findMerchant(transaction.key.merchantId)
  if (!access) throw new Error(`the merchant of order ${id} is gone`)
  const word = news.kind === 'TOLD' ? news.word : undefined
  const showsDebugInformation = holdsPrivilege(access.merchant, 'DEBUG_INFORMATION')
  return { step: stepOf(found, next, { at, word, showsDebugInformation }, ports) }
}

/** The provider's word, as far as it can be believed. */
function heard(word: ProviderWord, { standing, transaction }: FoundBrowserPayment): Told {
  const { state, isFinal, answer, payer } = word
  const learned = learnedOf(payer)
  const common = { state, isFinal, ...(learned && { learned }) }
  if (state !== 'OVER' || !answer) return { ...common, state: state === 'OVER' ? 'OPEN' : state }
  const { gatewayCode, approvedMinor } = answer
  const said = { kind: 'answered', gatewayCode, ...(approvedMinor !== undefined && { approvedMinor }) } as const
  const { amountMinor } = standing
  const { type } = transaction
  const asked = {
    type,
    amountMinor,
    acceptsPartialAmount: false,
    assessment: undefined,
    afterSilence: 'REVERSE' as const,
  }
  return { ...common, outcome: judge(said, asked) }
}

/** What an answer may tell of the payer, masked. */
export function learnedOf(payer: PayerAtProvider): object | undefined {
  const learned = storable(accountsOf(payer))
  return Object.keys(learned).length === 0 ? undefined : learned
}

function accountsOf({ providerA, providerC, shipping }: PayerAtProvider): object {
  return {
    ...((providerA || providerC) && {
      sourceOfFunds: { provided: { ...(providerA && { providerA }), ...(providerC && { providerC }) } },
    }),
    ...(shipping && { shipping }),
  }
}

interface Telling {
  readonly at: Date
  readonly word: ProviderWord | undefined
  readonly showsDebugInformation: boolean
}

function stepOf(
  { stored, transaction }: FoundBrowserPayment,
  { standing, change, owesReversal }: Advanced,
  { at, word, showsDebugInformation }: Telling,
  { vault }: Pick<Ports, 'vault'>,
): JourneyStep {
  const { journey, gatewayCode, amountMinor } = standing
  const { key, recordedAt } = transaction
  const answer: AcquirerAnswer | undefined = change === 'OUTCOME' ? { ...word?.answer, gatewayCode } : undefined
  const { batch } = answer ?? {}
  const order = orderAfter(stored.order, { transaction, standing, batch, at })
  const accounts = word && sealAccounts(accountsOf(word.payer), key, vault)
  const lookAfter = lookAfterMs(standing, at.getTime() - sinceOf(journey, recordedAt).getTime())
  return {
    key,
    orderRevision: stored.order.revision,
    at,
    kind: change,
    journey,
    gatewayCode,
    amountMinor,
    ...(batch !== undefined && { batch }),
    ...(owesReversal && { reversal: 'OWED' }),
    ...(accounts && { accounts }),
    orderStatus: statusOf(order.transactions),
    orderAmountMinor: order.amountMinor,
    totals: totalsOf(order.transactions),
    answer: describeBrowserPayment({
      attempt: { ...transaction, at: recordedAt },
      standing,
      order,
      answer,
      before: transaction.answer ?? {},
      showsDebugInformation,
    }),
    holdsOrder: phaseOf(standing) === 'OPEN',
    ...(lookAfter !== undefined && { lookAfterMs: lookAfter }),
  }
}

/** The order as it is with the step: its amount is the one that was confirmed, or that was paid after all. */
export function orderAfter(
  order: Order,
  change: {
    readonly transaction: Pick<StoredTransaction, 'key' | 'type' | 'amountMinor'>
    readonly standing: Pick<Standing, 'gatewayCode' | 'amountMinor'>
    readonly batch: number | undefined
    readonly at: Date
  },
): Order {
  const { transaction, standing, batch, at } = change
  const { gatewayCode, amountMinor } = standing
  const { key, type } = transaction
  const transactions = withOutcome(order.transactions, {
    id: key.transactionId,
    type,
    amountMinor,
    gatewayCode,
    isJourney: true,
    ...(batch !== undefined && { batch }),
  })
  const isChanged = amountMinor !== transaction.amountMinor || isSuccessful({ gatewayCode })
  return { ...order, amountMinor: isChanged ? amountMinor : order.amountMinor, updatedAt: at, transactions }
}
