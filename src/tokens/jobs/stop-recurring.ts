// Marks tokens after which no further recurring payment may follow, where the request that learned it could not.

import type { StoredTransaction } from '../../payments/index.ts'
import { countSettled, ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { TokenDependencies } from '../dependencies.ts'
import { noteStoppedRecurring } from '../operations/stored-cards.ts'

const batchSize = 50
/** A failed one is retried after this long. */
const leaseMs = 60_000

type StopDependencies = Pick<TokenDependencies, 'store' | 'tokens' | 'paymentAgreements' | 'vault' | 'audit' | 'clock'>

/** Returns how many tokens were marked. */
export async function stopRecurring(dependencies: StopDependencies, onError: OnError = ignore): Promise<number> {
  const due = await dependencies.store.claimStoppedRecurring(batchSize, leaseMs)
  return countSettled(await Promise.allSettled(due.map((transaction) => stop(transaction, dependencies))), onError)
}

async function stop(transaction: StoredTransaction, dependencies: StopDependencies): Promise<boolean> {
  const access = await dependencies.store.findMerchant(transaction.key.merchantId)
  if (!access) return false
  await noteStoppedRecurring(transaction, access.merchant, dependencies)
  return true
}
