// The labels of a profile's codes; records, so that none can be missing.

import type { InstrumentKind } from '../../../../../src/kernel/instrument.ts'
import type { Provider } from '../../../../../src/kernel/provider.ts'
import type { VerificationStrategy } from '../../../../../src/kernel/verification-strategy.ts'
import type {
  AccountNumbersInText,
  AuthenticationPolicy,
  CardMasking,
} from '../../../../../src/merchants/rules/merchant.ts'
import { defaultPageColour, type PageFont } from '../../../../../src/merchants/rules/page-theme.ts'
import type {
  ProvisioningMode,
  TokenGeneration,
  TokenManagement,
} from '../../../../../src/merchants/rules/token-repository.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'

export const policyLabels: Readonly<Record<AuthenticationPolicy, string>> = {
  BY_MERCHANT: t('When requested by the merchant'),
  ON_PAGES: t('When requested, and on hosted pages'),
  REQUIRED: t('Always required'),
}

export const maskingLabels: Readonly<Record<CardMasking, string>> = {
  SIX_FOUR: t('First six and last four digits'),
  LAST_FOUR: t('Last four digits'),
  HIDDEN: t('No digits'),
}

export const accountNumbersInTextLabels: Readonly<Record<AccountNumbersInText, string>> = {
  KEEP: t('Stored as sent'),
  MASK: t('Masked before storing'),
  MASK_AND_REFUSE_IDS: t('Masked; rejected in IDs and references'),
}

export const strategyLabels: Readonly<Record<VerificationStrategy, string>> = {
  NONE: t('None'),
  BASIC: t('Card number range only'),
  ACQUIRER: t('Verified with the acquirer'),
  ACCOUNT_UPDATER: t('Verified with the account updater'),
}

export const fontLabels: Readonly<Record<PageFont, string>> = {
  SYSTEM: t('The device’s own'),
  SANS: t('Sans serif (Helvetica, Arial)'),
  HUMANIST: t('Humanist (Seravek, Calibri)'),
  ROUNDED: t('Rounded'),
  SERIF: t('Serif (Charter, Georgia)'),
  MONO: t('Monospaced'),
}

export function colourText(colour: string): string {
  return colour === defaultPageColour ? t('The gateway’s own') : colour
}

export const generationLabels: Readonly<Record<TokenGeneration, string>> = {
  RANDOM: t('Random'),
  PRESERVE_6_4: t('Preserving the first six and last four digits'),
  MERCHANT_SUPPLIED: t('Supplied by the merchant'),
}

export const managementLabels: Readonly<Record<TokenManagement, string>> = {
  UNIQUE_TOKEN: t('A new token each time it is stored'),
  UNIQUE_ACCOUNT_IDENTIFIER: t('One token, reused each time it is stored'),
}

export const provisioningLabels: Readonly<Record<ProvisioningMode, string>> = {
  ASYNCHRONOUS: t('After the card is stored (asynchronous)'),
  ATTEMPT_SYNCHRONOUS: t('Immediately; the card is stored even if it fails'),
  SYNCHRONOUS: t('Immediately; the card is not stored if it fails'),
}

export const sourceLabels: Readonly<Record<InstrumentKind | 'ALL', string>> = {
  ALL: t('All'),
  CARD: t('Cards'),
  GIFT_CARD: t('Gift cards'),
  ACH: 'ACH',
  DIRECT_DEBIT_CANADA: t('Direct debit (Canada)'),
  PROVIDER_A: t('Billing agreements with provider A'),
}

export const providerLabels: Readonly<Record<Provider, string>> = {
  PROVIDER_A: t('Provider A'),
  PROVIDER_B: t('Provider B'),
  PROVIDER_C: t('Provider C'),
}

/** For the choices of an input. */
export function choiceOptions<Code extends string>(codes: readonly Code[], words?: Readonly<Record<Code, string>>) {
  return codes.map((value) => ({ value, label: words?.[value] ?? codeText(value) }))
}
