// What happened to an order and when: one entry for each action, out of its transactions, events, notifications and
// notes, the newest first.

import { path } from '../../api/client.ts'
import { ruleText } from '../../format/checks.ts'
import { type Tone, toneOf } from '../../format/status.ts'
import { codeText, disputeText, typeText, wordsInSentence } from '../../format/text.ts'
import { dayText, secondText } from '../../format/time.ts'
import { isHeld, isOutgoing, transactionState } from '../../format/transaction.ts'
import { english, t, tn } from '../../language/text.ts'
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
        title: t('Note by {user}', { user: writtenBy }),
        lines: [],
        text,
      },
    })),
  ]
  // Of the same moment, what comes later in this list came later.
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).toReversed()
}

const entryPointTexts: Readonly<Record<string, string>> = {
  AUTO: t('automatically'),
  CHECKOUT: t('on the payment page'),
  CHECKOUT_VIA_WEBSITE: t('on the payment page'),
  HOSTED_FORM: t('via hosted fields'),
  HOSTED_PAGE: t('on the payment page'),
  MERCHANT_ADMINISTRATION: t('in the console'),
  WEB_SERVICES_API: t('via the API'),
}

/** "in the console by anna". */
export function entryPointText({ entryPoint, userId }: Pick<TransactionDetailsView, 'entryPoint' | 'userId'>): string {
  const entry = entryPointTexts[entryPoint] ?? codeText(entryPoint)
  return userId === undefined ? entry : t('{entry} by {user}', { entry, user: userId })
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
    result: isHeld(transaction) ? t('Approved by the acquirer, in review') : text,
    lines: [
      t('Transaction {transactionId}, {entry}', { transactionId, entry: entryPointText(transaction) }),
      ...(amountSource === 'PAGE' ? [t("Amount set by the shop's page: check it against the cart")] : []),
      ...failedOver.map(({ linkId }) => t('{linkId} did not receive the request', { linkId })),
      ...acquirerLines(transaction),
      ...ruleLines(transaction),
      ...events.flatMap((event) => laterLines(event, timeOfRecord)),
      ...(note === undefined ? [] : [t('Note: {note}', { note })]),
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

function acquirerLines({ response, acquirerId }: TransactionDetailsView): readonly string[] {
  const { acquirerCode, acquirerMessage } = response?.response ?? {}
  const said = [acquirerCode, acquirerMessage].filter((text) => text !== undefined).join(' ')
  return said ? [t('{acquirerId} responded {answer}', { acquirerId, answer: said })] : []
}

/** The rules that objected, or that trust the card. */
function ruleLines({ response }: TransactionDetailsView): readonly string[] {
  const rules = response?.risk?.response?.rule ?? []
  return rules
    .filter(({ recommendation }) => recommendation !== 'NO_ACTION')
    .map(({ name, recommendation, data }) =>
      t('{rule}: {recommendation}', {
        rule: ruleText({ name, data }),
        recommendation: wordsInSentence(recommendation),
      }),
    )
}

/** An outcome usually comes within seconds, and then the time of the request says enough. */
const soonMs = 60_000

function laterLines({ kind, at }: EventSummary, requestedAt: string): readonly string[] {
  if (kind === 'INTERACTION') return [t('Payer continued {time}', { time: secondText(at) })]
  const isLate = kind === 'OUTCOME' && Date.parse(at) - Date.parse(requestedAt) > soonMs
  return isLate ? [t('Outcome known {time}', { time: secondText(at) })] : []
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
  return {
    ...entryOf(transaction),
    at: timeOfRecord,
    tone,
    title: isDispute ? disputeText(disputeState) : text,
    lines: [
      ...caseLines(isDispute, reference, respondBy),
      ...(userId === undefined ? [] : [t('Recorded by {user}', { user: userId })]),
      ...(note === undefined ? [] : [t('Note: {note}', { note })]),
    ],
  }
}

function caseLines(
  isDispute: boolean,
  reference: string | undefined,
  respondBy: string | undefined,
): readonly string[] {
  const day = respondBy === undefined ? undefined : dayText(respondBy)
  if (reference === undefined) return day === undefined ? [] : [t('Respond by {day}', { day })]
  const about = isDispute
    ? t('Case {caseNumber}', { caseNumber: reference })
    : t('Reference {reference}', { reference })
  return [day === undefined ? about : t('{about}, respond by {day}', { about, day })]
}

function answered({ caseNumber, answers }: DisputeView): readonly TimelineEntry[] {
  return answers.map(({ kind, note, answeredBy, answeredAt }) => ({
    key: `answer ${caseNumber} ${answeredAt}`,
    at: answeredAt,
    tone: 'info',
    title: answerTitle(kind, caseNumber),
    lines: [t('By {user}', { user: answeredBy })],
    text: note,
  }))
}

type AnswerKind = DisputeView['answers'][number]['kind']

const answerTitles: Readonly<Record<AnswerKind, string>> = {
  CONTESTED: t('Dispute marked as contested'),
  EVIDENCE_SENT: t('Evidence on dispute sent'),
  NOTE: t('Note on dispute'),
}

const answerTitlesOfCase: Readonly<Record<AnswerKind, string>> = {
  CONTESTED: english('Dispute {caseNumber} marked as contested'),
  EVIDENCE_SENT: english('Evidence on dispute {caseNumber} sent'),
  NOTE: english('Note on dispute {caseNumber}'),
}

function answerTitle(kind: AnswerKind, caseNumber: string): string {
  return caseNumber === '' ? answerTitles[kind] : t(answerTitlesOfCase[kind], { caseNumber })
}

/** What was done about a transaction afterwards: a user's decision, the end of a reversal. */
function followed(event: EventSummary, transaction: TransactionDetailsView | undefined): readonly TimelineEntry[] {
  const { number, kind, transactionId, at } = event
  // What was only recorded has its one entry already.
  if (isRecorded(transaction)) return []
  const base = { key: `event ${number}`, at }
  const what = transaction ? typeText(transaction.type) : t('Transaction {transactionId}', { transactionId })
  if (kind === 'DECISION') return [{ ...base, ...decisionOf(what, transaction) }]
  if (kind !== 'REVERSAL') return []
  const tone = transaction?.reversal === 'DONE' ? 'good' : 'bad'
  const title = t(reversalTexts[transaction?.reversal ?? 'ENDED'], { what })
  return [{ ...base, tone, title, lines: [t('Transaction {transactionId}', { transactionId })] }]
}

const reversalTexts: Readonly<Record<NonNullable<TransactionDetailsView['reversal']> | 'ENDED', string>> = {
  DONE: english('{what}: reversal done'),
  ENDED: english('{what}: reversal ended'),
  OWED: english('{what}: reversal owed'),
  REFUSED: english('{what}: reversal refused'),
  UNSUPPORTED: english('{what}: reversal unsupported'),
}

function decisionOf(
  what: string,
  transaction: TransactionDetailsView | undefined,
): Pick<TimelineEntry, 'tone' | 'title' | 'lines'> {
  const { decision, response } = transaction ?? {}
  const review = response?.risk?.response?.review
  return {
    tone: decision === undefined ? 'quiet' : toneOf(decision),
    title:
      decision === undefined
        ? t('{what}: decided', { what })
        : t('{what}: {decision}', { what, decision: wordsInSentence(decision) }),
    lines: [
      ...(review?.userId === undefined ? [] : [t('By {user}', { user: review.userId })]),
      ...(review?.note === undefined ? [] : [t('Note: {note}', { note: review.note })]),
    ],
  }
}

function notified(notification: NotificationSummary): { readonly text: string; readonly href: string } {
  const { merchantId, notificationId, state, attempts } = notification
  return {
    text: deliveryText(state, attempts),
    href: path`/merchants/${merchantId}/deliveries/${notificationId}`,
  }
}

function deliveryText(state: NotificationSummary['state'], attempts: number): string {
  if (state === 'DELIVERED')
    return tn(attempts, 'Notification delivered, {count} attempt', 'Notification delivered, {count} attempts')
  return state === 'PENDING'
    ? tn(attempts, 'Notification pending, {count} attempt', 'Notification pending, {count} attempts')
    : tn(attempts, 'Notification parked, {count} attempt', 'Notification parked, {count} attempts')
}
