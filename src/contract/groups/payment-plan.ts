// Paying in instalments: the plans a merchant offers, the plan the payer chose, and its result.
import { string } from '../field-types.ts'
import { decimal, integer } from '../number-types.ts'
import { decided, group, list, only } from '../row.ts'

const planAmount = decimal({ min: '0.001', max: '2140000000', decimalsMax: 3 })
const planId = string(1, 40)

const rows = {
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
    numberOfDeferrals: rows.numberOfDeferrals,
    numberOfPayments: rows.numberOfPayments,
    supported: list(planId),
  }),
})

/** The plan the payer chose. The plan determines the amounts and the rate, so only answers have them. */
export const paymentPlan = decided('choices', group(only(rows, 'numberOfDeferrals', 'numberOfPayments', 'planId')))

/** The plan as it was applied. */
export const paymentPlanAnswer = group(rows)
