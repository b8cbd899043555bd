// The card brands that a page shows as accepted: those whose payments the merchant's profile permits and a route takes.

import type { CardBrand, CardScheme } from '../../kernel/instrument.ts'
import { type Merchant, permitsScheme, routesOf } from '../../merchants/rules/merchant.ts'

/** A brand that payers recognise, and the scheme that the profile knows it by. In the order in which pages show them. */
const shownBrands = {
  VISA: 'VISA',
  MASTERCARD: 'MASTERCARD',
  MAESTRO: 'MASTERCARD',
  AMEX: 'AMEX',
  DISCOVER: 'DISCOVER',
  DINERS_CLUB: 'DINERS_CLUB',
  JCB: 'JCB',
  CHINA_UNIONPAY: 'CHINA_UNIONPAY',
  RUPAY: 'RUPAY',
  UATP: 'UATP',
} as const satisfies Readonly<Partial<Record<CardBrand, CardScheme>>>

export type ShownBrand = keyof typeof shownBrands

/** Conditions of routes about amounts, issuers and shares do not count: they can differ from card to card. */
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
