// The criteria of a risk rule, as options of "risk rule add" and "risk rule remove".

import type { FieldRow } from '../../contract/row.ts'
import { riskRuleRows, riskRuleSubjectOf } from '../../risk/contract/risk-rule.ts'
import { binLengthMax } from '../../risk/rules/risk.ts'
import type { RiskRuleSubject } from '../../risk/rules/risk-rule-changes.ts'
import { type UsageError, usageError } from '../result.ts'
import { choiceValue, type Options, type OptionValues, type ValueRow } from '../rows.ts'

export const subjectOptions = {
  bin: option(
    riskRuleRows.bin,
    '512345[-512349]',
    `First digits of card numbers, up to ${binLengthMax}: one prefix, or a range of two prefixes of equal length with a hyphen.`,
  ),
  ip: option(riskRuleRows.ip, '192.0.2.0/24', 'IP addresses: a single address, a range with a hyphen, or a network.'),
  ipCountry: option(riskRuleRows.ipCountry, 'DEU', 'The country of the IP address (ISO 3166-1 alpha-3).'),
  threeDSecure: choiceValue(
    valuesOf(riskRuleRows.threeDSecure),
    '<result>',
    'A result of payer authentication; NONE matches card payments without it.',
  ),
  avs: choiceValue(
    valuesOf(riskRuleRows.avs),
    '<code>',
    'A result of the address check, known once the acquirer has responded.',
  ),
  csc: choiceValue(
    valuesOf(riskRuleRows.csc),
    '<code>',
    'A result of the security code check, known once the acquirer has responded.',
  ),
} as const satisfies Options

export type SubjectOptions = OptionValues<typeof subjectOptions>

export function subjectOf(
  options: SubjectOptions,
): UsageError | { readonly kind: 'SUBJECT'; readonly subject: RiskRuleSubject } {
  const subject = riskRuleSubjectOf(options)
  if (!subject) return usageError('Specify one of --bin, --ip, --ip-country, --three-d-secure, --avs and --csc.')
  return { kind: 'SUBJECT', subject }
}

function option<T>({ type }: Pick<FieldRow<T>, 'type'>, placeholder: string, description: string): ValueRow<T> {
  return { kind: 'VALUE', placeholder, description, parse: (text) => type.read(text) }
}

function valuesOf(row: { readonly type: { readonly values?: readonly string[] } }): readonly string[] {
  return row.type.values ?? []
}
