// Finds the link for a request: those of the merchant's routes that match a payment, the link with provider A for a
// payment by agreement, or the link of an earlier transaction.

import { explain } from '../../kernel/explanation.ts'
import type { Instrument } from '../../kernel/instrument.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Provider, ProviderLink } from '../../kernel/provider.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import {
  type AcquirerLink,
  type AcquirerRoute,
  type Merchant,
  needsCardCountry,
  type PaymentToRoute,
  permitsCurrency,
  routesFor,
  routesOf,
} from '../../merchants/index.ts'
import type { PaymentDependencies } from '../dependencies.ts'
import type { Acquirer, Acquirers } from '../ports/acquirer.ts'
import { cardToRoute } from './resolve-instrument.ts'

export interface ResolvedLink extends AcquirerLink {
  readonly acquirer: Acquirer
}

/** What is stored of a link with a transaction: later requests for it are sent there. */
export function recordedLink({
  acquirer: _,
  needsPartialAmountFlag: __,
  failedOver: ___,
  ...link
}: ResolvedLink): AcquirerLink {
  return link
}

/** The link that takes a payment, and those that take it when that one did not receive the request. */
export interface ResolvedLinks {
  readonly link: ResolvedLink
  readonly alternatives: readonly ResolvedLink[]
}

export interface InitialPayment {
  readonly orderId: string
  readonly currency: string
  /** The amount in the request; 0 when there is none. */
  readonly amountMinor: bigint
  readonly instrument: Instrument
}

type LinkResolutionDependencies = Pick<PaymentDependencies, 'acquirers' | 'providers' | 'cardCountries'>

export function refuseCurrency(merchant: Merchant, currency: string): Rejection | undefined {
  if (permitsCurrency(merchant, currency)) return undefined
  return reject('CURRENCY_NOT_PERMITTED', explain('The merchant profile does not permit {name}.', { name: currency }))
}

/** For a transaction that opens an order. Later transactions use the link of the transaction they refer to. */
export async function resolveLinks(
  merchant: Merchant,
  payment: InitialPayment,
  dependencies: LinkResolutionDependencies,
): Promise<ResolvedLinks | Rejection> {
  const { currency, instrument } = payment
  if (instrument.kind !== 'PROVIDER_A') return resolveRoutes(merchant, payment, dependencies)
  const account = providerLinkOf(merchant, instrument.kind, dependencies.acquirers)
  if (isRejection(account)) return account
  const { offer } = dependencies.providers.of(account) ?? {}
  if (offer && !offer.currencies.includes(currency))
    return reject(
      'CURRENCY_NOT_PERMITTED',
      explain('{name} does not support {currency}.', { name: instrument.kind, currency }),
    )
  const link = resolveAcquirer(account, dependencies.acquirers)
  return isRejection(link) ? link : { link, alternatives: [] }
}

/** A provider in the place of an acquirer: it answers the same requests for payments made there. */
export function providerLinkOf(
  { profile }: Merchant,
  provider: Provider,
  acquirers: Pick<Acquirers, 'current'>,
): AcquirerLink | Rejection {
  const link = profile.providers.find((each) => each.provider === provider)
  if (!link)
    return reject('SOURCE_NOT_SUPPORTED', explain('The merchant has no account with {provider}.', { provider }))
  return linkToProvider(link, acquirers)
}

/** A provider that an acquirer has is reached by the acquirer's link. */
export function linkToProvider(
  { provider, adapter, account }: ProviderLink,
  acquirers: Pick<Acquirers, 'current'>,
): AcquirerLink {
  const { linkId, revision, adapter: ofLink = adapter } = acquirers.current(adapter) ?? {}
  return {
    adapter: ofLink,
    ...omitUndefined({ linkId, revision }),
    acquirerId: provider,
    acquirerMerchantId: account,
  }
}

export function resolveAcquirer(link: AcquirerLink, acquirers: Acquirers): ResolvedLink | Rejection {
  const acquirer = acquirers.of(link)
  if (acquirer) return { ...link, acquirer }
  // Throws if the links could not be read yet: then the link may exist.
  acquirers.current(link.linkId ?? link.adapter)
  return noAcquirerLink()
}

/** The link of a record without a payer's instrument, such as a fee: the first route's. */
export function resolveFirstRoute({ profile }: Merchant, acquirers: Acquirers): ResolvedLink | Rejection {
  return linksOf(routesOf(profile), acquirers)[0] ?? noAcquirerLink()
}

/** Every account of the merchant at its acquirers, once each. */
export function resolveRouteLinks({ profile }: Merchant, acquirers: Acquirers): readonly ResolvedLink[] {
  const links = linksOf(routesOf(profile), acquirers)
  const nameOf = ({ linkId, acquirerMerchantId }: ResolvedLink) => JSON.stringify([linkId, acquirerMerchantId])
  return [...new Map(links.toReversed().map((link) => [nameOf(link), link])).values()].toReversed()
}

async function resolveRoutes(
  { id: merchantId, profile }: Merchant,
  { orderId, currency, amountMinor, instrument }: InitialPayment,
  { acquirers, cardCountries }: LinkResolutionDependencies,
): Promise<ResolvedLinks | Rejection> {
  const routes = routesOf(profile)
  const { scheme, bin } = cardToRoute(instrument)
  const cardCountry = bin !== undefined && needsCardCountry(routes) ? await cardCountries.find(bin) : undefined
  const payment: PaymentToRoute = {
    ...{ merchantId, orderId, currency, amountMinor, source: instrument.kind },
    ...omitUndefined({ scheme, bin, cardCountry }),
  }
  const [link, ...others] = linksOf(routesFor(routes, payment), acquirers)
  if (!link) return noAcquirerLink()
  return { link, alternatives: onePerLink(link, others) }
}

/** A route whose link takes no payments is left out. */
function linksOf(routes: readonly AcquirerRoute[], acquirers: Acquirers): readonly ResolvedLink[] {
  return routes.flatMap((route) => {
    const current = acquirers.current(route.linkId)
    if (!current) return []
    const { acquirerMerchantId, acquirerId = current.acquirerId, terminals, needsPartialAmountFlag } = route
    const { linkId, revision, adapter } = current
    const link: AcquirerLink = {
      ...{ linkId, revision, adapter, acquirerId, acquirerMerchantId },
      ...omitUndefined({ terminals, needsPartialAmountFlag }),
    }
    const acquirer = acquirers.of(link)
    return acquirer ? [{ ...link, acquirer }] : []
  })
}

/** A link that did not receive a request is not asked again under another merchant id. */
function onePerLink(first: ResolvedLink, others: readonly ResolvedLink[]): readonly ResolvedLink[] {
  const all = [first, ...others]
  return others.filter((link, index) => all.findIndex(({ linkId }) => linkId === link.linkId) === index + 1)
}

function noAcquirerLink(): Rejection {
  return reject('NO_ACQUIRER_LINK', 'The merchant has no acquirer link that supports this request.')
}
