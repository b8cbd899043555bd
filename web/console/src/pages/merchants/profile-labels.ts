// The labels of a profile's codes; records, so that none can be missing.

import type { Provider } from '../../../../../src/domain/browser-payments/provider.ts'
import { defaultPageColour, type PageFont } from '../../../../../src/domain/checkout/page-theme.ts'
import type {
  AccountNumbersInText,
  AuthenticationPolicy,
  CardMasking,
  VerificationStrategy,
} from '../../../../../src/domain/merchants/merchant.ts'
import type { InstrumentKind } from '../../../../../src/domain/payments/instrument.ts'
import type {
  ProvisioningMode,
  TokenGeneration,
  TokenManagement,
} from '../../../../../src/domain/tokens/token-repository.ts'
import { codeText } from '../../format/text.ts'

export const policyLabels: Readonly<Record<AuthenticationPolicy, string>> = {
  BY_MERCHANT: 'When requested by the merchant',
  ON_PAGES: 'When requested, and on hosted pages',
  REQUIRED: 'Always required',
}

export const maskingLabels: Readonly<Record<CardMasking, string>> = {
  SIX_FOUR: 'First six and last four digits',
  LAST_FOUR: 'Last four digits',
  HIDDEN: 'No digits',
}

export const accountNumbersInTextLabels: Readonly<Record<AccountNumbersInText, string>> = {
  KEEP: 'Stored as sent',
  MASK: 'Masked before storing',
  MASK_AND_REFUSE_IDS: 'Masked; rejected in IDs and references',
}

export const strategyLabels: Readonly<Record<VerificationStrategy, string>> = {
  NONE: 'None',
  BASIC: 'Card number range only',
  ACQUIRER: 'Verified with the acquirer',
  ACCOUNT_UPDATER: 'Verified with the account updater',
}

export const fontLabels: Readonly<Record<PageFont, string>> = {
  SYSTEM: 'The device’s own',
  SANS: 'Sans serif (Helvetica, Arial)',
  HUMANIST: 'Humanist (Seravek, Calibri)',
  ROUNDED: 'Rounded',
  SERIF: 'Serif (Charter, Georgia)',
  MONO: 'Monospaced',
}

export function colourText(colour: string): string {
  return colour === defaultPageColour ? 'The gateway’s own' : colour
}

export const generationLabels: Readonly<Record<TokenGeneration, string>> = {
  RANDOM: 'Random',
  PRESERVE_6_4: 'Preserving the first six and last four digits',
  MERCHANT_SUPPLIED: 'Supplied by the merchant',
}

export const managementLabels: Readonly<Record<TokenManagement, string>> = {
  UNIQUE_TOKEN: 'A new token each time it is stored',
  UNIQUE_ACCOUNT_IDENTIFIER: 'One token, reused each time it is stored',
}

export const provisioningLabels: Readonly<Record<ProvisioningMode, string>> = {
  ASYNCHRONOUS: 'After the card is stored (asynchronous)',
  ATTEMPT_SYNCHRONOUS: 'Immediately; the card is stored even if it fails',
  SYNCHRONOUS: 'Immediately; the card is not stored if it fails',
}

export const sourceLabels: Readonly<Record<InstrumentKind | 'ALL', string>> = {
  ALL: 'All',
  CARD: 'Cards',
  GIFT_CARD: 'Gift cards',
  ACH: 'ACH',
  DIRECT_DEBIT_CANADA: 'Direct debit (Canada)',
  PROVIDER_A: 'Billing agreements with provider A',
}

export const providerLabels: Readonly<Record<Provider, string>> = {
  PROVIDER_A: 'Provider A',
  PROVIDER_B: 'Provider B',
  PROVIDER_C: 'Provider C',
}

/** For the choices of an input. */
export function choiceOptions<Code extends string>(codes: readonly Code[], words?: Readonly<Record<Code, string>>) {
  return codes.map((value) => ({ value, label: words?.[value] ?? codeText(value) }))
}
