// Finds who is to be asked: the merchant's acquirer link for a currency, its link with provider A for what is paid by an
// agreement, or the link of an earlier transaction.

import type { Provider } from '../../domain/browser-payments/provider.ts'
import { type AcquirerLink, type Merchant, permitsCurrency } from '../../domain/merchants/merchant.ts'
import type { InstrumentKind } from '../../domain/payments/instrument.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import type { Acquirer, Acquirers } from '../../ports/acquirers/acquirer.ts'
import type { Ports } from '../call.ts'

export interface ResolvedLink extends AcquirerLink {
  readonly acquirer: Acquirer
}

export function resolveLink(
  merchant: Merchant,
  { currency, source }: { readonly currency: string; readonly source?: InstrumentKind | undefined },
  { acquirers, providers }: Pick<Ports, 'acquirers' | 'providers'>,
): ResolvedLink | Rejection {
  if (!permitsCurrency(merchant, currency))
    return reject('CURRENCY_NOT_PERMITTED', `The merchant profile does not permit ${currency}.`)
  if (source !== 'PROVIDER_A') return resolveAcquirer(merchant.profile.acquirerLink, acquirers)
  const link = providerLinkOf(merchant, source)
  if (isRejection(link)) return link
  const { offer } = providers.of(link) ?? {}
  if (offer && !offer.currencies.includes(currency))
    return reject('CURRENCY_NOT_PERMITTED', `${source} does not support ${currency}.`)
  return resolveAcquirer(link, acquirers)
}

/** A provider in the place of an acquirer: it answers the same questions about what was paid there. */
export function providerLinkOf({ profile }: Merchant, provider: Provider): AcquirerLink | Rejection {
  const link = profile.providers.find((each) => each.provider === provider)
  if (!link) return reject('SOURCE_NOT_SUPPORTED', `The merchant has no account with ${provider}.`)
  return { adapter: link.adapter, acquirerId: provider, acquirerMerchantId: link.account }
}

export function resolveAcquirer(link: AcquirerLink, acquirers: Acquirers): ResolvedLink | Rejection {
  const acquirer = acquirers.of(link)
  if (!acquirer) return reject('NO_ACQUIRER_LINK', 'The merchant has no acquirer link that supports this request.')
  return { ...link, acquirer }
}
