// Every state, every response and every kind of acquirer: the next step for an attempt whose outcome is unknown.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  firstRecoveryStep,
  type InquiryOutcome,
  type RecoveryContext,
  type RecoveryStep,
  type ReversalOutcome,
  stepAfterInquiry,
  stepAfterReversal,
  stepsAfterRepeat,
} from './recovery.ts'

const both = [true, false] as const
const everyCircumstance: readonly RecoveryContext[] = both.flatMap((canInquire) =>
  both.flatMap((canReverse) =>
    both.flatMap((holdsEarlyReversals) =>
      both.flatMap((isLateArrivalOver) =>
        both.flatMap((isReversalArrivalOver) =>
          (['REVERSE', 'ASK', 'REPEAT'] as const).map((timeoutPolicy) => ({
            canInquire,
            canReverse,
            holdsEarlyReversals,
            isLateArrivalOver,
            isReversalArrivalOver,
            timeoutPolicy,
          })),
        ),
      ),
    ),
  ),
)

/**
 * `*` stands for either. In the order: can inquire, can reverse, holds early reversals, late arrival over, after
 * silence.
 */
type Pattern = readonly [
  inquire: Flag,
  reverse: Flag,
  early: Flag,
  late: Flag,
  afterSilence: 'REVERSE' | 'ASK' | 'REPEAT' | 'not REPEAT' | '*',
]
type Flag = 'yes' | 'no' | '*'

function fits([inquire, reverse, early, late, afterSilence]: Pattern, is: RecoveryContext): boolean {
  const isFlag = (flag: Flag, value: boolean) => flag === '*' || (flag === 'yes') === value
  return (
    isFlag(inquire, is.canInquire) &&
    isFlag(reverse, is.canReverse) &&
    isFlag(early, is.holdsEarlyReversals) &&
    isFlag(late, is.isLateArrivalOver) &&
    (afterSilence === '*' ||
      afterSilence === is.timeoutPolicy ||
      (afterSilence === 'not REPEAT' && is.timeoutPolicy !== 'REPEAT'))
  )
}

type Row = readonly [...Pattern, RecoveryStep]

/** Exactly one row must match each circumstance, and it must be right. */
function check(
  rows: readonly Row[],
  step: (recovery: RecoveryContext) => RecoveryStep,
  differences: Partial<RecoveryContext> = {},
): void {
  for (const each of everyCircumstance) {
    const circumstances = { ...each, ...differences }
    const fitting = rows.filter((row) => fits(row.slice(0, 5) as unknown as Pattern, circumstances))
    assert.equal(fitting.length, 1, JSON.stringify(circumstances))
    assert.equal(step(circumstances), fitting[0]?.[5], JSON.stringify(circumstances))
  }
}

describe('an attempt that recovery has taken over', () => {
  it('is inquired first; where no inquiry is possible, the timeout policy applies at once', () => {
    check(
      [
        ['*', '*', '*', '*', 'REPEAT', 'REPEAT'],
        ['yes', '*', '*', '*', 'not REPEAT', 'INQUIRE'],
        ['no', '*', '*', '*', 'REVERSE', 'COUNT_AS_SILENT'],
        ['no', 'yes', '*', '*', 'ASK', 'REVERSE'],
        ['no', 'no', '*', '*', 'ASK', 'RESOLVE_BY_HAND'],
      ],
      (recovery) => firstRecoveryStep('OPEN', recovery),
    )
  })

  it('is not inquired about once its reversal was sent, but reversed again', () => {
    check(
      [
        ['*', 'yes', '*', '*', '*', 'REVERSE'],
        ['yes', 'no', '*', '*', '*', 'INQUIRE'],
        ['no', 'no', '*', '*', '*', 'RESOLVE_BY_HAND'],
      ],
      (recovery) => firstRecoveryStep('REVERSAL_SENT', recovery),
      { isReversalArrivalOver: true },
    )
  })
})

describe('an inquiry', () => {
  const always = (step: RecoveryStep): readonly Row[] => [['*', '*', '*', '*', '*', step]]
  const table: Readonly<Record<InquiryOutcome, Readonly<Record<'OPEN' | 'REVERSAL_REFUSED', readonly Row[]>>>> = {
    DEFINITE: { OPEN: always('TAKE_ANSWER'), REVERSAL_REFUSED: always('TAKE_ANSWER') },
    OPEN: { OPEN: always('TAKE_ANSWER'), REVERSAL_REFUSED: always('WAIT') },
    NO_ANSWER: { OPEN: always('WAIT'), REVERSAL_REFUSED: always('WAIT') },
    NONSENSE: {
      OPEN: [
        ['*', '*', '*', '*', 'REVERSE', 'COUNT_AS_SILENT'],
        ['*', 'yes', '*', '*', 'ASK', 'REVERSE'],
        ['*', 'no', '*', '*', 'ASK', 'RESOLVE_BY_HAND'],
        ['*', '*', '*', '*', 'REPEAT', 'RESOLVE_BY_HAND'],
      ],
      REVERSAL_REFUSED: always('RESOLVE_BY_HAND'),
    },
    NOT_FOUND: {
      OPEN: [
        ['*', '*', '*', '*', 'REVERSE', 'COUNT_AS_SILENT'],
        ['*', '*', '*', '*', 'REPEAT', 'REPEAT'],
        ['*', 'yes', 'yes', '*', 'ASK', 'REVERSE'],
        ['*', 'no', 'yes', 'yes', 'ASK', 'FAIL'],
        ['*', 'no', 'yes', 'no', 'ASK', 'WAIT'],
        ['*', '*', 'no', 'yes', 'ASK', 'FAIL'],
        ['*', '*', 'no', 'no', 'ASK', 'WAIT'],
      ],
      REVERSAL_REFUSED: [
        ['*', '*', '*', 'yes', '*', 'FAIL'],
        ['*', '*', '*', 'no', '*', 'WAIT'],
      ],
    },
  }
  for (const [result, states] of Object.entries(table)) {
    for (const [state, rows] of Object.entries(states)) {
      it(`that returns ${result} for an attempt that is ${state} leads to the step in the table`, () => {
        check(rows, (recovery) =>
          stepAfterInquiry(result as InquiryOutcome, state as 'OPEN' | 'REVERSAL_REFUSED', recovery),
        )
      })
    }
  }
})

describe('an advice', () => {
  it('is repeated until there is a plausible answer, and is never reversed', () => {
    assert.deepEqual(stepsAfterRepeat, {
      DEFINITE: 'TAKE_ANSWER',
      OPEN: 'TAKE_ANSWER',
      NONSENSE: 'RESOLVE_BY_HAND',
      NOT_SENT: 'WAIT',
      NO_ANSWER: 'WAIT',
      IMPOSSIBLE: 'RESOLVE_BY_HAND',
    })
    for (const recovery of everyCircumstance) {
      if (recovery.timeoutPolicy !== 'REPEAT') continue
      assert.equal(firstRecoveryStep('OPEN', recovery), 'REPEAT')
      for (const result of ['DEFINITE', 'OPEN', 'NONSENSE', 'NOT_FOUND', 'NO_ANSWER'] as const)
        assert.ok(!['REVERSE', 'COUNT_AS_SILENT', 'FAIL'].includes(stepAfterInquiry(result, 'OPEN', recovery)))
    }
  })
})

describe('a reversal', () => {
  const table: Readonly<Record<ReversalOutcome, readonly Row[]>> = {
    ACKNOWLEDGED: [['*', '*', '*', '*', '*', 'FAIL']],
    NO_ANSWER: [['*', '*', '*', '*', '*', 'WAIT']],
    REFUSED: [
      ['yes', '*', '*', '*', '*', 'INQUIRE'],
      ['no', '*', '*', '*', '*', 'RESOLVE_BY_HAND'],
    ],
    UNKNOWN_REFERENCE: [
      ['*', '*', 'yes', '*', '*', 'FAIL'],
      ['*', '*', 'no', 'yes', '*', 'FAIL'],
      ['*', '*', 'no', 'no', '*', 'WAIT'],
    ],
  }
  for (const [result, rows] of Object.entries(table)) {
    it(`that is answered with ${result} leads to the step in the table`, () => {
      check(rows, (recovery) => stepAfterReversal(result as ReversalOutcome, recovery), {
        isReversalArrivalOver: true,
      })
    })
  }

  it('that is refused decides nothing while an earlier one without an answer may still be carried out', () => {
    const earlier = { isReversalArrivalOver: false }
    check([['*', '*', '*', '*', '*', 'WAIT']], (recovery) => stepAfterReversal('REFUSED', recovery), earlier)
    for (const result of ['ACKNOWLEDGED', 'NO_ANSWER', 'UNKNOWN_REFERENCE'] as const)
      check(table[result], (recovery) => stepAfterReversal(result, recovery), earlier)
  })

  it('that was sent never lets an inquiry approve the attempt, unless it was refused', () => {
    for (const recovery of everyCircumstance) {
      if (!recovery.canReverse) continue
      assert.equal(firstRecoveryStep('REVERSAL_SENT', recovery), 'REVERSE')
      for (const result of ['ACKNOWLEDGED', 'UNKNOWN_REFERENCE', 'NO_ANSWER'] as const)
        assert.ok(['FAIL', 'WAIT'].includes(stepAfterReversal(result, recovery)))
    }
  })
})
