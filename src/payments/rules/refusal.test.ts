// What failed answers mean for the next try, for every code and for series of tries.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'
import {
  allRefusals,
  type FailureCode,
  meaningOfRefusal,
  progressOf,
  type RefusalMeaning,
  type UndoProgress,
  type UndoTry,
  usualRefusals,
} from './refusal.ts'

describe('the meanings of failures', () => {
  it('are said for every code of a failure, and for no other', () => {
    const failures = Object.entries(gatewayCodes).flatMap(([code, { result }]) => (result === 'FAILURE' ? [code] : []))
    assert.deepEqual(Object.keys(usualRefusals).toSorted(), failures.toSorted())
  })

  it('leave it uncertain whether money has moved for a time-out and for a failure inside the acquirer alone', () => {
    const uncertain = Object.entries(usualRefusals).flatMap(([code, meaning]) =>
      meaning === 'UNCERTAIN' ? [code] : [],
    )
    assert.deepEqual(uncertain.toSorted(), ['SYSTEM_ERROR', 'TIMED_OUT'])
  })

  it("are an adapter's own where its table has the code, and the usual ones where it has not", () => {
    const table = { VOID: { UNSPECIFIED_FAILURE: 'DECIDED' } } as const
    for (const [kind, code, meaning] of [
      ['VOID', 'UNSPECIFIED_FAILURE', 'DECIDED'],
      ['REFUND', 'UNSPECIFIED_FAILURE', 'UNEXPLAINED'],
      ['VOID', 'DECLINED', 'DECIDED'],
    ] as const)
      assert.equal(meaningOfRefusal(code, kind, table), meaning, `${kind} ${code}`)
    assert.equal(meaningOfRefusal('DECLINED', 'VOID', undefined), 'DECIDED')
    assert.equal('LOCK_FAILURE' in allRefusals.VOID, false, 'no acquirer may answer with it')
  })
})

describe('a request that is repeated under new references', () => {
  const meaningOf = (code: FailureCode): RefusalMeaning => usualRefusals[code]
  const settled = (gatewayCode: GatewayCode): UndoTry => ({ gatewayCode, isSettled: true })
  const made = (...codes: readonly (GatewayCode | undefined)[]): readonly UndoTry[] =>
    codes.map((gatewayCode) => ({ gatewayCode }))
  const rows: readonly (readonly [tries: readonly UndoTry[], progress: UndoProgress])[] = [
    [[], 'AGAIN'],
    [made('APPROVED'), 'DONE'],
    [made('ACQUIRER_SYSTEM_ERROR'), 'AGAIN'],
    [made('LOCK_FAILURE', 'ABORTED', 'CANCELLED', 'ACQUIRER_SYSTEM_ERROR', 'ACQUIRER_SYSTEM_ERROR'), 'AGAIN'],
    [made('ACQUIRER_SYSTEM_ERROR', 'APPROVED'), 'DONE'],
    [made('UNKNOWN', 'APPROVED'), 'DONE'],
    [made('DECLINED'), 'REFUSED'],
    [made('ACQUIRER_SYSTEM_ERROR', 'DECLINED'), 'REFUSED'],
    [made('UNSPECIFIED_FAILURE', 'UNSPECIFIED_FAILURE'), 'AGAIN'],
    [made('UNSPECIFIED_FAILURE', 'UNSPECIFIED_FAILURE', 'UNSPECIFIED_FAILURE'), 'REFUSED'],
    [made('UNKNOWN'), 'WAIT'],
    [made('PENDING'), 'WAIT'],
    [made(undefined), 'WAIT'],
    [made('TIMED_OUT'), 'WAIT'],
    [made('SYSTEM_ERROR'), 'WAIT'],
    [made('SYSTEM_ERROR', 'DECLINED'), 'WAIT'],
    [[settled('SYSTEM_ERROR')], 'AGAIN'],
    [[settled('TIMED_OUT'), ...made('ACQUIRER_SYSTEM_ERROR')], 'AGAIN'],
    [[settled('TIMED_OUT'), ...made('DECLINED')], 'REFUSED'],
    [[settled('TIMED_OUT'), ...made('TIMED_OUT')], 'WAIT'],
  ]
  for (const [tries, progress] of rows) {
    const text = tries.map(({ gatewayCode = 'in flight', isSettled }) => `${gatewayCode}${isSettled ? ' settled' : ''}`)
    it(`after ${text.join(', ') || 'nothing'}: ${progress}`, () => {
      assert.equal(progressOf(tries, meaningOf), progress)
    })
  }
})
