// What the count book remembers, what it publishes for other processes, and requests counted in it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  countAttempt,
  judgeVelocity,
  recordVelocityOutcome,
  type VelocityAttempt,
  type VelocityOutcome,
} from '../../risk/rules/velocity/admission.ts'
import { CountBook, countSubject } from './count-book.ts'
import {
  countRequest,
  readRequestLimit,
  readVelocityLimit,
  requestLimitsOf,
  type VelocityLimit,
  velocityLimitsOf,
} from './limits.ts'
import { lengthMs, windows } from './window.ts'

const startMs = Date.parse('2026-03-01T12:00:00Z')

function attemptWith(limits: readonly VelocityLimit[], differences: Partial<VelocityAttempt> = {}): VelocityAttempt {
  const common = { merchantId: 'SHOP1', account: 'account-1', address: '192.0.2.1', bin: '512345' }
  return { ...common, limits, amountMinor: 100n, currency: 'USD', ...differences }
}

/** Admits an attempt if the limits allow it, and records its outcome at once. */
function make(book: CountBook, attempt: VelocityAttempt, outcome: VelocityOutcome, atMs = startMs): string {
  const { kind } = judgeVelocity(book, attempt, atMs)
  if (kind === 'ADMIT') recordVelocityOutcome(book, countAttempt(book, attempt, atMs), outcome, atMs)
  return kind
}

const limitOf = (text: string): VelocityLimit => {
  const limit = readVelocityLimit(text)
  assert.ok(limit, text)
  return limit
}

describe('the counters of velocity limits', () => {
  const limits = velocityLimitsOf(['DEFAULT'])

  it('drop the oldest keys beyond their bound', () => {
    const book = new CountBook({ ADDRESS: 2 })
    const only = [limitOf('ADDRESS:DECLINES:HOUR:1')]
    const from = (address: string) => attemptWith(only, { address })
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) make(book, from(address), 'DECLINED')
    assert.equal(judgeVelocity(book, from('192.0.2.3'), startMs).kind, 'REFUSE')
    assert.equal(judgeVelocity(book, from('192.0.2.1'), startMs).kind, 'ADMIT', 'forgotten')
  })

  it('publish what other processes need to refuse the same, and the latest totals count', () => {
    const [one, other] = [new CountBook(), new CountBook()]
    const attempt = attemptWith([limitOf('ADDRESS:DECLINES:HOUR:4'), limitOf('ADDRESS:CARDS:HOUR:9')])
    const exchange = () => {
      for (const totals of one.takeChanges()) other.merge('one', JSON.parse(JSON.stringify(totals)))
    }
    for (let n = 0; n < 2; n += 1) make(one, attempt, 'DECLINED')
    exchange()
    for (let n = 0; n < 2; n += 1) assert.equal(make(other, attempt, 'DECLINED'), 'ADMIT')
    assert.equal(make(other, attempt, 'DECLINED'), 'REFUSE')
    assert.equal(make(one, attempt, 'DECLINED'), 'ADMIT', 'has not read the totals of the other')
    exchange()
    exchange()
    assert.equal(make(other, attempt, 'DECLINED', startMs + lengthMs('HOUR') + windows.HOUR.partMs), 'ADMIT')
  })

  it('publish an account or address only once it was declined or has been in flight for two rounds', () => {
    const book = new CountBook()
    const kinds = () =>
      book
        .takeChanges()
        .map(({ kind }) => kind)
        .toSorted()
    make(book, attemptWith(limits), 'APPROVED')
    assert.deepEqual(kinds(), ['BIN', 'MERCHANT'])
    const counted = countAttempt(book, attemptWith(limits), startMs)
    assert.deepEqual(kinds(), ['BIN', 'MERCHANT'])
    assert.deepEqual(kinds(), ['ACCOUNT', 'ADDRESS'])
    recordVelocityOutcome(book, counted, 'APPROVED', startMs)
    assert.deepEqual(kinds(), ['ACCOUNT', 'ADDRESS', 'BIN', 'MERCHANT'])
    assert.deepEqual(kinds(), [])
  })

  it('publish again what could not be published', () => {
    const book = new CountBook()
    make(book, attemptWith(limits), 'DECLINED')
    const taken = book.takeChanges()
    book.putBack(taken)
    assert.deepEqual(book.takeChanges(), taken)
  })
})

describe('request limits', () => {
  const asker = countSubject('SHOP1', 'RATE', 'API')

  it('let a number of requests through in a window, and do not count refused ones', () => {
    const book = new CountBook()
    const may = (atMs: number) =>
      countRequest(book, asker, { limits: requestLimitsOf(['2:SECOND', '5:MINUTE']), nowMs: atMs })
    assert.deepEqual([may(startMs), may(startMs), may(startMs)], [true, true, false])
    const later = startMs + 2_000
    assert.deepEqual([may(later), may(later), may(later)], [true, true, false])
    const latest = startMs + 4_000
    assert.deepEqual([may(latest), may(latest)], [true, false], 'the minute has its five')
    assert.equal(may(startMs + 80_000), true)
  })

  for (const text of ['0:SECOND', '5', '5:HOUR', '-5:SECOND', '1000000:SECOND', 'SECOND:5', ''])
    it(`are refused as "${text}"`, () => assert.equal(readRequestLimit(text), undefined))
})
