// Tells a provider that the merchant confirms what the payer has agreed to, and takes its word. Telling it twice has the
// effect of once, so that whoever finds a confirmation without an end tells it again.

import { inTime, noAnswer } from '../../concurrency/with-timeout.ts'
import { phaseOf } from '../../domain/browser-payments/browser-payment.ts'
import type { TransactionKey } from '../../ports/payments/transactions.ts'
import { type Looked, type LookPorts, takeWord } from './poll-provider.ts'
import { browserPaymentIn } from './record-browser-payment-step.ts'

/** As recorded; nothing when there is nothing to confirm any more. */
export async function tellConfirmation(key: TransactionKey, ports: LookPorts): Promise<Looked | undefined> {
  const stored = await ports.store.findOrder(key)
  const found = stored && browserPaymentIn(stored, key)
  const { confirming } = found?.standing.journey ?? {}
  if (!found || !confirming || phaseOf(found.standing) !== 'OPEN') return undefined
  const { link, acquirerReference: reference } = found.transaction
  const provider = ports.providers.of(link)
  if (!provider) return undefined
  const { items, amountMinor } = confirming
  const asked = provider.confirm({
    acquirerMerchantId: link.acquirerMerchantId,
    reference,
    amountMinor: BigInt(amountMinor),
    currency: found.stored.order.currency,
    ...(items && { items }),
  })
  const reply = await inTime(asked, { timeoutMs: ports.patience.acquirerTimeoutMs, silence: noAnswer })
  return takeWord(found.transaction, reply, ports)
}
