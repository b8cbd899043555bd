// Rules across fields about amounts and currencies.

import { explain } from '../../kernel/explanation.ts'
import { addDecimals, amountDecimalsOf, compareDecimals, multiplyDecimals, negateDecimal } from '../../kernel/money.ts'
import { reject } from '../../kernel/rejection.ts'
import { findText, findValue } from '../../kernel/values.ts'
import type { CanonicalObject } from '../row.ts'
import type { ContractRule } from './rule.ts'

const amountsToCharge = ['order.amount', 'order.netAmount', 'transaction.amount'] as const

/** A payment must have an amount above zero; to check whether a card is valid, a merchant verifies it. */
export const amountsAboveZero: ContractRule = {
  name: 'amounts-above-zero',
  says: 'The amount must be greater than zero.',
  check(request) {
    const field = amountsToCharge.find((path) => compareDecimals(findText(request, path) ?? '1', '0') <= 0)
    return field && reject('FIELD_INVALID', "Value '0' is invalid. The amount must be greater than zero.", { field })
  },
}

/** Money in the order's currency, in table order. Unit prices and rates are no money and may be finer. */
const amountsWithCurrencies = [
  'agreement.maximumAmountPerPayment',
  'agreement.minimumAmountPerPayment',
  'order.amount',
  'order.cashbackAmount',
  'order.discount.amount',
  'order.dutyAmount',
  'order.gratuityAmount',
  'order.itemAmount',
  'order.merchantCharge.amount',
  'order.netAmount',
  'order.shippingAndHandlingAmount',
  'order.taxAmount',
  'transaction.amount',
  'transaction.discountAmount',
  'transaction.dutyAmount',
  'transaction.itemAmount',
  'transaction.shippingAndHandlingAmount',
  'transaction.shippingAndHandlingTaxAmount',
  'transaction.taxAmount',
] as const

const taxLists = ['order.tax', 'transaction.tax'] as const

/** A tenth of a cent cannot be paid: amounts have no more decimals than their currency. */
export const decimalsOfTheCurrency: ContractRule = {
  name: 'decimals-of-the-currency',
  says: 'An amount must not have more decimals than its currency; trailing zeros do not count.',
  check(request) {
    const currency = findText(request, 'order.currency') ?? findText(request, 'transaction.currency')
    if (currency === undefined) return undefined
    const decimalsMax = amountDecimalsOf(currency)
    // Canonical amounts have no trailing zeros, so counting is enough.
    for (const { field, value } of moneyOf(request)) {
      if ((value.split('.')[1] ?? '').length > decimalsMax)
        return reject(
          'TOO_MANY_DECIMALS',
          explain("Value '{value}' is invalid. An amount in {currency} has at most {decimals} decimals.", {
            value,
            currency,
            decimals: decimalsMax,
          }),
          { field },
        )
    }
    return undefined
  },
}

function* moneyOf(request: CanonicalObject): Iterable<{ field: string; value: string }> {
  for (const field of amountsWithCurrencies) {
    const value = findText(request, field)
    if (value !== undefined) yield { field, value }
  }
  for (const path of taxLists) {
    const taxes = findValue(request, path)
    if (!Array.isArray(taxes)) continue
    for (const [index, tax] of (taxes as readonly CanonicalObject[]).entries()) {
      const value = findText(tax, 'amount')
      if (value !== undefined) yield { field: `${path}[${index}].amount`, value }
    }
  }
}

const orderAmounts = ['order.amount', 'order.netAmount'] as const

/** From version 100 on the amount may be sent before the merchant's charge; one of the two amounts is required. */
export const orderAmountOrNetAmount: ContractRule = {
  name: 'order-amount-or-net-amount',
  says: 'The request must have order.amount or order.netAmount.',
  check(request) {
    if (orderAmounts.some((path) => findText(request, path) !== undefined)) return undefined
    return reject('FIELD_MISSING', 'Mandatory parameter is missing: the amount or the net amount is required.', {
      field: 'order.amount',
    })
  },
}

const subTotals = [
  'order.cashbackAmount',
  'order.dutyAmount',
  'order.gratuityAmount',
  'order.itemAmount',
  'order.shippingAndHandlingAmount',
  'order.taxAmount',
] as const

const merchantCharge = 'order.merchantCharge.amount'

/**
 * An amount that is broken down must be broken down completely. Line items stand for an itemAmount that is not sent: shops
 * send shipping and tax beside them. Their prices may contain tax or a rebate, so they are information and no sum to refuse.
 */
export const subTotalsEqualAmount: ContractRule = {
  name: 'sub-totals-equal-amount',
  says: "With sub-totals, their sum minus the discount must equal the amount, or the net amount if one is sent. A discount or the merchant's charge alone is no sub-total. Without itemAmount, line items are information and are not compared.",
  check(request) {
    const { field, total, parts } = breakdownOf(request)
    // A discount or the merchant's charge alone breaks nothing down, and without a total there is nothing to compare with.
    if (total === undefined || parts.length === 0 || hasItemsInstead(request)) return undefined
    const sum = addDecimals(...parts, negateDecimal(findText(request, 'order.discount.amount') ?? '0'))
    if (compareDecimals(sum, total) === 0) return undefined
    return reject(
      'SUB_TOTALS_DIFFER',
      explain("Value '{total}' is invalid. The sub-totals minus the discount make {sum}.", { total, sum }),
      {
        field,
      },
    )
  },
}

/** Line items, without the sub-total of them. */
function hasItemsInstead(request: CanonicalObject): boolean {
  const items = findValue(request, 'order.item')
  return Array.isArray(items) && items.length > 0 && findText(request, 'order.itemAmount') === undefined
}

/** The net amount is what the payer owes before the merchant's charge, so the charge is no part of it. */
function breakdownOf(request: CanonicalObject) {
  const netAmount = findText(request, 'order.netAmount')
  const isNet = netAmount !== undefined
  const parts = subTotals.map((path) => findText(request, path)).filter((part) => part !== undefined)
  const charge = isNet || parts.length === 0 ? undefined : findText(request, merchantCharge)
  return {
    field: isNet ? 'order.netAmount' : 'order.amount',
    total: isNet ? netAmount : findText(request, 'order.amount'),
    parts: charge === undefined ? parts : [...parts, charge],
  }
}

const field = 'order.taxAmount'

/** The tax of an order and the taxes of its line items must be the same sum. */
export const itemTaxesEqualTaxAmount: ContractRule = {
  name: 'item-taxes-equal-tax-amount',
  says: 'With line items, order.taxAmount must be the sum of their quantities times unitTaxAmount.',
  check(request) {
    const taxAmount = findText(request, field)
    const items = findValue(request, 'order.item')
    if (taxAmount === undefined || !Array.isArray(items) || items.length === 0) return undefined
    const sum = addDecimals(...(items as readonly CanonicalObject[]).map(taxOf))
    if (compareDecimals(sum, taxAmount) === 0) return undefined
    return reject(
      'FIELD_INVALID',
      explain("Value '{taxAmount}' is invalid. The taxes of the line items make {sum}.", { taxAmount, sum }),
      {
        field,
      },
    )
  },
}

/** An item without a tax field has no tax. */
function taxOf(item: CanonicalObject): string {
  return multiplyDecimals(findText(item, 'quantity') ?? '0', findText(item, 'unitTaxAmount') ?? '0')
}

const needed = ['currencyConversion.payerAmount', 'currencyConversion.payerCurrency'] as const

/** Accepting a conversion means accepting an amount in another currency, so both must be sent. */
export const conversionAcceptedComplete: ContractRule = {
  name: 'conversion-accepted-complete',
  says: "An accepted conversion must have the payer's amount and currency, and the currency must differ from the order's.",
  check(request) {
    if (findText(request, 'currencyConversion.uptake') === 'ACCEPTED') {
      const field = needed.find((path) => findText(request, path) === undefined)
      if (field)
        return reject(
          'FIELD_MISSING',
          'Mandatory parameter is missing: it is required when the payer accepted the offer.',
          { field },
        )
    }
    const payerCurrency = findText(request, 'currencyConversion.payerCurrency')
    if (payerCurrency === undefined || payerCurrency !== findText(request, 'order.currency')) return undefined
    return reject(
      'FIELD_INVALID',
      explain("Value '{payerCurrency}' is invalid. It must differ from the order's currency.", { payerCurrency }),
      {
        field: 'currencyConversion.payerCurrency',
      },
    )
  },
}

/** Account funding details mean nothing on an order that is not one. */
export const accountFundingNeedsPurchaseType: ContractRule = {
  name: 'account-funding-needs-purchase-type',
  says: 'Account funding details require order.purchaseType ACCOUNT_FUNDING.',
  check(request) {
    if (findValue(request, 'accountFunding') === undefined) return undefined
    if (findText(request, 'order.purchaseType') === 'ACCOUNT_FUNDING') return undefined
    return reject(
      'FIELD_MISSING',
      'Mandatory parameter is missing: account funding details require ACCOUNT_FUNDING here.',
      {
        field: 'order.purchaseType',
      },
    )
  },
}
