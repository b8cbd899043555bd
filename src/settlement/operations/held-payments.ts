// Payments in review in open batches. No acquirer can leave a payment out of the batch that it closes: whoever closes one has to know
// that they are settled with it.
import type { SettlementDependencies } from '../dependencies.ts'

export interface HeldPayment {
  readonly orderId: string
  readonly acquirerId: string
  readonly batch: number
}

/** More are not named. */
const shownMax = 100

/** As the queue of reviews has them, which may lag by moments. */
export async function findHeldPayments(
  { merchantId, acquirerId }: { readonly merchantId: string; readonly acquirerId?: string | undefined },
  { search, store }: Pick<SettlementDependencies, 'search' | 'store'>,
): Promise<readonly HeldPayment[]> {
  const held: HeldPayment[] = []
  let after: string | undefined
  do {
    const page = await search.reviewQueue(merchantId, 'RISK', { limit: 100, after })
    for (const { type, orderId, batch, acquirerId: itsOwn } of page.rows) {
      if (type !== 'PAYMENT' || batch === undefined || itsOwn === undefined) continue
      if (acquirerId !== undefined && itsOwn !== acquirerId) continue
      const closed = await store.findClosedSettlementBatches({ merchantId, acquirerId: itsOwn, batches: [batch] })
      if (!closed.has(batch)) held.push({ orderId, acquirerId: itsOwn, batch })
    }
    after = page.next
  } while (after !== undefined && held.length < shownMax)
  return held.slice(0, shownMax)
}
