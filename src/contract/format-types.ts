// Texts of a fixed form: months, dates and times, URLs, e-mail addresses, telephone numbers, Base64.
import { explain } from '../kernel/explanation.ts'
import { digitText, pattern, type TextRow, text } from './field-types.ts'
import { decided, type FieldRow, type FieldType, field, type RowAttributes } from './row.ts'

type DateText = string

/** A date must exist: 2026-02-30 does not. */
export function isDate(text: DateText): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

/** YYYY-MM-DDThh:mm:ss.SSSZ, in exactly this form. */
function isDateTime(text: DateText): boolean {
  return /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/.test(text) && isDate(text.slice(0, 10))
}

/** hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]. */
function isTime(text: DateText): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-](0\d|1[0-4])(:[0-5]\d)?)$/.test(text)
}

/** Month 1 to 12, with or without a leading zero; canonical without. */
export function month(): TextRow {
  const type = digitText({
    bounds: '1-12 as a string',
    lengths: [1, 2],
    pattern: /^(0?[1-9]|1[0-2])$/,
    responsePattern: /^([1-9]|1[0-2])$/,
    wrongCharacters: explain('may only hold a month from 1 to 12'),
  })
  const withoutZero: FieldType<string> = {
    ...type,
    read(value) {
      const read = type.read(value)
      return typeof read === 'string' ? read.replace(/^0/, '') : read
    },
  }
  return field(withoutZero)
}

/** A month of the years 2000 to 2099, in the two parts that requests have. */
interface MonthOfYear {
  readonly month: string
  readonly year: string
}

/** Month and year in one text, MMYY; canonical in its two parts, as month() and digits(2) read them. */
export function monthAndYear(): FieldRow<MonthOfYear> & { request: 'OPTIONAL'; response: 'CONDITIONAL' } {
  const { read, ...type } = digitText({
    bounds: 'MMYY',
    lengths: [4, 4],
    pattern: /^(0[1-9]|1[0-2])[0-9]{2}$/,
    wrongCharacters: explain('may only hold a month from 01 to 12 and the last two digits of a year'),
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

export function dateTime(): TextRow {
  return moment('DateTime', 'YYYY-MM-DDThh:mm:ss.SSSZ', 24, isDateTime)
}

/** A DateTime that clients also send with fewer digits of a second, or none; canonical with all three. */
export function orShorterFraction<T, M extends RowAttributes>(row: FieldRow<T> & M): FieldRow<T> & M {
  const { type } = row
  const shorter = /^([0-9T:-]{19})(?:\.([0-9]{1,2}))?Z$/
  const completed = (value: string) =>
    value.replace(shorter, (_, seconds: string, fraction = '') => `${seconds}.${fraction.padEnd(3, '0')}Z`)
  return {
    ...row,
    type: {
      ...type,
      name: `${type.name}, fraction optional`,
      read: (value) => type.read(typeof value === 'string' ? completed(value) : value),
    },
  }
}

export function date(): TextRow {
  return moment('Date', 'yyyy-mm-dd', 10, isDate)
}

/** hh:mm[:ss] with Z or an offset. */
export function time(): TextRow {
  return moment('Time', 'hh:mm[:ss]Z or hh:mm[:ss](+/-)hh[:mm]', 14, isTime)
}

function moment(name: string, bounds: string, lengthMax: number, isValid: (value: DateText) => boolean): TextRow {
  const check = (value: string) =>
    isValid(value) ? undefined : explain('must have the form {form} and exist', { form: bounds })
  return field(text({ name, bounds, lengths: [1, lengthMax], check }))
}

/** Begins with https and is longer than 11 characters. */
export function url(lengthMax = 2048): TextRow {
  const check = (value: string) =>
    URL.canParse(value) && !/[\s\x00-\x20\x7f]/.test(value) ? undefined : explain('must be a complete URL')
  return field(
    text({
      name: 'Url',
      bounds: `https, 12-${lengthMax}`,
      lengths: [12, lengthMax],
      pattern: /^https:\/\//,
      wrongCharacters: explain('may only hold a URL that begins with https'),
      check,
    }),
  )
}

const emailPattern = /^(?:"[^"\\\x00-\x1f]+"|[^\s"@,:;<>()[\]\\\x00-\x1f]+)@[^\s"@,:;<>()\\\x00-\x1f]+$/

/** Longer than 3 characters; a generous subset of RFC 2822, no longer than mail servers carry. */
export function email(): TextRow {
  return field(
    text({
      name: 'Email',
      bounds: '4-320',
      lengths: [4, 320],
      pattern: emailPattern,
      wrongCharacters: explain('may only hold an e-mail address'),
    }),
  )
}

/** ITU-T E.123: plus, country code, space, national number; at most 15 digits. */
export function telephoneNumber(lengthMax = 20): TextRow {
  const check = (value: string) =>
    value.replace(/[^0-9]/g, '').length <= 15 ? undefined : explain('must not have more than 15 digits')
  return field(
    text({
      name: 'Telephone Number',
      bounds: `1-${lengthMax}`,
      lengths: [1, lengthMax],
      pattern: /^\+[0-9]{1,3}( [0-9]+)+$/,
      wrongCharacters: explain("may only hold a telephone number such as '+1 555 0100'"),
      check,
    }),
  )
}

export function base64(...lengths: readonly number[]): TextRow {
  const check = (value: string) =>
    lengths.includes(value.length)
      ? undefined
      : explain('must be {lengths} characters long', { lengths: lengths.join(' or ') })
  return field(
    text({
      name: 'Base64',
      bounds: lengths.join(' or '),
      lengths: [1, Math.max(...lengths)],
      pattern: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      wrongCharacters: explain('may only hold Base64'),
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
    wrongCharacters: explain('may only hold Base64 and line breaks'),
  })
}

const webAddressForm = {
  name: 'Url',
  pattern: /^https?:\/\/[^\s/?#]+[^\s]*$/,
  wrongCharacters: explain('may only hold a URL that begins with http or https'),
} as const

/** A web address that need not be https: a company's site. */
export const webAddress = pattern({ ...webAddressForm, lengths: [12, 2048] })

/**
 * A page of the merchant that the payer's browser is sent to from a hosted page. The specification requires https only
 * where it says so, and shops under development have none.
 */
export const merchantPage = decided(
  'choices',
  pattern({
    ...webAddressForm,
    lengths: [12, 1024],
    check: (value) =>
      URL.canParse(value) && !/[\x00-\x20\x7f]/.test(value) ? undefined : explain('must be a complete URL'),
  }),
)
