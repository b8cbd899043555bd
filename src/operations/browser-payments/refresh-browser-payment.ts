// A merchant that retrieves a browser payment whose payer is back wants to know what became of it: the provider is asked, but
// not by every retrieval of a program that retrieves in a loop.
import type { StoredOrder } from '../../ports/payments/transactions.ts'
import { isWorthALook, type LookPorts, lookAtBrowserPayment } from './poll-provider.ts'
import { browserPaymentIn } from './record-browser-payment-step.ts'

/** The provider is asked about one payment no more often than this because somebody wants to see it. */
export const lookEveryMs = 5_000

export async function lookedAtSince(stored: StoredOrder, ports: LookPorts): Promise<StoredOrder> {
  const due = stored.transactions.flatMap(({ key }) => {
    const found = browserPaymentIn(stored, key)
    if (found?.standing.journey.times.returned === undefined || !isWorthALook(found)) return []
    return ports.journeys.mayLook(key, lookEveryMs) ? [found.transaction] : []
  })
  const [first] = due
  if (!first) return stored
  const looked = await Promise.all(due.map((transaction) => lookAtBrowserPayment(transaction, ports)))
  const hasChanged = looked.some((each) => each.kind === 'found' && each.taken === 'TAKEN')
  return (hasChanged && (await ports.store.findOrder(first.key))) || stored
}
