// What happened to an order and when, out of its transactions, events and notifications, the newest first.
import { path } from '../../api/client.ts'
import { moneyText } from '../../format/money.ts'
import { type Tone, toneOf } from '../../format/status.ts'
import { codeText, countText, wordsInSentence } from '../../format/text.ts'
import type {
  EventSummary,
  MessageExchangeView,
  NotificationSummary,
  OrderDetails,
  TransactionDetailsView,
} from '../orders/wire.ts'

export interface TimelineEntry {
  readonly key: string
  readonly at: string
  readonly tone: Tone
  readonly title: string
  readonly lines: readonly string[]
  /** A page with details. */
  readonly href?: string
  /** What was exchanged with the acquirer then, oldest first. */
  readonly exchanges?: readonly MessageExchangeView[]
}

/** An entry about a transaction. */
interface TransactionEntry extends TimelineEntry {
  readonly transactionId: string
}

export function timelineOf(
  { transactions, events, notifications }: OrderDetails,
  exchanges: readonly MessageExchangeView[] = [],
): readonly TimelineEntry[] {
  const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]))
  const ofTransactions: readonly TransactionEntry[] = [
    ...transactions.map(requested),
    ...events.map((event) => ({
      ...happened(event, byId.get(event.transactionId)),
      transactionId: event.transactionId,
    })),
  ]
  const entries = [...withExchanges(ofTransactions, exchanges), ...notifications.map(notified)]
  // Of the same moment, what comes later in this list came later.
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).toReversed()
}

/** The first exchange is the request of a transaction; repeats and reversals belong to the entry that they followed. */
function withExchanges(
  entries: readonly TransactionEntry[],
  exchanges: readonly MessageExchangeView[],
): readonly TimelineEntry[] {
  const ofEntry = new Map<TransactionEntry, MessageExchangeView[]>()
  for (const [transactionId, theirs] of Map.groupBy(exchanges, (exchange) => exchange.transactionId)) {
    const own = entries.filter((entry) => entry.transactionId === transactionId)
    for (const [place, exchange] of theirs.entries()) {
      const entry = (place > 0 && own.findLast(({ at }) => at <= exchange.at)) || own[0]
      if (entry) ofEntry.set(entry, [...(ofEntry.get(entry) ?? []), exchange])
    }
  }
  return entries.map((entry) => {
    const found = ofEntry.get(entry)
    return found ? { ...entry, exchanges: found } : entry
  })
}

const entryPointTexts: Readonly<Record<string, string>> = {
  AUTO: 'automatically',
  CHECKOUT: 'on the payment page',
  CHECKOUT_VIA_WEBSITE: 'on the payment page',
  HOSTED_FORM: 'via hosted fields',
  HOSTED_PAGE: 'on the payment page',
  MERCHANT_ADMINISTRATION: 'in the console',
  WEB_SERVICES_API: 'via the API',
}

/** "in the console by anna". */
export function entryPointText({ entryPoint, userId }: Pick<TransactionDetailsView, 'entryPoint' | 'userId'>): string {
  const entry = entryPointTexts[entryPoint] ?? codeText(entryPoint)
  return userId === undefined ? entry : `${entry} by ${userId}`
}

function requested(transaction: TransactionDetailsView): TransactionEntry {
  const { transactionId, type, amount, currency, timeOfRecord, request, amountSource } = transaction
  const note = request.transaction?.merchantNote
  return {
    key: `request ${transactionId}`,
    transactionId,
    at: timeOfRecord,
    tone: 'quiet',
    title: `${codeText(type)} of ${moneyText(amount, currency)} requested`,
    lines: [
      `Transaction ${transactionId}, ${entryPointText(transaction)}`,
      ...(amountSource === 'PAGE' ? ["Amount set by the shop's page: check it against the cart"] : []),
      ...(note === undefined ? [] : [`Note: ${note}`]),
    ],
  }
}

function happened(
  { number, kind, transactionId, at }: EventSummary,
  transaction: TransactionDetailsView | undefined,
): TimelineEntry {
  const base = { key: `event ${number}`, at }
  const what = transaction ? codeText(transaction.type) : `Transaction ${transactionId}`
  switch (kind) {
    case 'OUTCOME':
      return { ...base, ...outcomeOf(what, transaction) }
    case 'DECISION':
      return { ...base, ...decisionOf(what, transaction) }
    case 'INTERACTION':
      return { ...base, tone: 'info', title: `${what}: payer continued`, lines: [] }
    case 'REVERSAL':
      return {
        ...base,
        tone: transaction?.reversal === 'DONE' ? 'good' : 'bad',
        title: `${what}: reversal ${wordsInSentence(transaction?.reversal ?? 'ended')}`,
        lines: [],
      }
  }
}

type TimelineText = Pick<TimelineEntry, 'tone' | 'title' | 'lines'>

function outcomeOf(what: string, transaction: TransactionDetailsView | undefined): TimelineText {
  if (!transaction) return { tone: 'quiet', title: `${what}: outcome`, lines: [] }
  const { result, gatewayCode, answer, acquirerId, failedOver = [] } = transaction
  const { acquirerCode, acquirerMessage } = answer?.response ?? {}
  const acquirer = [acquirerCode, acquirerMessage].filter((text) => text !== undefined).join(' ')
  return {
    tone: toneOf(result),
    title: `${what}: ${wordsInSentence(gatewayCode ?? result)}`,
    lines: [
      ...failedOver.map(({ linkId }) => `${linkId} did not receive the request`),
      ...(acquirer ? [`${acquirerId} responded ${acquirer}`] : []),
      ...ruleLines(transaction),
    ],
  }
}

function ruleLines({ risk, answer }: TransactionDetailsView): readonly string[] {
  const rules = answer?.risk?.response?.rule ?? []
  const struck = rules.filter(({ recommendation }) => recommendation !== 'NO_ACTION')
  return [
    ...(risk !== undefined && risk !== 'NOT_CHECKED' ? [`Risk: ${wordsInSentence(risk)}`] : []),
    ...struck.map(({ name, recommendation, data }) => {
      const about = data === undefined ? '' : ` (${data})`
      return `Rule ${wordsInSentence(name)}${about}: ${wordsInSentence(recommendation)}`
    }),
  ]
}

function decisionOf(what: string, transaction: TransactionDetailsView | undefined): TimelineText {
  const { decision, answer } = transaction ?? {}
  const review = answer?.risk?.response?.review
  return {
    tone: decision === undefined ? 'quiet' : toneOf(decision),
    title: `${what}: ${wordsInSentence(decision ?? 'decided')}`,
    lines: [
      ...(review?.userId === undefined ? [] : [`By ${review.userId}`]),
      ...(review?.note === undefined ? [] : [`Note: ${review.note}`]),
    ],
  }
}

function notified(notification: NotificationSummary): TimelineEntry {
  const { merchantId, notificationId, url, state, attempts, createdAt, endedAt, transactionId } = notification
  const words = { DELIVERED: 'delivered', PENDING: 'pending', PARKED: 'parked' }
  return {
    key: `notification ${notificationId}`,
    at: endedAt ?? createdAt,
    tone: toneOf(state),
    title: `Notification about transaction ${transactionId} ${words[state]}`,
    lines: [`${url}, ${countText(attempts, 'attempt')}`],
    href: path`/merchants/${merchantId}/deliveries/${notificationId}`,
  }
}
