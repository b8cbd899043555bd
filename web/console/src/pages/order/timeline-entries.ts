// What happened to an order and when: one entry for each action, out of its transactions, events, notifications and
// notes, the newest first.

import { disputeText } from '../../../../../src/domain/labels.ts'
import { ruleText } from '../../../../../src/domain/risk/check-labels.ts'
import { path } from '../../api/client.ts'
import { type Tone, toneOf } from '../../format/status.ts'
import { codeText, countText, typeText, wordsInSentence } from '../../format/text.ts'
import { dayText, secondText } from '../../format/time.ts'
import { isHeld, isOutgoing, transactionState } from '../../format/transaction.ts'
import type {
  DisputeView,
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
  readonly amount?: { readonly amount: string; readonly currency: string; readonly isOutgoing: boolean }
  /** The result of a transaction. */
  readonly result?: string
  readonly lines: readonly string[]
  /** What a user wrote, in lines of its own. */
  readonly text?: string
  /** Pages with details. */
  readonly links?: readonly { readonly text: string; readonly href: string }[]
  /** Of a transaction: its request and answer are shown below. */
  readonly transaction?: TransactionDetailsView
  /** What was exchanged with the acquirer about it, oldest first. */
  readonly exchanges?: readonly MessageExchangeView[]
}

export function timelineOf(
  { transactions, events, notifications, disputes, notes }: OrderDetails,
  exchanges: readonly MessageExchangeView[] = [],
): readonly TimelineEntry[] {
  const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]))
  const ofTransaction = <Item extends { readonly transactionId: string }>(items: readonly Item[], id: string) =>
    items.filter(({ transactionId }) => transactionId === id)
  const entries: readonly TimelineEntry[] = [
    ...transactions.map((transaction) => ({
      ...(isRecorded(transaction)
        ? recorded(transaction)
        : made(transaction, ofTransaction(events, transaction.transactionId))),
      links: ofTransaction(notifications, transaction.transactionId).map(notified),
      transaction,
      exchanges: ofTransaction(exchanges, transaction.transactionId),
    })),
    ...events.flatMap((event) => followed(event, byId.get(event.transactionId))),
    ...disputes.flatMap(answered),
    ...notes.map(({ noteId, text, writtenBy, writtenAt }) => ({
      ...{
        key: `note ${noteId}`,
        at: writtenAt,
        tone: 'info' as const,
        title: `Note by ${writtenBy}`,
        lines: [],
        text,
      },
    })),
  ]
  // Of the same moment, what comes later in this list came later.
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).toReversed()
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

/** A request of the merchant, a user or the payer, with what became of it. */
function made(transaction: TransactionDetailsView, events: readonly EventSummary[]): TimelineEntry {
  const { transactionId, type, timeOfRecord, request, amountSource, failedOver = [] } = transaction
  const note = request.transaction?.merchantNote
  const { tone, text } = transactionState(transaction)
  return {
    ...entryOf(transaction),
    at: timeOfRecord,
    tone,
    title: typeText(type),
    result: isHeld(transaction) ? 'Approved by the acquirer, in review' : text,
    lines: [
      `Transaction ${transactionId}, ${entryPointText(transaction)}`,
      ...(amountSource === 'PAGE' ? ["Amount set by the shop's page: check it against the cart"] : []),
      ...failedOver.map(({ linkId }) => `${linkId} did not receive the request`),
      ...acquirerLines(transaction),
      ...ruleLines(transaction),
      ...events.flatMap((event) => laterLines(event, timeOfRecord)),
      ...(note === undefined ? [] : [`Note: ${note}`]),
    ],
  }
}

/** Of a verification there is no amount. */
function entryOf(transaction: TransactionDetailsView): Pick<TimelineEntry, 'key' | 'amount'> {
  const { transactionId, type, amount, currency } = transaction
  return {
    key: `transaction ${transactionId}`,
    ...(type !== 'VERIFICATION' && { amount: { amount, currency, isOutgoing: isOutgoing(transaction) } }),
  }
}

function acquirerLines({ answer, acquirerId }: TransactionDetailsView): readonly string[] {
  const { acquirerCode, acquirerMessage } = answer?.response ?? {}
  const said = [acquirerCode, acquirerMessage].filter((text) => text !== undefined).join(' ')
  return said ? [`${acquirerId} responded ${said}`] : []
}

/** The rules that objected, or that trust the card. */
function ruleLines({ answer }: TransactionDetailsView): readonly string[] {
  const rules = answer?.risk?.response?.rule ?? []
  return rules
    .filter(({ recommendation }) => recommendation !== 'NO_ACTION')
    .map(({ name, recommendation, data }) => `${ruleText({ name, data })}: ${wordsInSentence(recommendation)}`)
}

/** An outcome usually comes within seconds, and then the time of the request says enough. */
const soonMs = 60_000

function laterLines({ kind, at }: EventSummary, requestedAt: string): readonly string[] {
  if (kind === 'INTERACTION') return [`Payer continued ${secondText(at)}`]
  const isLate = kind === 'OUTCOME' && Date.parse(at) - Date.parse(requestedAt) > soonMs
  return isLate ? [`Outcome known ${secondText(at)}`] : []
}

/** What a bank or the provider did: no request of the gateway, and no outcome to wait for. */
function isRecorded(transaction: TransactionDetailsView | undefined): boolean {
  return transaction?.type === 'CHARGEBACK' || transaction?.type === 'FUNDING'
}

function recorded(transaction: TransactionDetailsView): TimelineEntry {
  const { timeOfRecord, request, userId, disputeState } = transaction
  const { reference, merchantNote: note } = request.transaction ?? {}
  const { respondBy } = request.dispute ?? {}
  const { tone, text } = transactionState(transaction)
  const isDispute = disputeState !== undefined
  const facts = [
    ...(reference === undefined ? [] : [`${isDispute ? 'Case' : 'Reference'} ${reference}`]),
    ...(respondBy === undefined ? [] : [`respond by ${dayText(respondBy)}`]),
  ]
  return {
    ...entryOf(transaction),
    at: timeOfRecord,
    tone,
    title: isDispute ? disputeText(disputeState) : text,
    lines: [
      ...(facts.length === 0 ? [] : [facts.join(', ')]),
      ...(userId === undefined ? [] : [`Recorded by ${userId}`]),
      ...(note === undefined ? [] : [`Note: ${note}`]),
    ],
  }
}

function answered({ caseNumber, answers }: DisputeView): readonly TimelineEntry[] {
  const named = caseNumber === '' ? '' : ` ${caseNumber}`
  return answers.map(({ kind, note, answeredBy, answeredAt }) => ({
    key: `answer${named} ${answeredAt}`,
    at: answeredAt,
    tone: 'info',
    title: kind === 'CONTESTED' ? `Dispute${named} contested` : `Note on dispute${named}`,
    lines: [`By ${answeredBy}`],
    text: note,
  }))
}

/** What was done about a transaction afterwards: a user's decision, the end of a reversal. */
function followed(event: EventSummary, transaction: TransactionDetailsView | undefined): readonly TimelineEntry[] {
  const { number, kind, transactionId, at } = event
  // What was only recorded has its one entry already.
  if (isRecorded(transaction)) return []
  const base = { key: `event ${number}`, at }
  const what = transaction ? typeText(transaction.type) : `Transaction ${transactionId}`
  if (kind === 'DECISION') return [{ ...base, ...decisionOf(what, transaction) }]
  if (kind !== 'REVERSAL') return []
  const tone = transaction?.reversal === 'DONE' ? 'good' : 'bad'
  const title = `${what}: reversal ${wordsInSentence(transaction?.reversal ?? 'ended')}`
  return [{ ...base, tone, title, lines: [`Transaction ${transactionId}`] }]
}

function decisionOf(
  what: string,
  transaction: TransactionDetailsView | undefined,
): Pick<TimelineEntry, 'tone' | 'title' | 'lines'> {
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

const deliveryTexts = { DELIVERED: 'delivered', PENDING: 'pending', PARKED: 'parked' } as const

function notified(notification: NotificationSummary): { readonly text: string; readonly href: string } {
  const { merchantId, notificationId, state, attempts } = notification
  return {
    text: `Notification ${deliveryTexts[state]}, ${countText(attempts, 'attempt')}`,
    href: path`/merchants/${merchantId}/deliveries/${notificationId}`,
  }
}
