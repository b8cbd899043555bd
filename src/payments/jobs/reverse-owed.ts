// Sends reversals that are owed: the acquirer is instructed to cancel what counts as not moved, repeatedly until it
// acknowledges, or responds that it cannot.

import { ignore, type OnError } from '../../platform/jobs/repeat.ts'
import type { TransactionDependencies } from '../operations/execute-transaction.ts'
import { reverseOwed } from '../operations/reversals/reverse-owed.ts'
import type { ClaimedTransaction } from '../ports/recovery-store.ts'
import { acquirerLeaseMs, type DueWork, runDueWorkOnce, type WorkResult } from './work-runner.ts'

const shortestGapMs = 1_000
/**
 * An acquirer that responses is retried only until a late request can no longer arrive; an unresponsive one less often.
 * A try that is a record of its own, of the order here or at the acquirer, is made with pauses that double up to an hour.
 */
const longestGapMs = { answered: 5_000, silent: 10_000, recorded: 3_600_000 }

export function dueReversals(dependencies: TransactionDependencies, onError: OnError): DueWork<ClaimedTransaction> {
  const leaseMs = acquirerLeaseMs(dependencies)
  return {
    claim: (roomFor) => dependencies.store.claimReversals({ leaseMs, roomFor }),
    work: (owed) => processReversal(owed, dependencies),
    onError,
  }
}

/** Everything that is due now. Returns how many reversals were completed. */
export function processDueReversals(dependencies: TransactionDependencies, onError: OnError = ignore): Promise<number> {
  return runDueWorkOnce(dueReversals(dependencies, onError))
}

async function processReversal(owed: ClaimedTransaction, dependencies: TransactionDependencies): Promise<WorkResult> {
  // What was not silent was sent a reversal with its outcome.
  const isRepeat = owed.tries > 1 || owed.gatewayCode !== 'TIMED_OUT'
  const { reversal, isAnswered, isRecorded } = await reverseOwed({ ...owed, isRepeat }, dependencies)
  if (reversal !== 'OWED') return { isEnded: true, isAnswered }
  const kind = isRecorded ? 'recorded' : resultKind(isAnswered)
  await dependencies.store.reverseLater(owed.key, Math.min(shortestGapMs * 2 ** (owed.tries - 1), longestGapMs[kind]))
  return { isEnded: false, isAnswered }
}

function resultKind(isAnswered: boolean): 'answered' | 'silent' {
  return isAnswered ? 'answered' : 'silent'
}
