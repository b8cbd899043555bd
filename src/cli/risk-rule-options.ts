// What a risk rule can be about, as options of "risk rule add" and "risk rule remove".
import { Refused } from '../contract/field-types.ts'
import { response50 } from '../contract/groups/response.ts'
import { authenticationStatus50, threeDSecure } from '../contract/groups/three-d-secure.ts'
import { isCountry } from '../domain/country.ts'
import { formatIpAddress, parseIpRange } from '../domain/ip-address.ts'
import { binLengthMax } from '../domain/risk.ts'
import type { RuleSubject } from '../domain/risk-rule-changes.ts'
import { type Misuse, misused } from './result.ts'
import { choice, type GivenOptions, type Options, type ValueRow } from './rows.ts'

const { cardSecurityCode, cardholderVerification } = response50.rows
const avsResults = valuesOf(cardholderVerification.rows.avs.rows.gatewayCode)
const cscResults = valuesOf(cardSecurityCode.rows.gatewayCode)
const authenticationResults = [
  'NONE',
  ...new Set(
    [threeDSecure.rows.enrollmentStatus, threeDSecure.rows.authenticationStatus, authenticationStatus50].flatMap(
      valuesOf,
    ),
  ),
]

interface Range {
  readonly from: string
  readonly to: string
}

export const subjectOptions = {
  bin: range(
    binRange,
    '512345[-512349]',
    `First digits of card numbers, up to ${binLengthMax}: one number, or two of equal length with a hyphen.`,
  ),
  ip: range(ipRange, '192.0.2.0/24', 'IP addresses: one, two with a hyphen, or a network.'),
  ipCountry: country(),
  threeDSecure: choice(
    authenticationResults,
    '<result>',
    'A result of payer authentication; NONE is a card payment without any.',
  ),
  avs: choice(avsResults, '<code>', 'A result of the address check, known once the acquirer has answered.'),
  csc: choice(cscResults, '<code>', 'A result of the security code check, known once the acquirer has answered.'),
} as const satisfies Options

export type SubjectOptions = GivenOptions<typeof subjectOptions>

export function subjectOf(given: SubjectOptions): Misuse | { readonly kind: 'subject'; readonly subject: RuleSubject } {
  const { bin, ip, ipCountry, threeDSecure: result, avs, csc } = given
  const subjects: RuleSubject[] = [
    ...(bin ? [{ kind: 'binRanges', about: bin } as const] : []),
    ...(ip ? [{ kind: 'ipRanges', about: ip } as const] : []),
    ...(ipCountry ? [{ kind: 'ipCountries', about: { country: ipCountry } } as const] : []),
    ...(result ? [{ kind: 'threeDSecure', about: { result } } as const] : []),
    ...(avs ? [{ kind: 'avs', about: { gatewayCode: avs } } as const] : []),
    ...(csc ? [{ kind: 'csc', about: { gatewayCode: csc } } as const] : []),
  ]
  const [subject, ...more] = subjects
  if (!subject || more.length > 0) {
    return misused('Give one of --bin, --ip, --ip-country, --three-d-secure, --avs and --csc.')
  }
  return { kind: 'subject', subject }
}

function binRange(text: string): Range | Refused {
  const [from = '', to = from, ...more] = text.split('-')
  const isDigits = [from, to].every((digits) => /^\d+$/.test(digits) && digits.length <= binLengthMax)
  if (!isDigits || more.length > 0 || from.length !== to.length || from > to) {
    return new Refused(`must be 1 to ${binLengthMax} digits, or two such of equal length, the lower one first`)
  }
  return { from, to }
}

function ipRange(text: string): Range | Refused {
  const read = parseIpRange(text)
  if (!read) return new Refused('must be an IP address, a network such as 192.0.2.0/24, or two addresses with a hyphen')
  return { from: formatIpAddress(read.from), to: formatIpAddress(read.to) }
}

function range(parse: ValueRow<Range>['parse'], placeholder: string, description: string): ValueRow<Range> {
  return { kind: 'value', placeholder, description, parse }
}

function country(): ValueRow<string> {
  return {
    kind: 'value',
    placeholder: 'DEU',
    description: 'A country of IP addresses, by the three letters of ISO 3166-1.',
    parse: (code) => (isCountry(code) ? code : new Refused('must be a country code of ISO 3166-1, such as DEU')),
  }
}

function valuesOf(row: { readonly type: { readonly values?: readonly string[] } }): readonly string[] {
  return row.type.values ?? []
}
