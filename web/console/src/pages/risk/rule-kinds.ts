// The kinds of risk rules with their labels, and how each is sent to the services.

import type { responseGroup50 } from '../../../../../src/contract/groups/response.ts'
import type { authenticationStatus50, threeDSecure } from '../../../../../src/contract/groups/three-d-secure.ts'
import type { Infer } from '../../../../../src/contract/row.ts'
import type { riskRuleRows } from '../../../../../src/risk/contract/risk-rule.ts'
import type { RiskAction, RiskRules } from '../../../../../src/risk/rules/risk-rules.ts'
import { countryText } from '../../format/country.ts'
import { codeText } from '../../format/text.ts'
import { t } from '../../language/text.ts'

type Answers = Infer<(typeof responseGroup50)['rows']>
type SecurityCodeResult = NonNullable<NonNullable<Answers['cardSecurityCode']>['gatewayCode']>
type AddressResult = NonNullable<NonNullable<NonNullable<Answers['cardholderVerification']>['avs']>['gatewayCode']>
type Authentication = Infer<(typeof threeDSecure)['rows'] & { readonly later: typeof authenticationStatus50 }>
type AuthenticationResult =
  | 'NONE'
  | NonNullable<Authentication['authenticationStatus'] | Authentication['enrollmentStatus'] | Authentication['later']>

/** Written as records so that none can be missing. */
const addressResults: Readonly<Record<AddressResult, string>> = {
  NO_MATCH: t('Nothing matches'),
  ADDRESS_MATCH: t('Only the street matches'),
  ZIP_MATCH: t('Only the postcode matches'),
  NAME_MATCH: t('Only the name matches'),
  NAME_ADDRESS_MATCH: t('Name and street match'),
  NAME_ZIP_MATCH: t('Name and postcode match'),
  ADDRESS_ZIP_MATCH: t('Street and postcode match'),
  NOT_AVAILABLE: t('Not available'),
  NOT_REQUESTED: t('Not requested'),
  NOT_VERIFIED: t('Not verified'),
  SERVICE_NOT_AVAILABLE_RETRY: t('Service temporarily unavailable'),
  SERVICE_NOT_SUPPORTED: t('Not supported by the issuer'),
}

const securityCodeResults: Readonly<Record<SecurityCodeResult, string>> = {
  NO_MATCH: t('Does not match'),
  MATCH: t('Matches'),
  NOT_PRESENT: t('Not on the card'),
  NOT_PROCESSED: t('Not checked||check'),
  NOT_SUPPORTED: t('Not supported by the issuer'),
}

const authenticationResults: Readonly<Record<AuthenticationResult, string>> = {
  NONE: t('No authentication'),
  AUTHENTICATION_FAILED: t('Failed||authentication'),
  AUTHENTICATION_REJECTED: t('Rejected by the issuer'),
  AUTHENTICATION_ATTEMPTED: t('Attempted'),
  AUTHENTICATION_SUCCESSFUL: t('Successful'),
  AUTHENTICATION_AVAILABLE: t('Available, not performed'),
  AUTHENTICATION_EXEMPT: t('Exempt'),
  AUTHENTICATION_INITIATED: t('Started'),
  AUTHENTICATION_NOT_AVAILABLE: t('Not available'),
  AUTHENTICATION_NOT_IN_EFFECT: t('Not in effect'),
  AUTHENTICATION_NOT_SUPPORTED: t('Not supported||authentication'),
  AUTHENTICATION_PENDING: t('Pending||authentication'),
  AUTHENTICATION_REQUIRED: t('Required, not performed'),
  AUTHENTICATION_UNAVAILABLE: t('Could not be performed'),
  ENROLLED: t('Card is enrolled'),
  ENROLLMENT_STATUS_UNDETERMINED: t('Enrolment unknown'),
  NOT_ENROLLED: t('Card is not enrolled'),
}

/** As the services take it. */
export type RuleField = keyof typeof riskRuleRows

export interface RuleKindDescription {
  readonly field: RuleField
  readonly title: string
  readonly label: string
  readonly example?: string
  readonly choices?: Readonly<Record<string, string>>
}

export const ruleKinds: readonly [RuleKindDescription, ...RuleKindDescription[]] = [
  {
    field: 'bin',
    title: t('Card numbers'),
    label: t('First digits of the card number'),
    example: t('512345 or 510000-519999'),
  },
  { field: 'ip', title: t('IP addresses'), label: t('IP addresses'), example: '192.0.2.0/24' },
  {
    field: 'ipCountry',
    title: t('Countries'),
    label: t('Country of the IP address (ISO 3166, three letters)'),
    example: 'DEU',
  },
  {
    field: 'threeDSecure',
    title: t('Payer authentication'),
    label: t('Result of payer authentication'),
    choices: authenticationResults,
  },
  { field: 'avs', title: t('Address check'), label: t('Result of the address check'), choices: addressResults },
  {
    field: 'csc',
    title: t('Security code'),
    label: t('Result of the security code check'),
    choices: securityCodeResults,
  },
]

export interface RuleListItem {
  readonly kind: RuleKindDescription
  /** As the services take it. */
  readonly value: string
  readonly words: string
  readonly action: RiskAction
}

/** Every rule as a row of one list, kind by kind. */
export function listedRules(rules: RiskRules): readonly RuleListItem[] {
  const values: Readonly<Record<RuleField, readonly { readonly value: string; readonly action: RiskAction }[]>> = {
    bin: rules.binRanges.map(ofRange),
    ip: rules.ipRanges.map(ofRange),
    ipCountry: rules.ipCountries.map(({ country, action }) => ({ value: country, action })),
    threeDSecure: rules.threeDSecure.map(({ result, action }) => ({ value: result, action })),
    avs: rules.avs.map(({ gatewayCode, action }) => ({ value: gatewayCode, action })),
    csc: rules.csc.map(({ gatewayCode, action }) => ({ value: gatewayCode, action })),
  }
  return ruleKinds.flatMap((kind) =>
    values[kind.field].map((rule) => ({ kind, ...rule, words: wordsFor(kind, rule.value) })),
  )
}

function wordsFor({ field, choices }: RuleKindDescription, value: string): string {
  if (field === 'ipCountry') return countryText(value)
  return choices ? (choices[value] ?? codeText(value)) : value
}

function ofRange({ from, to, action }: RiskRules['binRanges'][number]) {
  return { value: from === to ? from : `${from}-${to}`, action }
}
