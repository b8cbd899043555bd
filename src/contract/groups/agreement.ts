// The agreement between payer and merchant that lets later payments happen without the payer.
import { amount, date, digits, enumeration, integer, string } from '../field-types.ts'
import { group } from '../row.ts'

/** A series of payments agreed with the payer. `type` has no default here: a later payment of a series takes the type of
 * the first, and only a new series without one is OTHER. */
export const agreement = group({
  amountVariability: enumeration(['FIXED', 'VARIABLE']),
  customData: string(1, 2048),
  expiryDate: date(),
  id: string(1, 100),
  maximumAmountPerPayment: amount(),
  minimumAmountPerPayment: amount(),
  minimumDaysBetweenPayments: integer(1, 9999),
  numberOfPayments: integer(1, 999),
  paymentFrequency: enumeration([
    'AD_HOC',
    'DAILY',
    'FORTNIGHTLY',
    'MONTHLY',
    'OTHER',
    'QUARTERLY',
    'TWICE_YEARLY',
    'WEEKLY',
    'YEARLY',
  ]),
  retailer: group({
    abbreviatedTradingName: string(1, 10),
    merchantCategoryCode: digits(1, 4),
    tradingName: string(1, 100),
  }),
  startDate: date(),
  type: enumeration(['INSTALLMENT', 'OTHER', 'RECURRING', 'UNSCHEDULED']),
})
