// The invariants between the gateway's books, the acquirer's and the responses to merchants, once all work is done.
// Written from the specification and the acquirer port, not from the gateway's code.
import { faultCurrencies } from './fault-histories.ts'

/** A line of the acquirer's books. */
export interface BookedLine {
  readonly reference: string
  /** None for the memory of a reversal whose request never came. */
  readonly kind: string | null
  readonly currency: string | null
  readonly original: string | null
  readonly approvedMinor: number
  readonly isApproved: boolean
  readonly isReversed: boolean
  readonly asked: number
  /** Its batch is closed: it can no longer be voided, and some acquirers refuse its reversal, too. */
  readonly isSettled: boolean
}

export interface OracleOrderRow {
  readonly orderId: string
  readonly currency: string
  readonly amountMinor: number
  readonly status: string | null
  readonly authorizedMinor: number
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly isLocked: boolean
  readonly eventCount: number
}

export interface OracleTransactionRow {
  readonly orderId: string
  readonly transactionId: string
  readonly position: number
  readonly type: string
  readonly amountMinor: number
  readonly gatewayCode: string | null
  /** Of a refund in parts that of the last one. */
  readonly reference: string
  /** A refund of several captures: one request for each, in the order in which they were sent. */
  readonly parts?: readonly RefundPart[] | null
  readonly reversal: string | null
  /** It waits for an outcome or for its reversal. */
  readonly isOpen: boolean
  /** It needs manual resolution: the acquirer can neither report nor reverse it. */
  readonly isManual: boolean
  /** A user's, of a payment in review or a refund request. */
  readonly decision: 'PENDING' | 'ACCEPTED' | 'REJECTED' | null
  /** Made by the gateway itself, to undo what a user has rejected. */
  readonly isAutomatic: boolean
  readonly targetTransactionId: string | null
  readonly approvesTransactionId: string | null
  readonly recordedMs: number
}

export interface RefundPart {
  readonly reference: string
  readonly amountMinor: number | string
}

export interface EventRow {
  readonly orderId: string
  readonly number: number
  readonly kind: string
  readonly transactionId: string
  readonly gatewayCode: string
  readonly amount: string | null
  readonly atMs: number
}

/** An order as its merchant reads it. */
export interface ShownOrder {
  readonly orderId: string
  readonly status: string | null
  readonly currency: string
  readonly amount: ShownAmount
  readonly totalAuthorizedAmount: ShownAmount
  readonly totalCapturedAmount: ShownAmount
  readonly totalRefundedAmount: ShownAmount
}

type ShownAmount = number | string | null | undefined

export interface OracleFeedRow {
  readonly position: number
  /** Tokens have events, too, by the names of tokens. */
  readonly subject: 'ORDER' | 'TOKEN'
  readonly orderId: string
  readonly number: number
}

export interface DeliveryRow {
  readonly orderId: string
  readonly eventNumber: number
  readonly state: string
}

export type ProjectedOrder = Omit<OracleOrderRow, 'currency' | 'isLocked' | 'eventCount'>
export type ProjectedTransaction = Pick<
  OracleTransactionRow,
  'orderId' | 'transactionId' | 'gatewayCode' | 'amountMinor'
>

export interface BothBooks {
  readonly booked: readonly BookedLine[]
  readonly orders: readonly OracleOrderRow[]
  readonly transactions: readonly OracleTransactionRow[]
  readonly events: readonly EventRow[]
  readonly outbox: number
  readonly feed: readonly OracleFeedRow[]
  readonly deliveries: readonly DeliveryRow[]
  readonly projectedOrders: readonly ProjectedOrder[]
  readonly projectedTransactions: readonly ProjectedTransaction[]
  /** The final responses to merchants, and the requests that were refused with nothing done. */
  readonly response: readonly ReportedOutcome[]
  readonly shown: readonly ShownOrder[]
  /** Orders whose merchant asked to be notified. */
  readonly notified: ReadonlySet<string>
  /** References that the acquirer received twice. */
  readonly heardTwice: ReadonlySet<string>
  /** The acquirer takes no reversals, or refuses some: what it cannot undo needs manual resolution. */
  readonly leavesToOperators: boolean
  /** It has a void repeated, and refuses the repeat once its target is settled: whether the first was executed remains unknown. */
  readonly leavesVoidsOfSettled: boolean
  /** How many transactions the gateway counts as needing manual resolution. */
  readonly countedForOperators: number
  /** Responses that neither had an outcome nor refused with nothing done, and when something was down or asleep. */
  readonly failures: readonly FailedResponse[]
  readonly outages: readonly Span[]
}

/** A stretch of time by the machine's clock. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface FailedResponse extends Span {
  readonly orderId: string
  readonly transactionId: string
  readonly text: string
}

export interface ReportedOutcome {
  readonly orderId: string
  readonly transactionId: string
  /** Nothing for a request that was refused. */
  readonly gatewayCode: string | undefined
  readonly amount?: ShownAmount
  readonly currency?: string | undefined
  /** The amount of the request. */
  readonly requested?: ShownAmount
}

export interface FoundDifference {
  readonly kind: string
  readonly orderId: string
  readonly text: string
}

/** Codes of the specification that mean success; SUCCESS for good, since what is open is not compared. */
const successes: ReadonlySet<string> = new Set([
  'APPROVED',
  'APPROVED_AUTO',
  'APPROVED_PENDING_SETTLEMENT',
  'PARTIALLY_APPROVED',
])
const openCodes: ReadonlySet<string> = new Set(['UNKNOWN', 'PENDING', 'SUBMITTED', 'DEFERRED_TRANSACTION_RECEIVED'])

export function findDifferences(books: BothBooks): readonly FoundDifference[] {
  const found: FoundDifference[] = []
  const report = (kind: string, orderId: string, text: string) => void found.push({ kind, orderId, text })
  compareReferences(books, report)
  compareOrders(books, report)
  checkUndone(books, report)
  checkRefundRequests(books, report)
  checkShown(books, report)
  checkEvents(books, report)
  checkFeed(books, report)
  checkNotifications(books, report)
  checkProjection(books, report)
  checkTold(books, report)
  checkLeftToOperators(books, report)
  checkFailures(books, report)
  return found
}

/** What the acquirer cannot undo, or say: the operator has to, and neither side's word on it counts as the other's. */
export function needsManualResolution({ reversal, isManual }: OracleTransactionRow): boolean {
  return isManual || reversal === 'REFUSED' || reversal === 'UNSUPPORTED'
}

/** Each is counted where operators look, and there is none where the acquirer takes every reversal. */
function checkLeftToOperators(
  { booked, transactions, leavesToOperators, leavesVoidsOfSettled, countedForOperators }: BothBooks,
  report: Report,
): void {
  const left = transactions.filter(needsManualResolution)
  if (left.length !== countedForOperators)
    report('NOT_COUNTED_FOR_PEOPLE', '', `${countedForOperators} are counted, ${left.length} are left`)
  if (leavesToOperators) return
  const settled = new Set(booked.filter(({ isSettled }) => isSettled).map(({ reference }) => reference))
  const targets = new Map(transactions.map((each) => [`${each.orderId} ${each.transactionId}`, each.reference]))
  const isVoidOfSettled = ({ orderId, type, isManual, targetTransactionId }: OracleTransactionRow) =>
    isManual && type.startsWith('VOID_') && settled.has(targets.get(`${orderId} ${targetTransactionId}`) ?? '')
  const isExpected = (transaction: OracleTransactionRow) =>
    settled.has(transaction.reference) || (leavesVoidsOfSettled && isVoidOfSettled(transaction))
  for (const { orderId, transactionId, reversal } of left.filter((each) => !isExpected(each)))
    report('NOT_REVERSED', orderId, `transaction ${transactionId}: ${reversal ?? 'manual resolution'}`)
}

/** While gateway and database run, every request gets its outcome, or the response that nothing was done. */
function checkFailures({ failures, outages }: BothBooks, report: Report): void {
  for (const { orderId, transactionId, text, from, to } of failures)
    if (!outages.some((outage) => outage.from <= to && outage.to >= from))
      report('FAILED_WITHOUT_CAUSE', orderId, `transaction ${transactionId}: ${text}`)
}

/** In minor units; undefined when it has more decimals than the currency. */
function minorOf(amount: ShownAmount, currency: string): number | undefined {
  const { exponent } = faultCurrencies[currency as keyof typeof faultCurrencies]
  const minor = Number(amount ?? 0) * 10 ** exponent
  return Math.abs(minor - Math.round(minor)) < 1e-6 * Math.max(1, minor) ? Math.round(minor) : undefined
}

type Report = (kind: string, orderId: string, text: string) => void

/** Approved and not reversed: whether it was voided later is another line's business. */
function holds(line: BookedLine | undefined): line is BookedLine {
  return line?.kind != null && line.isApproved && !line.isReversed
}

function compareReferences({ booked, orders, transactions, heardTwice }: BothBooks, report: Report): void {
  const lines = new Map(booked.map((line) => [line.reference, line]))
  const references = new Map(
    transactions.flatMap((transaction) => requestsOf(transaction).map(({ reference }) => [reference, transaction])),
  )
  const currencies = new Map(orders.map(({ orderId, currency }) => [orderId, currency]))
  const held = new Set(transactions.filter(({ isManual }) => isManual).map(({ orderId }) => orderId))
  for (const transaction of transactions) {
    const { orderId, transactionId, gatewayCode, amountMinor, reversal, isOpen, reference } = transaction
    const about = `transaction ${transactionId} (${transaction.type}) ${gatewayCode} ${amountMinor}`
    // What a user rejected is done, whether or not it could be undone.
    const isLeft = needsManualResolution(transaction) && transaction.decision !== 'REJECTED'
    const isUndecided = gatewayCode === null || (openCodes.has(gatewayCode) && !isLeft)
    // What has to be undone on an order that waits for people waits, too.
    const waits = transaction.decision === 'REJECTED' && reversal === 'OWED' && held.has(orderId)
    if ((isOpen && !waits) || isUndecided) report('NOT_ENDED', orderId, about)
    if (reversal === 'OWED' && !waits) report('NOT_REVERSED', orderId, `${about}: ${reversal}`)
    // Reported as failed or unknown, whatever the acquirer holds; never as done.
    // Of a refund in parts it is the last that is left.
    if (isLeft && isSuccess(gatewayCode) && !transaction.parts) report('LEFT_THOUGH_DONE', orderId, about)
    const orderCurrency = currencies.get(orderId)
    const requests = requestsOf(transaction)
    if (transaction.parts && isSuccess(gatewayCode) && sumOf(requests) !== amountMinor)
      report('PARTS_DIFFER', orderId, `${about}; its approved parts are ${sumOf(requests)}`)
    for (const request of requests) {
      const line = lines.get(request.reference)
      if (line?.currency != null && line.currency !== orderCurrency)
        report('CURRENCY_DIFFERS', orderId, `${about} in ${orderCurrency}; the acquirer has ${line.currency}`)
      // A request for a refund waits for a user, and is never sent.
      if ((isLeft && request.reference === reference) || transaction.type === 'REFUND_REQUEST') continue
      const ours = request.approvedMinor
      const theirs = holds(line) ? line.approvedMinor : undefined
      // A verification without a response has moved nothing that would have to be reversed.
      if (transaction.type === 'VERIFICATION' && ours === undefined) continue
      if (ours !== theirs) report('OUTCOME_DIFFERS', orderId, `${about}; the acquirer has ${theirs}`)
    }
  }
  for (const { reference, asked, kind, approvedMinor } of booked.filter(({ kind }) => kind !== 'VERIFY')) {
    const transaction = references.get(reference)
    const orderId = transaction?.orderId ?? ''
    if (!transaction && kind !== null) report('UNKNOWN_TO_US', orderId, `${reference} ${kind} ${approvedMinor}`)
    if (asked > (heardTwice.has(reference) ? 2 : 1)) report('ASKED_TWICE', orderId, `${reference}: ${asked} times`)
  }
}

interface SentRequest {
  readonly reference: string
  /** Undefined unless it was approved. */
  readonly approvedMinor: number | undefined
}

/** What the acquirer was asked for. Parts of a refund are approved in turn, up to the amount of the refund. */
function requestsOf({ reference, parts, gatewayCode, amountMinor }: OracleTransactionRow): readonly SentRequest[] {
  const approvedMinor = isSuccess(gatewayCode) ? amountMinor : undefined
  if (!parts) return [{ reference, approvedMinor }]
  let leftMinor = approvedMinor ?? 0
  return parts.map((part) => {
    const partMinor = Number(part.amountMinor)
    leftMinor -= partMinor
    return { reference: part.reference, approvedMinor: leftMinor >= 0 ? partMinor : undefined }
  })
}

function sumOf(requests: readonly SentRequest[]): number {
  return requests.reduce((sum, { approvedMinor = 0 }) => sum + approvedMinor, 0)
}

/** Totals and status follow from what stands in the acquirer's books. */
function compareOrders({ booked, orders, transactions }: BothBooks, report: Report): void {
  const left = new Set(
    transactions
      .filter((transaction) => needsManualResolution(transaction) && transaction.decision !== 'REJECTED')
      .map(({ reference }) => reference),
  )
  // Until it is resolved manually, the order is what it is without it.
  const counted = booked.filter(({ reference }) => !left.has(reference))
  const lines = new Map(counted.map((line) => [line.reference, line]))
  const voided = new Set(counted.filter((line) => line.kind === 'VOID' && holds(line)).map(({ original }) => original))
  const stands = (line: BookedLine) => holds(line) && !voided.has(line.reference)
  const ofOrder = groupBy(transactions, ({ orderId }) => orderId)
  for (const order of orders) {
    const { orderId, amountMinor, status, isLocked } = order
    const own = (ofOrder.get(orderId) ?? []).toSorted((a, b) => a.position - b.position)
    const all = own.flatMap(requestsOf).flatMap(({ reference }) => lines.get(reference) ?? [])
    const standing = all.filter(stands)
    const sum = (...kinds: readonly string[]) =>
      standing
        .filter(({ kind }) => kind !== null && kinds.includes(kind))
        .reduce((total, line) => total + line.approvedMinor, 0)
    const opened = standing.filter(({ kind }) => kind === 'AUTHORIZE' || kind === 'PAY')
    const openings = standing.filter(({ kind }) => kind !== null && openingKinds.has(kind))
    if (openings.length > 1) report('CHARGED_TWICE', orderId, openings.map(({ reference }) => reference).join())
    const reserved = opened.map((line) => lastUpdate(line, standing)?.approvedMinor ?? line.approvedMinor)
    const expected = {
      authorizedMinor: reserved.reduce((total, each) => total + each, 0),
      capturedMinor: sum('PAY', 'CAPTURE', 'STANDALONE_CAPTURE'),
      refundedMinor: sum('REFUND', 'STANDALONE_REFUND'),
    }
    const { authorizedMinor, capturedMinor, refundedMinor } = order
    const ours = { authorizedMinor, capturedMinor, refundedMinor }
    if (JSON.stringify(ours) !== JSON.stringify(expected))
      report('TOTALS_DIFFER', orderId, `${JSON.stringify(ours)}; the acquirer has ${JSON.stringify(expected)}`)
    const isCancelled = all.some((line) => line.kind === 'VOID' && holds(line))
    const derived = statusOf(expected, {
      isVoided: isCancelled,
      isVerified: own.some(({ type, gatewayCode }) => type === 'VERIFICATION' && isSuccess(gatewayCode)),
      isRefundRequested: pendingRequests(own).length > 0,
    })
    const isUndecided = own.some(({ isManual }) => isManual)
    if (status !== derived && !isUndecided)
      report('STATUS_DIFFERS', orderId, `${status}; by the acquirer's books ${derived}`)
    const [only] = reserved
    if (opened.length === 1 && only !== amountMinor)
      report('AMOUNT_DIFFERS', orderId, `the order's amount is ${amountMinor}, ${only} is authorized`)
    if (isLocked && !isUndecided) report('STILL_LOCKED', orderId, 'nothing is under way on it')
    if (own.length === 0) report('WITHOUT_TRANSACTION', orderId, '')
  }
}

function lastUpdate({ reference }: BookedLine, standing: readonly BookedLine[]): BookedLine | undefined {
  return standing.findLast(({ kind, original }) => kind === 'UPDATE_AUTHORIZATION' && original === reference)
}

const openingKinds: ReadonlySet<string> = new Set(['AUTHORIZE', 'PAY', 'STANDALONE_CAPTURE', 'STANDALONE_REFUND'])

function isSuccess(gatewayCode: string | null): boolean {
  return gatewayCode !== null && successes.has(gatewayCode)
}

/** Neither declined by a user nor executed by a refund. */
function pendingRequests(own: readonly OracleTransactionRow[]): readonly OracleTransactionRow[] {
  const executed = new Set(
    own.filter(({ gatewayCode }) => isSuccess(gatewayCode)).map(({ approvesTransactionId }) => approvesTransactionId),
  )
  return own.filter(
    ({ type, decision, gatewayCode, transactionId }) =>
      type === 'REFUND_REQUEST' && decision === 'PENDING' && isSuccess(gatewayCode) && !executed.has(transactionId),
  )
}

interface Totals {
  readonly authorizedMinor: number
  readonly capturedMinor: number
  readonly refundedMinor: number
}

interface OrderTraits {
  readonly isVoided: boolean
  readonly isVerified: boolean
  readonly isRefundRequested: boolean
}

/** The specification's derivation of order.status, for what these merchants do. */
function statusOf(totals: Totals, { isVoided, isVerified, isRefundRequested }: OrderTraits): string {
  const { authorizedMinor, capturedMinor, refundedMinor } = totals
  if (isRefundRequested) return 'REFUND_REQUESTED'
  if (refundedMinor > capturedMinor) return 'EXCESSIVELY_REFUNDED'
  if (refundedMinor > 0) return refundedMinor < capturedMinor ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  if (capturedMinor > 0) return capturedMinor < authorizedMinor ? 'PARTIALLY_CAPTURED' : 'CAPTURED'
  if (authorizedMinor > 0) return 'AUTHORIZED'
  if (isVoided) return 'CANCELLED'
  return isVerified ? 'VERIFIED' : 'FAILED'
}

/**
 * What a user rejected in review is voided, or what is left of it refunded, once: no refund follows another that may have been
 * executed, and no more is refunded than was paid.
 */
function checkUndone({ booked, transactions, events }: BothBooks, report: Report): void {
  const lines = new Map(booked.map((line) => [line.reference, line]))
  const reversedAt = new Map(
    events.filter(({ kind }) => kind === 'REVERSAL').map((event) => [keyOf(event), event.atMs] as const),
  )
  const voided = new Set(booked.filter((line) => line.kind === 'VOID' && holds(line)).map(({ original }) => original))
  for (const [orderId, unsorted] of groupBy(transactions, (transaction) => transaction.orderId)) {
    const own = unsorted.toSorted((a, b) => a.position - b.position)
    for (const rejected of own.filter(({ decision, type }) => decision === 'REJECTED' && type !== 'REFUND_REQUEST')) {
      const { transactionId, reversal, reference, type } = rejected
      const about = `transaction ${transactionId}: ${type}, rejected, ${reversal}`
      const tries = own.filter((each) => each.isAutomatic && each.targetTransactionId === transactionId)
      const paid = lines.get(reference)
      const refunds = own.filter((each) => each.type === 'REFUND' && each.targetTransactionId === transactionId)
      // Also those that the gateway counts as failed: the payer has that money.
      const refundedMinor = (each: OracleTransactionRow) => {
        const line = lines.get(each.reference)
        return holds(line) && !voided.has(each.reference) ? line.approvedMinor : 0
      }
      const paidMinor = holds(paid) && !voided.has(reference) && type === 'PAYMENT' ? paid.approvedMinor : 0
      let leftMinor = paidMinor
      for (const refund of refunds) {
        if (refund.isAutomatic && refundedMinor(refund) > Math.max(0, leftMinor))
          report('UNDONE_TWICE', orderId, `${about}; ${refund.transactionId} refunds ${refundedMinor(refund)}`)
        leftMinor -= refundedMinor(refund)
      }
      if (reversal === 'DONE' && (leftMinor > 0 || (type === 'AUTHORIZATION' && holds(paid) && !voided.has(reference))))
        report('NOT_UNDONE', orderId, `${about}; the acquirer still has ${leftMinor}`)
      for (const [index, later] of tries.entries())
        for (const earlier of tries.slice(0, index).filter((each) => each.type === 'REFUND' && each.reversal !== null))
          if (!((reversedAt.get(keyOf(earlier)) ?? Number.POSITIVE_INFINITY) <= later.recordedMs))
            report(
              'UNDONE_TOO_EARLY',
              orderId,
              `${later.transactionId} follows ${earlier.transactionId}, which is owed`,
            )
    }
  }
}

/** One refund executes a request, and none one that was declined. */
function checkRefundRequests({ transactions }: BothBooks, report: Report): void {
  const requests = new Map(transactions.filter(({ type }) => type === 'REFUND_REQUEST').map((t) => [keyOf(t), t]))
  const executing = transactions.filter((t) => t.approvesTransactionId !== null && isSuccess(t.gatewayCode))
  const keyOfRequest = (refund: OracleTransactionRow) =>
    keyOf({ orderId: refund.orderId, transactionId: refund.approvesTransactionId ?? '' })
  for (const [key, refunds] of groupBy(executing, keyOfRequest)) {
    const request = requests.get(key)
    const [{ orderId, amountMinor }] = refunds as [OracleTransactionRow]
    if (refunds.length > 1) report('REQUEST_EXECUTED_TWICE', orderId, key)
    if (request?.decision === 'REJECTED' || request?.amountMinor !== amountMinor)
      report(
        'REQUEST_DIFFERS',
        orderId,
        `${key}: ${request?.decision} ${request?.amountMinor}, refunded ${amountMinor}`,
      )
  }
}

/** The merchant reads what is recorded. */
function checkShown({ orders, shown, transactions }: BothBooks, report: Report): void {
  const undecided = new Set(transactions.filter(({ isManual }) => isManual).map(({ orderId }) => orderId))
  const byId = new Map(shown.map((order) => [order.orderId, order]))
  for (const order of orders) {
    const { orderId, currency } = order
    const read = byId.get(orderId)
    const minor = (amount: ShownAmount) => minorOf(amount, currency)
    const differs =
      read === undefined ||
      read.currency !== currency ||
      (read.status !== order.status && !undecided.has(orderId)) ||
      (read.amount !== undefined && minor(read.amount) !== order.amountMinor) ||
      minor(read.totalAuthorizedAmount) !== order.authorizedMinor ||
      minor(read.totalCapturedAmount) !== order.capturedMinor ||
      minor(read.totalRefundedAmount) !== order.refundedMinor
    if (differs) report('SHOWN_DIFFERS', orderId, `${JSON.stringify(read)} in place of ${JSON.stringify(order)}`)
  }
}

/** One event for each change, numbered without gaps: an outcome is reported again only when it has changed. */
function checkEvents({ events, orders, transactions }: BothBooks, report: Report): void {
  const ofOrder = groupBy(events, ({ orderId }) => orderId)
  for (const { orderId, eventCount } of orders) {
    const numbers = (ofOrder.get(orderId) ?? []).map(({ number }) => number)
    const isWhole = numbers.length === eventCount && numbers.every((number, index) => number === index + 1)
    if (!isWhole) report('EVENT_NUMBERS', orderId, `${numbers.join()}; the order has counted ${eventCount}`)
  }
  const currencies = new Map(orders.map(({ orderId, currency }) => [orderId, currency]))
  const ofTransaction = groupBy(events, keyOf)
  for (const transaction of transactions) {
    const { orderId, transactionId, gatewayCode } = transaction
    const own = ofTransaction.get(keyOf(transaction)) ?? []
    const outcomes = own.filter(({ kind }) => kind === 'OUTCOME')
    const text = `transaction ${transactionId}: ${own.map((event) => `${event.kind} ${event.gatewayCode}`).join()}`
    for (const [index, { gatewayCode: code, amount }] of outcomes.entries()) {
      const before = outcomes[index - 1]
      if (!before) continue
      if (!openCodes.has(before.gatewayCode)) report('EVENT_AFTER_THE_END', orderId, text)
      else if (before.gatewayCode === code && before.amount === amount) report('EVENT_WITHOUT_CHANGE', orderId, text)
    }
    const last = outcomes.at(-1)
    if (last?.gatewayCode !== gatewayCode) report('LAST_EVENT_DIFFERS', orderId, `${text}; ${gatewayCode}`)
    if (last?.amount != null && minorOf(last.amount, currencies.get(orderId) ?? '') !== transaction.amountMinor)
      report('EVENT_AMOUNT_DIFFERS', orderId, `${text} ${last.amount}; recorded ${transaction.amountMinor}`)
    const reversals = own.filter(({ kind }) => kind === 'REVERSAL').length
    if (reversals > (hasEnded(transaction.reversal) ? 1 : 0)) report('REVERSAL_TOLD_TOO_OFTEN', orderId, text)
  }
}

function hasEnded(reversal: string | null): boolean {
  return reversal !== null && reversal !== 'OWED'
}

/** Every event once, those of an order in their order, positions without gaps. */
function checkFeed({ outbox, feed, events }: BothBooks, report: Report): void {
  if (outbox > 0) report('LEFT_IN_OUTBOX', '', `${outbox} events`)
  const gap = feed.findIndex(({ position }, index) => position !== index + 1)
  if (gap >= 0) report('FEED_HAS_GAP', '', `after position ${gap}`)
  const last = new Map<string, number>()
  for (const { subject, orderId, number, position } of feed) {
    const name = `${subject} ${orderId}`
    if (number !== (last.get(name) ?? 0) + 1) report('FEED_ORDER', orderId, `${number} at position ${position}`)
    last.set(name, number)
  }
  const ofOrders = feed.filter(({ subject }) => subject === 'ORDER').length
  if (ofOrders !== events.length) report('FEED_INCOMPLETE', '', `${ofOrders} of ${events.length} events`)
}

function checkNotifications({ deliveries, events, notified }: BothBooks, report: Report): void {
  const keyOfEvent = (orderId: string, number: number) => `${orderId} ${number}`
  const sent = groupBy(deliveries, ({ orderId, eventNumber }) => keyOfEvent(orderId, eventNumber))
  for (const { orderId, number, kind } of events) {
    const own = sent.get(keyOfEvent(orderId, number)) ?? []
    const isWanted = notified.has(orderId)
    if (own.length > 1 || (kind === 'OUTCOME' && own.length !== (isWanted ? 1 : 0)))
      report('NOTIFICATIONS', orderId, `${own.length} of event ${number}`)
  }
  for (const { orderId, eventNumber, state } of deliveries)
    if (state !== 'DELIVERED') report('NOT_DELIVERED', orderId, `event ${eventNumber} is ${state}`)
}

function checkProjection(books: BothBooks, report: Report): void {
  const { orders, transactions, projectedOrders, projectedTransactions } = books
  const shown = new Map(projectedOrders.map((order) => [order.orderId, JSON.stringify(shownOf(order))]))
  for (const order of orders) {
    const expected = JSON.stringify(shownOf(order))
    const actual = shown.get(order.orderId)
    if (actual !== expected) report('PROJECTION_DIFFERS', order.orderId, `${actual} in place of ${expected}`)
  }
  const found = new Map(projectedTransactions.map((each) => [keyOf(each), `${each.gatewayCode} ${each.amountMinor}`]))
  for (const transaction of transactions) {
    const expected = `${transaction.gatewayCode} ${transaction.amountMinor}`
    const actual = found.get(keyOf(transaction))
    if (actual !== expected)
      report('PROJECTION_DIFFERS', transaction.orderId, `${transaction.transactionId}: ${actual}, not ${expected}`)
  }
}

function shownOf({ amountMinor, status, authorizedMinor, capturedMinor, refundedMinor }: ProjectedOrder): object {
  return { amountMinor, status, authorizedMinor, capturedMinor, refundedMinor }
}

function checkTold({ response, orders, transactions }: BothBooks, report: Report): void {
  const recorded = new Map(transactions.map((transaction) => [keyOf(transaction), transaction]))
  const currencies = new Map(orders.map((order) => [order.orderId, order.currency]))
  for (const { orderId, transactionId, gatewayCode, amount, currency, requested } of response) {
    const kept = recorded.get(keyOf({ orderId, transactionId }))
    if (kept?.gatewayCode !== gatewayCode)
      report('TOLD_OTHERWISE', orderId, `${transactionId} was answered ${gatewayCode}, and is ${kept?.gatewayCode}`)
    if (!kept || amount == null) continue
    const isWhole = isSuccess(kept.gatewayCode) && kept.gatewayCode !== 'PARTIALLY_APPROVED'
    if (isWhole && requested != null && Number(requested) !== Number(amount))
      report('NOT_AS_REQUESTED', orderId, `${transactionId}: ${amount} in place of ${requested} ${currency}`)
    const recordedCurrency = currencies.get(orderId) ?? ''
    if (currency !== recordedCurrency || minorOf(amount, recordedCurrency) !== kept.amountMinor)
      report('TOLD_OTHER_AMOUNT', orderId, `${transactionId}: ${amount} ${currency}, and is ${kept.amountMinor}`)
  }
}

function keyOf({ orderId, transactionId }: { readonly orderId: string; readonly transactionId: string }): string {
  return `${orderId} ${transactionId}`
}

function groupBy<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): ReadonlyMap<string, Item[]> {
  return Map.groupBy(items, keyOfItem)
}
