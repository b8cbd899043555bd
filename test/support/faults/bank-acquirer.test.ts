// What the fault run over two gateways finds in the ids of voids and refunds by which a request was undone at the bank.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findStrayUndos } from './bank-acquirer.ts'

/** Each in its order, with the bank's code. */
async function strayOf(...rows: readonly (readonly [transactionId: string, gatewayCode: string])[]) {
  const stored = rows.map(([transactionId, gatewayCode]) => ({ orderId: 'r1', transactionId, gatewayCode }))
  const query = async () => stored as never
  return findStrayUndos({ query }, new Set(['r1', 'r2']))
}

describe('the ids of tries to undo a request', () => {
  it('are as they should be where each has the number after the one before', async () => {
    const rows = [
      ['r1', 'APPROVED'],
      ['r2', 'APPROVED'],
      ['r1-R', 'ACQUIRER_SYSTEM_ERROR'],
      ['r1-R2', 'DECLINED'],
      ['r1-RF', 'TIMED_OUT'],
      ['r2-R', 'APPROVED'],
      ['r1-RF2', 'APPROVED'],
    ] as const
    assert.deepEqual(await strayOf(...rows), [])
  })

  for (const [what, rows] of [
    ['one that leaves a number out', [['r1-R2', 'DECLINED']]],
    [
      'a number of voids that is one of refunds',
      [
        ['r1-R', 'DECLINED'],
        ['r1-RF2', 'APPROVED'],
      ],
    ],
    [
      'one after what was undone',
      [
        ['r1-R', 'APPROVED'],
        ['r1-R2', 'APPROVED'],
      ],
    ],
    ['one of another form', [['r1-R-4711', 'DECLINED']]],
    ['one of a request that is not ours', [['r3-R', 'DECLINED']]],
  ] as const)
    it(`are found wrong by ${what}`, async () => assert.equal((await strayOf(...rows)).length, 1))
})
