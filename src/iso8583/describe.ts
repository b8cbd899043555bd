// A message for people: one line for each field, secrets masked.
import type { Iso8583Message } from './message.ts'
import { readBer, readPositional, readTagged } from './parts.ts'
import type { FieldSpecification, MessageSpecification } from './specification.ts'

export interface DescribedField {
  readonly number: number
  readonly name: string
  /** Masked where it is secret; bytes in hexadecimal. */
  readonly value: string
  readonly parts?: readonly { readonly name: string; readonly value: string }[]
}

export interface DescribedMessage {
  readonly type: string
  readonly meaning: string
  readonly fields: readonly DescribedField[]
}

const accountNumber = 2

/** Chip data that names an account or proves a payment. */
const plainChipTags: ReadonlySet<string> = new Set([
  ...[
    '82',
    '84',
    '95',
    '9A',
    '9C',
    '5F2A',
    '5F34',
    '9F02',
    '9F03',
    '9F06',
    '9F09',
    '9F10',
    '9F1A',
    '9F1E',
    '9F26',
    '9F27',
  ],
  ...['9F33', '9F34', '9F35', '9F36', '9F37', '9F41'],
])

export function describeMessage(message: Iso8583Message, { fields }: MessageSpecification): DescribedMessage {
  return {
    type: message.type,
    meaning: meaningOf(message.type),
    fields: message.fields().map((number) => describeField(number, fields[number], message)),
  }
}

function describeField(
  number: number,
  specification: FieldSpecification | undefined,
  message: Iso8583Message,
): DescribedField {
  const value = message.value(number) ?? ''
  const name = specification?.name ?? 'Unknown'
  const parts = specification && partsOf(number, specification, value)
  const shown = specification?.isSecret ? masked(number, value) : plain(value)
  return { number, name, value: shown, ...(parts && { parts }) }
}

const plain = (value: string | Buffer) => (typeof value === 'string' ? value : value.toString('hex').toUpperCase())

/** The first six and last four digits of an account number; of other secrets only how long they are. */
function masked(number: number, value: string | Buffer): string {
  const { length } = value
  if (number !== accountNumber || length < 13) return `${'*'.repeat(Math.min(length, 16))} (${length})`
  const digits = typeof value === 'string' ? value : value.toString('latin1')
  return `${digits.slice(0, 6)}${'x'.repeat(length - 10)}${digits.slice(-4)}`
}

function partsOf(number: number, { parts }: FieldSpecification, value: string | Buffer): DescribedField['parts'] {
  try {
    if (parts?.kind === 'positional' && typeof value === 'string')
      return readPositional(number, parts, value).flatMap((group) =>
        Object.entries(group).map(([name, each]) => ({ name, value: each })),
      )
    if (parts?.kind === 'tagged' && typeof value === 'string')
      return Object.entries(readTagged(number, parts, value)).map(([name, each]) => ({ name, value: each }))
    if (parts?.kind === 'ber' && typeof value !== 'string')
      return readBer(number, value).map(({ tag, value: each }) => ({
        name: tag,
        value: plainChipTags.has(tag) ? plain(each) : `${'*'.repeat(8)} (${each.length})`,
      }))
  } catch {
    // What cannot be split is shown as a whole.
  }
  return undefined
}

const classNames: Readonly<Record<string, string>> = {
  1: 'authorization',
  2: 'financial',
  3: 'file action',
  4: 'reversal',
  5: 'reconciliation',
  6: 'administrative',
  8: 'network management',
}
const functionNames: Readonly<Record<string, string>> = {
  0: 'request',
  1: 'response',
  2: 'advice',
  3: 'advice response',
  4: 'notification',
}

/** 0421 is a reversal advice, repeated. */
function meaningOf(type: string): string {
  const [, messageClass = '', role = '', origin = ''] = type
  const words = [classNames[messageClass] ?? 'unknown', functionNames[role] ?? 'message']
  if (/[135]/.test(origin)) words.push('(repeated)')
  return words.join(' ')
}

/** As text, a line each. */
export function describeText(message: Iso8583Message, specification: MessageSpecification): string {
  const { type, meaning, fields } = describeMessage(message, specification)
  const lines = fields.flatMap(({ number, name, value, parts = [] }) => [
    `${String(number).padStart(4)}  ${name.padEnd(44)}  ${value}`,
    ...parts.map((part) => `        ${part.name.padEnd(42)}  ${part.value}`),
  ])
  return [`${type}  ${meaning}`, ...lines].join('\n')
}
