// A batch as an acquirer link sees it while it is closed: its totals once nothing of it is in flight, its transactions page
// by page, and the place where the link stores how far it has come.

import type { BatchTransaction, OpenBatch } from '../../payments/index.ts'
import { poll } from '../../platform/concurrency/poll.ts'
import type { SettlementDependencies } from '../dependencies.ts'
import type { BatchAccount, BatchClosing, BatchClosings } from '../ports/batch-closings.ts'

const pageSize = 200
const pauses = { firstPauseMs: 50, longestPauseMs: 1_000 }
/** What is in flight ends within the acquirer's time-out, unless the acquirer is silent. */
const waitMarginMs = 5_000

export function openBatch(
  closing: BatchClosing,
  { batchClosings, timeouts }: Pick<SettlementDependencies, 'batchClosings' | 'timeouts'>,
): OpenBatch {
  const { merchantId, link, batch, progress } = closing
  const account = { merchantId, link }
  let { revision } = closing

  async function* transactions(currency: string): AsyncIterable<BatchTransaction> {
    for (let after: BatchTransactionKey | undefined; ; ) {
      const page = await batchClosings.listTransactions(account, { batch, currency }, { limit: pageSize, after })
      yield* page
      after = page.at(-1)?.key
      if (page.length < pageSize) return
    }
  }

  return {
    number: batch,
    progress,
    transactions,

    async count() {
      const waitMs = timeouts.acquirerTimeoutMs + waitMarginMs
      if ((await waitForInFlight(account, waitMs, { batchClosings })) > 0) return 'IN_FLIGHT'
      await batchClosings.takeUnnumbered(account, batch)
      return batchClosings.count(account, batch)
    },

    async save(next) {
      const saved = await batchClosings.save(closing, revision, next)
      revision = saved ?? revision
      return saved !== undefined
    },
  }
}

/** How many transactions of the account, of those that have no outcome now, are still without one after this time. */
export async function waitForInFlight(
  account: BatchAccount,
  timeoutMs: number,
  { batchClosings }: Pick<SettlementDependencies, 'batchClosings'>,
): Promise<number> {
  const inFlight = await batchClosings.listInFlight(account)
  return poll(
    () => batchClosings.countInFlight(account.merchantId, inFlight),
    (count) => count === 0,
    { timeoutMs, ...pauses },
  )
}

type BatchTransactionKey = Awaited<ReturnType<BatchClosings['listTransactions']>>[number]['key']
