// The payment methods that a page offers: cards and accounts that the merchant accepts, and the providers that accept
// this payment.
import type { OpenedCheckout, PageOperation } from '../../checkout/index.ts'
import type { CardScheme } from '../../kernel/instrument.ts'
import { parseMoney } from '../../kernel/money.ts'
import type { Provider } from '../../kernel/provider.ts'
import {
  type Merchant,
  permitsCurrency,
  permitsOperation,
  permitsScheme,
  permitsSource,
  routesOf,
} from '../../merchants/index.ts'
import { acceptedSources, type BrowserPaymentProvider } from '../../payments/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import type { OfferedSource } from './form-fields.ts'
import type { Frame } from './page-view.ts'
import { type ShownBrand, shownBrands } from './render/brands.ts'

type OwnSource = Exclude<OfferedSource, Provider>

/**
 * A card wherever the merchant accepts one, then what its profile lists: permission for all would fill the page with
 * methods that most payers do not have.
 */
export function offeredSources(
  page: OpenedCheckout,
  frame: Frame,
  dependencies: Pick<CheckoutPageDependencies, 'providers'>,
): readonly OfferedSource[] {
  const { merchant, operation, version } = page
  const kind = operation === 'PURCHASE' || operation === 'NONE' ? 'PAY' : operation
  const taken: readonly string[] = acceptedSources[kind]
  const isListed = (source: Exclude<OwnSource, 'CARD'>) =>
    merchant.profile.sources.includes(source) && taken.includes(source) && version >= firstVersions[source]
  return [
    ...(permitsSource(merchant, 'CARD') ? (['CARD'] as const) : []),
    ...(['GIFT_CARD', 'ACH'] as const).filter(isListed),
    ...offeredProviders(page, frame, dependencies),
  ]
}

/** The first version whose contract has such a source. */
const firstVersions = { GIFT_CARD: 30, ACH: 50 } as const

/** A payer who leaves a page in a frame comes back to a full page, which has to know where the shop is. */
function offeredProviders(
  { merchant, operation, content }: OpenedCheckout,
  frame: Frame,
  dependencies: Pick<CheckoutPageDependencies, 'providers'>,
): readonly Provider[] {
  if (frame !== 'PAGE' && content.interaction?.returnUrl === undefined) return []
  if (!permitsOperation(merchant, 'INITIATE_BROWSER_PAYMENT')) return []
  const { amount, currency } = content.order ?? {}
  if (amount === undefined || currency === undefined || !permitsCurrency(merchant, currency)) return []
  return merchant.profile.providers.flatMap((link) => {
    const provider = dependencies.providers.of(link)
    return provider && doesOperation(provider, operation) && takes(provider, amount, currency) ? [link.provider] : []
  })
}

/** Only A can reserve an amount for later; transfers move money at once. */
function doesOperation({ provider }: BrowserPaymentProvider, operation: PageOperation): boolean {
  return operation === 'PURCHASE' || (operation === 'AUTHORIZE' && provider === 'PROVIDER_A')
}

function takes({ offer }: BrowserPaymentProvider, amount: string, currency: string): boolean {
  const amountMinor = parseMoney({ amount, currency })?.amountMinor
  if (amountMinor === undefined || !offer.currencies.includes(currency)) return false
  const { minMinor = 0n, maxMinor = amountMinor } = offer
  return amountMinor >= minMinor && amountMinor <= maxMinor
}

/** The name that payers know. */
export function providerName(
  { profile }: Merchant,
  provider: Provider,
  { providers }: Pick<CheckoutPageDependencies, 'providers'>,
): string {
  const link = profile.providers.find((each) => each.provider === provider)
  return (link && providers.of(link)?.offer.displayName) ?? provider
}

/**
 * The card brands that a page shows as accepted: those whose payments the merchant's profile permits and a route takes. Conditions
 * of routes about amounts, issuers and shares do not count: they can differ from card to card.
 */
export function acceptedBrands(merchant: Merchant, currency: string | undefined): readonly ShownBrand[] {
  const routes = routesOf(merchant.profile).filter(({ conditions = {} }) => {
    const { currencies, sources } = conditions
    const takesCurrency = !currencies || currency === undefined || currencies.includes(currency)
    return takesCurrency && (!sources || sources.includes('CARD'))
  })
  const isRouted = (scheme: CardScheme) =>
    routes.some(({ conditions }) => !conditions?.schemes || conditions.schemes.includes(scheme))
  const brands = Object.entries(shownBrands) as readonly (readonly [ShownBrand, CardScheme])[]
  return brands.filter(([, scheme]) => permitsScheme(merchant, scheme) && isRouted(scheme)).map(([brand]) => brand)
}
