// Three capital letters are not yet a currency.
import { isCurrency } from '../../domain/currency.ts'
import { reject } from '../../domain/rejection.ts'
import type { Rule } from '../rule.ts'
import { findText } from './find-value.ts'

const currencies = ['order.currency', 'transaction.currency'] as const

export const currencyExists: Rule = {
  name: 'currency-exists',
  says: 'The currency is an alphabetic code of ISO 4217.',
  check(request) {
    for (const field of currencies) {
      const currency = findText(request, field)
      if (currency !== undefined && !isCurrency(currency))
        return reject('FIELD_INVALID', `Value '${currency}' is invalid. It is not a currency of ISO 4217.`, { field })
    }
    return undefined
  },
}
