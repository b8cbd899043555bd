// What a browser may learn that comes back from a provider and has not kept which page it set out from: what became of the
// payment. It proves nothing, so that it gets nothing of the session.
import { isUnderWay } from '../../domain/checkout/checkout.ts'
import type { StoredCheckout } from '../../ports/checkout/checkout-store.ts'
import { type EndedCheckout, ended, type OpenPorts, openSessionOf } from './open-checkout.ts'

export interface Returned {
  readonly page: EndedCheckout
  readonly fate: 'PAID' | 'UNPAID' | 'OPEN'
}

export async function findReturned(returnToken: string, ports: OpenPorts): Promise<Returned | undefined> {
  const stored = await ports.checkouts.findByReturnToken(returnToken)
  const access = stored && (await ports.store.findMerchant(stored.merchantId))
  if (!stored || !access?.merchant.profile.isEnabled) return undefined
  const page = await openSessionOf([{ hash: stored.sessionHash }], '', ports)
  return {
    page: ended(access.merchant, stored),
    fate: fateOf(page?.kind === 'opened' ? page.stored : stored),
  }
}

function fateOf({ checkout }: StoredCheckout): Returned['fate'] {
  if (isUnderWay(checkout)) return 'OPEN'
  return checkout.state === 'DONE' ? 'PAID' : 'UNPAID'
}
