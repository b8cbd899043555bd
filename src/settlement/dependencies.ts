// What settlement needs from outside.

import type { Clock } from '../kernel/clock.ts'
import type { Timeouts } from '../payments/call.ts'
import type { Acquirers } from '../payments/ports/acquirer.ts'
import type { Store } from '../payments/ports/store.ts'
import type { Search } from '../search/ports/search.ts'
import type { BatchClosings } from './ports/batch-closings.ts'

export interface SettlementDependencies {
  readonly store: Store
  readonly acquirers: Acquirers
  /** Orders and transactions to search; a moment behind. */
  readonly search: Search
  /** Settlement batches that are being closed. */
  readonly batchClosings: BatchClosings
  readonly clock: Clock
  readonly timeouts: Timeouts
}
