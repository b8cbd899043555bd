// A message as the host reads it: what identifies it, and what decides it.
import { Iso8583Error, type Iso8583Message, type PartValues, readTagged } from '../iso8583/index.ts'

/** Of DE 90: which message this one is about. */
export interface OriginalData {
  readonly type: string
  readonly trace: string
  readonly transmission: string
  readonly acquirer: string
}

/** What one side counts in a batch, without what was reversed. */
export interface BatchTotals {
  readonly creditCount: number
  readonly creditMinor: bigint
  readonly debitCount: number
  readonly debitMinor: bigint
}

export interface HostRequest {
  /** Without the mark of a repeat: 0421 is 0420. */
  readonly type: string
  readonly processingCode: string
  readonly amountMinor: bigint
  readonly transmission: string
  readonly trace: string
  readonly expiry: string | undefined
  readonly acquirer: string
  readonly terminal: string
  readonly merchant: string
  readonly currency: string
  /** DE 48 by tag. */
  readonly additional: PartValues
  /** DE 60. */
  readonly purpose: string | undefined
  /** DE 63. */
  readonly batch: number | undefined
  readonly original: OriginalData | undefined
  /** DE 95: what remains after a partial reversal. */
  readonly remainingMinor: bigint | undefined
  /** DE 74 to 77 and 86 to 89, of a reconciliation. */
  readonly totals: BatchTotals
}

export const additionalData = { kind: 'tagged', tagLength: 2, lengthLength: 2 } as const

/** Tags of DE 48. */
export const tags = {
  securityCode: '01',
  postcode: '02',
  street: '03',
  cryptogram: '11',
  reference: '20',
  keyType: '30',
  key: '31',
  checkValue: '32',
} as const

/** Never in a file or a log: the books must not hold what checks a payment, nor a hash of it. */
export const secretTags: ReadonlySet<string> = new Set([tags.securityCode, tags.cryptogram, tags.key])

export function baseType(type: string): string {
  const origin = Number(type[3])
  return origin % 2 === 1 ? `${type.slice(0, 3)}${origin - 1}` : type
}

/** 0210 answers 0200 and 0201; 0430 answers 0420 and 0421. */
export function typeOfResponse(type: string): string {
  return `${type.slice(0, 2)}${Number(type[2]) + 1}${baseType(type)[3] ?? '0'}`
}

/** Undefined when the message lacks what identifies it, or cannot be read: it is answered as a format error. */
export function readRequest(message: Iso8583Message): HostRequest | undefined {
  const [transmission, trace, acquirer] = [message.text(7), message.text(11), message.text(32)]
  const [terminal, merchant] = [message.text(41)?.trimEnd(), message.text(42)?.trimEnd()]
  if (!transmission || !trace || !acquirer || !terminal || !merchant) return undefined
  const additional = readAdditional(message)
  const original = originalIn(message.text(90))
  if (!additional || original === 'unreadable') return undefined
  const [batch, replacement] = [message.text(63)?.trim(), message.text(95)]
  if (batch !== undefined && !/^\d{1,6}$/.test(batch)) return undefined
  if (replacement !== undefined && !/^\d{12}/.test(replacement)) return undefined
  return {
    type: baseType(message.type),
    processingCode: message.text(3) ?? '000000',
    amountMinor: BigInt(message.text(4) ?? 0),
    transmission,
    trace,
    expiry: message.text(14),
    acquirer: institution(acquirer),
    terminal,
    merchant,
    currency: message.text(49) ?? message.text(50) ?? '',
    additional,
    purpose: message.text(60)?.trim(),
    batch: batch === undefined ? undefined : Number(batch),
    original,
    remainingMinor: replacement === undefined ? undefined : BigInt(replacement.slice(0, 12)),
    totals: message.type.startsWith('05') ? totalsIn(message) : noTotals,
  }
}

export const noTotals: BatchTotals = { creditCount: 0, creditMinor: 0n, debitCount: 0, debitMinor: 0n }

/** Some count what was reversed among both, others among neither. */
function totalsIn(message: Iso8583Message): BatchTotals {
  const minor = (field: number) => BigInt(message.text(field) ?? 0)
  return {
    creditCount: Number(minor(74) - minor(75)),
    creditMinor: minor(86) - minor(87),
    debitCount: Number(minor(76) - minor(77)),
    debitMinor: minor(88) - minor(89),
  }
}

/** An institution's id has no leading zeros here: DE 90 fills it up with them. */
const institution = (id: string) => id.replace(/^0+(?=\d)/, '')

export function readAdditional(message: Iso8583Message): PartValues | undefined {
  const value = message.value(48)
  if (value === undefined) return {}
  // A specification may call the field secret: then it is bytes.
  const text = typeof value === 'string' ? value : value.toString('latin1')
  try {
    return readTagged(48, additionalData, text)
  } catch (error) {
    if (error instanceof Iso8583Error) return undefined
    throw error
  }
}

function originalIn(text: string | undefined): OriginalData | undefined | 'unreadable' {
  if (text === undefined) return undefined
  const parts = /^(\d{4})(\d{6})(\d{10})(\d{11})\d{11}$/.exec(text)
  if (!parts) return 'unreadable'
  const [, type = '', trace = '', transmission = '', acquirer = ''] = parts
  return { type: baseType(type), trace, transmission, acquirer: institution(acquirer) }
}
