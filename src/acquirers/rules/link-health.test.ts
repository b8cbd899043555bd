import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LinkHealth, type LinkSign, nextHealth, restBeforeCheckMs, signOfResult } from './link-health.ts'

const failuresMax = 3
const health = (state: LinkHealth['state'], failures: number): LinkHealth => ({ state, failures })

/** Read a row as: from, sign, to. */
const transitions: readonly (readonly [LinkHealth, LinkSign, LinkHealth])[] = [
  [health('UP', 0), 'RESPONSE', health('UP', 0)],
  [health('UP', 0), 'FAILURE', health('UP', 1)],
  [health('UP', 2), 'FAILURE', health('SUSPECT', 3)],
  [health('UP', 2), 'RESPONSE', health('UP', 0)],
  [health('UP', 2), 'REACHABLE', health('UP', 0)],
  [health('UP', 2), 'UNREACHABLE', health('UP', 2)],
  [health('SUSPECT', 3), 'RESPONSE', health('UP', 0)],
  [health('SUSPECT', 3), 'FAILURE', health('SUSPECT', 4)],
  [health('SUSPECT', 3), 'REACHABLE', health('UP', 0)],
  [health('SUSPECT', 3), 'UNREACHABLE', health('DOWN', 3)],
  [health('DOWN', 3), 'RESPONSE', health('UP', 0)],
  [health('DOWN', 3), 'FAILURE', health('DOWN', 4)],
  [health('DOWN', 3), 'REACHABLE', health('UP', 0)],
  [health('DOWN', 3), 'UNREACHABLE', health('DOWN', 3)],
]

describe('the health of a link', () => {
  for (const [from, sign, to] of transitions)
    it(`${from.state} with ${from.failures} failures becomes ${to.state} after ${sign}`, () => {
      assert.deepEqual(nextHealth(from, sign, failuresMax), to)
    })

  it('is lowered by requests that were not sent or not answered, never by answers', () => {
    for (const kind of ['NOT_SENT', 'NO_ANSWER']) assert.equal(signOfResult({ kind }), 'FAILURE', kind)
    const results = ['ANSWERED', 'NOT_FOUND', 'ACKNOWLEDGED', 'REFUSED', 'UNKNOWN_REFERENCE', 'CLOSED', 'NOTHING_OPEN']
    for (const kind of results) assert.equal(signOfResult({ kind }), 'RESPONSE', kind)
    assert.equal(signOfResult({ kind: 'IN_FLIGHT' }), undefined)
  })

  it('is checked again after pauses that grow to a quarter of a minute', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 5, 50].map(restBeforeCheckMs), [1_000, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  })
})
