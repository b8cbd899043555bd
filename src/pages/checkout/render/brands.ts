// The brands of cards as payers know them: their names, and the gateway's own drawings of their marks.

import type { CardBrand, CardScheme } from '../../../kernel/instrument.ts'
import { brandNames } from '../../../kernel/labels.ts'

interface BrandImage {
  readonly name: string
  readonly file: string
}

export const brandImages: Readonly<Partial<Record<CardBrand, BrandImage>>> = {
  AMEX: { name: brandNames.AMEX, file: 'brand-amex.svg' },
  CHINA_UNIONPAY: { name: brandNames.CHINA_UNIONPAY, file: 'brand-china-unionpay.svg' },
  DINERS_CLUB: { name: brandNames.DINERS_CLUB, file: 'brand-diners-club.svg' },
  DISCOVER: { name: brandNames.DISCOVER, file: 'brand-discover.svg' },
  JCB: { name: brandNames.JCB, file: 'brand-jcb.svg' },
  MAESTRO: { name: brandNames.MAESTRO, file: 'brand-maestro.svg' },
  MASTERCARD: { name: brandNames.MASTERCARD, file: 'brand-mastercard.svg' },
  RUPAY: { name: brandNames.RUPAY, file: 'brand-rupay.svg' },
  UATP: { name: brandNames.UATP, file: 'brand-uatp.svg' },
  VISA: { name: brandNames.VISA, file: 'brand-visa.svg' },
}

export function findBrandImage(brand: string | undefined): BrandImage | undefined {
  return brand !== undefined && Object.hasOwn(brandImages, brand) ? brandImages[brand as CardBrand] : undefined
}

/** A brand that payers recognise, and the scheme that the profile knows it by. In the order in which pages show them. */
export const shownBrands = {
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
