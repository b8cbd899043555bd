// Where a request says what is paid with: an account, or the token of a stored one.

import type { DevicePayment } from '../../kernel/instrument.ts'
import type { Secret } from '../../kernel/secret.ts'
export interface RequestWithSource {
  readonly sourceOfFunds?: {
    readonly type?: string
    readonly token?: string
    readonly provided?: {
      readonly card?: CardDetails
      readonly giftCard?: GiftCardDetails
      readonly ach?: BankDetails
      readonly directDebitCanada?: BankDetails
      readonly providerA?: ProviderADetails
    }
  }
}

export interface CardDetails {
  readonly number?: Secret
  readonly expiry?: { readonly month: string; readonly year: string }
  readonly securityCode?: Secret
  readonly nameOnCard?: string
  readonly track1?: Secret
  readonly track2?: Secret
  readonly emvRequest?: Secret
  readonly pin?: { readonly payload?: Secret }
  readonly sequenceNumber?: string
  readonly storedOnFile?: string
  /** Encrypted by a wallet, or decrypted: never both. */
  readonly devicePayment?: DevicePayment & { readonly paymentToken?: Secret }
}

export interface GiftCardDetails {
  readonly number?: Secret
  readonly pin?: Secret
  readonly localBrand?: string
}

export interface BankDetails {
  readonly bankAccountNumber?: Secret
  readonly accountType?: string
  readonly bankAccountHolder?: string
  readonly routingNumber?: string
  readonly secCode?: string
  readonly financialInstitutionNumber?: string
  readonly transitNumber?: string
}

export interface ProviderADetails {
  readonly billingAgreement?: { readonly id?: string }
}
