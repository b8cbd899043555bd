// What happened to an order and when, out of its transactions, events and notifications, the newest first.
import { path } from '../../api/client.ts'
import { moneyText } from '../../format/money.ts'
import { type Tone, toneOf } from '../../format/status.ts'
import { countText, wordsOfCode } from '../../format/words.ts'
import type { ShownEvent, ShownNotification, ShownOrder, ShownTransaction } from '../orders/wire.ts'

export interface Entry {
  readonly key: string
  readonly at: string
  readonly tone: Tone
  readonly title: string
  readonly lines: readonly string[]
  /** A page that tells more. */
  readonly href?: string
}

export function timelineOf({ transactions, events, notifications }: ShownOrder): readonly Entry[] {
  const byId = new Map(transactions.map((transaction) => [transaction.transactionId, transaction]))
  const entries = [
    ...transactions.map(requested),
    ...events.map((event) => happened(event, byId.get(event.transactionId))),
    ...notifications.map(notified),
  ]
  // Of the same moment, what comes later in this list came later.
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).toReversed()
}

const doors: Readonly<Record<string, string>> = {
  AUTO: 'by the gateway itself',
  CHECKOUT: 'on the payment page',
  HOSTED_FORM: 'through hosted fields',
  HOSTED_PAGE: 'on the payment page',
  MERCHANT_ADMINISTRATION: 'in the console',
  WEB_SERVICES_API: 'through the API',
}

/** "in the console by anna". */
export function doorText({ entryPoint, userId }: Pick<ShownTransaction, 'entryPoint' | 'userId'>): string {
  const door = doors[entryPoint] ?? wordsOfCode(entryPoint)
  return userId === undefined ? door : `${door} by ${userId}`
}

function requested(transaction: ShownTransaction): Entry {
  const { transactionId, type, amount, currency, timeOfRecord, request, amountSource } = transaction
  const note = request.transaction?.merchantNote
  return {
    key: `request ${transactionId}`,
    at: timeOfRecord,
    tone: 'quiet',
    title: `${wordsOfCode(type)} of ${moneyText(amount, currency)} requested`,
    lines: [
      `Transaction ${transactionId}, ${doorText(transaction)}`,
      ...(amountSource === 'PAGE' ? ["Amount set by the shop's page: compare it with the cart"] : []),
      ...(note === undefined ? [] : [`Note: ${note}`]),
    ],
  }
}

function happened({ number, kind, transactionId, at }: ShownEvent, transaction: ShownTransaction | undefined): Entry {
  const base = { key: `event ${number}`, at }
  const what = transaction ? wordsOfCode(transaction.type) : `Transaction ${transactionId}`
  switch (kind) {
    case 'OUTCOME':
      return { ...base, ...outcomeOf(what, transaction) }
    case 'DECISION':
      return { ...base, ...decisionOf(what, transaction) }
    case 'INTERACTION':
      return { ...base, tone: 'info', title: `${what}: the payer went on`, lines: [] }
    case 'REVERSAL':
      return {
        ...base,
        tone: transaction?.reversal === 'DONE' ? 'good' : 'bad',
        title: `${what}: reversal ${wordsOfCode(transaction?.reversal ?? 'ended').toLowerCase()}`,
        lines: [],
      }
  }
}

type Told = Pick<Entry, 'tone' | 'title' | 'lines'>

function outcomeOf(what: string, transaction: ShownTransaction | undefined): Told {
  if (!transaction) return { tone: 'quiet', title: `${what}: outcome`, lines: [] }
  const { result, gatewayCode, answer, acquirerId } = transaction
  const { acquirerCode, acquirerMessage } = answer?.response ?? {}
  const acquirer = [acquirerCode, acquirerMessage].filter((text) => text !== undefined).join(' ')
  return {
    tone: toneOf(result),
    title: `${what}: ${wordsOfCode(gatewayCode ?? result).toLowerCase()}`,
    lines: [...(acquirer ? [`${acquirerId} answered ${acquirer}`] : []), ...ruleLines(transaction)],
  }
}

function ruleLines({ risk, answer }: ShownTransaction): readonly string[] {
  const rules = answer?.risk?.response?.rule ?? []
  const struck = rules.filter(({ recommendation }) => recommendation !== 'NO_ACTION')
  return [
    ...(risk !== undefined && risk !== 'NOT_CHECKED' ? [`Risk: ${wordsOfCode(risk).toLowerCase()}`] : []),
    ...struck.map(({ name, recommendation, data }) => {
      const about = data === undefined ? '' : ` (${data})`
      return `Rule ${wordsOfCode(name).toLowerCase()}${about}: ${wordsOfCode(recommendation).toLowerCase()}`
    }),
  ]
}

function decisionOf(what: string, transaction: ShownTransaction | undefined): Told {
  const { decision, answer } = transaction ?? {}
  const review = answer?.risk?.response?.review
  return {
    tone: decision === undefined ? 'quiet' : toneOf(decision),
    title: `${what}: ${wordsOfCode(decision ?? 'decided').toLowerCase()}`,
    lines: [
      ...(review?.userId === undefined ? [] : [`By ${review.userId}`]),
      ...(review?.note === undefined ? [] : [`Note: ${review.note}`]),
    ],
  }
}

function notified(notification: ShownNotification): Entry {
  const { merchantId, notificationId, url, state, attempts, createdAt, endedAt, transactionId } = notification
  const words = { DELIVERED: 'delivered', PENDING: 'waits to be delivered', PARKED: 'given up' }
  return {
    key: `notification ${notificationId}`,
    at: endedAt ?? createdAt,
    tone: toneOf(state),
    title: `Notification about transaction ${transactionId} ${words[state]}`,
    lines: [`${url}, ${countText(attempts, 'try', 'tries')}`],
    href: path`/merchants/${merchantId}/deliveries/${notificationId}`,
  }
}
