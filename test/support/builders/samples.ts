// Values for a field made from its own rule: at each bound, one step outside, of the wrong kind. As JSON text, so that
// numbers keep every digit.
import type { FieldRow, FieldType, MapRow } from '../../../src/contract/row.ts'

export interface Samples {
  readonly accepted: readonly string[]
  readonly refused: readonly string[]
}

const quote = (text: string) => JSON.stringify(text)

/** Never a text: numbers, booleans and arrays. Null and empty objects count as absent and are no test here. */
const notText = ['5', 'true', '["x"]', '{"x":"y"}']
const brokenText = ['""', '"\\u0000"', '"a\\ud800"']

/** For types whose values have a shape: some that have it, some that nearly do. */
const shaped: Readonly<Record<string, Samples>> = {
  DateTime: {
    accepted: ['2026-11-15T01:40:00.000Z', '2024-02-29T23:59:59.999Z'],
    refused: ['2026-11-15T01:40:00Z', '2026-02-29T00:00:00.000Z', '2026-11-15 01:40:00.000Z'],
  },
  'DateTime, fraction optional': {
    accepted: ['2026-11-15T01:40:00.000Z', '2026-11-15T01:40:00.04Z', '2026-11-15T01:40:00Z'],
    refused: ['2026-11-15T01:40:00.0000Z', '2026-02-29T00:00:00Z', '2026-11-15 01:40:00Z', '2026-11-15T01:40:00'],
  },
  Date: { accepted: ['2030-01-31', '2028-02-29'], refused: ['2026-02-30', '2026-1-1', '15.11.2026', '2026-13-01'] },
  Time: { accepted: ['10:30Z', '23:59:59+14:00', '00:00-03'], refused: ['24:00Z', '10:30', '10:60Z'] },
  Url: {
    accepted: ['https://a.io', `https://example.com/${'a'.repeat(2028)}`],
    refused: ['http://example.com', 'https://a.b', 'https://', `https://example.com/${'a'.repeat(2029)}`],
  },
  Email: {
    accepted: ['a@bc', `${'a'.repeat(64)}@${'b'.repeat(255)}`],
    refused: ['a@b', 'nobody', `${'a'.repeat(64)}@${'b'.repeat(256)}`, 'a b@example.com'],
  },
  'Telephone Number': {
    accepted: ['+1 5', '+44 20 7946 0958', '+123 456789012345'],
    refused: ['5550100', '+1', '+1234 5', '+1 1234567890123456'],
  },
}

/** A character that every value of a text type may hold. */
const fills: Readonly<Record<string, string>> = {
  String: 'ü',
  'ASCII Text': '~',
  Alphanumeric: '7',
  'Alphanumeric + additional characters': '7',
  Digits: '7',
  'Masked digits': '7',
  'Upper case alphabetic text': 'Z',
  Hex: 'f',
}

/** Characters that the type does not allow. */
const foreign: Readonly<Record<string, string>> = {
  'ASCII Text': 'ü',
  Alphanumeric: '*',
  'Alphanumeric + additional characters': '*',
  Digits: 'a',
  'Masked digits': 'x',
  'Upper case alphabetic text': 'z',
  Hex: 'g',
}

/** Codes of a list that no type can spell out, by the words the bounds have for it. */
const listed: Readonly<Record<string, Samples>> = {
  'exactly 3, ISO 3166-1 alpha-3': { accepted: ['ABW', 'ZWE'], refused: ['ZZZ', 'AT', 'AUTA', 'aut', 'AU1'] },
  'exactly 3, ISO 4217': { accepted: ['USD', 'JPY', 'KWD'], refused: ['QQQ', 'US', 'USDX', 'usd', 'US1'] },
}

export function samplesOf(row: FieldRow | MapRow): Samples {
  if (row.kind === 'FIELD') return samplesOfType(row.type)
  // A letter of one byte: a map may bound its bytes as well as the length of each value.
  const [shortest, longest] = row.value.type.lengths ?? [1, 1]
  const value = {
    accepted: [shortest, longest].map((length) => quote('v'.repeat(length))),
    refused: samplesOfType(row.value.type).refused,
  }
  return {
    accepted: value.accepted.map((text) => `{"name1":${text}}`),
    refused: [
      ...value.refused.map((text) => `{"name1":${text}}`),
      `{"${'n'.repeat(row.nameLengthMax + 1)}":"v"}`,
      '{"a-b":"v"}',
      '"v"',
    ],
  }
}

function samplesOfType(type: FieldType): Samples {
  const { values, range, lengths, name } = type
  if (values)
    return { accepted: values.map(quote), refused: ['"NOT_LISTED"', '""', '5', quote((values[0] ?? '').toLowerCase())] }
  if (name === 'Boolean') return { accepted: ['true', 'false'], refused: ['"true"', '1', '[]'] }
  if (name === 'Boolean or text')
    return { accepted: ['true', '"true"', '"false"'], refused: ['"TRUE"', '""', '1', '"1"', '[]'] }
  if (range && name === 'Integer or text') {
    const { accepted } = integers(range)
    const past = String(BigInt(range.max) + 1n)
    return { accepted: [...accepted, ...accepted.map(quote)], refused: [past, quote(past), '"x"', '""', '"1.5"', '[]'] }
  }
  if (range && name === 'Integer or digits') {
    const { accepted } = integers(range)
    const past = String(BigInt(range.max) + 1n)
    return {
      accepted: [...accepted, ...accepted.map(quote)],
      refused: [past, quote(past), '"+1"', '"x"', '""', '"1.5"', 'true', '[]'],
    }
  }
  if (name === 'String or whole number') {
    const { accepted, refused } = texts({ ...type, name: 'String' })
    return { accepted: [...accepted, '5'], refused: [...refused.filter((each) => each !== '5'), '0.5', '-7', '7e1'] }
  }
  if (range) return name === 'Integer' ? integers(range) : decimals(range)
  if (name === 'Decimal') return amounts(lengths?.[1] ?? 14)
  if (type.bounds === '1-12 as a string') return months
  const shape =
    byPattern[(type.requestSchema as { pattern?: string }).pattern ?? ''] ?? listed[type.bounds] ?? shaped[name]
  if (shape)
    return { accepted: shape.accepted.map(quote), refused: [...shape.refused.map(quote), ...notText, ...brokenText] }
  if (name === 'Base64') return base64(type.bounds.split(' or ').map(Number))
  return texts(type)
}

function texts(type: FieldType): Samples {
  const { name, lengths } = type
  if (!lengths || type.bounds.includes('not checked'))
    return { accepted: ['"x"', quote('x'.repeat(5000))], refused: notText }
  const fill = fills[name]
  if (fill === undefined) throw new Error(`no samples for the field type ${name} (${type.bounds})`)
  const [min, max] = lengths
  const other = foreign[name]
  return {
    accepted: [
      ...[quote(fill.repeat(min)), quote(fill.repeat(max))],
      ...(name === 'Digits' ? [fill.repeat(Math.max(min, 1)), fill.repeat(max)] : []),
    ],
    refused: [
      quote(fill.repeat(max + 1)),
      ...(min > 1 ? [quote(fill.repeat(min - 1))] : []),
      ...(other ? [quote(other + fill.repeat(Math.max(min - 1, 0)))] : []),
      ...(name === 'Digits' ? notDigits(fill.repeat(max)) : notText),
      ...brokenText.filter((text) => min > 0 || text !== '""'),
    ],
  }
}

/** An integer counts for digits, unless it is too long; a fraction, a sign and a boolean never do. */
function notDigits(longest: string): readonly string[] {
  return [`${longest}7`, '0.5', '-7', '7e1', ...notText.filter((text) => text !== '5')]
}

/** Shapes that only one or two fields have, by the pattern they are written with. */
const byPattern: Readonly<Record<string, Samples>> = {
  [/^(?:\w{2}|[0-9]{3}|\w{2}\/[0-9]{3})$/.source]: {
    accepted: ['QF', '081', 'QF/081'],
    refused: ['Q', '0', 'QF/08', 'QF-081', 'QFA1'],
  },
  [/^[0-9x]*$/.source]: {
    accepted: ['512345xxxxxx0008', '123456789'],
    refused: ['12345678', '1'.repeat(20), '512345XXXXXX0008'],
  },
  [/^https?:\/\/[^\s/?#]+[^\s]*$/.source]: {
    accepted: ['http://example.com', 'https://a.io'],
    refused: ['ftp://example.com', 'example.com/x', 'https://a b.io', 'http://a.io'],
  },
  [/^3DS[12](?:,3DS[12])*$/.source]: {
    accepted: ['3DS1', '3DS2', '3DS1,3DS2'],
    refused: ['3DS', '3DS3', '3DS1, 3DS2', '3DS1,', `3DS1${',3DS2'.repeat(8)}`],
  },
  [/^#?[0-9A-Fa-f]{6}$/.source]: {
    accepted: ['#FFFFFF', 'ffffff', '#0a1B2c'],
    refused: ['#FFF', '##FFFFFF', 'white!', '#FFFFFFF', '#GGGGGG'],
  },
  [/^[A-Za-z0-9+/=\r\n]*$/.source]: {
    accepted: ['eJxVUttu', 'eJxVUttu\r\nmA==', 'A'.repeat(8192)],
    refused: ['eJx*', 'A'.repeat(65_537)],
  },
}

const months: Samples = {
  accepted: ['"1"', '"12"', '"01"', '"09"', '5', '12'],
  refused: ['"0"', '"13"', '"00"', '"001"', '"1a"', '0', '13', '5.5', 'true', '""'],
}

function amounts(lengthMax: number): Samples {
  const longest = lengthMax >= 14 ? '12345678901.23' : '9'.repeat(lengthMax)
  return {
    accepted: ['"0"', '1.5', '"1.50"', quote(longest)],
    refused: [
      '""',
      '"-1"',
      '-1',
      '"1e3"',
      '1e3',
      '"1,5"',
      '"."',
      '"1."',
      quote('9'.repeat(lengthMax + 1)),
      '0.12345',
      '9'.repeat(400),
      'true',
      '[]',
    ],
  }
}

function decimals({ min, max, decimalsMax }: { min: string; max: string; decimalsMax: number }): Samples {
  return {
    accepted: [min, max, quote(min), quote(max)],
    refused: [
      `${max.replace(/\..*/, '')}0.5`,
      quote(`${max}0`),
      `0.${'0'.repeat(decimalsMax)}1`,
      '"x"',
      '""',
      'true',
      '1e2',
    ],
  }
}

function integers({ min, max }: { min: string; max: string }): Samples {
  return {
    accepted: [min, max],
    refused: [String(BigInt(min) - 1n), String(BigInt(max) + 1n), `${min}.5`, quote(min), 'true', '1e1'],
  }
}

function base64(lengths: readonly number[]): Samples {
  return {
    accepted: lengths.map((length) => quote('A'.repeat(length))),
    refused: [
      quote('A'.repeat(Math.max(...lengths) + 4)),
      quote('*'.repeat(lengths[0] ?? 4)),
      ...notText,
      ...brokenText,
    ],
  }
}
