// CONFIRM_BROWSER_PAYMENT: the payer has agreed at the provider and commits on the merchant's site. The amount and the
// line items may still change, the currency may not.
import { enumeration } from '../../contract/field-types.ts'
import { shippingOfBrowserPayment } from '../../contract/groups/address.ts'
import { correlationId, partnerSolutionId, responseControls } from '../../contract/groups/call.ts'
import { customerOfBrowserPayment } from '../../contract/groups/customer.ts'
import {
  transactionRequestOfBrowserPayment,
  transactionRequestOfBrowserPayment100,
  transactionRequestOfPay30,
} from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { decided, fixed, group, type Infer } from '../../contract/row.ts'
import {
  amountsAboveZero,
  decimalsOfTheCurrency,
  itemTaxesEqualTaxAmount,
  subTotalsEqualAmount,
} from '../../contract/rules/amounts.ts'
import { customDataWithoutCardNumber } from '../../contract/rules/instruments.ts'
import { browserPaymentResponse } from './browser-payment-response.ts'
import { browserPaymentOrderRows } from './initiate-browser-payment.ts'

const request30 = {
  apiOperation: fixed(enumeration(['CONFIRM_BROWSER_PAYMENT'])),
  correlationId,
  customer: decided('choices', customerOfBrowserPayment),
  order: decided('choices', group(browserPaymentOrderRows[30])),
  partnerSolutionId: decided('choices', partnerSolutionId),
  responseControls,
  shipping: decided('choices', shippingOfBrowserPayment),
  transaction: decided('choices', transactionRequestOfPay30),
}

const request50 = { ...request30, order: decided('choices', group(browserPaymentOrderRows[50])) }

const request100 = { ...request50, transaction: decided('choices', transactionRequestOfBrowserPayment100) }

// Without a currency in the request the decimals are for the operation to check, which knows the order's.
const rules = [
  amountsAboveZero,
  decimalsOfTheCurrency,
  subTotalsEqualAmount,
  itemTaxesEqualTaxAmount,
  customDataWithoutCardNumber,
]

/** CONFIRM_BROWSER_PAYMENT, by the first version each contract holds for. */
export const confirmBrowserPayment = operation({
  name: 'CONFIRM_BROWSER_PAYMENT',
  route: transactionRoute,
  versions: {
    30: { request: request30, response: browserPaymentResponse[30], rules },
    31: { request: request30, response: browserPaymentResponse[31], rules },
    50: { request: request50, response: browserPaymentResponse[50], rules },
    100: { request: request100, response: browserPaymentResponse[100], rules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...request50, transaction: transactionRequestOfBrowserPayment }

/** What the operation receives, in every version. */
export type ConfirmBrowserPaymentRequest = Infer<typeof canonicalRequest>
