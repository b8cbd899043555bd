// The rules for a single value. Each type reads the value of a request into its canonical form, or returns why not, and
// has its JSON Schema for both sides.

import { isCountry } from '../domain/country.ts'
import { isCurrency } from '../domain/money.ts'
import { type DateText, isDate, isDateTime, isTime } from './calendar.ts'
import { compareDecimals, normaliseDecimal } from './json/decimal.ts'
import { JsonNumber, type JsonValue } from './json/json.ts'
import {
  type DecimalBounds,
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
  readonly characters?: string
  /** Checked after length and pattern; returns what is wrong. */
  readonly check?: (text: string) => string | undefined
  /** When answers may contain other characters than requests, such as masks. */
  readonly answerPattern?: RegExp
}

const notText = new FieldError('must be a JSON string')
const emptyText = new FieldError('must not be empty')
const brokenText = new FieldError('holds a NUL character or half of a surrogate pair')

function text(rule: TextRule): FieldType<string> {
  const { lengths, pattern, check } = rule
  const wrongCharacters = new FieldError(`may only hold ${rule.characters ?? 'the allowed characters'}`)
  const schema = (allowed: RegExp | undefined): JsonSchema => ({
    type: 'string',
    minLength: lengths[0],
    ...(Number.isFinite(lengths[1]) && { maxLength: lengths[1] }),
    ...(allowed && { pattern: allowed.source }),
  })
  return {
    name: rule.name,
    bounds: rule.bounds,
    lengths,
    requestSchema: schema(pattern),
    answerSchema: schema(rule.answerPattern ?? pattern),
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
}

/** NUL, and surrogates whether paired or not. */
const unusual = /[\0\ud800-\udfff]/

function wrongLength(length: number, [min, max]: Lengths): FieldError {
  if (min === max) return new FieldError(`must be exactly ${min} characters long, but has ${length}`)
  if (length > max) return new FieldError(`has ${length} characters; the length must be less than ${max + 1}`)
  return new FieldError(`has ${length} characters; the length must be at least ${min}`)
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

type TextRow = FieldRow<string> & { readonly request: 'OPTIONAL'; readonly answer: 'CONDITIONAL' }

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
    answerSchema: { type: 'string' },
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
      characters: 'ASCII characters',
    }),
  )
}

export function alphanumeric(min: number, max: number, { plus = '' }: { plus?: string } = {}): TextRow {
  const extra = plus.replace(/[\\\]^-]/g, '\\$&')
  return field(
    text({
      name: plus ? 'Alphanumeric + additional characters' : 'Alphanumeric',
      bounds: lengthText([min, max]) + (plus ? ` plus ${[...plus].map((c) => `'${c}'`).join(', ')}` : ''),
      lengths: [min, max],
      pattern: new RegExp(`^[0-9a-zA-Z${extra}]*$`),
      characters: `0-9, a-z, A-Z${plus ? ` and ${[...plus].map((c) => `'${c}'`).join(', ')}` : ''}`,
    }),
  )
}

export function digits(min: number, max: number = min): TextRow {
  return field(
    digitText({
      bounds: lengthText([min, max]),
      lengths: [min, max],
      pattern: /^[0-9]*$/,
      characters: 'the digits 0-9',
    }),
  )
}

/** Text of digits. Clients also send it as a JSON integer, which counts when its text follows the rule. */
function digitText(rule: Omit<TextRule, 'name'>): FieldType<string> {
  const type = text({ name: 'Digits', ...rule })
  return {
    ...type,
    requestSchema: { anyOf: [type.requestSchema, integerOfLength(rule.lengths)] },
    read: (value) => type.read(value instanceof JsonNumber && wholeNumber.test(value.text) ? value.text : value),
  }
}

const wholeNumber = /^[0-9]+$/

function integerOfLength([min, max]: Lengths): JsonSchema {
  return { type: 'integer', minimum: min > 1 ? 10 ** (min - 1) : 0, exclusiveMaximum: 10 ** max }
}

/** Digits in a request; in an answer some of them are replaced by x. */
export function maskedDigits(min: number, max: number): TextRow {
  return field(
    text({
      name: 'Masked digits',
      bounds: lengthText([min, max]),
      lengths: [min, max],
      pattern: /^[0-9]*$/,
      answerPattern: /^[0-9x]*$/,
      characters: 'the digits 0-9; masked digits are for answers only',
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
      characters: 'A-Z',
    }),
  )
}

/** A country that exists. Three capital letters are not yet one. */
export function country(): TextRow {
  return listedCode('ISO 3166-1 alpha-3', isCountry)
}

/** A currency that exists. */
export function currency(): TextRow {
  return listedCode('ISO 4217', isCurrency)
}

function listedCode(standard: string, isListed: (code: string) => boolean): TextRow {
  return field(
    text({
      name: 'Upper case alphabetic text',
      bounds: `exactly 3, ${standard}`,
      lengths: [3, 3],
      pattern: /^[A-Z]*$/,
      characters: 'A-Z',
      check: (code) => (isListed(code) ? undefined : `is not a code of ${standard}`),
    }),
  )
}

/** Text of a shape that no other type has. */
export function pattern(rule: Omit<TextRule, 'bounds' | 'answerPattern'>): TextRow {
  return field(text({ ...rule, bounds: lengthText(rule.lengths) }))
}

export function hex(min: number, max: number): TextRow {
  return pattern({ name: 'Hex', lengths: [min, max], pattern: /^[0-9a-fA-F]*$/, characters: '0-9, a-f, A-F' })
}

/** Month 1 to 12, with or without a leading zero; canonical without. */
export function month(): TextRow {
  const type = digitText({
    bounds: '1-12 as a string',
    lengths: [1, 2],
    pattern: /^(0?[1-9]|1[0-2])$/,
    answerPattern: /^([1-9]|1[0-2])$/,
    characters: 'a month from 1 to 12',
  })
  return field({
    ...type,
    read(value) {
      const read = type.read(value)
      return typeof read === 'string' ? read.replace(/^0/, '') : read
    },
  })
}

/** A month of the years 2000 to 2099, in the two parts that requests have. */
export interface MonthOfYear {
  readonly month: string
  readonly year: string
}

/** Month and year in one text, MMYY; canonical in its two parts, as month() and digits(2) read them. */
export function monthAndYear(): FieldRow<MonthOfYear> & { request: 'OPTIONAL'; answer: 'CONDITIONAL' } {
  const { read, ...type } = digitText({
    bounds: 'MMYY',
    lengths: [4, 4],
    pattern: /^(0[1-9]|1[0-2])[0-9]{2}$/,
    characters: 'a month from 01 to 12 and the last two digits of a year',
  })
  return field({
    ...type,
    read(value) {
      const mmyy = read(value)
      return typeof mmyy === 'string' ? { month: mmyy.slice(0, 2).replace(/^0/, ''), year: mmyy.slice(2) } : mmyy
    },
    write: ({ month, year }) => month.padStart(2, '0') + year,
  })
}

const amountPattern = /^[0-9]+(\.[0-9]+)?$/
const amountMax = '1000000000000'
const tooLarge = new FieldError(`must be at most ${amountMax}`)
const notDecimal = new FieldError("must be a decimal number of the digits 0-9 and '.'")

/**
 * An amount: 1 to 14 characters in a request, a JSON number up to 1000000000000 with at most 3 decimals in an answer.
 * Canonical: the shortest decimal text, which makes 1.50 and 1.5 the same amount.
 */
export function amount(lengthMax = 14, decimalsMax = 3): TextRow {
  const tooFine = new FieldError(`has more than ${decimalsMax} decimals`)
  return field({
    name: 'Decimal',
    bounds: `1-${lengthMax} characters, at most ${decimalsMax} decimals`,
    lengths: [1, lengthMax],
    writtenAsNumber: true,
    requestSchema: {
      anyOf: [
        // Trailing zeros do not count.
        { type: 'string', minLength: 1, maxLength: lengthMax, pattern: `^[0-9]+(\\.[0-9]{1,${decimalsMax}}0*)?$` },
        { type: 'number', minimum: 0 },
      ],
    },
    answerSchema: { type: 'number', minimum: 0, maximum: 1_000_000_000_000 },
    read(value) {
      const source = value instanceof JsonNumber ? value.text : value
      if (typeof source !== 'string') return notDecimal
      if (source.length === 0) return emptyText
      if (source.length > lengthMax) return wrongLength(source.length, [1, lengthMax])
      if (!amountPattern.test(source)) return notDecimal
      const canonical = normaliseDecimal(source)
      // An answer could not show more of either.
      if ((canonical.split('.')[1] ?? '').length > decimalsMax) return tooFine
      return source.length > 12 && compareDecimals(canonical, amountMax) > 0 ? tooLarge : canonical
    },
  })
}

/** A decimal with its own limits: unit prices, rates, percentages. */
export function decimal({ min, max, decimalsMax }: DecimalBounds): TextRow {
  return field({
    name: 'Decimal',
    bounds: `${min} to ${max}, at most ${decimalsMax} decimals`,
    range: { min, max, decimalsMax },
    writtenAsNumber: true,
    requestSchema: {
      anyOf: [
        { type: 'string', pattern: `^-?[0-9]+(\\.[0-9]{1,${decimalsMax}})?$` },
        { type: 'number', minimum: Number(min), maximum: Number(max) },
      ],
    },
    answerSchema: { type: 'number', minimum: Number(min), maximum: Number(max) },
    read(value) {
      const source = value instanceof JsonNumber ? value.text : value
      if (typeof source !== 'string') return notDecimal
      if (source.length === 0) return emptyText
      if (source.length > 40 || !/^-?[0-9]+(\.[0-9]+)?$/.test(source)) return notDecimal
      const canonical = normaliseDecimal(source)
      if ((canonical.split('.')[1] ?? '').length > decimalsMax)
        return new FieldError(`has more than ${decimalsMax} decimals`)
      if (compareDecimals(canonical, min) < 0) return new FieldError(`must be at least ${min}`)
      if (compareDecimals(canonical, max) > 0) return new FieldError(`must be at most ${max}`)
      return canonical
    },
  })
}

const notInteger = new FieldError('must be a JSON number without a fraction')

function readInteger(value: JsonValue, min: bigint, max: bigint): bigint | FieldError {
  if (!(value instanceof JsonNumber) || !/^-?[0-9]+$/.test(value.text)) return notInteger
  if (value.text.length > 20) return new FieldError(`must be from ${min} to ${max}`)
  const integer = BigInt(value.text)
  return integer < min || integer > max ? new FieldError(`must be from ${min} to ${max}`) : integer
}

export function integer(min: number, max: number): FieldRow<number> & { request: 'OPTIONAL'; answer: 'CONDITIONAL' } {
  const schema = { type: 'integer', minimum: min, maximum: max }
  return field({
    name: 'Integer',
    bounds: `${min}-${max}`,
    range: { min: String(min), max: String(max), decimalsMax: 0 },
    requestSchema: schema,
    answerSchema: schema,
    read(value) {
      const read = readInteger(value, BigInt(min), BigInt(max))
      return typeof read === 'bigint' ? Number(read) : read
    },
  })
}

/** The same as the parameter of a query, where everything is text. */
export function integerInQuery(min: number, max: number): ReturnType<typeof integer> {
  const row = integer(min, max)
  const read = (value: JsonValue) => row.type.read(typeof value === 'string' ? new JsonNumber(value) : value)
  return { ...row, type: { ...row.type, name: 'Integer or text', read } }
}

/** An integer that may be too large for a JavaScript number; canonical as text. */
export function largeInteger(min: bigint, max: bigint): TextRow {
  const schema = { type: 'integer', minimum: Number(min), maximum: Number(max) }
  return field({
    name: 'Integer',
    bounds: `${min}-${max}`,
    range: { min: String(min), max: String(max), decimalsMax: 0 },
    writtenAsNumber: true,
    requestSchema: schema,
    answerSchema: schema,
    read(value) {
      const read = readInteger(value, min, max)
      return typeof read === 'bigint' ? read.toString() : read
    },
  })
}

const notBoolean = new FieldError('must be true or false')

export function boolean(): FieldRow<boolean> & { request: 'OPTIONAL'; answer: 'CONDITIONAL' } {
  return field({
    name: 'Boolean',
    bounds: 'true or false',
    requestSchema: { type: 'boolean' },
    answerSchema: { type: 'boolean' },
    read: (value) => (typeof value === 'boolean' ? value : notBoolean),
  })
}

export function enumeration<const V extends readonly string[]>(
  values: V,
): FieldRow<V[number]> & { request: 'OPTIONAL'; answer: 'CONDITIONAL' } {
  const listed: ReadonlySet<string> = new Set(values)
  const schema = { type: 'string', enum: [...values] }
  const unlisted = new FieldError(`must be one of ${values.join(', ')}`)
  return field({
    name: 'Enumeration',
    bounds: values.join(', '),
    values,
    requestSchema: schema,
    answerSchema: schema,
    read: (value) => (typeof value === 'string' && listed.has(value) ? (value as V[number]) : unlisted),
  })
}

export function dateTime(): TextRow {
  return moment('DateTime', 'YYYY-MM-DDThh:mm:ss.SSSZ', 24, isDateTime)
}

export function date(): TextRow {
  return moment('Date', 'yyyy-mm-dd', 10, isDate)
}

/** hh:mm[:ss] with Z or an offset. */
export function time(): TextRow {
  return moment('Time', 'hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]', 14, isTime)
}

function moment(name: string, bounds: string, lengthMax: number, isValid: (value: DateText) => boolean): TextRow {
  const check = (value: string) => (isValid(value) ? undefined : `must have the form ${bounds} and exist`)
  return field(text({ name, bounds, lengths: [1, lengthMax], check }))
}

/** Begins with https and is longer than 11 characters. */
export function url(lengthMax = 2048): TextRow {
  const check = (value: string) =>
    URL.canParse(value) && !/[\s\x00-\x20\x7f]/.test(value) ? undefined : 'must be a complete URL'
  return field(
    text({
      name: 'Url',
      bounds: `https, 12-${lengthMax}`,
      lengths: [12, lengthMax],
      pattern: /^https:\/\//,
      characters: 'a URL that begins with https',
      check,
    }),
  )
}

const emailPattern = /^(?:"[^"\\\x00-\x1f]+"|[^\s"@,:;<>()[\]\\\x00-\x1f]+)@[^\s"@,:;<>()\\\x00-\x1f]+$/

/** Longer than 3 characters; a generous subset of RFC 2822, no longer than mail servers carry. */
export function email(): TextRow {
  return field(
    text({ name: 'Email', bounds: '4-320', lengths: [4, 320], pattern: emailPattern, characters: 'an e-mail address' }),
  )
}

/** ITU-T E.123: plus, country code, space, national number; at most 15 digits. */
export function telephoneNumber(lengthMax = 20): TextRow {
  const check = (value: string) =>
    value.replace(/[^0-9]/g, '').length <= 15 ? undefined : 'must not have more than 15 digits'
  return field(
    text({
      name: 'Telephone Number',
      bounds: `1-${lengthMax}`,
      lengths: [1, lengthMax],
      pattern: /^\+[0-9]{1,3}( [0-9]+)+$/,
      characters: "a telephone number such as '+1 555 0100'",
      check,
    }),
  )
}

export function base64(...lengths: readonly number[]): TextRow {
  const check = (value: string) =>
    lengths.includes(value.length) ? undefined : `must be ${lengths.join(' or ')} characters long`
  return field(
    text({
      name: 'Base64',
      bounds: lengths.join(' or '),
      lengths: [1, Math.max(...lengths)],
      pattern: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      characters: 'Base64',
      check,
    }),
  )
}

/** Base64 of any length, line breaks included: what issuers' and schemes' servers send. */
export function base64Text(lengthMax: number): TextRow {
  return pattern({
    name: 'Base64',
    lengths: [1, lengthMax],
    pattern: /^[A-Za-z0-9+/=\r\n]*$/,
    characters: 'Base64 and line breaks',
  })
}

/** An integer or a boolean that clients also send as text, with a sign before the number if they like. Canonical and
 * answered as what it is. */
export function orText<T, M extends RowAttributes>(row: FieldRow<T> & M): FieldRow<T> & M {
  const { type } = row
  const allowed = type.name === 'Boolean' ? /^(?:true|false)$/ : /^[+-]?[0-9]{1,20}$/
  return {
    ...row,
    type: {
      ...type,
      name: `${type.name} or text`,
      requestSchema: { anyOf: [type.requestSchema, { type: 'string', pattern: allowed.source }] },
      read: (value) => type.read(typeof value === 'string' && allowed.test(value) ? unquoted(value) : value),
    },
  }
}

/** An integer that clients also send as a string of digits. Canonical and answered as what it is. */
export function orDigits<T, M extends RowAttributes>(row: FieldRow<T> & M): FieldRow<T> & M {
  const { type } = row
  const allowed = /^[0-9]{1,20}$/
  return {
    ...row,
    type: {
      ...type,
      name: 'Integer or digits',
      requestSchema: { anyOf: [type.requestSchema, { type: 'string', pattern: allowed.source }] },
      read: (value) => type.read(typeof value === 'string' && allowed.test(value) ? new JsonNumber(value) : value),
    },
  }
}

function unquoted(text: string): JsonValue {
  return text === 'true' || text === 'false' ? text === 'true' : new JsonNumber(text.replace(/^\+/, ''))
}
