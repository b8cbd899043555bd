// Reconciliation of a batch: the totals of both sides (0500), the upload of every transaction when they differ (0320), and
// the totals again.
import type { DecidedMessage, HostBooks, JournalRecord } from './books.ts'
import { codes } from './decide.ts'
import { originalKeyOf, type ResponseFields } from './entry.ts'
import { type BatchTotals, type HostRequest, noTotals, tags } from './request.ts'

export interface Reconciliation {
  readonly response: ResponseFields
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
    if (isNothing) return { response: responseOf(inBalance, noTotals, currency), records: [] }
    const opened = batches.openNumber(at)
    return {
      response: responseOf(outOfBalance, noTotals, currency, opened),
      records: [{ is: 'batch', merchant, number: opened }],
    }
  }
  if (batches.isReconciled(number, currency))
    return { response: { 39: codes.batchClosed, 66: outOfBalance }, records: [] }
  const isAfterUpload = processingCode.startsWith(afterUpload) && batches.isUploading(number)
  const ours = isAfterUpload ? batches.uploadedTotals(number, currency) : batches.totals(number, currency)
  const frozen: JournalRecord = { is: 'batch', merchant, number }
  if (!isEqual(totals, ours)) return { response: responseOf(outOfBalance, ours, currency, number), records: [frozen] }
  const moved = isAfterUpload ? batches.notUploaded(number, currency).map(({ record }) => record.key) : []
  const settled: JournalRecord = {
    is: 'batch',
    merchant,
    number,
    settledCurrency: currency,
    ...(moved.length > 0 && { moved, movedTo: Math.max(batches.openNumber(at), number + 1) }),
  }
  return { response: responseOf(inBalance, ours, currency, number), records: [frozen, settled] }
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
function responseOf(settlementCode: string, totals: BatchTotals, currency: string, batch?: number): ResponseFields {
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
    response: { 39: code },
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
    response: {},
    reference,
    batch,
  }
  return { ...uploaded(codes.approved), ...(!target && { first: [first] }), about: target?.record.key ?? key, batch }
}
