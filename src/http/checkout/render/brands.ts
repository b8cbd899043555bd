// The brands of cards as payers know them: their names, and the gateway's own drawings of their marks.
import type { CardBrand } from '../../../domain/card.ts'

interface BrandImage {
  readonly name: string
  readonly file: string
}

export const brandImages: Readonly<Partial<Record<CardBrand, BrandImage>>> = {
  AMEX: { name: 'American Express', file: 'brand-amex.svg' },
  CHINA_UNIONPAY: { name: 'UnionPay', file: 'brand-china-unionpay.svg' },
  DINERS_CLUB: { name: 'Diners Club', file: 'brand-diners-club.svg' },
  DISCOVER: { name: 'Discover', file: 'brand-discover.svg' },
  JCB: { name: 'JCB', file: 'brand-jcb.svg' },
  MAESTRO: { name: 'Maestro', file: 'brand-maestro.svg' },
  MASTERCARD: { name: 'Mastercard', file: 'brand-mastercard.svg' },
  RUPAY: { name: 'RuPay', file: 'brand-rupay.svg' },
  UATP: { name: 'UATP', file: 'brand-uatp.svg' },
  VISA: { name: 'Visa', file: 'brand-visa.svg' },
}

export function findBrandImage(brand: string | undefined): BrandImage | undefined {
  return brand !== undefined && Object.hasOwn(brandImages, brand) ? brandImages[brand as CardBrand] : undefined
}
