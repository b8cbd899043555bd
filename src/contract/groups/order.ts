// The order: what is bought. One table of all its rows; each version lists the ones it has.
import { alphanumeric, boolean, currency as currencyCode, digits, enumeration, string } from '../field-types.ts'
import { dateTime, url, webAddress } from '../format-types.ts'
import { amount } from '../number-types.ts'
import { always, canonically, decided, group, map, only, without } from '../row.ts'
import { address } from './address.ts'
import { discount, item50, tax15, tax30, taxRate, taxStatus } from './item.ts'
import {
  subMerchant30,
  subMerchant50,
  subMerchant100,
  subMerchantResponse15,
  subMerchantResponse50,
} from './sub-merchant.ts'
import { authenticationStatus50 } from './three-d-secure.ts'
import { fundingStatus50 } from './transaction.ts'
import { orderStatuses15, orderStatuses50 } from './values.ts'
import { wallet, walletIndicator, walletProvider30, walletProvider50 } from './wallet.ts'

const currency = currencyCode()

/** Every row an order can have, at its canonical place. The operation decides which are required. */
export const orderRows = {
  acceptPartialAmount: boolean(),
  amount: always(amount()),
  authenticationStatus: authenticationStatus50,
  cashbackAmount: amount(),
  certainty: decided('choices', enumeration(['ESTIMATED', 'FINAL'])),
  chargeback: group({ amount: amount(), currency }),
  creationTime: dateTime(),
  currency,
  // Never sent to an acquirer.
  custom: map({ nameLengthMax: 99, entriesMax: 50, value: string(1, 250) }),
  customerNote: string(1, 250),
  description: string(1, 127),
  discount,
  dutyAmount: amount(),
  fundingStatus: fundingStatus50,
  gratuityAmount: amount(),
  id: string(1, 40),
  industryPracticePaymentReason: enumeration(['DELAYED_CHARGE', 'NO_SHOW_PENALTY', 'PARTIAL_SHIPMENT']),
  invoiceNumber: decided('choices', string(1, 40)),
  item: item50,
  itemAmount: decided('choices', amount()),
  lastUpdatedTime: dateTime(),
  localTaxRate: decided('choices', taxRate),
  marketplace: group({ retailerLocation: enumeration(['DOMESTIC_ONLY', 'FOREIGN_AND_DOMESTIC', 'FOREIGN_ONLY']) }),
  merchantAmount: amount(),
  merchantCategoryCode: digits(4),
  merchantCharge: group({ amount: amount(), type: decided('choices', string(1, 40)) }),
  merchantCurrency: currency,
  merchantPartnerIdCode: digits(1, 6),
  netAmount: amount(),
  notificationUrl: url(),
  owningEntity: string(1, 40),
  productSKU: string(1, 15),
  purchaseType: decided('choices', enumeration(['ACCOUNT_FUNDING'])),
  recurringPaymentAgreement: alphanumeric(1, 30),
  reference: string(1, 40),
  shippingAndHandlingAmount: amount(),
  statementDescriptor: group({ address, name: string(1, 100), phone: string(1, 20), websiteUrl: webAddress }),
  status: enumeration(orderStatuses50),
  subMerchant: subMerchant50,
  surchargeAmount: canonically('order.merchantCharge.amount', amount()),
  tax: tax30,
  taxAmount: amount(),
  taxRegistrationId: string(1, 20),
  taxStatus,
  totalAuthorizedAmount: always(amount()),
  totalCapturedAmount: always(amount()),
  totalDisbursedAmount: amount(),
  totalRefundedAmount: always(amount()),
  wallet,
  walletIndicator,
  walletProvider: walletProvider50,
}

const requestNames15 = [
  'acceptPartialAmount',
  'amount',
  'currency',
  'custom',
  'customerNote',
  'description',
  'discount',
  'itemAmount',
  'notificationUrl',
  'productSKU',
  'recurringPaymentAgreement',
  'reference',
  'shippingAndHandlingAmount',
  'subMerchant',
  'tax',
  'taxAmount',
  'taxRegistrationId',
  'walletIndicator',
  'walletProvider',
] as const

const requestNames30 = [
  ...requestNames15,
  'cashbackAmount',
  'certainty',
  'dutyAmount',
  'gratuityAmount',
  'merchantCategoryCode',
  'merchantCharge',
  'statementDescriptor',
  'surchargeAmount',
] as const

const requestNames50 = [
  ...requestNames30,
  'industryPracticePaymentReason',
  'item',
  'localTaxRate',
  'marketplace',
  'merchantPartnerIdCode',
  'owningEntity',
  'purchaseType',
  'taxStatus',
] as const

const olderRows = { subMerchant: subMerchant30, walletProvider: walletProvider30 }

/** What a request may contain of the order. */
export const orderRequestRows15 = { ...only(orderRows, ...requestNames15), ...olderRows, tax: tax15 }

/** From version 30 on: sub-totals that few merchants have, the merchant's category and statement text, tax rates. */
export const orderRequestRows30 = { ...only(orderRows, ...requestNames30), ...olderRows }

export const orderRequestRows50 = only(orderRows, ...requestNames50)

/** From version 100 on: the merchant's charge is no longer called a surcharge, and a net amount may be sent. */
export const orderRequestRows100 = {
  ...without(only(orderRows, ...requestNames50, 'netAmount'), 'surchargeAmount'),
  subMerchant: subMerchant100,
}

const responseNames15 = [
  'id',
  'status',
  'totalAuthorizedAmount',
  'totalCapturedAmount',
  'totalRefundedAmount',
  'wallet',
] as const

const olderResponseRows = {
  status: enumeration(orderStatuses15),
  subMerchant: subMerchantResponse15,
  walletProvider: walletProvider30,
}

/** What a response contains of the order: the request's rows, and what the gateway knows. */
export const orderResponseRows15 = {
  ...only(orderRows, ...requestNames15, ...responseNames15),
  ...olderResponseRows,
  tax: tax15,
}

export const orderResponseRows30 = { ...only(orderRows, ...requestNames30, ...responseNames15), ...olderResponseRows }

const newerResponseRows = { ...orderRows, subMerchant: subMerchantResponse50 }

export const orderResponseRows50 = without(newerResponseRows, 'netAmount')
export const orderResponseRows100 = without(newerResponseRows, 'surchargeAmount')
