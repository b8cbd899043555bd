// An entry of the host's books: one decided message, as it is written to the journal and as it is held in memory.
import type { HostRequest, OriginalData } from './request.ts'

export type TransactionKind =
  | 'VERIFY'
  | 'AUTHORIZE'
  | 'PAY'
  | 'CAPTURE'
  | 'STANDALONE_CAPTURE'
  | 'REFUND'
  | 'STANDALONE_REFUND'
  | 'VOID'
  | 'UPDATE_AUTHORIZATION'

export type EntryKind = TransactionKind | 'REVERSAL' | 'UPLOAD' | 'RECONCILIATION'

/** The fields of a response beyond those that repeat the request, by number. */
export type ResponseFields = Readonly<Record<number, string>>

/** A line of the journal. Amounts are text, since JSON has no integers of any length. */
export interface RecordedMessage {
  readonly is: 'message'
  readonly key: string
  readonly kind: EntryKind
  readonly at: string
  readonly currency: string
  readonly amountMinor: string
  readonly approvedMinor: string
  readonly isApproved: boolean
  readonly response: ResponseFields
  /**
   * A keyed hash of the content, account number included, without what must not be kept. Absent where the message is
   * known from an upload only.
   */
  readonly digest?: string
  readonly reference?: string | undefined
  readonly lastFour?: string | undefined
  /** The key of the message that this one is about. */
  readonly about?: string | undefined
  /** Of a reversal in part: what remains. */
  readonly remainingMinor?: string | undefined
  readonly batch?: number | undefined
  /** Its reversal came first. */
  readonly isReversed?: true | undefined
}

export interface HostEntry {
  /** Replaced when the message arrives that an upload had reported. */
  record: RecordedMessage
  approvedMinor: bigint
  isReversed: boolean
  timesAsked: number
  target: HostEntry | undefined
  /** What refers to it: captures, refunds, voids. */
  readonly followers: HostEntry[]
  batch: number | undefined
  /** The same trace number and time at another terminal. */
  next: HostEntry | undefined
}

/** Trace numbers of reversals, uploads and reconciliations may be those of the payments that they are about. */
function groupOf(type: string): string {
  const messageClass = type[1] ?? ''
  return messageClass === '2' ? '1' : messageClass
}

const separator = '\t'

export function keyOf({ type, transmission, trace, acquirer, merchant, terminal }: HostRequest): string {
  return [groupOf(type), transmission, trace, acquirer, merchant, terminal].join(separator)
}

export function originalKeyOf(
  { type, transmission, trace, acquirer }: OriginalData,
  { merchant, terminal }: Pick<HostRequest, 'merchant' | 'terminal'>,
): string {
  return [groupOf(type), transmission, trace, acquirer, merchant, terminal].join(separator)
}

/** The key without the terminal: a refund may come from another one than the payment. */
export function placeOf(key: string): string {
  return key.slice(0, key.lastIndexOf(separator))
}

export function merchantOf(key: string): string {
  const end = key.lastIndexOf(separator)
  return key.slice(key.lastIndexOf(separator, end - 1) + 1, end)
}

export const settledKinds: ReadonlySet<EntryKind> = new Set<EntryKind>([
  'CAPTURE',
  'PAY',
  'REFUND',
  'STANDALONE_CAPTURE',
  'STANDALONE_REFUND',
])

export const creditKinds: ReadonlySet<EntryKind> = new Set<EntryKind>(['REFUND', 'STANDALONE_REFUND'])

export function isVoided({ followers }: HostEntry): boolean {
  return followers.some(({ record, isReversed }) => record.kind === 'VOID' && record.isApproved && !isReversed)
}

/** Approved, and neither reversed nor voided. */
export function isStanding(entry: HostEntry): boolean {
  return entry.record.isApproved && !entry.isReversed && !isVoided(entry)
}
