// Velocity limits over every subject, counter and window, and what is counted when.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CountBook } from '../../../platform/counters/count-book.ts'
import {
  readVelocityLimit,
  type VelocityLimit,
  velocityCounters,
  velocitySubjects,
  velocityWindows,
} from '../../../platform/counters/limits.ts'
import { lengthMs, windows } from '../../../platform/counters/window.ts'
import {
  countAttempt,
  isDeclineShareReached,
  judgeVelocity,
  recordVelocityOutcome,
  type VelocityAttempt,
  type VelocityOutcome,
  velocityOutcomeOf,
} from './admission.ts'

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

describe('a velocity limit', () => {
  const max = 3
  const anotherValue = { MERCHANT: 'merchantId', ACCOUNT: 'account', ADDRESS: 'address', BIN: 'bin' } as const
  let rows = 0

  for (const subject of velocitySubjects)
    for (const counter of velocityCounters)
      for (const window of velocityWindows) {
        const bound = counter === 'AMOUNT' ? `${max}.00:USD` : String(max)
        const text = `${subject}:${counter}:${window}:${bound}`
        if (subject === 'ACCOUNT' && counter === 'CARDS') {
          it(`${text} is refused, since an account is one card`, () => assert.equal(readVelocityLimit(text), undefined))
          continue
        }
        rows += 1
        it(`${text} lets ${max} through, then none until the window has moved on, and does not affect others`, () => {
          const book = new CountBook()
          const limits = [limitOf(text)]
          // Where distinct cards are counted, each attempt uses another one.
          const attempt = (n: number) =>
            attemptWith(limits, {
              ...(counter === 'CARDS' && { account: `account-${n}` }),
              ...(counter === 'AUTHENTICATIONS' && { isAuthentication: true }),
            })
          for (let n = 0; n < max; n += 1) assert.equal(make(book, attempt(n), 'DECLINED'), 'ADMIT')
          assert.equal(make(book, attempt(max), 'DECLINED'), 'REFUSE')
          const other = { ...attempt(max), [anotherValue[subject]]: 'other' }
          assert.equal(judgeVelocity(book, other, startMs).kind, 'ADMIT')
          const { partMs } = windows[window]
          assert.equal(make(book, attempt(max), 'DECLINED', startMs + lengthMs(window) - 1), 'REFUSE')
          assert.equal(make(book, attempt(max), 'DECLINED', startMs + lengthMs(window) + partMs), 'ADMIT')
        })
      }

  it('was tested over every combination', () => {
    assert.equal(rows, (velocitySubjects.length * velocityCounters.length - 1) * velocityWindows.length)
  })

  it('counts authentications apart from payments, and holds for both once declines have reached it', () => {
    const book = new CountBook()
    const limits = ['ADDRESS:ATTEMPTS:HOUR:2', 'ADDRESS:AUTHENTICATIONS:HOUR:2', 'ADDRESS:DECLINES:HOUR:3'].map(limitOf)
    const payment = attemptWith(limits)
    const authentication = attemptWith(limits, { isAuthentication: true })
    for (let n = 0; n < 2; n += 1) assert.equal(make(book, authentication, 'NOT_DECIDED'), 'ADMIT')
    assert.equal(make(book, authentication, 'NOT_DECIDED'), 'REFUSE')
    for (let n = 0; n < 2; n += 1) assert.equal(make(book, payment, 'APPROVED'), 'ADMIT')
    assert.equal(make(book, payment, 'APPROVED'), 'REFUSE')

    const declining = [limitOf('ADDRESS:DECLINES:HOUR:2')]
    const failed = attemptWith(declining, { isAuthentication: true })
    for (let n = 0; n < 2; n += 1) assert.equal(make(book, failed, 'DECLINED'), 'ADMIT')
    assert.equal(make(book, failed, 'DECLINED'), 'REFUSE')
    assert.equal(make(book, attemptWith(declining), 'DECLINED'), 'REFUSE')
  })

  it('slides: counts leave it part by part', () => {
    const book = new CountBook()
    const attempt = attemptWith([limitOf('ACCOUNT:ATTEMPTS:HOUR:12')])
    const { partMs } = windows.HOUR
    for (let n = 0; n < 12; n += 1) assert.equal(make(book, attempt, 'APPROVED', startMs + n * partMs), 'ADMIT')
    assert.equal(make(book, attempt, 'APPROVED', startMs + 12 * partMs), 'REFUSE')
    assert.equal(make(book, attempt, 'APPROVED', startMs + 13 * partMs), 'ADMIT')
    assert.equal(make(book, attempt, 'APPROVED', startMs + 13 * partMs), 'REFUSE')
  })

  it('on an amount checks the amount that would be reached, in its own currency', () => {
    const book = new CountBook()
    const limits = [limitOf('ACCOUNT:AMOUNT:DAY:10.00:USD')]
    assert.equal(make(book, attemptWith(limits, { amountMinor: 600n }), 'APPROVED'), 'ADMIT')
    assert.equal(make(book, attemptWith(limits, { amountMinor: 401n }), 'APPROVED'), 'REFUSE')
    assert.equal(make(book, attemptWith(limits, { amountMinor: 400n }), 'APPROVED'), 'ADMIT')
    assert.equal(make(book, attemptWith(limits, { amountMinor: 9_000n, currency: 'EUR' }), 'APPROVED'), 'ADMIT')
  })

  it('on cards lets a card through that was counted before', () => {
    const book = new CountBook()
    const limits = [limitOf('ADDRESS:CARDS:HOUR:2')]
    for (const account of ['a', 'b']) make(book, attemptWith(limits, { account }), 'APPROVED')
    assert.equal(make(book, attemptWith(limits, { account: 'c' }), 'APPROVED'), 'REFUSE')
    assert.equal(make(book, attemptWith(limits, { account: 'a' }), 'APPROVED'), 'ADMIT')
  })

  it('does not apply to a payment that lacks the counted value', () => {
    const book = new CountBook()
    const {
      address: _,
      bin: __,
      ...bare
    } = attemptWith([limitOf('ADDRESS:DECLINES:HOUR:1'), limitOf('BIN:DECLINES:DAY:1')])
    for (let n = 0; n < 3; n += 1) assert.equal(make(book, bare, 'DECLINED'), 'ADMIT')
  })

  it('with a share applies only while that share of the attempts is declined', () => {
    const book = new CountBook()
    const limits = [limitOf('BIN:DECLINES:HOUR:3:50%')]
    const from = (n: number) => attemptWith(limits, { account: `account-${n}` })
    for (let n = 0; n < 5; n += 1) make(book, from(n), 'APPROVED')
    for (let n = 5; n < 10; n += 1) assert.equal(make(book, from(n), 'DECLINED'), 'ADMIT', String(n))
    assert.equal(make(book, from(10), 'DECLINED'), 'REFUSE')
    assert.equal(make(book, from(0), 'APPROVED'), 'ADMIT', 'an account that was approved today')
  })

  it('with a share is not evaded by one account that is approved again and again', () => {
    const book = new CountBook()
    const limits = [limitOf('BIN:DECLINES:HOUR:3:50%')]
    for (let n = 0; n < 100; n += 1) make(book, attemptWith(limits), 'APPROVED')
    for (let n = 0; n < 3; n += 1) make(book, attemptWith(limits, { account: `other-${n}` }), 'DECLINED')
    assert.equal(make(book, attemptWith(limits, { account: 'other' }), 'DECLINED'), 'REFUSE')
  })
})

describe('an attempt in flight', () => {
  const attempt = attemptWith([limitOf('ADDRESS:DECLINES:HOUR:2')])

  it('counts as a decline, and makes further ones wait for its outcome', () => {
    const book = new CountBook()
    const counted = [countAttempt(book, attempt, startMs), countAttempt(book, attempt, startMs)] as const
    assert.equal(judgeVelocity(book, attempt, startMs).kind, 'WAIT')
    recordVelocityOutcome(book, counted[0], 'APPROVED', startMs)
    assert.equal(judgeVelocity(book, attempt, startMs).kind, 'ADMIT')
    recordVelocityOutcome(book, counted[1], 'DECLINED', startMs)
    assert.equal(make(book, attempt, 'DECLINED'), 'ADMIT')
    assert.equal(judgeVelocity(book, attempt, startMs).kind, 'REFUSE')
  })

  it('is subtracted when the acquirer did not decide', () => {
    const book = new CountBook()
    for (let n = 0; n < 5; n += 1) assert.equal(make(book, attempt, 'NOT_DECIDED'), 'ADMIT')
  })

  it('is subtracted from the part it was counted in, also when that has passed', () => {
    const book = new CountBook()
    const counted = countAttempt(book, attempt, startMs)
    recordVelocityOutcome(book, counted, 'APPROVED', startMs + lengthMs('DAY'))
    assert.equal(make(book, attempt, 'DECLINED', startMs + lengthMs('DAY')), 'ADMIT')
    assert.equal(make(book, attempt, 'DECLINED', startMs + lengthMs('DAY')), 'ADMIT')
    assert.equal(make(book, attempt, 'DECLINED', startMs + lengthMs('DAY')), 'REFUSE')
  })
})

describe('an outcome', () => {
  for (const [gatewayCode, securityCodeResult, expected] of [
    ['APPROVED', 'MATCH', 'APPROVED'],
    ['APPROVED', undefined, 'APPROVED'],
    ['APPROVED', 'NO_MATCH', 'DECLINED'],
    ['PARTIALLY_APPROVED', undefined, 'APPROVED'],
    ['DECLINED', undefined, 'DECLINED'],
    ['INSUFFICIENT_FUNDS', undefined, 'DECLINED'],
    ['BLOCKED', undefined, 'DECLINED'],
    ['TIMED_OUT', undefined, 'NOT_DECIDED'],
    ['ACQUIRER_SYSTEM_ERROR', undefined, 'NOT_DECIDED'],
    ['LOCK_FAILURE', undefined, 'NOT_DECIDED'],
    ['UNKNOWN', undefined, 'NOT_DECIDED'],
  ] as const)
    it(`${gatewayCode} with security code ${securityCodeResult ?? 'unchecked'} counts as ${expected}`, () =>
      assert.equal(velocityOutcomeOf(gatewayCode, securityCodeResult), expected))
})

describe('the share of declines of a merchant', () => {
  it('is reached by enough declines within the hour, settled ones alone, and never at 0 %', () => {
    const book = new CountBook()
    const from = (n: number) => attemptWith([], { account: `account-${n}` })
    const isReached = (percent: number) => isDeclineShareReached(book, 'SHOP1', { percent, nowMs: startMs })
    for (let n = 0; n < 24; n += 1) make(book, from(n), 'DECLINED')
    countAttempt(book, from(24), startMs)
    assert.equal(isReached(50), false)
    make(book, from(25), 'DECLINED')
    assert.deepEqual([isReached(50), isReached(100), isReached(0)], [true, true, false])
    for (let n = 26; n < 52; n += 1) make(book, from(n), 'APPROVED')
    assert.deepEqual([isReached(50), isReached(49)], [false, true])
  })
})
