// The pauses between the tries of a reversal, by what the acquirer responds.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TransactionDependencies } from '../operations/execute-transaction.ts'
import type { ReversalResult } from '../ports/acquirer.ts'
import { processDueReversals } from './reverse-owed.ts'

const link = { adapter: 'scripted', acquirerId: 'BANK', acquirerMerchantId: 'M', linkId: 'scripted', revision: 1 }
const key = { merchantId: 'SHOP', orderId: 'order', transactionId: '1' }

/** The pause after one try that stays owed. */
async function pauseAfter(result: ReversalResult, tries: number): Promise<number | undefined> {
  let pauseMs: number | undefined
  const owed = [{ key, link, gatewayCode: 'TIMED_OUT', acquirerReference: 'R', request: {}, sinceSendableMs: 0, tries }]
  const capabilities = { canReverse: true, holdsEarlyReversals: false, lateArrivalMs: 60_000 }
  const dependencies = {
    timeouts: { acquirerTimeoutMs: 1_000 },
    acquirers: { of: () => ({ capabilities, reverse: async () => result }) },
    store: {
      claimReversals: async () => owed.splice(0),
      async reverseLater(_: unknown, afterMs: number) {
        pauseMs = afterMs
      },
    },
  }
  await processDueReversals(dependencies as unknown as TransactionDependencies)
  return pauseMs
}

describe('the pause before a reversal is sent again', () => {
  const rows: readonly (readonly [what: string, result: ReversalResult, longestMs: number])[] = [
    ['without an answer', { kind: 'NO_ANSWER' }, 10_000],
    ['for a reference that is unknown', { kind: 'UNKNOWN_REFERENCE' }, 5_000],
    ['after a try that the acquirer has recorded', { kind: 'NO_ANSWER', isRecorded: true }, 3_600_000],
  ]
  for (const [title, result, longestMs] of rows)
    it(`doubles ${title}, up to ${longestMs / 1_000} seconds`, async () => {
      for (let tries = 1; tries <= 20; tries += 1)
        assert.equal(await pauseAfter(result, tries), Math.min(1_000 * 2 ** (tries - 1), longestMs), `try ${tries}`)
    })
})
