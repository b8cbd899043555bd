// What a payer typed and may see again in the form: nothing of a card or an account.
import { mayHoldAccountNumber } from '../../kernel/account-numbers-in-text.ts'
import type { FormField, PayView } from './page-view.ts'

/**
 * Values that were typed and may be shown in the form again: nothing of a card or an account, and no text that contains
 * the number of one.
 */
export function repeatableValues(form: ReadonlyMap<string, string>): PayView['values'] {
  return withoutAccountNumbers(Object.fromEntries(form))
}

export function withoutAccountNumbers(values: Readonly<Record<string, string>>): PayView['values'] {
  return Object.fromEntries(
    repeatedFields.flatMap((name) => {
      const value = values[name]?.slice(0, longestSearched)
      return value === undefined || mayHoldAccountNumber(value) ? [] : [[name, value.slice(0, longestRepeated)]]
    }),
  )
}

const longestRepeated = 320
/** As much more as a number can take that begins in what is repeated. */
const longestSearched = longestRepeated + 64
/** Fields that are stored and shown in clear: they must not contain a card number. */
export const repeatedFields: readonly FormField[] = [
  'source',
  'nameOnCard',
  'achAccountHolder',
  'achAccountType',
  'bankIdentifier',
  'email',
  'billingStreet',
  'billingStreet2',
  'billingCity',
  'billingStateProvince',
  'billingPostcodeZip',
  'billingCountry',
]
