// Responses of the largest size and the worst content that an acquirer can send, and how long they take.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { slownessOfCore, threadMs } from '../../../test/support/hostile/thread-time.ts'
import { Secret } from '../../kernel/secret.ts'
import { type BodyLimits, orderLimits, readReceivedBody, responseLimits } from './received-body.ts'
import { openLinkRedactor } from './redactor.ts'

const number = '5123450000000008'
const track = '%B5123450000000008^PAYER/JO^39011010000000000739000000?'
const link = openLinkRedactor([
  { value: '5f2c9a1e7b3d4f6a8c0e2d4b6f8a0c1e' },
  ...Array.from({ length: 1_000 }, (_, index) => ({ value: `password${index * 7_919}` })),
])
const ofRequest = link.of({
  request: [number, '739', track, '9F2608'.repeat(40)].map((value) => new Secret('AUTHENTICATION', value)),
})
const ofInquiry = link.of({ maskedNumber: '512345xxxxxx0008', isOfUnknownSecrets: true })

const filled = (part: string, bytes: number) => part.repeat(Math.floor(bytes / Buffer.byteLength(part)))
const list = (part: string, { valuesMax }: BodyLimits, each = 1) =>
  Array(Math.floor(valuesMax / each) - 2)
    .fill(part)
    .join()

/** Texts that are as long as a response can be, or as long as they are still looked at closely. */
const repeated = [
  ...[number, '5123 4500 0000 0008 ', '51234500001', '0', ' ', '739 ', '7..3..', 'x', '\\', '"'],
  ...['NTEyMzQ1', 'NzM4 ', '353637 ', '%37', '%2525252537', '&#55;', '&amp;', '\\u0037', '７', '٧', 'é', '\u0301'],
  ...[track, '9F2608', '9F26089F2607', 'password', 'passwor '],
]

function worst(limits: BodyLimits): readonly string[] {
  const texts = repeated.flatMap((part) => [69_000, 34_000].map((length) => filled(part, 262_000).slice(0, length)))
  return [
    ...texts.map((text) => JSON.stringify({ a: text })),
    `{${filled('\n ', limits.bytesMax - 20)}"a":1}`,
    `{"a":[${list('[]', limits, 2)}]}`,
    `{"a":[${list('512345000000000', limits)}]}`,
    `{"a":[${list('{"739 x":"739 x"}', limits, 2)}]}`,
    `{${Array.from({ length: limits.valuesMax - 10 }, (_, index) => `"a${index}":1`).join()}}`,
    `{${Array.from({ length: limits.valuesMax - 10 }, (_, index) => `"5123450000${index}":"7 3 ${index}"`).join()}}`,
    `${'{"a":'.repeat(31)}{}${'}'.repeat(31)}`,
    `${'{"a":'.repeat(40_000)}`,
  ].filter((text) => Buffer.byteLength(text) <= limits.bytesMax)
}

function onceMs(work: () => unknown): number {
  const before = threadMs()
  work()
  return threadMs() - before
}

/** The median of five, after two to warm up. A first look that takes less than half of the bound is enough. */
function cpuMs(work: () => unknown, boundMs: number): number {
  const first = onceMs(work)
  if (first < boundMs / 2) return first
  const times = Array.from({ length: 7 }, () => onceMs(work)).slice(2)
  return times.toSorted((a, b) => a - b)[2] ?? 0
}

describe('the body of an answer', () => {
  for (const [name, limits, redactor, boundMs] of [
    ['of one transaction', responseLimits, ofRequest, 40],
    ['of an order', orderLimits, ofInquiry, 80],
  ] as const)
    it(`${name} is read in bounded time, whatever it holds`, (t) => {
      const taken = worst(limits).map((text) => {
        const bytes = Buffer.from(text)
        return { ms: cpuMs(() => readReceivedBody(bytes, redactor, limits), boundMs), text: text.slice(0, 60) }
      })
      const [slowest] = taken.toSorted((a, b) => b.ms - a.ms)
      const slowness = slownessOfCore()
      t.diagnostic(
        `${taken.length} bodies, on a core ${slowness.toFixed(1)} times as slow, the slowest ${slowest?.ms.toFixed(1)} ms: ${slowest?.text}`,
      )
      assert.ok(slowest && slowest.ms < boundMs * slowness, `${slowest?.ms} ms: ${slowest?.text}`)
    })

  it('keeps no secret when it takes too much work: what cannot be looked at is removed', () => {
    for (const part of ['739 ', `${number} `, '&#55;39 ', 'NzM5 ']) {
      const body = readReceivedBody(Buffer.from(JSON.stringify({ a: filled(part, 200_000) })), ofRequest)
      assert.ok(body.kind === 'JSON')
      assert.doesNotMatch(String(body.value['a']), /739|5123450000|NzM5|&#55;/)
    }
  })

  it('is JSON of few enough values, or its length', () => {
    const read = (text: string) => readReceivedBody(Buffer.from(text), ofRequest)
    assert.equal(read('{"a":1}').kind, 'JSON')
    const others = ['', 'no JSON', '[]', '"text"', '{"a":1,"a":2}', `{"a":[${Array(5_000).fill('1').join()}]}`]
    for (const text of others) assert.deepEqual(read(text), { kind: 'OTHER', length: text.length })
  })
})
