// What a browser may learn that comes back from a provider without knowing which page it left from: the outcome of the
// payment. The browser proves nothing, so it gets nothing of the session.

import type { StoredCheckout } from '../ports/checkout-store.ts'
import { isUnderWay } from '../rules/checkout.ts'
import { type EndedCheckout, endedCheckoutOf, type OpenCheckoutPorts, openSessionOf } from './open-checkout.ts'

export interface ReturningPayer {
  readonly page: EndedCheckout
  readonly outcome: 'PAID' | 'UNPAID' | 'OPEN'
}

export async function findReturningPayer(
  returnToken: string,
  ports: OpenCheckoutPorts,
): Promise<ReturningPayer | undefined> {
  const stored = await ports.checkouts.findByReturnToken(returnToken)
  const access = stored && (await ports.store.findMerchant(stored.merchantId))
  if (!stored || !access?.merchant.profile.isEnabled) return undefined
  const page = await openSessionOf([{ hash: stored.sessionHash }], '', ports)
  return {
    page: endedCheckoutOf(access.merchant, stored),
    outcome: returnOutcomeOf(page?.kind === 'OPENED' ? page.stored : stored),
  }
}

function returnOutcomeOf({ checkout }: StoredCheckout): ReturningPayer['outcome'] {
  if (isUnderWay(checkout)) return 'OPEN'
  return checkout.state === 'DONE' ? 'PAID' : 'UNPAID'
}
