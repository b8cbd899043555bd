// Results of the issuer's checks and risk rules in the user's language.
import { wordsInSentence } from '../../../../src/kernel/labels.ts'
import * as labels from '../../../../src/risk/rules/check-labels.ts'
import { t } from '../language/text.ts'
import { countryText } from './country.ts'

type Rule = Parameters<typeof labels.ruleText>[0]

export const addressCheckText = (code: string) => t(labels.addressCheckText(code))
export const securityCodeText = (code: string) => t(labels.securityCodeText(code))

/** What a rule was applied to: the result of a check, the beginning of a card number, a country. */
export function ruleFact(rule: Parameters<typeof labels.ruleFact>[0]): string {
  return rule.name.endsWith('IP_COUNTRY') ? countryText(rule.data) : t(labels.ruleFact(rule))
}

/** "Address check (postcode matches, street does not)": a risk rule with the fact it was applied to. */
export function ruleText({ name, data }: Rule): string {
  const rule = ruleName(name)
  return data === undefined ? rule : t('{rule} ({fact})', { rule, fact: ruleFact({ name, data }) })
}

const velocity = 'MSO_VELOCITY_'

function ruleName(name: string): string {
  if (name.startsWith(velocity))
    return t('Velocity limit: {limit}', { limit: wordsInSentence(name.slice(velocity.length)) })
  return t(labels.ruleName(name))
}
