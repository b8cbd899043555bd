// Settlement batches of one merchant: one takes what is approved; it takes nothing more once its reconciliation has begun,
// and nothing of it can be voided once it is settled.

import type { DecidedMessage, HostBooks, JournalRecord } from './books.ts'
import { codes } from './decide.ts'
import { type AnswerFields, creditKinds, type HostEntry, isStanding, originalKeyOf } from './entry.ts'
import { type BatchTotals, type HostRequest, noTotals, tags } from './request.ts'

interface Batch {
  readonly entries: Set<HostEntry>
  readonly uploaded: Set<HostEntry>
  /** Reconciliation has begun. */
  isFrozen: boolean
  readonly settledCurrencies: Set<string>
}

export class MerchantBatches {
  readonly #batches = new Map<number, Batch>()
  #last = 0

  /** The number that an approval at this time is settled under: the day's, or the one after the last. */
  openNumber(at: string): number {
    const last = this.#batches.get(this.#last)
    if (last && !last.isFrozen) return this.#last
    return Math.max(Number(at.slice(2, 4) + at.slice(5, 7) + at.slice(8, 10)), this.#last + 1)
  }

  add(number: number, entry: HostEntry): void {
    this.#at(number).entries.add(entry)
  }

  upload(number: number, entry: HostEntry): void {
    this.#at(number).uploaded.add(entry)
  }

  freeze(number: number): void {
    this.#at(number).isFrozen = true
  }

  settle(number: number, currency: string): void {
    const batch = this.#at(number)
    batch.isFrozen = true
    batch.settledCurrencies.add(currency)
    for (const entry of batch.uploaded) if (entry.record.currency === currency) batch.uploaded.delete(entry)
  }

  move(entry: HostEntry, number: number): void {
    if (entry.batch !== undefined) this.#batches.get(entry.batch)?.entries.delete(entry)
    entry.batch = number
    this.add(number, entry)
  }

  /** Nothing of it in this currency can be voided any more. */
  isSettled(number: number, currency: string): boolean {
    const batch = this.#batches.get(number)
    if (!batch || batch.settledCurrencies.size === 0) return false
    return batch.settledCurrencies.has(currency) || this.#openCurrencies(batch).length === 0
  }

  isReconciled(number: number, currency: string): boolean {
    return this.#batches.get(number)?.settledCurrencies.has(currency) ?? false
  }

  /** What a reconciliation that names no batch is about: the oldest that is not settled in this currency. */
  toReconcile(currency: string): number | undefined {
    const open = [...this.#batches].filter(([, batch]) => this.#openCurrencies(batch).includes(currency))
    return open.map(([number]) => number).sort((a, b) => a - b)[0]
  }

  totals(number: number, currency: string): BatchTotals {
    return sum([...(this.#batches.get(number)?.entries ?? [])], currency)
  }

  uploadedTotals(number: number, currency: string): BatchTotals {
    return sum([...(this.#batches.get(number)?.uploaded ?? [])], currency)
  }

  isUploading(number: number): boolean {
    return (this.#batches.get(number)?.uploaded.size ?? 0) > 0
  }

  /** What is in the batch, and was not named by the upload. */
  notUploaded(number: number, currency: string): readonly HostEntry[] {
    const { entries, uploaded } = this.#at(number)
    return [...entries].filter(
      (entry) => entry.record.currency === currency && isStanding(entry) && !uploaded.has(entry),
    )
  }

  #openCurrencies({ entries, settledCurrencies }: Batch): readonly string[] {
    const currencies = [...entries].filter(isStanding).map(({ record }) => record.currency)
    return [...new Set(currencies)].filter((currency) => !settledCurrencies.has(currency))
  }

  #at(number: number): Batch {
    const known = this.#batches.get(number)
    if (known) return known
    const made = {
      entries: new Set<HostEntry>(),
      uploaded: new Set<HostEntry>(),
      isFrozen: false,
      settledCurrencies: new Set<string>(),
    }
    this.#batches.set(number, made)
    this.#last = Math.max(this.#last, number)
    return made
  }
}

function sum(entries: readonly HostEntry[], currency: string): BatchTotals {
  let [creditCount, creditMinor, debitCount, debitMinor] = [0, 0n, 0, 0n]
  for (const entry of entries) {
    if (entry.record.currency !== currency || !isStanding(entry)) continue
    if (creditKinds.has(entry.record.kind)) {
      creditCount += 1
      creditMinor += entry.approvedMinor
    } else {
      debitCount += 1
      debitMinor += entry.approvedMinor
    }
  }
  return { creditCount, creditMinor, debitCount, debitMinor }
}

// Reconciliation of a batch: the totals of both sides (0500), the upload of every transaction when they differ (0320), and
// the totals again.

export interface Reconciliation {
  readonly answer: AnswerFields
  readonly records: readonly JournalRecord[]
}

/** After the upload, the totals count what was uploaded. */
const afterUpload = '96'
const [inBalance, outOfBalance] = ['1', '2']

export function reconcile(request: HostRequest, books: HostBooks, at: string): Reconciliation {
  const { merchant, currency, processingCode, totals } = request
  const batches = books.batchesOf(merchant)
  const number = request.batch ?? batches.toReconcile(currency)
  if (number === undefined) {
    const isNothing = isEqual(totals, noTotals)
    if (isNothing) return { answer: answerOf(inBalance, noTotals, currency), records: [] }
    const opened = batches.openNumber(at)
    return {
      answer: answerOf(outOfBalance, noTotals, currency, opened),
      records: [{ is: 'batch', merchant, number: opened }],
    }
  }
  if (batches.isReconciled(number, currency))
    return { answer: { 39: codes.batchClosed, 66: outOfBalance }, records: [] }
  const isAfterUpload = processingCode.startsWith(afterUpload) && batches.isUploading(number)
  const ours = isAfterUpload ? batches.uploadedTotals(number, currency) : batches.totals(number, currency)
  const frozen: JournalRecord = { is: 'batch', merchant, number }
  if (!isEqual(totals, ours)) return { answer: answerOf(outOfBalance, ours, currency, number), records: [frozen] }
  const moved = isAfterUpload ? batches.notUploaded(number, currency).map(({ record }) => record.key) : []
  const settled: JournalRecord = {
    is: 'batch',
    merchant,
    number,
    settledCurrency: currency,
    ...(moved.length > 0 && { moved, movedTo: Math.max(batches.openNumber(at), number + 1) }),
  }
  return { answer: answerOf(inBalance, ours, currency, number), records: [frozen, settled] }
}

function isEqual(a: BatchTotals, b: BatchTotals): boolean {
  return (
    a.creditCount === b.creditCount &&
    a.creditMinor === b.creditMinor &&
    a.debitCount === b.debitCount &&
    a.debitMinor === b.debitMinor
  )
}

/** With the host's own totals, to find the difference. */
function answerOf(settlementCode: string, totals: BatchTotals, currency: string, batch?: number): AnswerFields {
  const { creditCount, creditMinor, debitCount, debitMinor } = totals
  const count = (number: number) => String(number).padStart(10, '0')
  const amount = (minor: bigint) => String(minor).padStart(16, '0')
  const netMinor = creditMinor - debitMinor
  return {
    39: settlementCode === inBalance ? codes.approved : codes.batchClosed,
    66: settlementCode,
    50: currency,
    ...(batch !== undefined && { 63: String(batch).padStart(6, '0') }),
    74: count(creditCount),
    75: count(0),
    76: count(debitCount),
    77: count(0),
    86: amount(creditMinor),
    87: amount(0n),
    88: amount(debitMinor),
    89: amount(0n),
    97: `${netMinor < 0n ? 'D' : 'C'}${amount(netMinor < 0n ? -netMinor : netMinor)}`,
  }
}

/** A transaction of the batch as the other side has it. One that the host does not know is taken over from it. */
export function takeUpload(request: HostRequest, books: HostBooks, at: string): DecidedMessage {
  const { merchant, currency, original, amountMinor } = request
  const uploaded = (code: string): DecidedMessage => ({
    kind: 'UPLOAD',
    approvedMinor: '0',
    isApproved: code === codes.approved,
    answer: { 39: code },
  })
  if (!original) return uploaded(codes.formatError)
  const batches = books.batchesOf(merchant)
  const batch = request.batch ?? batches.toReconcile(currency) ?? batches.openNumber(at)
  if (batches.isReconciled(batch, currency)) return uploaded(codes.batchClosed)
  const key = originalKeyOf(original, request)
  const target = books.findOriginal(key)
  const reference = request.additional[tags.reference]
  const first: JournalRecord = {
    is: 'message',
    key,
    kind: request.processingCode.startsWith('20') ? 'REFUND' : original.type === '0200' ? 'PAY' : 'CAPTURE',
    at,
    currency,
    amountMinor: String(amountMinor),
    approvedMinor: String(amountMinor),
    isApproved: true,
    answer: {},
    reference,
    batch,
  }
  return { ...uploaded(codes.approved), ...(!target && { first: [first] }), about: target?.record.key ?? key, batch }
}
