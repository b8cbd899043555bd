// Accepting a conversion means accepting an amount in another currency, so both must be sent.
import { reject } from '../../../domain/rejection.ts'
import type { ContractRule } from '../../rule.ts'
import { findText } from '../find-value.ts'

const needed = ['currencyConversion.payerAmount', 'currencyConversion.payerCurrency'] as const

export const conversionAcceptedComplete: ContractRule = {
  name: 'conversion-accepted-complete',
  says: "An accepted conversion has the payer's amount and currency, and the currency is not the order's own.",
  check(request) {
    if (findText(request, 'currencyConversion.uptake') === 'ACCEPTED') {
      const field = needed.find((path) => findText(request, path) === undefined)
      if (field)
        return reject('FIELD_MISSING', 'Mandatory parameter is missing: the payer accepted the offer.', { field })
    }
    const payerCurrency = findText(request, 'currencyConversion.payerCurrency')
    if (payerCurrency === undefined || payerCurrency !== findText(request, 'order.currency')) return undefined
    return reject('FIELD_INVALID', `Value '${payerCurrency}' is invalid. It must differ from the order's currency.`, {
      field: 'currencyConversion.payerCurrency',
    })
  },
}
