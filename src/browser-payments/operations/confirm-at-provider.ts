// Informs a provider that the merchant confirms what the payer has agreed to, and records its response. Confirming twice
// has the effect of once, so a confirmation without an outcome is simply sent again.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { TransactionKey } from '../../payments/ports/transactions.ts'
import { phaseOf } from '../../payments/rules/browser-payment.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { applyProviderResult, type PollResult, type ProviderPollPorts } from './poll-provider.ts'
import { browserPaymentIn } from './record-browser-payment-step.ts'

/** As recorded; undefined when there is nothing left to confirm. */
export async function sendConfirmation(key: TransactionKey, ports: ProviderPollPorts): Promise<PollResult | undefined> {
  const stored = await ports.store.findOrder(key)
  const found = stored && browserPaymentIn(stored, key)
  const { confirming } = found?.paymentState.journey ?? {}
  if (!found || !confirming || phaseOf(found.paymentState) !== 'OPEN') return undefined
  const { link, acquirerReference: reference } = found.transaction
  const provider = ports.providers.of(link)
  if (!provider) return undefined
  const { items, amountMinor } = confirming
  const pendingResult = provider.confirm({
    acquirerMerchantId: link.acquirerMerchantId,
    reference,
    amountMinor: BigInt(amountMinor),
    currency: found.stored.order.currency,
    ...omitUndefined({ items }),
  })
  const result = await responseWithin(pendingResult, { timeoutMs: ports.timeouts.acquirerTimeoutMs, silence: noAnswer })
  return applyProviderResult(found.transaction, result, ports)
}
