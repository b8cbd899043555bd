// What a payment is made with, completed from all places where a request may contain it; and what can be derived from a card
// number: its scheme, its brand, whether its check digit is right.
import type { Secret } from './secret.ts'

export interface Expiry {
  readonly month: string
  readonly year: string
}

/** When a month has ended everywhere: the last time zone is twelve hours behind UTC. */
const lastTimeZoneMs = 12 * 60 * 60_000

/** A card can be used until the end of the month that is printed on it. */
export function hasExpired({ month, year }: Expiry, now: Date): boolean {
  return now.getTime() >= Date.UTC(2000 + Number(year), Number(month), 1) + lastTimeZoneMs
}

export interface CardInstrument {
  readonly kind: 'CARD'
  readonly number: Secret
  readonly scheme: CardScheme
  readonly brand: CardBrand
  readonly fundingMethod: FundingMethod
  readonly expiry?: Expiry | undefined
  readonly securityCode?: Secret | undefined
  readonly nameOnCard?: string | undefined
  /** What a terminal or a wallet read: never stored, only passed on. */
  readonly track1?: Secret | undefined
  readonly track2?: Secret | undefined
  readonly emvRequest?: Secret | undefined
  readonly pinPayload?: Secret | undefined
  readonly sequenceNumber?: string | undefined
  readonly storedOnFile?: string | undefined
  readonly devicePayment?: DevicePayment | undefined
}

/** What a wallet gives beside the number of a device. */
export interface DevicePayment {
  readonly cryptogramFormat?: string | undefined
  readonly threeDSecure?: {
    readonly eciIndicator?: string | undefined
    readonly onlinePaymentCryptogram?: Secret | undefined
  }
}

/** The device has authenticated the payer, which its cryptogram proves to the issuer. */
export function isProvenByDevice({ devicePayment }: Pick<CardInstrument, 'devicePayment'>): boolean {
  return devicePayment?.threeDSecure?.onlinePaymentCryptogram !== undefined
}

export interface GiftCardInstrument {
  readonly kind: 'GIFT_CARD'
  readonly number: Secret
  readonly pin?: Secret | undefined
  readonly localBrand?: string | undefined
}

export interface AchInstrument {
  readonly kind: 'ACH'
  readonly number: Secret
  readonly routingNumber: string
  readonly accountType: string
  readonly bankAccountHolder: string
  readonly secCode: string
}

export interface DirectDebitCanadaInstrument {
  readonly kind: 'DIRECT_DEBIT_CANADA'
  readonly number: Secret
  readonly accountType: string
  readonly bankAccountHolder: string
  readonly financialInstitutionNumber: string
  readonly transitNumber: string
}

/** The payer's consent to payments from an account with provider A, without the payer's browser. */
export interface BillingAgreementInstrument {
  readonly kind: 'PROVIDER_A'
  /** The agreement's id. */
  readonly number: Secret
}

export type Instrument =
  | CardInstrument
  | GiftCardInstrument
  | AchInstrument
  | DirectDebitCanadaInstrument
  | BillingAgreementInstrument
export type InstrumentKind = Instrument['kind']

export const instrumentKinds = Object.keys({
  CARD: true,
  GIFT_CARD: true,
  ACH: true,
  DIRECT_DEBIT_CANADA: true,
  PROVIDER_A: true,
} satisfies Record<InstrumentKind, true>) as readonly InstrumentKind[]

/** Where a request contains the number of each kind of account. */
export const accountFields = {
  ACH: 'sourceOfFunds.provided.ach.bankAccountNumber',
  CARD: 'sourceOfFunds.provided.card.number',
  DIRECT_DEBIT_CANADA: 'sourceOfFunds.provided.directDebitCanada.bankAccountNumber',
  GIFT_CARD: 'sourceOfFunds.provided.giftCard.number',
  PROVIDER_A: 'sourceOfFunds.provided.providerA.billingAgreement.id',
} as const satisfies Readonly<Record<InstrumentKind, string>>

/** The text by which two instruments are the same account. Each bank numbers its own accounts. */
export function accountIdentity(instrument: Instrument): string {
  const number = instrument.number.open()
  switch (instrument.kind) {
    case 'CARD':
      return number
    case 'GIFT_CARD':
    case 'PROVIDER_A':
      return `${instrument.kind} ${number}`
    case 'ACH':
      return `ACH ${instrument.routingNumber} ${number}`
    case 'DIRECT_DEBIT_CANADA':
      return `DIRECT_DEBIT_CANADA ${instrument.financialInstitutionNumber} ${instrument.transitNumber} ${number}`
  }
}

// Card numbers.

export const cardSchemes = [
  'AMEX',
  'CHINA_UNIONPAY',
  'DINERS_CLUB',
  'DISCOVER',
  'JCB',
  'MASTERCARD',
  'RUPAY',
  'UATP',
  'VISA',
  'OTHER',
] as const
export type CardScheme = (typeof cardSchemes)[number]

export const cardBrands = [
  'AMEX',
  'CHINA_UNIONPAY',
  'DINERS_CLUB',
  'DISCOVER',
  'JCB',
  'LOCAL_BRAND_ONLY',
  'MAESTRO',
  'MASTERCARD',
  'RUPAY',
  'UATP',
  'UNKNOWN',
  'VISA',
] as const
export type CardBrand = (typeof cardBrands)[number]

export const fundingMethods = ['CHARGE', 'CREDIT', 'DEBIT', 'UNKNOWN'] as const
export type FundingMethod = (typeof fundingMethods)[number]

interface Range {
  readonly from: string
  readonly to: string
  readonly scheme: CardScheme
  readonly brand: CardBrand
  readonly lengths: readonly number[]
}

const upTo19 = [12, 13, 14, 15, 16, 17, 18, 19] as const

/** Public number ranges. The longest matching prefix wins: RuPay's block inside 65 is not read as Discover. */
const ranges: readonly Range[] = [
  { from: '4', to: '4', scheme: 'VISA', brand: 'VISA', lengths: [13, 16, 19] },
  { from: '51', to: '55', scheme: 'MASTERCARD', brand: 'MASTERCARD', lengths: [16] },
  { from: '2221', to: '2720', scheme: 'MASTERCARD', brand: 'MASTERCARD', lengths: [16] },
  { from: '50', to: '50', scheme: 'MASTERCARD', brand: 'MAESTRO', lengths: upTo19 },
  { from: '56', to: '58', scheme: 'MASTERCARD', brand: 'MAESTRO', lengths: upTo19 },
  { from: '6', to: '6', scheme: 'MASTERCARD', brand: 'MAESTRO', lengths: upTo19 },
  { from: '34', to: '34', scheme: 'AMEX', brand: 'AMEX', lengths: [15] },
  { from: '37', to: '37', scheme: 'AMEX', brand: 'AMEX', lengths: [15] },
  { from: '300', to: '305', scheme: 'DINERS_CLUB', brand: 'DINERS_CLUB', lengths: [14, 15, 16, 17, 18, 19] },
  { from: '3095', to: '3095', scheme: 'DINERS_CLUB', brand: 'DINERS_CLUB', lengths: [14, 15, 16, 17, 18, 19] },
  { from: '36', to: '36', scheme: 'DINERS_CLUB', brand: 'DINERS_CLUB', lengths: [14, 15, 16, 17, 18, 19] },
  { from: '38', to: '39', scheme: 'DINERS_CLUB', brand: 'DINERS_CLUB', lengths: [14, 15, 16, 17, 18, 19] },
  { from: '6011', to: '6011', scheme: 'DISCOVER', brand: 'DISCOVER', lengths: [16, 17, 18, 19] },
  { from: '644', to: '649', scheme: 'DISCOVER', brand: 'DISCOVER', lengths: [16, 17, 18, 19] },
  { from: '65', to: '65', scheme: 'DISCOVER', brand: 'DISCOVER', lengths: [16, 17, 18, 19] },
  { from: '3528', to: '3589', scheme: 'JCB', brand: 'JCB', lengths: [16, 17, 18, 19] },
  { from: '62', to: '62', scheme: 'CHINA_UNIONPAY', brand: 'CHINA_UNIONPAY', lengths: [16, 17, 18, 19] },
  { from: '1', to: '1', scheme: 'UATP', brand: 'UATP', lengths: [15] },
  { from: '508500', to: '508999', scheme: 'RUPAY', brand: 'RUPAY', lengths: [16] },
  { from: '606985', to: '607984', scheme: 'RUPAY', brand: 'RUPAY', lengths: [16] },
  { from: '608001', to: '608500', scheme: 'RUPAY', brand: 'RUPAY', lengths: [16] },
  { from: '652150', to: '653149', scheme: 'RUPAY', brand: 'RUPAY', lengths: [16] },
]

const rangesLongestFirst = ranges.toSorted((a, b) => b.from.length - a.from.length)

function rangeOf(number: string): Range | undefined {
  return rangesLongestFirst.find(({ from, to }) => {
    const prefix = number.slice(0, from.length)
    return prefix >= from && prefix <= to && prefix.length === from.length
  })
}

export interface CardKind {
  readonly scheme: CardScheme
  readonly brand: CardBrand
}

export function cardKindOf(number: string): CardKind {
  const range = rangeOf(number)
  return range ? { scheme: range.scheme, brand: range.brand } : { scheme: 'OTHER', brand: 'UNKNOWN' }
}

/** The kinds of card whose numbers may begin with these digits: few digits leave several open. */
export function cardKindsBeginning(prefix: string): readonly CardKind[] {
  const { length } = prefix
  const own = rangeOf(prefix)
  const longer = ranges.filter(
    ({ from, to }) => from.length > length && prefix >= from.slice(0, length) && prefix <= to.slice(0, length),
  )
  return [...(own ? [own] : []), ...longer].map(({ scheme, brand }) => ({ scheme, brand }))
}

/** A number of a known scheme must have that scheme's length and a right check digit; other numbers pass. */
export function isPlausibleCardNumber(number: string): boolean {
  const range = rangeOf(number)
  if (!range) return true
  return range.lengths.includes(number.length) && passesLuhn(number)
}

/** A number of a known range, with a length of its scheme and the right check digit. */
export function isKnownCardNumber(number: string): boolean {
  return rangeOf(number) !== undefined && isPlausibleCardNumber(number)
}

/** The check-digit rule of ISO/IEC 7812. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = digits.length - 1, double = false; i >= 0; i -= 1, double = !double) {
    const digit = digits.charCodeAt(i) - 48
    const weighted = double ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return digits.length > 0 && sum % 10 === 0
}

/** Issuers whose funding method is known, by the first six digits. */
const fundingByPrefix: Readonly<Record<string, FundingMethod>> = { '511111': 'DEBIT', '512345': 'CREDIT' }

export function fundingMethodOf(number: string): FundingMethod {
  return fundingByPrefix[number.slice(0, 6)] ?? 'UNKNOWN'
}
