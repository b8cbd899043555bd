// Finds who is to be asked: the merchant's acquirer link for a currency, or the link of an earlier transaction.
import { type AcquirerLink, type Merchant, permitsCurrency } from '../../domain/merchant.ts'
import { type Rejection, reject } from '../../domain/rejection.ts'
import type { Acquirer, Acquirers } from '../../ports/acquirer.ts'

export interface ResolvedLink extends AcquirerLink {
  readonly acquirer: Acquirer
}

export function resolveLink(
  merchant: Merchant,
  { currency, acquirers }: { currency: string; acquirers: Acquirers },
): ResolvedLink | Rejection {
  if (!permitsCurrency(merchant, currency))
    return reject('CURRENCY_NOT_PERMITTED', `The merchant profile does not permit ${currency}.`)
  return linkOf(merchant.profile.acquirerLink, acquirers)
}

export function linkOf(link: AcquirerLink, acquirers: Acquirers): ResolvedLink | Rejection {
  const acquirer = acquirers.of(link)
  if (!acquirer) return reject('NO_ACQUIRER_LINK', 'The merchant has no acquirer link that could take this request.')
  return { ...link, acquirer }
}
