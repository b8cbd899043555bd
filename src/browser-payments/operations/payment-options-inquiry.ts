// Returns how a merchant can be paid: by cards and on which providers' sites, according to its profile. An amount, a
// currency, the first digits of a card or a token narrow the response.

import { sources30 } from '../../contract/groups/transaction.ts'
import { type CardBrand, type CardScheme, cardKindsBeginning, cardSchemes } from '../../kernel/instrument.ts'
import { formatMoney, parseMoney } from '../../kernel/money.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Provider } from '../../kernel/provider.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { type Merchant, permitsOperation, permitsScheme, permitsSource } from '../../merchants/index.ts'
import type { BrowserPaymentProvider, Call, OperationResult } from '../../payments/index.ts'
import type { PaymentOptionsInquiryRequest, PaymentOptionsResponse } from '../contract/payment-options-inquiry.ts'
import type { BrowserPaymentDependencies } from '../dependencies.ts'

type PaymentTypes = NonNullable<PaymentOptionsResponse['paymentTypes']>
type CardOptions = NonNullable<PaymentTypes['card']>
type CardType = NonNullable<CardOptions['cardTypes']>[number]['cardType']
type ProviderOption = NonNullable<PaymentTypes['browserPayment']>[number]

/** The values that the inquiry is about. */
interface OptionsFilter {
  readonly currency?: string | undefined
  readonly amount?: string | undefined
  /** The properties of the instrument, as far as known; all options match while they are unknown. */
  readonly cards: ReadonlySet<CardType> | 'ALL' | 'NONE'
  readonly providers: readonly Provider[] | 'ALL'
}

export async function paymentOptionsInquiry(
  request: PaymentOptionsInquiryRequest,
  call: Call,
  dependencies: Pick<BrowserPaymentDependencies, 'providers' | 'tokens'>,
): Promise<OperationResult> {
  const { merchant } = call
  const narrowing = await readOptionsFilter(request, merchant, dependencies)
  if (narrowing.kind === 'REJECTED') return narrowing
  const card = cardOptions(merchant, narrowing)
  const browserPayment = providerOptions(merchant, narrowing, dependencies)
  const operations = operationsOf(merchant)
  const response: PaymentOptionsResponse = {
    merchant: merchant.id,
    result: 'SUCCESS',
    ...((card || browserPayment.length > 0) && {
      paymentTypes: { ...(browserPayment.length > 0 && { browserPayment }), ...omitUndefined({ card }) },
    }),
    ...(operations.length > 0 && {
      // Older versions have room for one value: that of the operation that completes at once.
      transactionMode: operations.includes('PURCHASE') ? 'PURCHASE' : 'AUTHORIZE_CAPTURE',
      supportedPaymentOperations: operations.map((supportedPaymentOperation) => ({ supportedPaymentOperation })),
    }),
  }
  return { kind: 'ANSWERED', isFirst: false, response }
}

async function readOptionsFilter(
  { order, sourceOfFunds }: PaymentOptionsInquiryRequest,
  { tokenRepository }: Merchant,
  { tokens }: Pick<BrowserPaymentDependencies, 'tokens'>,
): Promise<(OptionsFilter & { readonly kind: 'NARROWING' }) | Rejection> {
  const filter = { kind: 'NARROWING', currency: order?.currency, amount: order?.amount } as const
  const prefix = sourceOfFunds?.provided?.card?.prefix
  if (prefix !== undefined) {
    const brands = cardKindsBeginning(prefix).flatMap(({ brand }) => typesOfBrand[brand] ?? [])
    return { ...filter, cards: new Set(brands), providers: [] }
  }
  const token = sourceOfFunds?.token
  if (token === undefined) return { ...filter, cards: 'ALL', providers: 'ALL' }
  const stored = await tokens.findToUse({ repositoryId: tokenRepository.id, token })
  if (!stored) return reject('UNKNOWN_TOKEN', 'There is no token with this id.')
  if (stored.kind !== 'CARD')
    return { ...filter, cards: 'NONE', providers: stored.kind === 'PROVIDER_A' ? [stored.kind] : [] }
  const { brand } = stored.details as { readonly brand: CardBrand }
  return { ...filter, cards: new Set(typesOfBrand[brand] ?? []), providers: [] }
}

/** The card types of acquirer links, by what can be derived from a number; for other brands none is known. */
const typesOfBrand: Readonly<Partial<Record<CardBrand, readonly CardType[]>>> = {
  AMEX: ['AMEX'],
  DINERS_CLUB: ['DINERS_CLUB'],
  DISCOVER: ['DISCOVER'],
  JCB: ['JCB'],
  MAESTRO: ['MAESTRO'],
  MASTERCARD: ['MASTERCARD'],
  RUPAY: ['RUPAY'],
  UATP: ['UATP'],
  VISA: ['VISA'],
}

const brandsOfScheme: Readonly<Partial<Record<CardScheme, readonly CardBrand[]>>> = {
  MASTERCARD: ['MASTERCARD', 'MAESTRO'],
}

function cardOptions(merchant: Merchant, { currency, cards }: OptionsFilter): CardOptions | undefined {
  const currencies = currenciesOf(merchant, currency)
  if (cards === 'NONE' || currencies.length === 0 || !permitsSource(merchant, 'CARD')) return undefined
  const cardTypes = cardSchemes
    .filter((scheme) => permitsScheme(merchant, scheme))
    .flatMap((scheme) => brandsOfScheme[scheme] ?? (scheme === 'OTHER' ? [] : [scheme]))
    .flatMap((brand) => typesOfBrand[brand] ?? [])
    .filter((type) => cards === 'ALL' || cards.has(type))
  if (cardTypes.length === 0) return undefined
  return {
    cardTypes: cardTypes.map((cardType) => ({ cardType })),
    currencies: currencies.map((each) => ({ currency: each })),
    transactionSources: sources30.map((transactionSource) => ({ transactionSource })),
  }
}

function currenciesOf({ profile }: Merchant, requested: string | undefined): readonly string[] {
  return profile.currencies.filter((currency) => requested === undefined || currency === requested)
}

function providerOptions(
  merchant: Merchant,
  narrowing: OptionsFilter,
  { providers }: Pick<BrowserPaymentDependencies, 'providers'>,
): readonly ProviderOption[] {
  if (!permitsOperation(merchant, 'INITIATE_BROWSER_PAYMENT')) return []
  return merchant.profile.providers.flatMap((link) => {
    if (narrowing.providers !== 'ALL' && !narrowing.providers.includes(link.provider)) return []
    const provider = providers.of(link)
    const option = provider && providerOption(merchant, provider, narrowing)
    return option ? [option] : []
  })
}

function providerOption(
  merchant: Merchant,
  { provider: type, offer }: BrowserPaymentProvider,
  { currency: requested, amount }: OptionsFilter,
): ProviderOption | undefined {
  const currencies = currenciesOf(merchant, requested).filter((currency) => offer.currencies.includes(currency))
  if (currencies.length === 0) return undefined
  // The provider's limits are in the currency of the payment, so they can only be returned for a single currency.
  const currency = currencies.length === 1 ? currencies[0] : undefined
  const { minMinor, maxMinor } = offer
  const money = currency !== undefined && amount !== undefined ? parseMoney({ amount, currency }) : undefined
  const isTooLittle = money && minMinor !== undefined && money.amountMinor < minMinor
  const isTooMuch = money && maxMinor !== undefined && money.amountMinor > maxMinor
  if (isTooLittle || isTooMuch) return undefined
  const format = (amountMinor: bigint, of: string) => formatMoney({ amountMinor, currency: of })
  return {
    type,
    displayName: offer.displayName,
    currencies: currencies.map((each) => ({ currency: each })),
    ...(currency !== undefined && minMinor !== undefined && { minAmount: format(minMinor, currency) }),
    ...(currency !== undefined && maxMinor !== undefined && { maxAmount: format(maxMinor, currency) }),
    standardPayerData: [{ fieldName: 'EMAIL', presence: 'OPTIONAL' }],
    supportedCountries: offer.countries.map((country) => ({ country })),
  }
}

function operationsOf(merchant: Merchant): readonly ('AUTHORIZE' | 'PURCHASE')[] {
  return [
    ...(permitsOperation(merchant, 'AUTHORIZE') ? (['AUTHORIZE'] as const) : []),
    ...(permitsOperation(merchant, 'PAY') ? (['PURCHASE'] as const) : []),
  ]
}
