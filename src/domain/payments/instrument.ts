// What a payment is made with, completed from all places where a request may contain it.
import type { CardBrand, CardScheme, FundingMethod } from '../card.ts'
import type { Secret } from '../secret.ts'

export interface Expiry {
  readonly month: string
  readonly year: string
}

export interface CardInstrument {
  readonly kind: 'CARD'
  readonly number: Secret
  readonly scheme: CardScheme
  readonly brand: CardBrand
  readonly fundingMethod: FundingMethod
  readonly expiry?: Expiry
  readonly securityCode?: Secret
  readonly nameOnCard?: string
  /** What a terminal or a wallet read: never stored, only passed on. */
  readonly track1?: Secret
  readonly track2?: Secret
  readonly emvRequest?: Secret
  readonly pinPayload?: Secret
  readonly sequenceNumber?: string
  readonly storedOnFile?: string
  readonly devicePayment?: DevicePayment
}

/** What a wallet gives beside the number of a device. */
export interface DevicePayment {
  readonly cryptogramFormat?: string
  readonly threeDSecure?: { readonly eciIndicator?: string; readonly onlinePaymentCryptogram?: Secret }
}

export interface GiftCardInstrument {
  readonly kind: 'GIFT_CARD'
  readonly number: Secret
  readonly pin?: Secret
  readonly localBrand?: string
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
