import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOf, isAway, parseFaults, reversalFaultOf, steeredOutcome } from './faults.ts'

const withReference = (reference: string) => ({ reference: 'r1', details: { order: { reference } } })

describe('faults by reference', () => {
  it('are words of order.reference or transaction.reference, next to others', () => {
    assert.equal(faultOf(withReference('order 17 SIM-SILENT'), undefined).isSilent, true)
    assert.equal(faultOf(withReference('SIM-SLOW-200;SIM-TWICE'), undefined).slowMs, 200)
    assert.equal(faultOf(withReference('SIM-SLOW-200;SIM-TWICE'), undefined).isTwice, true)
    assert.equal(faultOf(withReference('SIM-LATE-50'), undefined).lateMs, 50)
    assert.equal(faultOf(withReference('SIM-NOTSENT'), undefined).isNotSent, true)
    const byTransaction = { reference: 'r1', details: { transaction: { reference: 'SIM-WRONG' } } }
    assert.equal(faultOf(byTransaction, undefined).isWrong, true)
  })

  it('are not found inside other words', () => {
    const sound = { isNotSent: false, isSilent: false, isWrong: false, isTwice: false }
    for (const reference of ['XSIM-SILENT', 'SIM-SILENTLY', 'SIM-SLOW-', 'SIM-SLOW-1234567', 'sim-silent', '']) {
      assert.deepEqual(faultOf(withReference(reference), undefined), sound, reference)
    }
    assert.deepEqual(faultOf({ reference: 'r1', details: {} }, undefined), sound)
  })

  it('can be about reversals alone', () => {
    assert.deepEqual(reversalFaultOf(withReference('SIM-NO-REVERSAL'), undefined), { isRefused: true, unanswered: 0 })
    assert.deepEqual(reversalFaultOf(withReference('SIM-SLOW-REVERSAL-3'), undefined), {
      isRefused: false,
      unanswered: 3,
    })
    assert.equal(faultOf(withReference('SIM-SLOW-REVERSAL-3'), undefined).slowMs, undefined)
  })

  it('win over chance', () => {
    const always = parseFaults('silent=1,twice=1')
    assert.deepEqual(faultOf(withReference('SIM-WRONG'), always), {
      isNotSent: false,
      isSilent: false,
      isWrong: true,
      isTwice: false,
    })
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
      assert.equal(steeredOutcome({ order: { reference } }), outcome, reference)
    }
  })

  it('is taken from transaction.reference before order.reference', () => {
    const details = { transaction: { reference: '.FAILREFERRED' }, order: { reference: '.FAILDECLINED' } }
    assert.equal(steeredOutcome(details), 'REFERRED')
  })
})

describe('faults by chance', () => {
  it('are the same for the same seed and reference, and differ between references', () => {
    const faults = parseFaults('seed=7,silent=0.5,slow=0.5,slowMs=20,late=0.5,lateMs=30')
    const drawn = Array.from({ length: 200 }, (_, index) => faultOf({ reference: `r${index}`, details: {} }, faults))
    for (const [index, fault] of drawn.entries()) {
      assert.deepEqual(faultOf({ reference: `r${index}`, details: {} }, faults), fault)
    }
    const silent = drawn.filter(({ isSilent }) => isSilent).length
    assert.ok(silent > 70 && silent < 130, `${silent} of 200`)
    assert.ok(drawn.some(({ slowMs, lateMs }) => slowMs === 20 && lateMs === undefined))
  })

  it('never happen at 0 and always at 1', () => {
    const question = { reference: 'r1', details: {} }
    assert.equal(faultOf(question, parseFaults('seed=1')).isSilent, false)
    assert.equal(faultOf(question, parseFaults('silent=1')).isSilent, true)
    assert.equal(reversalFaultOf(question, parseFaults('refuseReversals=1')).isRefused, true)
  })

  it('take the acquirer out of reach at the end of every period', () => {
    const faults = parseFaults('awayEverySeconds=60,awaySeconds=10')
    const at = (seconds: number) => isAway(new Date(seconds * 1000), faults)
    assert.deepEqual([0, 49, 50, 59, 60, 110].map(at), [false, false, true, true, false, true])
    assert.equal(isAway(new Date(59_000), undefined), false)
  })
})

describe('the setting', () => {
  it('reads names and numbers', () => {
    const { seed, silent, slowMs } = parseFaults(' seed = 7, silent=0.05 ,slowMs=200')
    assert.deepEqual([seed, silent, slowMs], [7, 0.05, 200])
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
    ] as const) {
      assert.throws(() => parseFaults(text), { message }, text)
    }
  })
})
