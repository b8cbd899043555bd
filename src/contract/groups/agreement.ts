// The agreement between payer and merchant that lets later payments happen without the payer.
import { digits, enumeration, string } from '../field-types.ts'
import { date } from '../format-types.ts'
import { amount, integer } from '../number-types.ts'
import { always, group, withDefault } from '../row.ts'

/**
 * A series of payments agreed with the payer. In a request `type` has no default: absent means that of the first
 * payment of the series, which the operation looks up by the id.
 */
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

/** The agreement as answers echo it. Here the default stands: where neither this payment nor the first of the series
 * named a type, it is OTHER. */
export const agreementAnswer = group({ ...agreement.rows, type: always(withDefault('OTHER', agreement.rows.type)) })
