// A mistyped card number is refused before any request is sent about it.
import { isPlausibleCardNumber } from '../../../domain/card.ts'
import { reject } from '../../../domain/rejection.ts'
import { Secret } from '../../../domain/secret.ts'
import type { ContractRule } from '../../rule.ts'
import { findValue } from '../find-value.ts'

export const cardNumberPlausible: ContractRule = {
  name: 'card-number-plausible',
  says: 'A card number of a known scheme has one of its lengths and a right check digit.',
  check(request) {
    const number = findValue(request, 'sourceOfFunds.provided.card.number')
    if (!(number instanceof Secret) || isPlausibleCardNumber(number.open())) return undefined
    return reject('CARD_NUMBER_WRONG', 'Value is invalid. Its length or its check digit is not that of a card number.')
  },
}
