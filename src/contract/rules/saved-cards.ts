// A rule across fields about the stored cards that a page offers.
import { reject } from '../../kernel/rejection.ts'
import { findText, findValue } from '../../kernel/values.ts'
import type { ContractRule } from './rule.ts'

const savedCardsMax = 10

/** The URL of a link is passed on and may be opened by several payers; the cards belong to one. */
export const savedCardsOfOnePayer: ContractRule = {
  name: 'saved-cards-of-one-payer',
  says: `interaction.savedCard has at most ${savedCardsMax} cards, and is not accepted with checkoutMode PAYMENT_LINK.`,
  check(request) {
    const cards = findValue(request, 'interaction.savedCard')
    if (!Array.isArray(cards)) return undefined
    const field = 'interaction.savedCard'
    if (findText(request, 'checkoutMode') === 'PAYMENT_LINK')
      return reject('FIELD_INVALID', 'Value is invalid. A payment link offers no saved cards.', { field })
    if (cards.length <= savedCardsMax) return undefined
    return reject('FIELD_INVALID', `Value is invalid. At most ${savedCardsMax} cards.`, { field })
  },
}
