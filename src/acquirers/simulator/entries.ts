// One entry in the simulated acquirer's books for each request, many written by one statement.

import type {
  AcquirerBooks,
  AcquirerRequest,
  AcquirerResponse,
  BookEntry,
  PurchaseDetails,
} from '../../payments/index.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { type Database, prepared } from '../../platform/postgres/database.ts'
import { openBatches } from './batches.ts'
import type { BookRequest } from './book-state.ts'
import { decide, type InterimResponse, type SimulatedDecision } from './decide.ts'
import { type BookState, refusals } from './refusals.ts'
import { responseFor } from './response.ts'
import type { SimulatorClient } from './unit-of-work.ts'

/** What the books contain about a request. */
export interface RecordedResponse {
  readonly response: AcquirerResponse
  readonly firstWord: InterimResponse | null
  readonly isReversed: boolean
}

/** The values that an inquiry is answered from. */
export interface RecordedRequest extends RecordedResponse {
  readonly details: PurchaseDetails
  readonly amountMinor: bigint
}

interface StoredEntry {
  readonly acquirer_merchant_id: string
  readonly reference: string
  readonly fate: StoredResponse
  readonly first_word: InterimResponse | null
  readonly is_reversed: boolean
}

type Minor = 'approvedMinor' | 'giftCardBalanceMinor'
/** JSON has no integers of any length, therefore amounts are stored as text. */
type StoredResponse = Omit<AcquirerResponse, Minor> & { readonly [M in Minor]?: string }

/** A request that was not written: its time was over before it could be. */
export type WriteResult = RecordedResponse | 'NOT_SENT'

interface BookLine {
  readonly question: AcquirerRequest
  readonly sendBefore: number
  readonly decision: SimulatedDecision
  readonly response: AcquirerResponse
  readonly state: BookState
  readonly giftCard: string | null
}

export function buildBookLine(
  { question, giftCard, isInPart, sendBefore }: BookRequest,
  state: BookState,
  trace: { readonly stan: string; readonly now: Date },
): BookLine {
  const decision = decide(question, state, isInPart)
  const response = responseFor(question, decision, trace)
  return { question, sendBefore, decision, response, state, giftCard: giftCard ?? state.target?.giftCard ?? null }
}

/** Whether it may be sent now; checked immediately before each statement that writes, and before what commits it. */
export function isInTime({ sendBefore }: Pick<BookRequest, 'sendBefore'>): boolean {
  return elapsedMs() < sendBefore
}

const settledKinds: ReadonlySet<string> = new Set([
  'CAPTURE',
  'PAY',
  'REFUND',
  'STANDALONE_CAPTURE',
  'STANDALONE_REFUND',
])

/** A column, its type, and the source of its value. */
type Column = readonly [name: string, type: string, value: (line: BookLine) => string | number | boolean | null]

const columns: readonly Column[] = [
  ['acquirer_merchant_id', 'text', ({ question }) => question.acquirerMerchantId],
  ['reference', 'text', ({ question }) => question.reference],
  ['kind', 'text', ({ question }) => question.kind],
  ['currency', 'text', ({ question }) => question.currency],
  ['amount_minor', 'bigint', ({ question }) => ('amountMinor' in question ? String(question.amountMinor) : null)],
  ['instrument_kind', 'text', ({ question }) => ('instrument' in question ? question.instrument.kind : null)],
  ['card', 'text', ({ question }) => ('instrument' in question ? question.instrument.number.masked : null)],
  ['gift_card', 'text', ({ giftCard }) => giftCard],
  ['is_approved', 'boolean', ({ decision }) => decision.isApproved],
  ['approved_minor', 'bigint', ({ decision: { approvedMinor } }) => approvedMinor?.toString() ?? null],
  // Secrets serialise to masks.
  ['details', 'jsonb', ({ question }) => JSON.stringify(question.details)],
  ['original_reference', 'text', ({ question }) => ('original' in question ? question.original.reference : null)],
  [
    'validation_code',
    'text',
    ({ question }) => ('original' in question ? (question.original.validationCode ?? null) : null),
  ],
  [
    'is_authorized_first',
    'boolean',
    ({ question }) => ('isAuthorizedFirst' in question ? question.isAuthorizedFirst : null),
  ],
  ['first_word', 'text', ({ decision }) => decision.firstWord ?? null],
  ['fate', 'jsonb', ({ response }) => JSON.stringify(storedResponse(response))],
  // A void is in the batch of the transaction that it voids.
  [
    'batch',
    'integer',
    ({ question, decision, state }) =>
      question.kind === 'VOID' && decision.isApproved ? (state.target?.batch ?? null) : null,
  ],
]
const movesMoney = ({ question, decision }: BookLine) => decision.isApproved && settledKinds.has(question.kind)

const written = columns.map(([name]) => name).filter((name) => name !== 'batch' && name !== 'fate')
/** The values that an entry which only records an early reversal takes from its request when that arrives. */
const learned = written.filter(
  (name) => !['acquirer_merchant_id', 'reference', 'is_approved', 'approved_minor', 'first_word'].includes(name),
)
const parameter = (index: number, type: string) => `$${index + 1}::${type}[]`

/**
 * Writes entries in the order of the input. An entry that moves money joins the open batch, whose row is locked to
 * prevent settling it without the entry; where no batch is open the entry is left out of the result. A reference that
 * exists already keeps its entry and is counted.
 */
const write = prepared(
  'simulator-write',
  `with open_batch as (
     select acquirer_merchant_id, number from simulated_acquirer.batch
     where closed_at is null and acquirer_merchant_id = any ($${columns.length + 2}::text[])
     for key share
   )
   insert into simulated_acquirer.book as b (${written.join(', ')}, batch, fate)
   select ${written.map((name) => `a.${name}`).join(', ')}, coalesce(a.batch, o.number),
          case when coalesce(a.batch, o.number) is null then a.fate
               else a.fate || jsonb_build_object('batch', coalesce(a.batch, o.number)) end
   from unnest(${columns.map(([, type], index) => parameter(index, type)).join(', ')},
               ${parameter(columns.length, 'boolean')}) with ordinality
     as a(${columns.map(([name]) => name).join(', ')}, moves_money, position)
   left join open_batch o on a.moves_money and o.acquirer_merchant_id = a.acquirer_merchant_id
   where o.number is not null or not a.moves_money
   order by a.position
   on conflict (acquirer_merchant_id, reference) do update set
     asked = b.asked + 1,
     ${learned.map((name) => `${name} = case when b.kind is null then excluded.${name} else b.${name} end`).join(', ')},
     fate = coalesce(b.fate, $${columns.length + 3}::jsonb)
   returning acquirer_merchant_id, reference, batch, first_word, reversed_at is not null as is_reversed,
     case when asked > 1 or reversed_at is not null then fate end as fate`,
)

/** Only entries that existed before are returned in full: the answer of a new one is the one just written. */
interface WrittenEntry extends Omit<StoredEntry, 'fate'> {
  readonly fate: StoredResponse | null
  readonly batch: number | null
}

const opensMax = 5

/** One result for each entry, in their order. No reference may occur twice. */
export async function writeLines(
  runner: SimulatorClient,
  lines: readonly BookLine[],
  now: Date,
): Promise<readonly WriteResult[]> {
  const found = new Map<string, WrittenEntry>()
  let missing = lines.filter(isInTime)
  for (let opens = 0; missing.length > 0; opens += 1) {
    if (opens > opensMax) throw new Error('the open batch is closed faster than it can be written to')
    const merchants = [...new Set(missing.filter(movesMoney).map(({ question }) => question.acquirerMerchantId))]
    if (opens > 0) {
      await openBatches(runner, merchants, now)
      missing = missing.filter(isInTime)
    }
    const values = columns.map(([, , read]) => missing.map(read))
    const { rows } = await runner.query<WrittenEntry>(
      write([...values, missing.map(movesMoney), merchants, JSON.stringify(refusals.reversedItself)]),
    )
    for (const row of rows) found.set(keyOf(row.acquirer_merchant_id, row.reference), row)
    missing = missing.filter((line) => !found.has(keyOfLine(line)))
  }
  return lines.map((line) => {
    const row = found.get(keyOfLine(line))
    return row ? entryOf(line, row) : 'NOT_SENT'
  })
}

function entryOf({ response, decision }: BookLine, row: WrittenEntry): RecordedResponse {
  if (row.fate) return entryFrom({ ...row, fate: row.fate })
  return {
    response: row.batch === null ? response : { ...response, batch: row.batch },
    firstWord: decision.firstWord ?? null,
    isReversed: false,
  }
}

function keyOfLine({ question }: BookLine): string {
  return keyOf(question.acquirerMerchantId, question.reference)
}

export function keyOf(acquirerMerchantId: string, reference: string): string {
  return `${acquirerMerchantId} ${reference}`
}

const find = prepared(
  'simulator-find-entry',
  `select acquirer_merchant_id, reference, fate, first_word, reversed_at is not null as is_reversed,
     coalesce(details, '{}') as details, coalesce(amount_minor, 0)::text as amount
   from simulated_acquirer.book where acquirer_merchant_id = $1 and reference = $2`,
)

interface FoundRow extends Omit<StoredEntry, 'fate'> {
  /** Absent in an entry that only records an early reversal. */
  readonly fate: StoredResponse | null
  readonly details: PurchaseDetails
  readonly amount: string
}

export async function findEntry(
  runner: SimulatorClient,
  { acquirerMerchantId, reference }: { readonly acquirerMerchantId: string; readonly reference: string },
): Promise<RecordedRequest | undefined> {
  const { rows } = await runner.query<FoundRow>(find([acquirerMerchantId, reference]))
  const [row] = rows
  if (!row) return undefined
  const entry = entryFrom({ ...row, fate: row.fate ?? refusals.reversedItself })
  return { ...entry, details: row.details, amountMinor: BigInt(row.amount) }
}

function entryFrom({ fate, first_word, is_reversed }: StoredEntry): RecordedResponse {
  const { approvedMinor, giftCardBalanceMinor, ...response } = fate
  return {
    response: {
      ...response,
      ...(approvedMinor !== undefined && { approvedMinor: BigInt(approvedMinor) }),
      ...(giftCardBalanceMinor !== undefined && { giftCardBalanceMinor: BigInt(giftCardBalanceMinor) }),
    },
    firstWord: first_word,
    isReversed: is_reversed,
  }
}

function storedResponse({ approvedMinor, giftCardBalanceMinor, ...response }: AcquirerResponse): StoredResponse {
  return {
    ...response,
    ...(approvedMinor !== undefined && { approvedMinor: approvedMinor.toString() }),
    ...(giftCardBalanceMinor !== undefined && { giftCardBalanceMinor: giftCardBalanceMinor.toString() }),
  }
}

const list = prepared(
  'simulator-list',
  `select reference, kind, currency, original_reference, is_approved, reversed_at is not null as is_reversed, asked,
     case when is_approved and reversed_at is null then coalesce(approved_minor, 0) else 0 end::text as standing
   from simulated_acquirer.book
   where acquirer_merchant_id = $1 and reference > $2 and kind is not null
   order by reference limit $3`,
)

interface ListedRow {
  readonly reference: string
  readonly kind: BookEntry['kind']
  readonly currency: string
  readonly original_reference: string | null
  readonly is_approved: boolean
  readonly is_reversed: boolean
  readonly asked: number
  readonly standing: string
}

/** The statement of the books, for comparison with the gateway's. */
export async function listEntries(
  database: Database,
  { acquirerMerchantId, afterReference = '', limit }: Parameters<AcquirerBooks['list']>[0],
): Promise<readonly BookEntry[]> {
  const { rows } = await database.query<ListedRow>(list([acquirerMerchantId, afterReference, limit]))
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind,
    currency: row.currency,
    standingMinor: BigInt(row.standing),
    ...(row.original_reference !== null && { originalReference: row.original_reference }),
    isApproved: row.is_approved,
    isReversed: row.is_reversed,
    timesAsked: row.asked,
  }))
}
