// Tells an acquirer to forget a transaction: a reversal. It is owed until the acquirer acknowledges it or cannot.
import type { Reversal, StoredTransaction } from '../../ports/store.ts'
import type { Ports } from '../call.ts'
import { inTime, noAnswer } from './in-time.ts'

export async function askToReverse(
  { link, acquirerReference }: Pick<StoredTransaction, 'link' | 'acquirerReference'>,
  { acquirers, patience }: Pick<Ports, 'acquirers' | 'patience'>,
): Promise<Reversal> {
  const acquirer = acquirers.of(link)
  if (!acquirer) return 'OWED'
  if (!acquirer.capabilities.canReverse) return 'UNSUPPORTED'
  const { kind } = await inTime(
    acquirer.reverse({ acquirerMerchantId: link.acquirerMerchantId, reference: acquirerReference }),
    { timeoutMs: patience.reversalWaitMs, silence: noAnswer },
  )
  if (kind === 'acknowledged') return 'DONE'
  return kind === 'refused' ? 'REFUSED' : 'OWED'
}
