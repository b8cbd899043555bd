// Line items, with their tax, and the discount on an order. One canonical list, order.item, wherever a version has them: top-level `item`
// in Pay 15 and 29, transaction.item from 30, order.item from 50.
import { alphanumeric, digits, enumeration, string } from '../field-types.ts'
import { amount, decimal, largeInteger, orDigits } from '../number-types.ts'
import { always, canonically, decided, group, list, only, required, without } from '../row.ts'

/** Tax, broken down by type. Rates are percentages. */
const taxRows = {
  amount: amount(),
  rate: amount(6, 4), // all the decimals that six characters have room for
  type: string(1, 50),
}

/** The part of the tax that is of one type. */
export const tax15 = list(group(without(taxRows, 'rate')))

/** The part of the tax that is of one type, with its rate. */
export const tax30 = list(group(taxRows))

export const taxRate = taxRows.rate
export const taxStatus = enumeration(['EXEMPT', 'NOT_EXEMPT', 'NOT_PROVIDED'])

/** The discount on an order. */
export const discount = group({
  amount: amount(),
  code: string(1, 40),
  description: string(1, 127),
})

// Not money but exact decimals: a price per unit may have more decimals than the currency, and a rebate is negative.
const perUnit = decimal({ min: '-1000000000000', max: '1000000000000', decimalsMax: 3 })

/** Every row a line item can have. */
export const itemRows = {
  brand: string(1, 127),
  category: string(1, 127),
  description: string(1, 127),
  detail: group({
    acquirerCustom: string(1, 4000),
    commodityCode: decided('choices', alphanumeric(1, 15)),
    tax: tax30,
    unitDiscountRate: taxRate,
    unitTaxRate: taxRate,
    unitTaxType: string(1, 10),
    unspsc: decided('choices', digits(1, 10)),
    upc: decided('choices', alphanumeric(1, 15)),
  }),
  industryCategory: enumeration([
    'HEALTHCARE_DENTAL',
    'HEALTHCARE_OTHER',
    'HEALTHCARE_PRESCRIPTION',
    'HEALTHCARE_VISION',
  ]),
  name: always(required(string(1, 127))),
  quantity: always(required(orDigits(largeInteger(1n, 9_999_999_999_999_999n)))),
  sku: string(1, 127),
  unitDiscountAmount: perUnit,
  unitOfMeasure: string(1, 10),
  unitPrice: always(required(perUnit)),
  unitTaxAmount: perUnit,
}

const rows30 = only(
  itemRows,
  'brand',
  'category',
  'description',
  'name',
  'quantity',
  'sku',
  'unitPrice',
  'unitTaxAmount',
)

/** The line items of Pay 15 and 29, at the top level of the request. */
export const item15 = canonically(
  'order.item',
  list(group(only(itemRows, 'description', 'name', 'quantity', 'sku', 'unitPrice'))),
)

/** Line items below `transaction`. */
export const transactionItem30 = canonically('order.item', list(group(rows30)))

/** Line items below `order` in versions whose own are below `transaction`. */
export const item30 = list(group(rows30))

/** Line items below `transaction`, with industry details: in operations on an existing order. */
export const transactionItem50 = canonically('order.item', list(group(itemRows)))

/** Line items below `order`, with industry details. */
export const item50 = list(group(itemRows))
