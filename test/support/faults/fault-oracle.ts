// The invariants between the gateway's books, the acquirer's and the responses to merchants, once all work is done.
// Written from the specification and the acquirer port, not from the gateway's code.

/** A line of the acquirer's books. */
export interface BookedLine {
  readonly reference: string
  /** None for the memory of a reversal whose request never came. */
  readonly kind: string | null
  readonly original: string | null
  readonly approvedMinor: number
  readonly isApproved: boolean
  readonly isReversed: boolean
  readonly asked: number
}

export interface OracleOrderRow {
  readonly orderId: string
  readonly amountMinor: number
  readonly status: string | null
  readonly authorizedMinor: number
  readonly capturedMinor: number
  readonly refundedMinor: number
  readonly isBusy: boolean
  readonly eventCount: number
}

export interface OracleTransactionRow {
  readonly orderId: string
  readonly transactionId: string
  readonly position: number
  readonly type: string
  readonly amountMinor: number
  readonly gatewayCode: string | null
  readonly reference: string
  readonly reversal: string | null
  /** It waits for an outcome or for its reversal. */
  readonly isOpen: boolean
  /** It needs manual resolution: the acquirer can neither report nor reverse it. */
  readonly isManual: boolean
}

export interface EventRow {
  readonly orderId: string
  readonly number: number
  readonly kind: string
  readonly transactionId: string
  readonly gatewayCode: string
  readonly amount: string | null
}

export interface OracleFeedRow {
  readonly position: number
  readonly orderId: string
  readonly number: number
}

export interface DeliveryRow {
  readonly orderId: string
  readonly eventNumber: number
  readonly state: string
}

export type ProjectedOrder = Omit<OracleOrderRow, 'isBusy' | 'eventCount'>
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
  readonly answer: readonly ReportedOutcome[]
  /** Orders whose merchant asked to be notified. */
  readonly notified: ReadonlySet<string>
  /** References that the acquirer received twice. */
  readonly heardTwice: ReadonlySet<string>
  /** The acquirer takes no reversals, or refuses some: what it cannot undo needs manual resolution. */
  readonly leavesToPeople: boolean
  /** How many transactions the gateway counts as needing manual resolution. */
  readonly countedForPeople: number
  /** Responses that neither had an outcome nor refused with nothing done, and when something was down or asleep. */
  readonly failures: readonly FailedAnswer[]
  readonly outages: readonly Span[]
}

/** A stretch of time by the machine's clock. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface FailedAnswer extends Span {
  readonly orderId: string
  readonly transactionId: string
  readonly text: string
}

export interface ReportedOutcome {
  readonly orderId: string
  readonly transactionId: string
  /** Nothing for a request that was refused. */
  readonly gatewayCode: string | undefined
}

export interface FoundDifference {
  readonly kind: string
  readonly orderId: string
  readonly text: string
}

/** Codes of the specification that mean success; SUCCESS for good, since what is open is not compared. */
const successes: ReadonlySet<string> = new Set(['APPROVED', 'APPROVED_PENDING_SETTLEMENT', 'PARTIALLY_APPROVED'])
const openCodes: ReadonlySet<string> = new Set(['UNKNOWN', 'PENDING', 'SUBMITTED', 'DEFERRED_TRANSACTION_RECEIVED'])

export function findDifferences(books: BothBooks): readonly FoundDifference[] {
  const found: FoundDifference[] = []
  const report = (kind: string, orderId: string, text: string) => void found.push({ kind, orderId, text })
  compareReferences(books, report)
  compareOrders(books, report)
  checkEvents(books, report)
  checkFeed(books, report)
  checkNotifications(books, report)
  checkProjection(books, report)
  checkTold(books, report)
  checkLeftToPeople(books, report)
  checkFailures(books, report)
  return found
}

/** What the acquirer cannot undo, or say: the operator has to, and neither side's word on it counts as the other's. */
export function needsManualResolution({ reversal, isManual }: OracleTransactionRow): boolean {
  return isManual || reversal === 'REFUSED' || reversal === 'UNSUPPORTED'
}

/** Each is counted where operators look, and there is none where the acquirer takes every reversal. */
function checkLeftToPeople({ transactions, leavesToPeople, countedForPeople }: BothBooks, report: Report): void {
  const left = transactions.filter(needsManualResolution)
  if (left.length !== countedForPeople)
    report('NOT_COUNTED_FOR_PEOPLE', '', `${countedForPeople} are counted, ${left.length} are left`)
  if (leavesToPeople) return
  for (const { orderId, transactionId, reversal } of left)
    report('NOT_REVERSED', orderId, `transaction ${transactionId}: ${reversal ?? 'manual resolution'}`)
}

/** While gateway and database run, every request gets its outcome, or the answer that nothing was done. */
function checkFailures({ failures, outages }: BothBooks, report: Report): void {
  for (const { orderId, transactionId, text, from, to } of failures)
    if (!outages.some((outage) => outage.from <= to && outage.to >= from))
      report('FAILED_WITHOUT_CAUSE', orderId, `transaction ${transactionId}: ${text}`)
}

type Report = (kind: string, orderId: string, text: string) => void

/** Approved and not reversed: whether it was voided later is another line's business. */
function holds(line: BookedLine | undefined): line is BookedLine {
  return line?.kind != null && line.isApproved && !line.isReversed
}

function compareReferences({ booked, transactions, heardTwice }: BothBooks, report: Report): void {
  const lines = new Map(booked.map((line) => [line.reference, line]))
  const references = new Map(transactions.map((transaction) => [transaction.reference, transaction]))
  for (const transaction of transactions) {
    const { orderId, transactionId, gatewayCode, amountMinor, reversal, isOpen, reference } = transaction
    const line = lines.get(reference)
    const about = `transaction ${transactionId} (${transaction.type}) ${gatewayCode} ${amountMinor}`
    const isLeft = needsManualResolution(transaction)
    const isUndecided = gatewayCode === null || (openCodes.has(gatewayCode) && !isLeft)
    if (isOpen || isUndecided) report('NOT_ENDED', orderId, about)
    if (reversal === 'OWED') report('NOT_REVERSED', orderId, `${about}: ${reversal}`)
    // Reported as failed or unknown, whatever the acquirer holds; never as done.
    if (isLeft && gatewayCode !== null && successes.has(gatewayCode)) report('LEFT_THOUGH_DONE', orderId, about)
    if (isLeft) continue
    const ours = gatewayCode !== null && successes.has(gatewayCode) ? amountMinor : undefined
    const theirs = holds(line) ? line.approvedMinor : undefined
    if (ours !== theirs) report('OUTCOME_DIFFERS', orderId, `${about}; the acquirer has ${theirs}`)
  }
  for (const { reference, asked, kind, approvedMinor } of booked) {
    const transaction = references.get(reference)
    const orderId = transaction?.orderId ?? ''
    if (!transaction && kind !== null) report('UNKNOWN_TO_US', orderId, `${reference} ${kind} ${approvedMinor}`)
    if (asked > (heardTwice.has(reference) ? 2 : 1)) report('ASKED_TWICE', orderId, `${reference}: ${asked} times`)
  }
}

/** Totals and status follow from what stands in the acquirer's books. */
function compareOrders({ booked, orders, transactions }: BothBooks, report: Report): void {
  const left = new Set(transactions.filter(needsManualResolution).map(({ reference }) => reference))
  // Until it is resolved manually, the order is what it is without it.
  const counted = booked.filter(({ reference }) => !left.has(reference))
  const lines = new Map(counted.map((line) => [line.reference, line]))
  const voided = new Set(counted.filter((line) => line.kind === 'VOID' && holds(line)).map(({ original }) => original))
  const stands = (line: BookedLine) => holds(line) && !voided.has(line.reference)
  const ofOrder = groupBy(transactions, ({ orderId }) => orderId)
  for (const { orderId, amountMinor, status, isBusy, ...totals } of orders) {
    const own = (ofOrder.get(orderId) ?? []).toSorted((a, b) => a.position - b.position)
    const all = own.flatMap(({ reference }) => lines.get(reference) ?? [])
    const standing = all.filter(stands)
    const sum = (...kinds: readonly string[]) =>
      standing
        .filter(({ kind }) => kind !== null && kinds.includes(kind))
        .reduce((total, line) => total + line.approvedMinor, 0)
    const opened = standing.filter(({ kind }) => kind === 'AUTHORIZE' || kind === 'PAY')
    if (opened.length > 1) report('CHARGED_TWICE', orderId, opened.map(({ reference }) => reference).join())
    const reserved = opened.map((line) => lastUpdate(line, standing)?.approvedMinor ?? line.approvedMinor)
    const expected = {
      authorizedMinor: reserved.reduce((total, each) => total + each, 0),
      capturedMinor: sum('PAY', 'CAPTURE'),
      refundedMinor: sum('REFUND'),
    }
    const { authorizedMinor, capturedMinor, refundedMinor } = totals
    const ours = { authorizedMinor, capturedMinor, refundedMinor }
    if (JSON.stringify(ours) !== JSON.stringify(expected))
      report('TOTALS_DIFFER', orderId, `${JSON.stringify(ours)}; the acquirer has ${JSON.stringify(expected)}`)
    const isCancelled = all.some((line) => line.kind === 'VOID' && holds(line))
    const derived = statusOf(expected, isCancelled)
    const isUndecided = own.some(({ isManual }) => isManual)
    if (status !== derived && !isUndecided)
      report('STATUS_DIFFERS', orderId, `${status}; by the acquirer's books ${derived}`)
    const [only] = reserved
    if (opened.length === 1 && only !== amountMinor)
      report('AMOUNT_DIFFERS', orderId, `the order's amount is ${amountMinor}, ${only} is authorized`)
    if (isBusy && !isUndecided) report('STILL_BUSY', orderId, 'nothing is under way on it')
    if (own.length === 0) report('WITHOUT_TRANSACTION', orderId, '')
  }
}

function lastUpdate({ reference }: BookedLine, standing: readonly BookedLine[]): BookedLine | undefined {
  return standing.findLast(({ kind, original }) => kind === 'UPDATE_AUTHORIZATION' && original === reference)
}

interface Totals {
  readonly authorizedMinor: number
  readonly capturedMinor: number
  readonly refundedMinor: number
}

/** The specification's derivation of order.status, for what these merchants do. */
function statusOf({ authorizedMinor, capturedMinor, refundedMinor }: Totals, isVoided: boolean): string {
  if (refundedMinor > 0) return refundedMinor < capturedMinor ? 'PARTIALLY_REFUNDED' : 'REFUNDED'
  if (capturedMinor > 0) return capturedMinor < authorizedMinor ? 'PARTIALLY_CAPTURED' : 'CAPTURED'
  if (authorizedMinor > 0) return 'AUTHORIZED'
  return isVoided ? 'CANCELLED' : 'FAILED'
}

/** One event for each change, numbered without gaps: an outcome is reported again only when it has changed. */
function checkEvents({ events, orders, transactions }: BothBooks, report: Report): void {
  const ofOrder = groupBy(events, ({ orderId }) => orderId)
  for (const { orderId, eventCount } of orders) {
    const numbers = (ofOrder.get(orderId) ?? []).map(({ number }) => number)
    const isWhole = numbers.length === eventCount && numbers.every((number, index) => number === index + 1)
    if (!isWhole) report('EVENT_NUMBERS', orderId, `${numbers.join()}; the order has counted ${eventCount}`)
  }
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
    if (outcomes.at(-1)?.gatewayCode !== gatewayCode) report('LAST_EVENT_DIFFERS', orderId, `${text}; ${gatewayCode}`)
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
  for (const { orderId, number, position } of feed) {
    if (number !== (last.get(orderId) ?? 0) + 1) report('FEED_ORDER', orderId, `${number} at position ${position}`)
    last.set(orderId, number)
  }
  if (feed.length !== events.length) report('FEED_INCOMPLETE', '', `${feed.length} of ${events.length} events`)
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

function checkTold({ answer, transactions }: BothBooks, report: Report): void {
  const recorded = new Map(transactions.map((transaction) => [keyOf(transaction), transaction]))
  for (const { orderId, transactionId, gatewayCode } of answer) {
    const kept = recorded.get(keyOf({ orderId, transactionId }))
    if (kept?.gatewayCode !== gatewayCode)
      report('TOLD_OTHERWISE', orderId, `${transactionId} was answered ${gatewayCode}, and is ${kept?.gatewayCode}`)
  }
}

function keyOf({ orderId, transactionId }: { readonly orderId: string; readonly transactionId: string }): string {
  return `${orderId} ${transactionId}`
}

function groupBy<Item>(items: readonly Item[], keyOfItem: (item: Item) => string): ReadonlyMap<string, Item[]> {
  return Map.groupBy(items, keyOfItem)
}
