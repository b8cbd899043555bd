// What the codes of a profile mean, in words; records, so that none can be forgotten.

import type { Provider } from '../../../../../src/domain/browser-payments/provider.ts'
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
  BY_MERCHANT: 'When the merchant asks for it',
  ON_PAGES: 'Also on our own pages',
  REQUIRED: 'Always; no card is charged without it',
}

export const maskingLabels: Readonly<Record<CardMasking, string>> = {
  SIX_FOUR: 'First six and last four digits',
  LAST_FOUR: 'Last four digits',
  HIDDEN: 'No digit',
}

export const accountNumbersInTextLabels: Readonly<Record<AccountNumbersInText, string>> = {
  KEEP: 'Stored as sent',
  MASK: 'Masked before storing',
  MASK_AND_REFUSE_IDS: 'Masked; refused in ids and references',
}

export const strategyLabels: Readonly<Record<VerificationStrategy, string>> = {
  NONE: 'None',
  BASIC: 'Whether the number is in a known range',
  ACQUIRER: 'The acquirer is asked',
  ACCOUNT_UPDATER: 'The account updater is asked',
}

export const generationLabels: Readonly<Record<TokenGeneration, string>> = {
  RANDOM: 'At random',
  PRESERVE_6_4: 'With the card’s first six and last four digits',
  MERCHANT_SUPPLIED: 'By the merchant’s programs',
}

export const managementLabels: Readonly<Record<TokenManagement, string>> = {
  UNIQUE_TOKEN: 'Another token each time it is stored',
  UNIQUE_ACCOUNT_IDENTIFIER: 'One token, however often it is stored',
}

export const provisioningLabels: Readonly<Record<ProvisioningMode, string>> = {
  ASYNCHRONOUS: 'After the card is stored',
  ATTEMPT_SYNCHRONOUS: 'At once; the card is stored in any case',
  SYNCHRONOUS: 'At once; nothing is stored without their token',
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
