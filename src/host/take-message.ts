// Takes one message about money: recognizes repeats, decides the rest, and records every decision before it is answered.
import type { Iso8583Message } from '../iso8583/index.ts'
import type { DecidedMessage, HostBooks, JournalRecord } from './books.ts'
import { codes, decide, type HostBookState, type HostDecision, kindOf } from './decide.ts'
import type { Digests } from './digest.ts'
import {
  type HostEntry,
  keyOf,
  originalKeyOf,
  type ResponseFields,
  settledKinds,
  type TransactionKind,
} from './entry.ts'
import { type Reconciliation, reconcile, takeUpload } from './reconcile.ts'
import { type HostRequest, tags } from './request.ts'

export interface HostState {
  readonly books: HostBooks
  readonly digests: Digests
  readonly holdsEarlyReversals: boolean
  now(): Date
  /** Applies a record to the books, and writes it to the journal. */
  record(record: JournalRecord): void
}

/** Absent: there is no answer. */
export type TakenResponse = ResponseFields | undefined

/** A fault may ask for a part of what would be approved. */
export function takeMessage(
  message: Iso8583Message,
  request: HostRequest,
  state: HostState,
  isInPart: boolean,
): TakenResponse {
  const key = keyOf(request)
  const digest = state.digests.content(message, request.additional)
  const known = state.books.find(key)
  if (known?.record.digest !== undefined) return takeRepeat(known, digest, state)
  const parts = { key, digest, request, state, at: state.now().toISOString() }
  if (known) return takeUploaded(parts, known)
  switch (request.type.slice(0, 2)) {
    case '03':
      return recorded(parts, takeUpload(request, state.books, parts.at))
    case '05':
      return takeReconciliation(parts)
    case '04':
      return takeReversal(parts)
    default:
      return takeTransaction(parts, kindOf(request, message.bytes(2)), { account: message.bytes(2), isInPart })
  }
}

/** An upload reported it, and it is settled or will be: it is approved, whatever would be decided now. */
function takeUploaded(parts: Parts, { record, approvedMinor, batch }: HostEntry): TakenResponse {
  const { request } = parts
  const decision = { code: codes.approved, isApproved: true, approvedMinor }
  return recorded(parts, {
    kind: record.kind,
    approvedMinor: record.approvedMinor,
    isApproved: true,
    response: responseFields(parts, decision, batch),
    about: request.original && originalKeyOf(request.original, request),
    batch,
  })
}

interface Parts {
  readonly key: string
  readonly digest: string
  readonly request: HostRequest
  readonly state: HostState
  readonly at: string
}

function takeRepeat({ record, isReversed }: HostEntry, digest: string, state: HostState): TakenResponse {
  state.record({ is: 'repeat', key: record.key })
  if (record.digest !== digest) return { 39: codes.duplicate }
  if (isReversed) return { 39: codes.reversedItself }
  return record.response[39] === undefined ? undefined : record.response
}

function recorded(
  { key, digest, request, state, at }: Parts,
  { first = [], after = [], ...decided }: DecidedMessage,
): TakenResponse {
  for (const record of first) state.record(record)
  const reference = request.additional[tags.reference]
  state.record({
    is: 'message',
    key,
    digest,
    at,
    currency: request.currency,
    amountMinor: String(request.amountMinor),
    reference,
    ...decided,
  })
  for (const record of after) state.record(record)
  return decided.response[39] === undefined ? undefined : decided.response
}

function takeTransaction(
  parts: Parts,
  kind: TransactionKind,
  { account, isInPart }: { readonly account: Buffer | undefined; readonly isInPart: boolean },
): TakenResponse {
  const { key, request, state } = parts
  const { books } = state
  const about = request.original && originalKeyOf(request.original, request)
  const target = about === undefined ? undefined : books.findOriginal(about)
  const isHeld = books.isHeld(key)
  const decision = decide(kind, request, { account, isInPart }, bookState(request, state, target, isHeld))
  // A void belongs to the batch of what it voids.
  const batch = !decision.isApproved
    ? undefined
    : kind === 'VOID'
      ? target?.batch
      : settledKinds.has(kind)
        ? books.batchesOf(request.merchant).openNumber(parts.at)
        : undefined
  const response = responseFields(parts, decision, batch)
  return recorded(parts, {
    kind,
    approvedMinor: String(decision.approvedMinor),
    isApproved: decision.isApproved,
    response: decision.isSilent ? {} : response,
    lastFour: account?.toString('latin1', account.length - 4),
    about: target?.record.key ?? about,
    batch,
    isReversed: isHeld ? true : undefined,
  })
}

function bookState(
  { batch, merchant, currency }: HostRequest,
  { books }: HostState,
  target: HostEntry | undefined,
  isReversedAlready: boolean,
): HostBookState {
  const isSettled =
    (target !== undefined && books.isSettled(target)) ||
    (batch !== undefined && books.batchesOf(merchant).isSettled(batch, currency))
  return { target, isSettled, isReversedAlready }
}

function responseFields(
  { request: { amountMinor, currency }, state, at }: Parts,
  { code, isApproved, approvedMinor, checks }: HostDecision,
  batch: number | undefined,
): ResponseFields {
  const digits = (amount: bigint) => String(amount).padStart(12, '0')
  return {
    39: code,
    15: at.slice(5, 7) + at.slice(8, 10),
    ...(isApproved && { 38: String((state.books.count + 1) % 1_000_000).padStart(6, '0') }),
    ...(checks !== undefined && { 44: checks }),
    ...(code === codes.partial && { 4: digits(approvedMinor), 54: `0057${currency}C${digits(amountMinor)}` }),
    ...(batch !== undefined && { 63: String(batch).padStart(6, '0') }),
  }
}

/** A void has its own reference; a reversal refers to a request that may never have arrived. */
function takeReversal(parts: Parts): TakenResponse {
  const { request, state } = parts
  const { books } = state
  const about = request.original && originalKeyOf(request.original, request)
  const target = about === undefined ? undefined : books.findOriginal(about)
  if (isVoid(request, target)) return takeTransaction(parts, 'VOID', { account: undefined, isInPart: false })
  if (about === undefined) return { 39: codes.formatError }
  if (!target && !state.holdsEarlyReversals) return { 39: codes.unknownOriginal }
  const code = refusalOfReversal(target, books) ?? codes.approved
  return recorded(parts, {
    kind: 'REVERSAL',
    approvedMinor: '0',
    isApproved: code === codes.approved,
    response: { 39: code },
    about: target?.record.key ?? about,
    remainingMinor: request.remainingMinor === undefined ? undefined : String(request.remainingMinor),
  })
}

function isVoid({ processingCode, additional, original }: HostRequest, target: HostEntry | undefined): boolean {
  // The reversal of a void has its processing code, too; a void is never voided.
  if (processingCode.startsWith('02')) return original?.type !== '0420'
  const reference = additional[tags.reference]
  return target !== undefined && reference !== undefined && reference !== target.record.reference
}

function refusalOfReversal(target: HostEntry | undefined, books: HostBooks): string | undefined {
  if (!target || target.isReversed) return undefined
  if (['REVERSAL', 'UPLOAD', 'RECONCILIATION'].includes(target.record.kind)) return codes.wrongKind
  return target.record.isApproved && books.isSettled(target) ? codes.batchClosed : undefined
}

function takeReconciliation(parts: Parts): TakenResponse {
  const { request, state, at } = parts
  const { response, records }: Reconciliation = reconcile(request, state.books, at)
  return recorded(parts, {
    kind: 'RECONCILIATION',
    approvedMinor: '0',
    isApproved: response[39] === codes.approved,
    response,
    after: records,
  })
}
