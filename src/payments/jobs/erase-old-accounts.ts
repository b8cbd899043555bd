// Erases the sealed account numbers of old transactions. Masked values stay, so the history of an order can still be
// read.
import type { Clock } from '../../kernel/clock.ts'
import type { AccountRetention } from '../ports/store.ts'
import type { TransactionKey } from '../ports/transactions.ts'

const pageSize = 1_000
const dayMs = 24 * 60 * 60 * 1_000
/** Limits how long one run keeps the database busy. */
const pagesPerRun = 50

/** Scans all transactions, some pages a run, and starts again a day after it has finished. */
export function createAccountEraser(
  { retention, clock }: { readonly retention: AccountRetention; readonly clock: Clock },
  { days }: { readonly days: number },
): () => Promise<number> {
  let after: TransactionKey | undefined
  let restsUntilMs = 0
  return async () => {
    const nowMs = clock.now().getTime()
    if (nowMs < restsUntilMs) return 0
    const before = new Date(nowMs - days * dayMs)
    let erased = 0
    for (let page = 0; page < pagesPerRun; page += 1) {
      const walked = await retention.eraseAccounts({ before, after, limit: pageSize })
      erased += walked.erased
      after = walked.last
      if (after) continue
      restsUntilMs = nowMs + dayMs
      break
    }
    return erased
  }
}
