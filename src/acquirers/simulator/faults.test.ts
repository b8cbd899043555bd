import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  countsInquiries,
  countsReversals,
  inquiryFaultOf,
  requestedOutcome,
  requestFaultOf,
  reversalFaultByChance,
  reversalFaultByWords,
} from './faults.ts'
import { capabilitiesOf, isUnavailable, parseFaults } from './random-faults.ts'

const sound = { isNotSent: false, isSilent: false, isWrong: false, isPartial: false, isTwice: false }
const withReference = (reference: string) => ({ reference: 'r1', details: { order: { reference } } })

describe('faults by reference', () => {
  it('are words of order.reference or transaction.reference, next to others', () => {
    assert.equal(requestFaultOf(withReference('order 17 SIM-SILENT'), undefined).isSilent, true)
    assert.equal(requestFaultOf(withReference('SIM-SLOW-200;SIM-TWICE'), undefined).slowMs, 200)
    assert.equal(requestFaultOf(withReference('SIM-SLOW-200;SIM-TWICE'), undefined).isTwice, true)
    assert.equal(requestFaultOf(withReference('SIM-LATE-50'), undefined).lateMs, 50)
    assert.equal(requestFaultOf(withReference('SIM-NOTSENT'), undefined).isNotSent, true)
    const byTransaction = { reference: 'r1', details: { transaction: { reference: 'SIM-WRONG' } } }
    assert.equal(requestFaultOf(byTransaction, undefined).isWrong, true)
    assert.equal(requestFaultOf(withReference('SIM-PARTIAL'), undefined).isPartial, true)
  })

  it('are not found inside other words', () => {
    for (const reference of ['XSIM-SILENT', 'SIM-SILENTLY', 'SIM-SLOW-', 'SIM-SLOW-1234567', 'sim-silent', '']) {
      assert.deepEqual(requestFaultOf(withReference(reference), undefined), sound, reference)
    }
    assert.deepEqual(requestFaultOf({ reference: 'r1', details: {} }, undefined), sound)
  })

  it('can apply to reversals only, the first ones or all of them', () => {
    const reversal = (reference: string, time: number) => reversalFaultByWords({ order: { reference } }, time)
    const answered = { isRefused: false, isSilent: false, isLost: false }
    assert.deepEqual(reversal('SIM-NO-REVERSAL', 7), { ...answered, isRefused: true })
    for (const [word, fault] of [
      ['SIM-SLOW-REVERSAL-3', { isSilent: true }],
      ['SIM-LOST-REVERSAL-3', { isLost: true }],
    ] as const) {
      for (const time of [1, 3]) assert.deepEqual(reversal(word, time), { ...answered, ...fault }, word)
      assert.deepEqual(reversal(word, 4), answered, word)
    }
    assert.deepEqual(reversal('SIM-LATE-REVERSAL-700', 1), { ...answered, lateMs: 700 })
    assert.deepEqual(reversal('SIM-LATE-REVERSAL-700', 2), answered)
    assert.deepEqual(requestFaultOf(withReference('SIM-SLOW-REVERSAL-3 SIM-LATE-REVERSAL-700'), undefined), sound)
  })

  it('can apply to inquiries only, the first ones or all of them', () => {
    const inquiry = (reference: string, time: number) => inquiryFaultOf(withReference(reference), undefined, time)
    for (const [word, fault] of [
      ['SIM-SILENT-INQUIRY-2', { isSilent: true }],
      ['SIM-WRONG-INQUIRY-2', { isSilent: false, wrong: 'AMOUNT' }],
      ['SIM-FALSE-INQUIRY-2', { isSilent: false, wrong: 'OUTCOME' }],
      ['SIM-OPEN-INQUIRY-2', { isSilent: false, openWord: 'UNKNOWN' }],
    ] as const) {
      for (const time of [1, 2]) assert.deepEqual(inquiry(word, time), fault, word)
      assert.deepEqual(inquiry(word, 3), { isSilent: false }, word)
      assert.deepEqual(requestFaultOf(withReference(word), undefined), sound, word)
    }
    assert.deepEqual(inquiry('SIM-SLOW-INQUIRY-900', 5), { isSilent: false, slowMs: 900 })
    assert.deepEqual(inquiry('order 17', 1), { isSilent: false })
  })

  it('count inquiries and reversals only where the number matters', () => {
    const counts = (reference: string) => {
      const { details } = withReference(reference)
      return [countsInquiries(details, undefined), countsReversals(details, undefined)]
    }
    assert.deepEqual(counts('SIM-SILENT order 17'), [false, false])
    assert.deepEqual(counts('SIM-OPEN-INQUIRY-2'), [true, false])
    assert.deepEqual(counts('SIM-LOST-REVERSAL-1'), [false, true])
    const random = parseFaults('silent=0.5')
    assert.deepEqual([countsInquiries({}, random), countsReversals({}, random)], [false, false])
    assert.equal(countsInquiries({}, parseFaults('openInquiries=0.5')), true)
    assert.equal(countsReversals({}, parseFaults('lateReversals=0.5')), true)
  })

  it('take precedence over random faults', () => {
    const always = parseFaults('silent=1,twice=1')
    assert.deepEqual(requestFaultOf(withReference('SIM-WRONG'), always), { ...sound, isWrong: true })
    const inquiries = parseFaults('silentInquiries=1')
    assert.equal(inquiryFaultOf(withReference('SIM-WRONG'), inquiries, 1).isSilent, false)
    assert.equal(inquiryFaultOf(withReference('order 17'), inquiries, 1).isSilent, true)
  })
})

describe('an outcome by reference', () => {
  it('is the gateway code after .FAIL, or UNKNOWN when there is none of that name', () => {
    for (const [reference, outcome] of [
      ['.FAILDECLINED', 'DECLINED'],
      ['order-1.FAILINSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
      ['.FAILTIMED_OUT SIM-NO-REVERSAL', 'TIMED_OUT'],
      ['.FAILED', 'UNKNOWN'],
      ['.FAIL', 'UNKNOWN'],
      ['.FAILtoString', undefined],
      ['FAILDECLINED', undefined],
      ['order-1', undefined],
    ] as const) {
      assert.equal(requestedOutcome({ order: { reference } }), outcome, reference)
    }
  })

  it('is taken from transaction.reference before order.reference', () => {
    const details = { transaction: { reference: '.FAILREFERRED' }, order: { reference: '.FAILDECLINED' } }
    assert.equal(requestedOutcome(details), 'REFERRED')
  })
})

describe('random faults', () => {
  it('are the same for the same seed and reference, and differ between references', () => {
    const faults = parseFaults('seed=7,silent=0.5,slow=0.5,slowMs=20,late=0.5,lateMs=30')
    const drawn = Array.from({ length: 200 }, (_, index) =>
      requestFaultOf({ reference: `r${index}`, details: {} }, faults),
    )
    for (const [index, fault] of drawn.entries()) {
      assert.deepEqual(requestFaultOf({ reference: `r${index}`, details: {} }, faults), fault)
    }
    const silent = drawn.filter(({ isSilent }) => isSilent).length
    assert.ok(silent > 70 && silent < 130, `${silent} of 200`)
    assert.ok(drawn.some(({ slowMs, lateMs }) => slowMs === 20 && lateMs === undefined))
    const late = drawn.flatMap(({ lateMs }) => lateMs ?? [])
    assert.ok(late.every((ms) => ms >= 0 && ms <= 30) && new Set(late).size > 10, `${late}`)
  })

  it('are drawn separately for each inquiry and each reversal of a request', () => {
    const faults = parseFaults(
      'seed=7,silentInquiries=0.5,wrongInquiries=0.5,openInquiries=0.5,slowInquiries=0.5,slowInquiryMs=9,' +
        'silentReversals=0.5,lostReversals=0.5,lateReversals=0.5,lateReversalMs=70',
    )
    const times = Array.from({ length: 100 }, (_, index) => index + 1)
    const inquiries = times.map((time) => inquiryFaultOf({ reference: 'r1', details: {} }, faults, time))
    assert.equal(new Set(inquiries.map(({ isSilent }) => isSilent)).size, 2)
    assert.deepEqual(new Set(inquiries.map(({ wrong }) => wrong)), new Set([undefined, 'AMOUNT', 'CODE']))
    assert.deepEqual(new Set(inquiries.map(({ openWord }) => openWord)), new Set([undefined, 'UNKNOWN', 'PENDING']))
    assert.deepEqual(new Set(inquiries.map(({ slowMs }) => slowMs)), new Set([undefined, 9]))
    const reversals = times.map((time) => reversalFaultByChance('r1', faults, time))
    assert.equal(new Set(reversals.map(({ isSilent }) => isSilent)).size, 2)
    assert.equal(new Set(reversals.map(({ isLost }) => isLost)).size, 2)
    const late = reversals.flatMap(({ lateMs }) => lateMs ?? [])
    assert.ok(late.length > 20 && late.every((ms) => ms >= 0 && ms <= 70))
  })

  it('never happen at 0 and always at 1', () => {
    const question = { reference: 'r1', details: {} }
    assert.equal(requestFaultOf(question, parseFaults('seed=1')).isSilent, false)
    assert.equal(requestFaultOf(question, parseFaults('silent=1')).isSilent, true)
    assert.equal(requestFaultOf(question, parseFaults('partial=1')).isPartial, true)
    assert.ok(requestFaultOf(question, parseFaults('open=1')).openWord)
    for (const time of [1, 9])
      assert.equal(reversalFaultByChance('r1', parseFaults('refuseReversals=1'), time).isRefused, true)
  })

  it('make the acquirer unreachable at the end of every period', () => {
    const faults = parseFaults('awayEverySeconds=60,awaySeconds=10')
    const at = (seconds: number) => isUnavailable(new Date(seconds * 1000), faults)
    assert.deepEqual([0, 49, 50, 59, 60, 110].map(at), [false, false, true, true, false, true])
    assert.equal(isUnavailable(new Date(59_000), undefined), false)
  })
})

describe('the setting', () => {
  it('reads names and numbers', () => {
    const { seed, silent, slowMs } = parseFaults(' seed = 7, silent=0.05 ,slowMs=200')
    assert.deepEqual([seed, silent, slowMs], [7, 0.05, 200])
  })

  it('also lists what the acquirer cannot do at all', () => {
    assert.deepEqual(capabilitiesOf(parseFaults('seed=1')), {
      canInquire: true,
      canReverse: true,
      holdsEarlyReversals: true,
      lateArrivalMs: 5_000,
    })
    const text = 'noInquiries=1,noReversals=1,forgetsEarlyReversals=1,lateArrivalMs=300'
    assert.deepEqual(capabilitiesOf(parseFaults(text)), {
      canInquire: false,
      canReverse: false,
      holdsEarlyReversals: false,
      lateArrivalMs: 300,
    })
  })

  it('refuses what it does not understand', () => {
    for (const [text, message] of [
      ['', /^nothing is none of seed, slow/],
      ['sillent=0.1', /^sillent is none of/],
      ['constructor=1', /^constructor is none of/],
      ['silent=1.5', /^silent must be a number from 0 to 1/],
      ['silent=', /^silent must be/],
      ['slowMs=0.5', /^slowMs must be a whole number/],
      ['seed=-1', /^seed must be/],
      ['seed=1,seed=2', /^seed is given twice/],
      ['awayEverySeconds=5,awaySeconds=9', /^awaySeconds is longer/],
      ['noReversals=0.5', /^noReversals must be 0 or 1/],
      ['forgetsEarlyReversals=1,late=0.1,lateMs=400,lateArrivalMs=300', /^lateMs is longer/],
    ] as const) {
      assert.throws(() => parseFaults(text), { message }, text)
    }
  })
})
