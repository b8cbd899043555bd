// Removes cards from whichever list they are on.
import { command } from '../command.ts'
import { commandAuditStamp, unknownMerchant, userOption } from '../options.ts'
import { commandDone, commandRefused } from '../result.ts'
import { withAdministration } from '../with-installation.ts'
import { cardFileOption, readCards } from './card-file.ts'
import { ownerOptions, readRiskRuleOwner } from './owner.ts'

export const riskCardRemove = command({
  name: 'risk card remove',
  purpose: 'Removes cards from their list; gateways follow within five seconds.',
  arguments: {},
  options: { ...ownerOptions, cardFile: cardFileOption, user: userOption },
  example: '--merchant SHOP1 --card-file cards.txt',
  async run({ merchant, operator, cardFile, user }, context) {
    const owner = readRiskRuleOwner({ merchant, operator })
    if (owner.kind === 'MISUSED') return owner
    // Before the database is opened: a user may be typing, and other commands wait for the database.
    const read = await readCards(cardFile, context.terminal)
    if (read.kind === 'REFUSED') return read

    return withAdministration(context, async ({ vault, risk, merchants }) => {
      if (merchant !== undefined && !(await merchants.find(merchant))) return unknownMerchant(merchant)
      const cards = read.hashedBy(vault)
      const by = commandAuditStamp(user)
      const removed: string[] = []
      for (const { hash, formerHashes, maskedNumber } of cards) {
        if (await risk.removeCard(owner.listsId, [hash, ...formerHashes], by)) removed.push(maskedNumber)
      }
      if (removed.length === 0) return commandRefused(`None of these cards is on a list of ${owner.name}.`)
      const rest = cards.length - removed.length
      const text = removed.map((maskedNumber) => `Removed ${maskedNumber} from the list of ${owner.name}.`)
      return commandDone(
        { owner: owner.merchantId ?? null, removed, notListed: rest },
        rest === 0 ? text.join('\n') : [...text, `${rest} more were not listed.`].join('\n'),
      )
    })
  },
})
