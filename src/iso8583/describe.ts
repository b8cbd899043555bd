// A message as text: one line for each field, secrets masked.
import type { FieldValue, Iso8583Message } from './message.ts'
import { readBer, readPositional, readTagged } from './parts.ts'
import type { FieldSpecification, MessageSpecification, PartsSpecification } from './specification.ts'

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

/** What of a message is shown beyond what its specification says. */
export interface DescriptionRules {
  /** Fields that are shown; of all others only how long they are. Without it, all that are not secret. */
  readonly shownFields?: ReadonlySet<number>
  /** Fields whose inner structure is a custom of the two sides: how it is split, and the tags that are shown. */
  readonly tagged?: Readonly<Record<number, TaggedField>>
}

interface TaggedField extends Extract<PartsSpecification, { kind: 'tagged' }> {
  readonly shownTags: ReadonlySet<string>
}

const accountNumber = 2

/** Chip data that neither names an account nor proves a payment. */
const plainChipTags: ReadonlySet<string> = new Set([
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
  '9F1A',
  '9F1E',
  '9F27',
  '9F33',
  '9F34',
  '9F35',
  '9F36',
  '9F37',
  '9F41',
])

export function describeMessage(
  message: Iso8583Message,
  { fields }: MessageSpecification,
  rules: DescriptionRules = {},
): DescribedMessage {
  return {
    type: message.type,
    meaning: meaningOf(message.type),
    fields: message
      .fields()
      .map((number) => describeField(number, message.value(number) ?? '', { specification: fields[number], rules })),
  }
}

/** One field of a message, for a caller that describes some of them in a quicker way of its own. */
export function describeField(
  number: number,
  value: FieldValue,
  {
    specification,
    rules: { shownFields, tagged },
  }: { readonly specification: FieldSpecification | undefined; readonly rules: DescriptionRules },
): DescribedField {
  const name = specification?.name ?? 'Unknown'
  const custom = tagged?.[number]
  if (custom) return { number, name, value: hiddenValue(value.length), parts: taggedParts(number, custom, value) }
  if (shownFields?.has(number) === false) return { number, name, value: masked(number, value) }
  const parts = specification && partsOf(number, specification, value)
  const shown = specification?.isSecret ? masked(number, value) : plain(value)
  return { number, name, value: shown, ...(parts && { parts }) }
}

const plain = (value: string | Buffer) => (typeof value === 'string' ? value : value.toString('hex').toUpperCase())

/** Of a value that is not shown: how long it is. */
export const hiddenValue = (length: number): string => `${'*'.repeat(Math.min(length, 16))} (${length})`

/** The first six and last four digits of an account number; of other secrets only how long they are. */
function masked(number: number, value: string | Buffer): string {
  const { length } = value
  if (number !== accountNumber || length < 13) return hiddenValue(length)
  // The whole number never becomes a text.
  const part = (start: number, end: number) =>
    typeof value === 'string' ? value.slice(start, end) : value.toString('latin1', start, end)
  return `${part(0, 6)}${'x'.repeat(length - 10)}${part(length - 4, length)}`
}

/** None where the value cannot be split: it may hold anything. */
function taggedParts(number: number, { shownTags, ...parts }: TaggedField, value: string | Buffer) {
  try {
    const values = readTagged(number, parts, typeof value === 'string' ? value : value.toString('latin1'))
    return Object.keys(values)
      .toSorted()
      .map((name) => {
        const each = values[name] ?? ''
        return { name, value: shownTags.has(name) ? each : hiddenValue(each.length) }
      })
  } catch {
    return []
  }
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
        value: plainChipTags.has(tag) ? plain(each) : hiddenValue(each.length),
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
export function meaningOf(type: string): string {
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
