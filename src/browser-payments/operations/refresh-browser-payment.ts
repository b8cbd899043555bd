// When a merchant retrieves a browser payment whose payer is back, the provider is asked for the outcome, but not on
// every retrieval of a program that polls in a loop.
import type { StoredOrder } from '../../payments/ports/transactions.ts'
import { isWorthPolling, type ProviderPollPorts, pollBrowserPayment } from './poll-provider.ts'
import { browserPaymentIn } from './record-browser-payment-step.ts'

/** The minimum time between two inquiries at the provider that retrievals of one payment cause. */
export const refreshIntervalMs = 5_000

export async function refreshBrowserPayments(stored: StoredOrder, ports: ProviderPollPorts): Promise<StoredOrder> {
  const due = stored.transactions.flatMap(({ key }) => {
    const found = browserPaymentIn(stored, key)
    if (found?.paymentState.journey.times.returned === undefined || !isWorthPolling(found)) return []
    return ports.journeys.mayPoll(key, refreshIntervalMs) ? [found.transaction] : []
  })
  const [first] = due
  if (!first) return stored
  const looked = await Promise.all(due.map((transaction) => pollBrowserPayment(transaction, ports)))
  const hasChanged = looked.some((each) => each.kind === 'FOUND' && each.taken === 'TAKEN')
  return (hasChanged && (await ports.store.findOrder(first.key))) || stored
}
