// How commands show risk rules and listed cards.
import type { CardListEntry } from '../../risk/ports/risk-store.ts'
import type { RiskRules } from '../../risk/rules/risk-rules.ts'
import { table, timestampText } from '../table.ts'

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
