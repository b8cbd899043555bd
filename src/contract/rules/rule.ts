// Checks across fields of one request, and values that follow from its other fields. Both see the canonical shape and name fields
// by their canonical paths.
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { findText, findValue } from '../../kernel/values.ts'
import type { CanonicalObject } from '../row.ts'

export interface ContractRule {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  readonly check: (request: CanonicalObject) => Rejection | undefined
}

export interface Derivation {
  readonly name: string
  /** One sentence for the reference. */
  readonly says: string
  /** The request with what follows from it. What was sent is never changed. */
  readonly derive: (request: CanonicalObject) => CanonicalObject
}

/** Without the mode there is no link, and its expiry would be ignored. */
export const paymentLinkNeedsMode: ContractRule = {
  name: 'payment-link-needs-mode',
  says: 'paymentLink is accepted with checkoutMode PAYMENT_LINK only.',
  check(request) {
    if (findValue(request, 'paymentLink') === undefined) return undefined
    if (findText(request, 'checkoutMode') === 'PAYMENT_LINK') return undefined
    return reject('FIELD_INVALID', 'Value is invalid. It requires checkoutMode PAYMENT_LINK.', { field: 'paymentLink' })
  },
}

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
