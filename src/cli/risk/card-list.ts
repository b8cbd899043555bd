// Lists the cards that are always accepted or always rejected.

import { FieldError } from '../../contract/row.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { command } from '../command.ts'
import { unknownMerchant } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import type { ValueRow } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { ownerOptions, readRiskRuleOwner } from './owner.ts'
import { cardData, cardsText } from './view.ts'

const limits = { usual: 100, most: 1_000 }

const limitOption: ValueRow<number> = {
  kind: 'VALUE',
  placeholder: '<count>',
  description: `Maximum number of results (default ${limits.usual}).`,
  parse(text) {
    const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0
    return count >= 1 && count <= limits.most ? count : new FieldError(`must be a number from 1 to ${limits.most}`)
  },
}

const afterOption: ValueRow<string> = {
  kind: 'VALUE',
  placeholder: '<place>',
  description: 'Continues after the previous page, with the value that it printed.',
  parse: (text) => text,
}

export const riskCardList = command({
  name: 'risk card list',
  purpose: 'Lists trusted and suspect cards, masked.',
  arguments: {},
  options: { ...ownerOptions, limit: limitOption, after: afterOption },
  example: '--merchant SHOP1',
  async run({ merchant, operator, limit = limits.usual, after }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner

    return withAdministration(context, async ({ risk, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const page = await risk.listCards(owner.listsId, { limit, ...omitUndefined({ after }) })
      if (!page) return usageError('--after is not a value printed by a previous page.')
      const { cards, next } = page
      const more = next === undefined ? '' : `\n\nMore results: --after ${next}`
      return commandDone({ owner: owner.merchantId ?? null, cards: cards.map(cardData), next }, cardsText(cards) + more)
    })
  },
})
