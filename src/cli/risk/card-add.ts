// Puts cards on a list of those that are always accepted or always rejected.
import { string } from '../../contract/field-types.ts'
import { operatorCardLists } from '../../risk/rules/risk.ts'
import { cardLists } from '../../risk/rules/risk-rules.ts'
import { command } from '../command.ts'
import { commandAuditStamp, noteOption, unknownMerchant, userOption } from '../options.ts'
import { commandDone, usageError } from '../result.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { withAdministration } from '../with-installation.ts'
import { cardFileOption, readCards } from './card-file.ts'
import { ownerOptions, readRiskRuleOwner } from './owner.ts'

export const riskCardAdd = command({
  name: 'risk card add',
  purpose: 'Adds cards to a list; gateways follow within five seconds. The card numbers are not stored.',
  arguments: {},
  options: {
    ...ownerOptions,
    list: requiredOption(
      choiceValue(
        cardLists,
        '<list>',
        "The list. Trusted cards bypass the merchant's rules; suspect cards are rejected.",
      ),
    ),
    cardFile: cardFileOption,
    note: noteOption(string(1, 255), 'The reason for listing the cards'),
    user: userOption,
  },
  example: '--merchant SHOP1 --list SUSPECT --card-file cards.txt --note "Reported stolen"',
  async run({ merchant, operator, list, cardFile, note, user }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    if (operator && !operatorCardLists.some((each) => each === list))
      return usageError(`The operator can only list ${operatorCardLists.join(', ')} cards.`)
    // Before the database is opened: a user may be typing, and other commands wait for the database.
    const read = await readCards(cardFile, context.terminal)
    if (read.kind === 'REFUSED') return read

    return withAdministration(context, async ({ vault, risk, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const by = commandAuditStamp(user)
      const added = []
      for (const card of read.hashedBy(vault)) {
        const { maskedNumber } = card
        const result = await risk.addCard(owner.listsId, { ...card, list, ...(note && { note }) }, by)
        if (result === 'UNKNOWN_MERCHANT') return unknownMerchant(owner.name)
        added.push({ maskedNumber, list, result })
      }
      const lines = added.map(({ maskedNumber, result }) =>
        result === 'ADDED' ? `${maskedNumber} is ${list}.` : `${maskedNumber} was already listed and is now ${list}.`,
      )
      return commandDone({ owner: owner.merchantId ?? null, cards: added }, lines.join('\n'))
    })
  },
})
