// The agreement between payer and merchant that lets later payments happen without the payer, and payment in instalments.
import { digits, enumeration, string } from '../field-types.ts'
import { date } from '../format-types.ts'
import { amount, decimal, integer } from '../number-types.ts'
import { always, decided, group, list, only, withDefault } from '../row.ts'

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
export const agreementResponse = group({ ...agreement.rows, type: always(withDefault('OTHER', agreement.rows.type)) })

const planAmount = decimal({ min: '0.001', max: '2140000000', decimalsMax: 3 })
const planId = string(1, 40)

const planRows = {
  finalAmount: planAmount,
  interestRate: decimal({ min: '0', max: '100', decimalsMax: 3 }),
  numberOfDeferrals: integer(0, 99),
  numberOfPayments: integer(1, 99),
  paymentAmount: planAmount,
  planId,
}

/** Which plans the payer may be offered. An empty list offers none. */
export const constraints = group({
  paymentPlans: group({
    numberOfDeferrals: planRows.numberOfDeferrals,
    numberOfPayments: planRows.numberOfPayments,
    supported: list(planId),
  }),
})

/** The plan the payer chose. The plan determines the amounts and the rate, so only answers have them. */
export const paymentPlan = decided('choices', group(only(planRows, 'numberOfDeferrals', 'numberOfPayments', 'planId')))

/** The plan as it was applied. */
export const paymentPlanResponse = group(planRows)
