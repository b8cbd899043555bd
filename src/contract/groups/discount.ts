// What the merchant takes off the price of an order.
import { string } from '../field-types.ts'
import { amount } from '../number-types.ts'
import { group } from '../row.ts'

/** The discount on an order. */
export const discount = group({
  amount: amount(),
  code: string(1, 40),
  description: string(1, 127),
})
