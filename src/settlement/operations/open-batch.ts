// A batch as an acquirer link sees it while it is closed: its totals once nothing of it is in flight, its transactions page
// by page, and the place where the link stores how far it has come.

import type { OpenSettlementBatch, SettlementBatchTransaction } from '../../payments/index.ts'
import { poll } from '../../platform/concurrency/poll.ts'
import type { SettlementDependencies } from '../dependencies.ts'
import type {
  SettlementBatchAccount,
  SettlementBatchClosing,
  SettlementBatchClosings,
} from '../ports/batch-closings.ts'

const pageSize = 200
const pauses = { firstPauseMs: 50, longestPauseMs: 1_000 }
/** What is in flight ends within the acquirer's time-out, unless the acquirer is silent. */
const waitMarginMs = 5_000

export function openBatch(
  closing: SettlementBatchClosing,
  { settlementBatchClosings, timeouts }: Pick<SettlementDependencies, 'settlementBatchClosings' | 'timeouts'>,
): OpenSettlementBatch {
  const { merchantId, link, batch, progress } = closing
  const account = { merchantId, link }
  let { revision } = closing

  async function* transactions(currency: string): AsyncIterable<SettlementBatchTransaction> {
    for (let after: BatchTransactionKey | undefined; ; ) {
      const page = await settlementBatchClosings.listTransactions(
        account,
        { batch, currency },
        { limit: pageSize, after },
      )
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
      if ((await waitForInFlight(account, waitMs, { settlementBatchClosings })) > 0) return 'IN_FLIGHT'
      await settlementBatchClosings.takeUnnumbered(account, batch)
      return settlementBatchClosings.count(account, batch)
    },

    async save(next) {
      const saved = await settlementBatchClosings.save(closing, revision, next)
      revision = saved ?? revision
      return saved !== undefined
    },
  }
}

/** How many transactions of the account, of those that have no outcome now, are still without one after this time. */
export async function waitForInFlight(
  account: SettlementBatchAccount,
  timeoutMs: number,
  { settlementBatchClosings }: Pick<SettlementDependencies, 'settlementBatchClosings'>,
): Promise<number> {
  const inFlight = await settlementBatchClosings.listInFlight(account)
  return poll(
    () => settlementBatchClosings.countInFlight(account.merchantId, inFlight),
    (count) => count === 0,
    { timeoutMs, ...pauses },
  )
}

type BatchTransactionKey = Awaited<ReturnType<SettlementBatchClosings['listTransactions']>>[number]['key']
