import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CountBook } from '../../../platform/counters/count-book.ts'
import { type VelocityLimit, velocityLimitsOf } from '../../../platform/counters/limits.ts'
import { lengthMs, windows } from '../../../platform/counters/window.ts'
import { countAttempt, judgeVelocity, type VelocityAttempt } from './admission.ts'
import { countPayload, judgePayload, type PayloadAttempt, settlePayload } from './payloads.ts'

const startMs = Date.parse('2026-03-01T12:00:00Z')
const limits: readonly VelocityLimit[] = velocityLimitsOf(['ADDRESS:DECLINES:HOUR:3'])
const attempt: PayloadAttempt = { merchantId: 'SHOP1', limits, address: '192.0.2.1', session: 'session-1' }
const withoutAddress: PayloadAttempt = { merchantId: 'SHOP1', limits: [], session: 'session-1' }

/** Opens a payload if the limits allow it. */
function open(book: CountBook, sent: PayloadAttempt, isUsable: boolean, atMs = startMs): string {
  const { kind } = judgePayload(book, sent, atMs)
  if (kind === 'ADMIT') settlePayload(book, countPayload(book, sent, atMs), { isUsable })
  return kind
}

const cardAttempt: VelocityAttempt = {
  merchantId: 'SHOP1',
  limits,
  account: 'account-1',
  address: '192.0.2.1',
  amountMinor: 100n,
  currency: 'USD',
}

describe('refused payloads', () => {
  it('of one session are ten within an hour, whatever the limits of the profile', () => {
    const book = new CountBook()
    for (let n = 0; n < 10; n += 1) assert.equal(open(book, withoutAddress, false), 'ADMIT')
    assert.equal(open(book, withoutAddress, true), 'REFUSE')
    assert.equal(open(book, { ...withoutAddress, session: 'session-2' }, false), 'ADMIT')
    assert.equal(open(book, { ...withoutAddress, merchantId: 'SHOP2' }, false), 'ADMIT')
    const later = startMs + lengthMs('HOUR') + windows.HOUR.partMs
    assert.equal(open(book, withoutAddress, true, later), 'ADMIT')
  })

  it('count as declines of the network, for payloads of every session and for cards', () => {
    const book = new CountBook()
    for (let n = 0; n < 3; n += 1) assert.equal(open(book, { ...attempt, session: `session-${n}` }, false), 'ADMIT')
    assert.equal(open(book, { ...attempt, session: 'another' }, true), 'REFUSE')
    assert.equal(judgeVelocity(book, cardAttempt, startMs).kind, 'REFUSE')
    assert.equal(open(book, { ...attempt, address: '192.0.2.2' }, true), 'ADMIT')
  })

  it('are refused after declines of cards from the network', () => {
    const book = new CountBook()
    for (let n = 0; n < 3; n += 1) countAttempt(book, cardAttempt, startMs)
    assert.equal(open(book, attempt, true), 'WAIT')
  })

  it('are not those that can be used', () => {
    const book = new CountBook()
    for (let n = 0; n < 50; n += 1) assert.equal(open(book, attempt, true), 'ADMIT')
    assert.equal(book.size, 0)
  })

  it('count from their start, and leave others waiting until it is known', () => {
    const book = new CountBook()
    const started = Array.from({ length: 3 }, () => countPayload(book, attempt, startMs))
    assert.equal(open(book, { ...attempt, session: 'another' }, true), 'WAIT')
    for (const each of started) settlePayload(book, each, { isUsable: true })
    assert.equal(open(book, { ...attempt, session: 'another' }, true), 'ADMIT')
  })

  it('do not count for the merchant, whose pages would authenticate every payer', () => {
    const book = new CountBook()
    const merchantLimit = velocityLimitsOf(['MERCHANT:DECLINES:HOUR:1', 'BIN:DECLINES:HOUR:1'])
    assert.equal(open(book, { ...attempt, limits: merchantLimit }, false), 'ADMIT')
    assert.equal(judgeVelocity(book, { ...cardAttempt, limits: merchantLimit, bin: '512345' }, startMs).kind, 'ADMIT')
  })
})
