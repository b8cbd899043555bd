// What an order adds to the figures, by the hours in which its transactions were recorded, and to its settlement
// batches. Everything is computed from the rows before and after, so an outcome that changes late is counted once.

import { gatewayCodes } from '../../kernel/gateway-code.ts'
import { effectiveTransactions, isSuccessful } from '../../payments/rules/order.ts'
import { bucketOf } from './latency.ts'
import type { ProjectedOrderEvent } from './order-projection.ts'
import { asOrderTransaction, type OrderSearchRows, type TransactionSearchRow } from './order-search-rows.ts'

export interface VolumeDelta {
  readonly hour: Date
  readonly currency: string
  decided: number
  approved: number
  authorizedMinor: bigint
  capturedMinor: bigint
  refundedMinor: bigint
}

export interface DeclineDelta {
  readonly hour: Date
  readonly gatewayCode: string
  count: number
}

export interface BatchDelta {
  readonly acquirerId: string
  readonly batch: number
  readonly scheme: string
  readonly currency: string
  capturedCount: number
  capturedMinor: bigint
  refundedCount: number
  refundedMinor: bigint
  feeCount: number
  feeMinor: bigint
}

export interface LatencyDelta {
  readonly hour: Date
  readonly acquirerId: string
  readonly bucket: number
  count: number
}

/** Running sums, each under its own name. */
export interface Tally {
  readonly volumes: Map<string, VolumeDelta>
  readonly declines: Map<string, DeclineDelta>
  readonly batches: Map<string, BatchDelta>
  readonly latencies: Map<string, LatencyDelta>
}

export function newTally(): Tally {
  return { volumes: new Map(), declines: new Map(), batches: new Map(), latencies: new Map() }
}

export function tallyChange(tally: Tally, before: OrderSearchRows | undefined, after: OrderSearchRows): void {
  if (before) tallyOrder(tally, before, -1)
  tallyOrder(tally, after, 1)
}

function tallyOrder(tally: Tally, { transactions }: OrderSearchRows, sign: 1 | -1): void {
  const standing = new Set(effectiveTransactions(transactions.map(asOrderTransaction)).map(({ id }) => id))
  for (const transaction of transactions) {
    tallyVolume(tally, transaction, sign)
    if (standing.has(transaction.transactionId)) tallyBatch(tally, transaction, sign)
  }
}

const isPayment = ({ type }: TransactionSearchRow) => type === 'AUTHORIZATION' || type === 'PAYMENT'
const isCapture = ({ type }: TransactionSearchRow) => type === 'CAPTURE' || type === 'PAYMENT'
const isRefund = ({ type }: TransactionSearchRow) => type === 'REFUND'
const isFee = ({ type }: TransactionSearchRow) => type === 'FUNDING'

function tallyVolume({ volumes, declines }: Tally, transaction: TransactionSearchRow, sign: 1 | -1): void {
  const { gatewayCode, currency, timeOfRecord } = transaction
  const isApproved = isSuccessful(transaction)
  const isDecided = isPayment(transaction) && !gatewayCodes[gatewayCode].isOpen
  const moves = isApproved && (isCapture(transaction) || isRefund(transaction))
  if (!isDecided && !moves) return
  const hour = hourOf(timeOfRecord)
  const amountMinor = isApproved ? BigInt(sign) * transaction.amountMinor : 0n
  const volume = entryOf(volumes, `${hour.getTime()} ${currency}`, () => ({
    hour,
    currency,
    decided: 0,
    approved: 0,
    authorizedMinor: 0n,
    capturedMinor: 0n,
    refundedMinor: 0n,
  }))
  if (isDecided) volume.decided += sign
  if (isDecided && isApproved) volume.approved += sign
  if (isPayment(transaction)) volume.authorizedMinor += amountMinor
  if (isCapture(transaction)) volume.capturedMinor += amountMinor
  if (isRefund(transaction)) volume.refundedMinor += amountMinor
  if (isDecided && !isApproved)
    entryOf(declines, `${hour.getTime()} ${gatewayCode}`, () => ({ hour, gatewayCode, count: 0 })).count += sign
}

function tallyBatch({ batches }: Tally, transaction: TransactionSearchRow, sign: 1 | -1): void {
  const { acquirerId, batch, currency, amountMinor } = transaction
  const scheme = transaction.scheme ?? transaction.source ?? 'OTHER'
  if (acquirerId === undefined || batch === undefined) return
  if (!isCapture(transaction) && !isRefund(transaction) && !isFee(transaction)) return
  const sums = entryOf(batches, JSON.stringify([acquirerId, batch, scheme, currency]), () => ({
    acquirerId,
    batch,
    scheme,
    currency,
    capturedCount: 0,
    capturedMinor: 0n,
    refundedCount: 0,
    refundedMinor: 0n,
    feeCount: 0,
    feeMinor: 0n,
  }))
  const change = BigInt(sign) * amountMinor
  if (isCapture(transaction)) {
    sums.capturedCount += sign
    sums.capturedMinor += change
  } else if (isRefund(transaction)) {
    sums.refundedCount += sign
    sums.refundedMinor += change
  } else {
    sums.feeCount += sign
    sums.feeMinor += change
  }
}

/** Codes for requests that were not answered. */
const silences: ReadonlySet<string> = new Set(['ACQUIRER_SYSTEM_ERROR', 'TIMED_OUT', 'UNKNOWN'])

/**
 * The acquirer's response time, for a transaction's first outcome. What the gateway decides by itself has none, and the
 * time that payers spend on a provider's site does not count.
 */
export function tallyLatency(
  { latencies }: Tally,
  before: OrderSearchRows | undefined,
  after: OrderSearchRows,
  news: ProjectedOrderEvent,
): void {
  const { id, recordedAt } = news.transaction
  const isKnown = before?.transactions.some(({ transactionId }) => transactionId === id)
  const row = after.transactions.find(({ transactionId }) => transactionId === id)
  if (!row || isKnown || news.kind !== 'OUTCOME' || row.isJourney || row.type === 'AUTHENTICATION') return
  const { acquirerId, acquirerCode, gatewayCode } = row
  const wasAsked = acquirerCode !== undefined || silences.has(gatewayCode)
  if (acquirerId === undefined || !wasAsked) return
  const hour = hourOf(recordedAt)
  const bucket = bucketOf(news.at.getTime() - recordedAt.getTime())
  const name = JSON.stringify([hour.getTime(), acquirerId, bucket])
  entryOf(latencies, name, () => ({ hour, acquirerId, bucket, count: 0 })).count += 1
}

function entryOf<Entry>(entries: Map<string, Entry>, name: string, make: () => Entry): Entry {
  const entry = entries.get(name)
  if (entry) return entry
  const made = make()
  entries.set(name, made)
  return made
}

const hourMs = 3_600_000

export function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs)
}
