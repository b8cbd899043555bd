// The subjects of risk rules, in the form used to create one on the command line and in the console.

import { enumeration } from '../../contract/field-types.ts'
import { responseGroup50 } from '../../contract/groups/response.ts'
import { authenticationStatus50, threeDSecure } from '../../contract/groups/three-d-secure.ts'
import { FieldError, type FieldType, field, type Infer } from '../../contract/row.ts'
import { countries } from '../../kernel/country.ts'
import { explain } from '../../kernel/explanation.ts'
import { formatIpAddress, parseIpRange } from '../../kernel/ip-address.ts'
import { binLengthMax } from '../rules/risk.ts'
import type { RiskRuleSubject } from '../rules/risk-rules.ts'

interface Range {
  readonly from: string
  readonly to: string
}

const { cardSecurityCode, cardholderVerification } = responseGroup50.rows

const authenticationResults = [
  'NONE',
  ...new Set(
    [threeDSecure.rows.enrollmentStatus, threeDSecure.rows.authenticationStatus, authenticationStatus50].flatMap(
      valuesOf,
    ),
  ),
]

export const riskRuleRows = {
  /** First digits of card numbers: one number, or two of equal length with a hyphen. */
  bin: field(fromText('Digits', `1-${binLengthMax} digits, or two such with a hyphen`, binRange)),
  /** IP addresses: one, two with a hyphen, or a network. */
  ip: field(fromText('IP addresses', 'an address, two with a hyphen, or a network', ipRange)),
  /** A country of IP addresses. */
  ipCountry: field(fromText('Country', 'ISO 3166-1 alpha-3', country)),
  /** A result of payer authentication; NONE is a card payment without any. */
  threeDSecure: enumeration(authenticationResults),
  /** A result of the address check, known once the acquirer has answered. */
  avs: enumeration(valuesOf(cardholderVerification.rows.avs.rows.gatewayCode)),
  /** A result of the security code check, known once the acquirer has answered. */
  csc: enumeration(valuesOf(cardSecurityCode.rows.gatewayCode)),
} as const

/** The rule that the rows define; undefined unless it is exactly one. */
export function riskRuleSubjectOf(fields: Infer<typeof riskRuleRows>): RiskRuleSubject | undefined {
  const { bin, ip, ipCountry, threeDSecure: result, avs, csc } = fields
  const subjects: RiskRuleSubject[] = [
    ...(bin ? [{ kind: 'binRanges', about: bin } as const] : []),
    ...(ip ? [{ kind: 'ipRanges', about: ip } as const] : []),
    ...(ipCountry ? [{ kind: 'ipCountries', about: { country: ipCountry } } as const] : []),
    ...(result ? [{ kind: 'threeDSecure', about: { result } } as const] : []),
    ...(avs ? [{ kind: 'avs', about: { gatewayCode: avs } } as const] : []),
    ...(csc ? [{ kind: 'csc', about: { gatewayCode: csc } } as const] : []),
  ]
  return subjects.length === 1 ? subjects[0] : undefined
}

function binRange(text: string): Range | FieldError {
  const [from = '', to = from, ...more] = text.split('-')
  const isDigits = [from, to].every((digits) => /^\d+$/.test(digits) && digits.length <= binLengthMax)
  if (!isDigits || more.length > 0 || from.length !== to.length || from > to) {
    return new FieldError(
      explain('must be 1 to {number} digits, or two such of equal length, the lower one first', {
        number: binLengthMax,
      }),
    )
  }
  return { from, to }
}

function ipRange(text: string): Range | FieldError {
  const read = parseIpRange(text)
  if (!read)
    return new FieldError('must be an IP address, a network such as 192.0.2.0/24, or two addresses with a hyphen')
  return { from: formatIpAddress(read.from), to: formatIpAddress(read.to) }
}

function country(code: string): string | FieldError {
  return countries.has(code) ? code : new FieldError('must be a country code of ISO 3166-1, such as DEU')
}

function fromText<T>(name: string, bounds: string, parse: (text: string) => T | FieldError): FieldType<T> {
  return {
    name,
    bounds,
    requestSchema: { type: 'string' },
    responseSchema: { type: 'string' },
    read: (value) => (typeof value === 'string' ? parse(value) : new FieldError('must be a JSON string')),
  }
}

function valuesOf(row: { readonly type: { readonly values?: readonly string[] } }): readonly string[] {
  return row.type.values ?? []
}
