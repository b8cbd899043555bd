// INITIATE_BROWSER_PAYMENT: starts a payment that the payer makes on a provider's site.
import { enumeration } from '../../contract/field-types.ts'
import { shippingOfBrowserPayment } from '../../contract/groups/address.ts'
import { browserPayment, browserPayment15, browserPayment31 } from '../../contract/groups/browser-payment.ts'
import { correlationId, partnerSolutionId, responseControls } from '../../contract/groups/call.ts'
import { customer50, customerOfBrowserPayment } from '../../contract/groups/customer.ts'
import { orderRequestRows15, orderRequestRows50 } from '../../contract/groups/order.ts'
import { sourceOfFundsOfBrowserPayment } from '../../contract/groups/source-of-funds.ts'
import {
  transactionRequestOfBrowserPayment,
  transactionRequestOfBrowserPayment100,
  transactionRequestOfPay30,
} from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { fixed, group, type Infer, only, required } from '../../contract/row.ts'
import {
  amountsAboveZero,
  decimalsOfTheCurrency,
  itemTaxesEqualTaxAmount,
  subTotalsEqualAmount,
} from '../../contract/rules/amounts.ts'
import { customDataWithoutCardNumber, providerAComplete, providerBNeedsBank } from '../../contract/rules/instruments.ts'
import { browserPaymentResponse } from './browser-payment-response.ts'

const orderNames = [
  'amount',
  'currency',
  'custom',
  'customerNote',
  'description',
  'itemAmount',
  'notificationUrl',
  'reference',
  'shippingAndHandlingAmount',
  'tax',
  'taxAmount',
] as const

/** What a browser payment may contain of its order. The operation decides which are required. */
export const browserPaymentOrderRows = {
  30: only(orderRequestRows15, ...orderNames),
  // Line items moved here.
  50: { ...only(orderRequestRows50, ...orderNames, 'item'), tax: orderRequestRows15.tax },
} as const

const apiOperation = fixed(enumeration(['INITIATE_BROWSER_PAYMENT']))
const sourceOfFunds = required(sourceOfFundsOfBrowserPayment)

const order30 = browserPaymentOrderRows[30]
const order50 = browserPaymentOrderRows[50]

const request30 = {
  apiOperation,
  browserPayment: required(browserPayment15),
  correlationId,
  customer: customerOfBrowserPayment,
  order: required(group({ ...order30, amount: required(order30.amount), currency: required(order30.currency) })),
  partnerSolutionId,
  responseControls,
  shipping: shippingOfBrowserPayment,
  sourceOfFunds,
  transaction: transactionRequestOfPay30,
}

const request31 = { ...request30, browserPayment: required(browserPayment31) }

// From here on everything about the payer, as clients send it with every other kind of payment.
const request50 = {
  ...request31,
  customer: customer50,
  order: required(group({ ...order50, amount: required(order50.amount), currency: required(order50.currency) })),
}

const request100 = { ...request50, transaction: transactionRequestOfBrowserPayment100 }

const rules = [
  providerAComplete,
  amountsAboveZero,
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  itemTaxesEqualTaxAmount,
  providerBNeedsBank,
  customDataWithoutCardNumber,
]

/** INITIATE_BROWSER_PAYMENT, by the first version each contract holds for. */
export const initiateBrowserPayment = operation({
  name: 'INITIATE_BROWSER_PAYMENT',
  route: transactionRoute,
  versions: {
    30: { request: request30, response: browserPaymentResponse[30], rules },
    31: { request: request31, response: browserPaymentResponse[31], rules },
    50: { request: request50, response: browserPaymentResponse[50], rules },
    100: { request: request100, response: browserPaymentResponse[100], rules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...request50,
  browserPayment: required(browserPayment),
  transaction: transactionRequestOfBrowserPayment,
}

/** What the operation receives, in every version. */
export type InitiateBrowserPaymentRequest = Infer<typeof canonicalRequest>
