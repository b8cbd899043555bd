// A batch that the acquirer closes without reporting totals: those of the gateway are complete, or the batch is not recorded.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClosingResult, SettlementBatchToClose } from '../../payments/ports/batches.ts'
import type { UnclosedSettlementBatch } from '../ports/batch-closings.ts'
import { type ClosingDependencies, closeSettlementBatch } from './close-batch.ts'

const link = { linkId: 'up', adapter: 'gateway', acquirerId: 'UP', acquirerMerchantId: 'M', revision: 1 }

function batchOf(batch: number, capturedMinor: bigint): UnclosedSettlementBatch {
  const captured = { currency: 'USD', capturedCount: Number(capturedMinor / 1000n), capturedMinor }
  return { batch, link, totals: [{ ...captured, refundedCount: 0, refundedMinor: 0n }] }
}

interface Case {
  /** What is without outcome whenever it is looked at, one entry a look; it ends within the wait where it says so. */
  readonly inFlight: readonly ('NONE' | 'ENDS' | 'STAYS')[]
  readonly unclosed: readonly (readonly UnclosedSettlementBatch[])[]
  readonly atAcquirer?: ClosingResult
}

async function close({ inFlight, unclosed, atAcquirer = { kind: 'CLOSED', batch: 7 } }: Case) {
  const looks = inFlight.values()
  const lists = unclosed.values()
  const asked: (bigint | undefined)[] = []
  const recorded: unknown[] = []
  let current: Case['inFlight'][number] = 'NONE'
  const acquirer = {
    capabilities: { closesBatches: true, batchTotals: 'NONE' },
    async closeBatch({ batch }: SettlementBatchToClose) {
      const counted = await batch?.count()
      asked.push(counted === 'IN_FLIGHT' ? undefined : counted?.[0]?.capturedMinor)
      return atAcquirer
    },
  }
  const profile = { acquirerLink: link, routes: [link], providers: [] }
  const dependencies = {
    store: {
      findMerchant: async () => ({ merchant: { id: 'M', profile } }),
      recordClosedSettlementBatch: async ({
        batch,
        totals,
      }: {
        batch: number
        totals: readonly { capturedMinor: string }[]
      }) => void recorded.push([batch, totals[0]?.capturedMinor]),
    },
    acquirers: { of: () => acquirer, current: () => link },
    clock: { now: () => new Date() },
    timeouts: { acquirerTimeoutMs: 300 },
    settlementBatchClosings: {
      listUnclosed: async () => lists.next().value ?? assert.fail('it was listed once more'),
      async listInFlight() {
        current = looks.next().value ?? assert.fail('it was looked at once more')
        return current === 'NONE' ? [] : [{ merchantId: 'M', orderId: 'o', transactionId: '1' }]
      },
      async countInFlight(_: string, keys: readonly unknown[]) {
        const count = keys.length
        if (current === 'ENDS') current = 'NONE'
        else if (current === 'NONE') return 0
        return count
      },
    },
  } as unknown as ClosingDependencies
  const result = await closeSettlementBatch({ merchantId: 'M', userId: 'anna', timeoutMs: 60_000 }, dependencies)
  return { result, asked, recorded }
}

const before = [batchOf(7, 3000n)]
const complete = [batchOf(7, 4000n)]

describe('a batch that an acquirer closes without totals', () => {
  it('waits for an open payment, which is counted', async () => {
    const unclosed = [before, complete, complete]
    const { result, asked, recorded } = await close({ inFlight: ['ENDS', 'NONE'], unclosed })
    assert.equal(result.kind, 'CLOSED')
    assert.deepEqual([asked, recorded], [[4000n], [[7, '4000']]])
  })

  it('is not closed, and says so, while a payment stays open', async () => {
    const { result, asked, recorded } = await close({ inFlight: ['STAYS'], unclosed: [before] })
    assert.deepEqual([result, asked, recorded], [{ kind: 'IN_FLIGHT' }, [], []])
  })

  it('counts a payment that was made while the acquirer closed it', async () => {
    const unclosed = [before, before, complete]
    const { result, recorded } = await close({ inFlight: ['NONE', 'ENDS'], unclosed })
    assert.equal(result.kind, 'CLOSED')
    assert.deepEqual(recorded, [[7, '4000']])
  })

  it('is not recorded while such a payment stays open: repeating the request does it', async () => {
    const open = await close({ inFlight: ['NONE', 'STAYS'], unclosed: [before, before] })
    assert.deepEqual([open.result, open.recorded], [{ kind: 'IN_FLIGHT' }, []])
    const again = await close({
      inFlight: ['NONE', 'NONE'],
      unclosed: [complete, complete, complete],
      atAcquirer: { kind: 'NOTHING_OPEN' },
    })
    assert.equal(again.result.kind, 'CLOSED')
    assert.deepEqual(again.recorded, [[7, '4000']])
  })

  it('does not record a batch that was begun after the acquirer said that nothing is open', async () => {
    const unclosed = [before, before, [...complete, batchOf(8, 1000n)]]
    const { recorded } = await close({ inFlight: ['NONE', 'NONE'], unclosed, atAcquirer: { kind: 'NOTHING_OPEN' } })
    assert.deepEqual(recorded, [[7, '4000']])
  })
})
