// Bodies by chance, from rows: most of them right or nearly so, some with faults of every kind. As JSON text, since several
// faults exist only there: repeated members, numbers in unusual forms, broken texts.
import type { FieldRow, MapRow, Row, Rows } from '../../../src/contract/row.ts'
import { type Samples, samplesOf } from './samples.ts'
import { pickRandom } from './seeded.ts'

export interface BodyOdds {
  /** That a row has a member. */
  readonly filled: number
  /** That a value or a member is not as the row wants it. */
  readonly odd: number
}

type Random = () => number

const oddNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'x', '', 'ünknown', '0', 'apiOperation']

const oddValues = [
  ...[
    'null',
    '{}',
    '[]',
    '[null]',
    '[{}]',
    'true',
    'false',
    '""',
    '"x"',
    '{"a":null}',
    '{"a":{}}',
    '{"__proto__":{"b":1}}',
  ],
  ...[
    '0',
    '-0',
    '1',
    '-1',
    '1.0',
    '1.50',
    '100',
    '1e2',
    '1E2',
    '0.05',
    '5e-2',
    '1e400',
    '-1e400',
    '1e-400',
    '0e0',
    '-0.0',
  ],
  ...[
    '1200',
    '12e2',
    '99999999999999',
    '999999999999999',
    '9999999999999999',
    '12345678901234567890',
    '0.1234567890123',
  ],
  ...['1e21', '1e20', '100000000000000000000', '0.0000001', '1e-7', '-5.5', '12.340', '01', '1.', '.5', '+1', 'NaN'],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00x"',
    '"😀"',
    '"\\ud83d\\ude00"',
    '"é"',
    '"\\/"',
    '"\\\\"',
    '"\\""',
    '"a\\u0061"',
  ],
  ...[
    '"0"',
    '"00"',
    '"1.50"',
    '"1,5"',
    '"-1"',
    '" 1"',
    '"1e2"',
    '"000000000001"',
    '"0.10"',
    '"1000000000000"',
    '"12 "',
  ],
  ...[`"${'x'.repeat(300)}"`, `"${'😀'.repeat(20)}"`, `"${'😀'.repeat(128)}"`, `${'['.repeat(40)}${']'.repeat(40)}`],
]

export function randomBody(rows: Rows, odds: BodyOdds, random: Random): string {
  const body = groupText(rows, odds, random)
  return random() < odds.odd ? mangled(body, random) : body
}

function groupText(rows: Rows, odds: BodyOdds, random: Random): string {
  const names = Object.keys(rows).filter((name) => isNeeded(rows[name], odds, random) || random() < odds.filled)
  const members = shuffled(names, random).map((name) =>
    member(name, rowText(rows[name] as Row, odds, random), random, odds),
  )
  if (random() < odds.odd)
    members.push(member(pickRandom(oddNames, random), pickRandom(oddValues, random), random, odds))
  if (members.length > 0 && random() < odds.odd / 2) members.push(pickRandom(members, random))
  return `{${members.join()}}`
}

function isNeeded(row: Row | undefined, { odd }: BodyOdds, random: Random): boolean {
  return (row?.request === 'REQUIRED' || row?.request === 'FIXED') && random() >= odd
}

function member(name: string, value: string, random: Random, { odd }: BodyOdds): string {
  const space = random() < odd ? pickRandom([' ', '\n', '\t\r'], random) : ''
  return `${space}${JSON.stringify(name)}${space}:${space}${value}${space}`
}

function rowText(row: Row, odds: BodyOdds, random: Random): string {
  if (random() < odds.odd) return pickRandom(oddValues, random)
  switch (row.kind) {
    case 'GROUP':
      return groupText(row.rows, odds, random)
    case 'LIST': {
      const items = Array.from({ length: Math.floor(random() * 3) }, () => rowText(row.item, odds, random))
      return `[${items.join()}]`
    }
    default: {
      const { accepted, refused } = knownSamples(row)
      return pickRandom(random() < odds.odd ? refused : accepted, random)
    }
  }
}

/** Samples are made again and again for the same rows. */
const samples = new WeakMap<FieldRow | MapRow, Samples>()

function knownSamples(row: FieldRow | MapRow): Samples {
  const known = samples.get(row)
  if (known) return known
  const made = samplesOf(row)
  samples.set(row, made)
  return made
}

/** One character left out, doubled or replaced. */
function mangled(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  const put = pickRandom(
    ['', text.slice(at, at + 1).repeat(2), '"', ',', '\\', '{', '}', '0', 'e', '\u0001', '\ud800'],
    random,
  )
  return text.slice(0, at) + put + text.slice(at + 1)
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  if (random() < 0.5) return items
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
