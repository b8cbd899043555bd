import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  alphanumeric,
  asciiText,
  asSent,
  boolean,
  country,
  currency,
  digits,
  enumeration,
  hex,
  maskedDigits,
  string,
  upperAlpha,
} from './field-types.ts'
import {
  base64,
  base64Text,
  date,
  dateTime,
  email,
  month,
  monthAndYear,
  telephoneNumber,
  time,
  url,
} from './format-types.ts'
import { JsonNumber, type JsonValue } from './json/json.ts'
import { amount, decimal, integer, largeInteger, orDigits, orText } from './number-types.ts'
import { FieldError, type FieldRow } from './row.ts'

const number = (text: string) => new JsonNumber(text)

/** A type with values it accepts (and, where it differs, their canonical form) and values it refuses. */
interface Case {
  readonly row: FieldRow
  readonly takes: readonly (string | boolean | readonly [given: JsonValue, canonical: unknown])[]
  readonly refuses: readonly JsonValue[]
}

const prices = decimal({ min: '-1000000000000', max: '1000000000000', decimalsMax: 3 })

const cases: Readonly<Record<string, Case>> = {
  String: {
    row: string(1, 3),
    takes: ['a', 'abc', 'é', '日本語', '😀😀😀', ' '],
    refuses: ['', 'abcd', '😀😀😀😀', 'a\0b', '\ud800', 'a\udc00', number('5'), true, [], {}, null],
  },
  'String with a minimum': { row: string(7, 15), takes: ['1.1.1.1'], refuses: ['1.1.1.', '1'.repeat(16)] },
  'String as sent': { row: asSent(), takes: ['', 'x'.repeat(5000)], refuses: [number('1'), 'a\0'] },
  'ASCII Text': { row: asciiText(1, 4), takes: ['a b', '~!'], refuses: ['é', 'abcde', ''] },
  'ASCII Text that may be empty': { row: asciiText(0, 4), takes: ['', 'abcd'], refuses: ['abcde', 'é', number('1')] },
  Alphanumeric: { row: alphanumeric(1, 4), takes: ['aZ09'], refuses: ['a b', 'a-b', 'é', 'abcde', ''] },
  'Alphanumeric + additional characters': {
    row: alphanumeric(1, 5, { plus: " -_&+!$.,'/\\()]^" }),
    takes: ['a b-c', '_&+!$', '.', "\\()'/", ']^,'],
    refuses: ['a*b', 'a"b', 'a[b'],
  },
  Digits: {
    row: digits(3),
    takes: ['012', [number('123'), '123']],
    refuses: [
      '12',
      '1234',
      '12a',
      '１２３',
      number('12'),
      number('1234'),
      number('1.5'),
      number('-12'),
      number('1e2'),
      true,
    ],
  },
  'Masked digits': {
    row: maskedDigits(9, 19),
    takes: ['123456789'],
    refuses: ['123456xxxxxx0008', '12345678', '1'.repeat(20), number('123456789')],
  },
  'Upper case alphabetic text': { row: upperAlpha(3), takes: ['USD'], refuses: ['usd', 'US', 'USDX', 'US1', 'ÄÖÜ'] },
  Hex: { row: hex(2, 4), takes: ['0aF9'], refuses: ['0g', '1'] },
  Month: {
    row: month(),
    takes: ['5', '12', ['05', '5'], ['01', '1'], [number('5'), '5'], [number('12'), '12']],
    refuses: ['0', '13', '00', '005', '1a', number('0'), number('13'), number('5.0'), true],
  },
  'Month and year': {
    row: monthAndYear(),
    takes: [
      ['0521', { month: '5', year: '21' }],
      ['1200', { month: '12', year: '00' }],
      [number('1221'), { month: '12', year: '21' }],
    ],
    refuses: ['0021', '1321', '521', '05211', '05/21', number('521'), {}],
  },
  'Decimal, an amount': {
    row: amount(),
    takes: [
      '1',
      ['1.00', '1'],
      ['001.50', '1.5'],
      '0',
      [number('12.34'), '12.34'],
      [number('0.10'), '0.1'],
      '12345678901.23',
      '1000000000000',
      '1.234',
      ['1.2340000', '1.234'],
    ],
    refuses: [
      '1.2345',
      number('0.0001'),
      '',
      '.',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e3',
      '1,5',
      ' 1',
      '123456789012345',
      '1000000000001',
      number('-1'),
      number('1e3'),
      number('9'.repeat(400)),
      true,
      '१',
    ],
  },
  'Decimal with bounds': {
    row: prices,
    takes: ['-1000000000000', '1000000000000', ['-0.50', '-0.5'], [number('-3.125'), '-3.125']],
    refuses: ['1000000000000.001', '-1000000000000.001', '0.1234', '1e2', '--1', '', number('9'.repeat(400))],
  },
  Integer: {
    row: integer(1, 99),
    takes: [
      [number('1'), 1],
      [number('99'), 99],
    ],
    refuses: [
      number('0'),
      number('100'),
      number('1.5'),
      number('1.0'),
      number('1e1'),
      '5',
      true,
      number('9'.repeat(400)),
    ],
  },
  'Integer beyond a double': {
    row: largeInteger(1n, 9_999_999_999_999_999n),
    takes: [
      [number('9999999999999999'), '9999999999999999'],
      [number('1'), '1'],
    ],
    refuses: [number('10000000000000000'), number('0'), '1'],
  },
  Boolean: { row: boolean(), takes: [true, false], refuses: ['true', number('1'), null] },
  DateTime: {
    row: dateTime(),
    takes: ['2026-11-15T01:40:00.000Z', '2024-02-29T23:59:59.999Z'],
    refuses: [
      '2026-11-15T01:40:00Z',
      '2026-02-29T00:00:00.000Z',
      '2026-11-15T24:00:00.000Z',
      '2026-11-15T01:40:00.000+01:00',
      '2026-11-15',
    ],
  },
  Date: {
    row: date(),
    takes: ['2026-11-15', '2000-02-29'],
    refuses: ['2026-13-01', '2026-00-10', '1900-02-29', '2026-04-31', '26-11-15', '2026-1-5'],
  },
  Time: {
    row: time(),
    takes: ['10:30Z', '10:30:59Z', '00:00+10', '23:59:59-03:30'],
    refuses: ['10:30', '24:00Z', '10:60Z', '10:30:60Z', '10:30+1', '1030Z', '10:30 Z'],
  },
  Url: {
    row: url(),
    takes: ['https://a.io', 'https://shop.example/return?x=1'],
    refuses: [
      'http://shop.example',
      'https://a.b',
      'https://',
      'https:// shop.example',
      'ftp://shop.example',
      'https://shop example',
    ],
  },
  Email: {
    row: email(),
    takes: ['a@bc', 'jo.smith+tag@example.com', '"a b"@example.com', 'ü@example.com'],
    refuses: ['a@b', 'example.com', 'a@b@c', 'a b@example.com', '@example.com', 'jo@', 'a@b\nc'],
  },
  'Telephone Number': {
    row: telephoneNumber(),
    takes: ['+1 5550100', '+44 20 7946 0958', '+123 456789012345'],
    refuses: [
      '5550100',
      '+15550100',
      '+1234 5',
      '+1  55',
      '+1 55 ',
      '+1 123456789012345',
      '+1 55-5',
      '+44 20 7946 0958 12 3',
    ],
  },
  Base64: {
    row: base64(28, 32),
    takes: ['A'.repeat(28), `${'A'.repeat(26)}==`, 'A'.repeat(32)],
    refuses: ['A'.repeat(27), 'A'.repeat(24), `${'A'.repeat(25)}===`, '*'.repeat(28)],
  },
  Country: { row: country(), takes: ['AUT', 'USA', 'TWN'], refuses: ['ZZZ', 'AT', 'aut', 'AUTA', 'XKX', number('40')] },
  Currency: { row: currency(), takes: ['USD', 'JPY', 'KWD'], refuses: ['QQQ', 'US', 'usd', 'USDX', number('840')] },
  'Base64 of any length': {
    row: base64Text(8),
    takes: ['eJx9', 'eJx9Ag==', 'eJ\r\nx9'],
    refuses: ['', 'eJx9eJx9e', 'eJx*', 'é', number('1')],
  },
  'Integer or text': {
    row: orText(integer(-840, 840)),
    takes: [
      [number('-840'), -840],
      ['-840', -840],
      ['+200', 200],
      ['0', 0],
    ],
    refuses: ['', '+', '841', '1.5', '1e1', ' 1', 'x', 'true', true, number('841'), '9'.repeat(21)],
  },
  'Integer or digits': {
    row: orDigits(integer(0, 99)),
    takes: [
      [number('25'), 25],
      ['25', 25],
      ['025', 25],
      ['0', 0],
    ],
    refuses: [
      '',
      '+1',
      '-1',
      '100',
      '1.5',
      '1e1',
      ' 1',
      'x',
      'true',
      true,
      number('100'),
      number('1.5'),
      '0'.repeat(21),
    ],
  },
  'Large integer or digits': {
    row: orDigits(largeInteger(1n, 9_999_999_999_999_999n)),
    takes: [
      ['9999999999999999', '9999999999999999'],
      ['01', '1'],
    ],
    refuses: ['10000000000000000', '0', '1.5', '+1', ''],
  },
  'Boolean or text': {
    row: orText(boolean()),
    takes: [true, ['true', true], ['false', false]],
    refuses: ['', 'TRUE', '1', number('1'), 'yes'],
  },
  Enumeration: {
    row: enumeration(['ONE', 'TWO']),
    takes: ['ONE', 'TWO'],
    refuses: ['one', 'THREE', '', number('1'), null, 'toString'],
  },
}

describe('field types', () => {
  for (const [name, { row, takes, refuses }] of Object.entries(cases)) {
    it(`${name} accepts its valid values`, () => {
      for (const given of takes) {
        const [value, canonical] = typeof given === 'object' ? given : [given, given]
        assert.deepEqual(row.type.read(value), canonical, JSON.stringify(value))
      }
    })
    it(`${name} refuses values just outside its bounds`, () => {
      for (const value of refuses) assert.ok(row.type.read(value) instanceof FieldError, JSON.stringify(value))
    })
  }

  it('state the actual and the allowed length of a text that is too long', () => {
    const refused = string(1, 40).type.read('x'.repeat(42))
    assert.ok(refused instanceof FieldError && refused.reason.includes('42') && refused.reason.includes('less than 41'))
  })
})
