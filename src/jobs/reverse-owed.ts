// Pays reversals that are owed: the acquirer is told to forget what counts as not moved, again and again until it
// acknowledges, or says that it cannot.
import type { Ports } from '../operations/call.ts'
import { reverseOwed } from '../operations/reverse-owed.ts'
import { countSettled, ignore, type OnError } from './count-settled.ts'

const batchSize = 50
/** Nobody else takes a claimed reversal for this long; each further try waits twice as long as the one before. */
const leaseMs = 5_000

/** Returns how many reversals came to an end. */
export async function reverseWhatIsOwed(ports: Ports, onError: OnError = ignore): Promise<number> {
  const owed = await ports.store.claimReversals(batchSize, leaseMs)
  const ended = await Promise.allSettled(owed.map((transaction) => reverseOwed(transaction, ports)))
  return countSettled(ended, onError)
}
