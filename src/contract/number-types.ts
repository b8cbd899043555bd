// Numbers in requests and responses: amounts and other decimals, which are text inside, and integers.
import { explain } from '../kernel/explanation.ts'
import { compareDecimals, decimalsOf, normaliseDecimal } from '../kernel/money.ts'
import { emptyText, type TextRow, wrongLength } from './field-types.ts'
import { JsonNumber, type JsonValue } from './json/json.ts'
import { type DecimalBounds, FieldError, type FieldRow, type FieldType, field, type RowAttributes } from './row.ts'

const amountPattern = /^[0-9]+(\.[0-9]+)?$/
const amountMax = '1000000000000'
/** No amount of so few characters exceeds the largest one. */
const amountSurelyInLimit = 12
const tooLarge = new FieldError(explain('must be at most {max}', { max: amountMax }))
const decimalPattern = /^-?[0-9]+(\.[0-9]+)?$/
const notDecimal = new FieldError("must be a decimal number of the digits 0-9 and '.'")

/**
 * An amount: 1 to 14 characters in a request, a JSON number up to 1000000000000 with at most 3 decimals in a response.
 * Canonical: the shortest decimal text, which makes 1.50 and 1.5 the same amount.
 */
export function amount(lengthMax = 14, decimalsMax = 3): TextRow {
  const tooFine = moreDecimalsThan(decimalsMax)
  const type: FieldType<string> = {
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
    responseSchema: { type: 'number', minimum: 0, maximum: 1_000_000_000_000 },
    read(value) {
      const source = value instanceof JsonNumber ? value.text : value
      if (typeof source !== 'string') return notDecimal
      if (source.length === 0) return emptyText
      if (source.length > lengthMax) return wrongLength(source.length, [1, lengthMax])
      if (!amountPattern.test(source)) return notDecimal
      const canonical = normaliseDecimal(source)
      // A response could not show more of either.
      if (decimalsOf(canonical) > decimalsMax) return tooFine
      return source.length > amountSurelyInLimit && compareDecimals(canonical, amountMax) > 0 ? tooLarge : canonical
    },
  }
  return field(type)
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
    responseSchema: { type: 'number', minimum: Number(min), maximum: Number(max) },
    read(value) {
      const source = value instanceof JsonNumber ? value.text : value
      if (typeof source !== 'string') return notDecimal
      if (source.length === 0) return emptyText
      if (source.length > 40 || !decimalPattern.test(source)) return notDecimal
      const canonical = normaliseDecimal(source)
      if (decimalsOf(canonical) > decimalsMax) return moreDecimalsThan(decimalsMax)
      if (compareDecimals(canonical, min) < 0) return new FieldError(explain('must be at least {min}', { min }))
      if (compareDecimals(canonical, max) > 0) return new FieldError(explain('must be at most {max}', { max }))
      return canonical
    },
  })
}

function moreDecimalsThan(decimalsMax: number): FieldError {
  return new FieldError(explain('has more than {decimals} decimals', { decimals: decimalsMax }))
}

const notInteger = new FieldError('must be a JSON number without a fraction')

const integerPattern = /^-?[0-9]+$/

function readInteger(value: JsonValue, min: bigint, max: bigint): bigint | FieldError {
  if (!(value instanceof JsonNumber) || !integerPattern.test(value.text)) return notInteger
  const integer = value.text.length > 20 ? undefined : BigInt(value.text)
  if (integer !== undefined && integer >= min && integer <= max) return integer
  return new FieldError(explain('must be from {min} to {max}', { min: String(min), max: String(max) }))
}

export function integer(min: number, max: number): FieldRow<number> & { request: 'OPTIONAL'; response: 'CONDITIONAL' } {
  const schema = { type: 'integer', minimum: min, maximum: max }
  return field({
    name: 'Integer',
    bounds: `${min}-${max}`,
    range: { min: String(min), max: String(max), decimalsMax: 0 },
    requestSchema: schema,
    responseSchema: schema,
    read(value) {
      // So few digits a double holds exactly.
      if (value instanceof JsonNumber && value.text.length <= 15 && integerPattern.test(value.text)) {
        const read = Number(value.text)
        // Minus zero is zero.
        if (read >= min && read <= max) return read + 0
      }
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
    responseSchema: schema,
    read(value) {
      const read = readInteger(value, min, max)
      return typeof read === 'bigint' ? read.toString() : read
    },
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
