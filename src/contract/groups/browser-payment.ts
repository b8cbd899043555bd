// A payment that the payer makes on the site of a provider.
import { asciiText, boolean, enumeration, string } from '../field-types.ts'
import { url } from '../format-types.ts'
import { always, canonically, conditional, decided, group, only, required, whenRecorded, withDefault } from '../row.ts'

const operation = enumeration(['AUTHORIZE', 'PAY'])
const returnUrl = url()
const moment = asciiText(0, 29)

const providerARows = {
  // By default the payer sees the address and may change it.
  displayShippingAddress: withDefault(true, boolean()),
  overrideShippingAddress: withDefault(false, boolean()),
  // Needed by provider A, of which a rule takes care.
  paymentConfirmation: conditional(enumeration(['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'])),
}

const { displayShippingAddress, overrideShippingAddress, paymentConfirmation } = providerARows

// Up to version 30 the operation belongs to provider A's group.
const providerA15 = {
  displayShippingAddress,
  operation: conditional(canonically('browserPayment.operation', operation)),
  overrideShippingAddress,
  paymentConfirmation,
}

/** Progress of the payer. */
const interaction = group({
  status: always(enumeration(['COMPLETED', 'INITIATED', 'REDIRECTED_TO_PROVIDER', 'RETURNED_TO_MERCHANT'])),
  timeCompleted: moment,
  timeInitiated: moment,
  timeRedirected: moment,
  timeReturned: moment,
})

/** How to start a browser payment up to version 30. */
export const browserPayment15 = group({ providerA: group(providerA15), returnUrl: required(returnUrl) })

/** How to start a browser payment from version 31 on. */
export const browserPayment31 = group({
  operation: required(operation),
  providerA: group(providerARows),
  returnUrl: required(returnUrl),
})

/** Every row a request can have, at its canonical place. Older versions do not always contain the operation. */
export const browserPayment = group({ operation, providerA: group(providerARows), returnUrl: required(returnUrl) })

/** Where the payer comes back to after agreeing to later payments. */
export const browserPaymentOfToken = group(only(browserPayment.rows, 'returnUrl'))

/** The status of a browser payment. Payments at other providers have no group of provider A. */
export const browserPaymentResponse15 = group({
  interaction,
  providerA: whenRecorded(group(providerA15)),
  redirectUrl: url(),
  returnUrl,
})

export const browserPaymentResponse31 = group({
  interaction,
  operation,
  providerA: group(providerARows),
  redirectUrl: url(),
  returnUrl,
})

export const browserPaymentResponse100 = group({
  interaction,
  operation,
  providerA: group(providerARows),
  redirectHtml: decided('choices', string(1, 65536)),
  redirectUrl: url(),
  returnUrl,
})

/** Where to send the payer who is to agree to later payments. */
export const browserPaymentResponseOfToken = group({ redirectUrl: always(url()) })
