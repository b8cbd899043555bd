// A merchant that retrieves a browser payment whose payer is back wants to know what became of it: the provider is asked, but
// not by every retrieval of a program that retrieves in a loop.
import type { StoredOrder } from '../../ports/payments/transactions.ts'
import { isWorthPolling, type ProviderPollPorts, pollBrowserPayment } from './poll-provider.ts'
import { browserPaymentIn } from './record-browser-payment-step.ts'

/** The provider is asked about one payment no more often than this because somebody wants to see it. */
export const refreshIntervalMs = 5_000

export async function refreshBrowserPayments(stored: StoredOrder, ports: ProviderPollPorts): Promise<StoredOrder> {
  const due = stored.transactions.flatMap(({ key }) => {
    const found = browserPaymentIn(stored, key)
    if (found?.standing.journey.times.returned === undefined || !isWorthPolling(found)) return []
    return ports.journeys.mayPoll(key, refreshIntervalMs) ? [found.transaction] : []
  })
  const [first] = due
  if (!first) return stored
  const looked = await Promise.all(due.map((transaction) => pollBrowserPayment(transaction, ports)))
  const hasChanged = looked.some((each) => each.kind === 'found' && each.taken === 'TAKEN')
  return (hasChanged && (await ports.store.findOrder(first.key))) || stored
}
