// Tax, broken down by type. Rates are percentages.
import { enumeration, string } from '../field-types.ts'
import { amount } from '../number-types.ts'
import { group, list, without } from '../row.ts'

const rows = {
  amount: amount(),
  rate: amount(6, 4), // all the decimals that six characters have room for
  type: string(1, 50),
}

/** The part of the tax that is of one type. */
export const tax15 = list(group(without(rows, 'rate')))

/** The part of the tax that is of one type, with its rate. */
export const tax30 = list(group(rows))

export const taxRate = rows.rate
export const taxStatus = enumeration(['EXEMPT', 'NOT_EXEMPT', 'NOT_PROVIDED'])
