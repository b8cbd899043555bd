// The rules for a single value: texts, codes and choices here, numbers in number-types.ts, texts of a fixed form such as dates in
// format-types.ts. Each type reads the value of a request into its canonical form, or returns why not, and has its JSON Schema for
// both sides.

import { countries } from '../kernel/country.ts'
import { type Explanation, explain } from '../kernel/explanation.ts'
import { knownCurrencies } from '../kernel/money.ts'
import { JsonNumber } from './json/json.ts'
import {
  FieldError,
  type FieldRow,
  type FieldType,
  field,
  type JsonSchema,
  type Lengths,
  type RowAttributes,
} from './row.ts'

interface TextRule {
  readonly name: string
  readonly bounds: string
  readonly lengths: Lengths
  readonly pattern?: RegExp
  /** Why a text that does not match the pattern is refused. */
  readonly wrongCharacters?: Explanation
  /** Checked after length and pattern; returns what is wrong. */
  readonly check?: (text: string) => Explanation | undefined
  /** When answers may contain other characters than requests, such as masks. */
  readonly responsePattern?: RegExp
}

const notText = new FieldError('must be a JSON string')
export const emptyText = new FieldError('must not be empty')
const brokenText = new FieldError('holds a NUL character or half of a surrogate pair')

export function text(rule: TextRule): FieldType<string> {
  const { lengths, pattern, check } = rule
  const wrongCharacters = new FieldError(rule.wrongCharacters ?? explain('may only hold the allowed characters'))
  const schema = (allowed: RegExp | undefined): JsonSchema => ({
    type: 'string',
    minLength: lengths[0],
    ...(Number.isFinite(lengths[1]) && { maxLength: lengths[1] }),
    ...(allowed && { pattern: allowed.source }),
  })
  const type: FieldType<string> = {
    name: rule.name,
    bounds: rule.bounds,
    lengths,
    requestSchema: schema(pattern),
    responseSchema: schema(rule.responsePattern ?? pattern),
    read(value) {
      if (typeof value !== 'string') return notText
      if (value.length === 0 && lengths[0] > 0) return emptyText
      let { length } = value
      // Nearly every text has neither; only the others are checked closely.
      if (unusual.test(value)) {
        if (!value.isWellFormed() || value.includes('\0')) return brokenText
        length = codePoints(value)
      }
      if (length < lengths[0] || length > lengths[1]) return wrongLength(length, lengths)
      if (pattern && !pattern.test(value)) return wrongCharacters
      const problem = check?.(value)
      return problem === undefined ? value : new FieldError(problem)
    },
  }
  return type
}

/** NUL, and surrogates whether paired or not. */
const unusual = /[\0\ud800-\udfff]/

export function wrongLength(length: number, [min, max]: Lengths): FieldError {
  if (min === max)
    return new FieldError(explain('must be exactly {min} characters long, but has {length}', { min, length }))
  if (length > max)
    return new FieldError(
      explain('has {length} characters; the length must be less than {limit}', { length, limit: max + 1 }),
    )
  return new FieldError(explain('has {length} characters; the length must be at least {min}', { length, min }))
}

/** Length in Unicode code points. Only a text with surrogates needs counting. */
function codePoints(value: string): number {
  let count = value.length
  for (let i = 0; i < value.length; i += 1) if ((value.charCodeAt(i) & 0xfc00) === 0xd800) count -= 1
  return count
}

function lengthText([min, max]: Lengths): string {
  return min === max ? `exactly ${min}` : `${min}-${max}`
}

/** A text that clients also send as a JSON number without a fraction: its digits, within the same bounds. */
export function orWholeNumber<T, M extends RowAttributes>(row: FieldRow<T> & M): FieldRow<T> & M {
  const { type } = row
  return {
    ...row,
    type: {
      ...type,
      name: `${type.name} or whole number`,
      requestSchema: { anyOf: [type.requestSchema, { type: 'integer', minimum: 0 }] },
      read: (value) => type.read(value instanceof JsonNumber && /^[0-9]+$/.test(value.text) ? value.text : value),
    },
  }
}

/** A choice that lists further values, too. */
export function alsoListing(further: readonly string[]): (row: FieldRow) => FieldRow {
  return (row) => {
    const listed = row.type.values
    if (!listed) throw new Error(`a ${row.type.name} lists no values`)
    return { ...row, type: enumeration([...new Set([...listed, ...further])].toSorted()).type }
  }
}

export type TextRow = FieldRow<string> & { readonly request: 'OPTIONAL'; readonly response: 'CONDITIONAL' }

/** Any characters. */
export function string(min: number, max: number): TextRow {
  return field(text({ name: 'String', bounds: lengthText([min, max]), lengths: [min, max] }))
}

/** Text that is returned as sent, whatever its length. */
export function asSent(): TextRow {
  return field({
    name: 'String',
    bounds: 'as sent',
    requestSchema: { type: 'string' },
    responseSchema: { type: 'string' },
    read(value) {
      if (typeof value !== 'string') return notText
      return value.isWellFormed() && !value.includes('\0') ? value : brokenText
    },
  })
}

export function asciiText(min: number, max: number): TextRow {
  return field(
    text({
      name: 'ASCII Text',
      bounds: lengthText([min, max]),
      lengths: [min, max],
      pattern: /^[\x01-\x7f]*$/,
      wrongCharacters: explain('may only hold ASCII characters'),
    }),
  )
}

export function alphanumeric(min: number, max: number, { plus = '' }: { plus?: string } = {}): TextRow {
  const extra = plus.replace(/[\\\]^-]/g, '\\$&')
  const added = [...plus].map((c) => `'${c}'`).join(', ')
  return field(
    text({
      name: plus ? 'Alphanumeric + additional characters' : 'Alphanumeric',
      bounds: lengthText([min, max]) + (plus ? ` plus ${added}` : ''),
      lengths: [min, max],
      pattern: new RegExp(`^[0-9a-zA-Z${extra}]*$`),
      wrongCharacters: plus
        ? explain('may only hold 0-9, a-z, A-Z and {added}', { added })
        : explain('may only hold 0-9, a-z, A-Z'),
    }),
  )
}

export function digits(min: number, max: number = min): TextRow {
  return field(
    digitText({
      bounds: lengthText([min, max]),
      lengths: [min, max],
      pattern: /^[0-9]*$/,
      wrongCharacters: explain('may only hold the digits 0-9'),
    }),
  )
}

/** Text of digits. Clients also send it as a JSON integer, which counts when its text follows the rule. */
export function digitText(rule: Omit<TextRule, 'name'>): FieldType<string> {
  const type = text({ name: 'Digits', ...rule })
  const digitsType: FieldType<string> = {
    ...type,
    requestSchema: { anyOf: [type.requestSchema, integerOfLength(rule.lengths)] },
    read: (value) => type.read(value instanceof JsonNumber && wholeNumber.test(value.text) ? value.text : value),
  }
  return digitsType
}

const wholeNumber = /^[0-9]+$/

function integerOfLength([min, max]: Lengths): JsonSchema {
  return { type: 'integer', minimum: min > 1 ? 10 ** (min - 1) : 0, exclusiveMaximum: 10 ** max }
}

/** Digits in a request; in a response some of them are replaced by x. */
export function maskedDigits(min: number, max: number): TextRow {
  return field(
    text({
      name: 'Masked digits',
      bounds: lengthText([min, max]),
      lengths: [min, max],
      pattern: /^[0-9]*$/,
      responsePattern: /^[0-9x]*$/,
      wrongCharacters: explain('may only hold the digits 0-9; masked digits are for answers only'),
    }),
  )
}

export function upperAlpha(min: number, max: number = min): TextRow {
  return field(
    text({
      name: 'Upper case alphabetic text',
      bounds: lengthText([min, max]),
      lengths: [min, max],
      pattern: /^[A-Z]*$/,
      wrongCharacters: explain('may only hold A-Z'),
    }),
  )
}

/** A country that exists. Three capital letters are not yet one. */
export function country(): TextRow {
  return listedCode('ISO 3166-1 alpha-3', countries)
}

/** A currency that exists. */
export function currency(): TextRow {
  return listedCode('ISO 4217', knownCurrencies)
}

function listedCode(standard: string, listed: ReadonlySet<string>): TextRow {
  return field(
    text({
      name: 'Upper case alphabetic text',
      bounds: `exactly 3, ${standard}`,
      lengths: [3, 3],
      pattern: /^[A-Z]*$/,
      wrongCharacters: explain('may only hold A-Z'),
      check: (code) => (listed.has(code) ? undefined : explain('is not a code of {standard}', { standard })),
    }),
  )
}

/** Text of a shape that no other type has. */
export function pattern(rule: Omit<TextRule, 'bounds' | 'answerPattern'>): TextRow {
  return field(text({ ...rule, bounds: lengthText(rule.lengths) }))
}

export function hex(min: number, max: number): TextRow {
  return pattern({
    name: 'Hex',
    lengths: [min, max],
    pattern: /^[0-9a-fA-F]*$/,
    wrongCharacters: explain('may only hold 0-9, a-f, A-F'),
  })
}

const notBoolean = new FieldError('must be true or false')

export function boolean(): FieldRow<boolean> & { request: 'OPTIONAL'; response: 'CONDITIONAL' } {
  const type: FieldType<boolean> = {
    name: 'Boolean',
    bounds: 'true or false',
    requestSchema: { type: 'boolean' },
    responseSchema: { type: 'boolean' },
    read: (value) => (typeof value === 'boolean' ? value : notBoolean),
  }
  return field(type)
}

export function enumeration<const V extends readonly string[]>(
  values: V,
): FieldRow<V[number]> & { request: 'OPTIONAL'; response: 'CONDITIONAL' } {
  const listed: ReadonlySet<string> = new Set(values)
  const schema = { type: 'string', enum: [...values] }
  const unlisted = new FieldError(explain('must be one of {values}', { values: values.join(', ') }))
  const type: FieldType<V[number]> = {
    name: 'Enumeration',
    bounds: values.join(', '),
    values,
    requestSchema: schema,
    responseSchema: schema,
    read: (value) => (typeof value === 'string' && listed.has(value) ? (value as V[number]) : unlisted),
  }
  return field(type)
}
