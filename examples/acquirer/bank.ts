// An imaginary bank: what it decides, and its books. Every line is on the disk before the bank answers.
import { appendFileSync, fdatasyncSync, openSync, readFileSync } from 'node:fs'

export const requestTypes = ['check', 'sale', 'hold', 'capture', 'credit', 'cancel'] as const
export type RequestType = (typeof requestTypes)[number]

export interface BankRequest {
  readonly merchant: string
  /** Chosen by the caller; the same one again is the same request. */
  readonly reference: string
  readonly type: RequestType
  /** In minor units, as digits. */
  readonly amount: string
  readonly currency: string
  /** The reference of what is captured, credited or cancelled. */
  readonly target?: string
  readonly card?: { readonly number: string; readonly expiry: string; readonly code?: string }
}

/** What the bank has in its books, and what it answers. Of a card it keeps nothing. */
export interface BankRecord extends Omit<BankRequest, 'card'> {
  readonly id: string
  readonly status: 'approved' | 'declined'
  readonly code: string
  readonly text: string
  /** Of an approval; less than the amount with code 10. */
  readonly approved: string
  readonly approval?: string
  /** The day of settlement. */
  readonly day: string
  readonly at: string
}

type Line =
  | { readonly request: BankRecord }
  | { readonly reversal: { readonly merchant: string; readonly reference: string } }

interface Decision {
  readonly code: string
  readonly text: string
  readonly approved?: bigint
}

const declined = (code: string, text: string): Decision => ({ code, text })

/** The last four digits of test cards that are not simply approved. */
const testCards: Readonly<Record<string, (amount: bigint) => Decision>> = {
  '0002': () => declined('05', 'Do not honour'),
  '9995': () => declined('51', 'Insufficient funds'),
  '0010': (amount) => ({ code: '10', text: 'Approved for a part', approved: amount / 2n }),
}

/** Recorded as usual, but the response never comes. */
export const silentCard = '4000000000000119'

type BankFinding = { readonly reference: string; readonly reversed: boolean } & Partial<BankRecord>

export interface Bank {
  execute(request: BankRequest): BankRecord | 'DIFFERENT_REQUEST'
  /** Also of what has not arrived: it is then declined when it does. */
  reverse(merchant: string, reference: string): void
  /** Of a request that was reversed before it arrived, only that. */
  find(merchant: string, reference: string): BankFinding | undefined
  list(merchant: string, after: string, limit: number): readonly (BankRecord & { readonly reversed: boolean })[]
}

export function openBank(file: string, now: () => Date = () => new Date()): Bank {
  const records = new Map<string, BankRecord>()
  const reversals = new Set<string>()
  for (const line of linesOf(file)) apply(line)
  const descriptor = openSync(file, 'a', 0o600)

  function apply(line: Line): void {
    if ('request' in line) records.set(keyOf(line.request.merchant, line.request.reference), line.request)
    else reversals.add(keyOf(line.reversal.merchant, line.reversal.reference))
  }

  function write(line: Line): void {
    appendFileSync(descriptor, `${JSON.stringify(line)}\n`)
    fdatasyncSync(descriptor)
    apply(line)
  }

  /** Approved, not reversed and not cancelled. */
  function stands({ merchant, reference, status }: BankRecord): boolean {
    const isReversed = reversals.has(keyOf(merchant, reference))
    return status === 'approved' && !isReversed && following(merchant, reference, 'cancel').length === 0
  }

  function following(merchant: string, target: string, type: RequestType): readonly BankRecord[] {
    return [...records.values()].filter(
      (each) => each.merchant === merchant && each.target === target && each.type === type && stands(each),
    )
  }

  function left(original: BankRecord, type: RequestType): bigint {
    const taken = following(original.merchant, original.reference, type)
    return BigInt(original.approved) - taken.reduce((sum, { approved }) => sum + BigInt(approved), 0n)
  }

  function decide(request: BankRequest): Decision {
    const { merchant, reference, type, card, target } = request
    if (reversals.has(keyOf(merchant, reference))) return declined('21', 'Reversed before it arrived')
    const approval: Decision = { code: '00', text: 'Approved', approved: BigInt(request.amount) }
    if (target === undefined) {
      if (type === 'capture' || type === 'cancel' || !card) return declined('12', 'Target or card missing')
      return testCards[card.number.slice(-4)]?.(BigInt(request.amount)) ?? approval
    }
    const original = records.get(keyOf(merchant, target))
    if (!original || !stands(original) || original.currency !== request.currency)
      return declined('25', 'Nothing to follow on')
    return refusalOf(request, original) ?? approval
  }

  function refusalOf({ type, amount }: BankRequest, original: BankRecord): Decision | undefined {
    const isMoney = original.type === 'sale' || original.type === 'capture'
    if (type === 'capture' && original.type !== 'hold') return declined('12', 'Only a hold can be captured')
    if (type === 'credit' && !isMoney) return declined('12', 'Only a sale or a capture can be credited')
    if (type === 'cancel') {
      const later = original.type === 'hold' ? 'capture' : 'credit'
      if (following(original.merchant, original.reference, later).length > 0) return declined('12', `It has a ${later}`)
      return original.day < dayOf(now()) ? declined('12', 'Already settled') : undefined
    }
    return BigInt(amount) > left(original, type) ? declined('61', 'More than is left') : undefined
  }

  const shown = (record: BankRecord) => ({
    ...record,
    reversed: reversals.has(keyOf(record.merchant, record.reference)),
  })

  return {
    execute({ card, ...request }) {
      const known = records.get(keyOf(request.merchant, request.reference))
      if (known) return isSame(known, request) ? known : 'DIFFERENT_REQUEST'
      const { code, text, approved = 0n } = decide({ ...request, ...(card && { card }) })
      const isApproved = code === '00' || code === '10'
      const number = records.size + 1
      const record: BankRecord = {
        ...request,
        id: `HB${String(number).padStart(10, '0')}`,
        status: isApproved ? 'approved' : 'declined',
        code,
        text,
        approved: String(approved),
        ...(isApproved && { approval: String(number % 1_000_000).padStart(6, '0') }),
        day: dayOf(now()),
        at: now().toISOString(),
      }
      write({ request: record })
      return record
    },

    reverse(merchant, reference) {
      if (!reversals.has(keyOf(merchant, reference))) write({ reversal: { merchant, reference } })
    },

    find(merchant, reference) {
      const record = records.get(keyOf(merchant, reference))
      if (record) return shown(record)
      return reversals.has(keyOf(merchant, reference)) ? { reference, reversed: true } : undefined
    },

    list: (merchant, after, limit) =>
      [...records.values()]
        .filter((record) => record.merchant === merchant && record.reference > after)
        .toSorted((a, b) => (a.reference < b.reference ? -1 : 1))
        .slice(0, limit)
        .map(shown),
  }
}

function keyOf(merchant: string, reference: string): string {
  return `${merchant}/${reference}`
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

function isSame(known: BankRecord, { type, amount, currency, target }: Omit<BankRequest, 'card'>): boolean {
  return known.type === type && known.amount === amount && known.currency === currency && known.target === target
}

function linesOf(file: string): readonly Line[] {
  const text = readOrNothing(file)
  // What follows the last line break was being written when the machine stopped, and no response was sent.
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
