// Whose rules and lists a risk command is about, and how it shows them.
import { merchantIdRow } from '../../contract/routes.ts'
import { type CardListEntry, operatorLists } from '../../risk/ports/risk.ts'
import type { RiskRules } from '../../risk/rules/risk-rules.ts'
import { type UsageError, usageError } from '../result.ts'
import { flag, type Options, textValue } from '../rows.ts'
import { table, timestampText } from '../table.ts'

/** The owner of the rules and lists of a risk command: a merchant's, or the operator's for all merchants. */
export const merchantOption = textValue(merchantIdRow, '<merchantId>', 'The merchant whose rules and lists to use.')

export const ownerOptions = {
  merchant: merchantOption,
  operator: flag("The operator's own rules and lists, which apply to every merchant and cannot be bypassed."),
} as const satisfies Options

interface RiskRuleOwner {
  readonly kind: 'OWNER'
  /** Undefined for the operator. */
  readonly merchantId: string | undefined
  /** The owner that the lists are stored under. */
  readonly listsId: string
  readonly name: string
}

export function readRiskRuleOwner({
  merchant,
  operator,
}: {
  readonly merchant: string | undefined
  readonly operator: true | undefined
}): UsageError | RiskRuleOwner {
  if ((merchant === undefined) === (operator === undefined))
    return usageError('Specify either --merchant or --operator.')
  const name = merchant ?? 'the operator'
  return { kind: 'OWNER', merchantId: merchant, listsId: merchant ?? operatorLists, name }
}

export function rulesText(rules: RiskRules): string {
  const rows = [
    ...rules.binRanges.map((rule) => ['--bin', rangeText(rule), rule.action]),
    ...rules.ipRanges.map((rule) => ['--ip', rangeText(rule), rule.action]),
    ...rules.ipCountries.map((rule) => ['--ip-country', rule.country, rule.action]),
    ...rules.threeDSecure.map((rule) => ['--three-d-secure', rule.result, rule.action]),
    ...rules.avs.map((rule) => ['--avs', rule.gatewayCode, rule.action]),
    ...rules.csc.map((rule) => ['--csc', rule.gatewayCode, rule.action]),
  ]
  const lists = rules.hasCardLists ? 'Cards are listed; see "risk card list".' : 'No listed cards.'
  return [rows.length === 0 ? 'No rules.' : table(['RULE', 'VALUE', 'ACTION'], rows), lists].join('\n')
}

/** In the format of the option that created the rule. */
function rangeText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from}-${to}`
}

export function cardData({ list, maskedNumber, addedAt, note }: CardListEntry): object {
  return { list, maskedNumber, addedAt, note }
}

export function cardsText(cards: readonly CardListEntry[]): string {
  if (cards.length === 0) return 'No listed cards.'
  return table(
    ['LIST', 'CARD', 'ADDED', 'NOTE'],
    cards.map(({ list, maskedNumber, addedAt, note }) => [list, maskedNumber, timestampText(addedAt), note ?? '']),
  )
}
