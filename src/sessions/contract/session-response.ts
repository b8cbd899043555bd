// The answers about sessions, version by version: the session itself, and its values as far as they may be shown.

import { asciiText, enumeration, pattern } from '../../contract/field-types.ts'
import {
  billingResponse,
  billingResponse15,
  shippingResponse30,
  shippingResponse50,
} from '../../contract/groups/address.ts'
import { airlineResponseOfPay50 } from '../../contract/groups/airline.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { customer30, customer50 } from '../../contract/groups/customer.ts'
import { deviceResponse } from '../../contract/groups/device.ts'
import {
  checkoutMode63,
  interaction,
  interaction15,
  interaction50,
  interaction63,
  paymentPage15,
} from '../../contract/groups/interaction.ts'
import { paymentLinkResponse63 } from '../../contract/groups/payment-link.ts'
import { riskOfPay15 } from '../../contract/groups/risk.ts'
import { createdSession50, sessionResponse15, sessionResponse50 } from '../../contract/groups/session.ts'
import { sourceOfFundsResponse15, sourceOfFundsResponse50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchantResponse15, subMerchantResponse50 } from '../../contract/groups/sub-merchant.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { always, canonically, group, type InferResponse, inOrder, sometimes, without } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { transactionResponse } from '../../payments/contract/transaction-response.ts'
import { canonicalSessionValues, sessionValues } from './session-values.ts'

const merchant = always(merchantIdRow)
const version = always(transactionResponse[15].version)

// That there is a security code, and nothing of it.
const securityCode = pattern({
  name: 'Masked digits',
  lengths: [3, 4],
  pattern: /^x*$/,
  wrongCharacters: explain("may only hold 'x'"),
})

const provided15 = sourceOfFundsResponse15.rows.provided.rows
const provided50 = sourceOfFundsResponse50.rows.provided.rows

const sourceOfFunds15 = group({
  ...sourceOfFundsResponse15.rows,
  provided: group({ ...provided15, card: group(inOrder({ ...provided15.card.rows, securityCode })) }),
})
const sourceOfFunds50 = group({
  ...sourceOfFundsResponse50.rows,
  provided: group({ ...provided50, card: group(inOrder({ ...provided50.card.rows, securityCode })) }),
})

// Values sent in another version may be longer than this one's own.
const { browser, ipAddress } = deviceResponse.rows
const customer15 = group({
  ...sessionValues[15].customer.rows,
  browser: canonically('device.browser', browser),
  ipAddress: canonically('device.ipAddress', ipAddress),
})
const transaction100 = group({
  ...sessionValues[100].transaction.rows,
  acquirer: canonicalSessionValues.transaction.rows.acquirer,
})

// An order that is still to come may have no amount yet.
const amount = sometimes(canonicalSessionValues.order.rows.amount)

const response15 = inOrder({
  ...without(sessionValues[15], 'device'),
  airline: airlineResponseOfPay50,
  billing: billingResponse15,
  correlationId,
  customer: customer15,
  merchant,
  order: group({ ...sessionValues[15].order.rows, amount, subMerchant: subMerchantResponse15 }),
  paymentPage: paymentPage15,
  risk: riskOfPay15,
  session: always(sessionResponse15),
  shipping: shippingResponse30,
  sourceOfFunds: sourceOfFunds15,
  // Line items are at the top level.
  transaction: group(without(sessionValues[15].transaction.rows, 'item')),
  version,
})

// From here on what has an older name is shown under the newer one only.
const response30 = inOrder({
  ...without(sessionValues[15], 'action', 'item'),
  airline: airlineResponseOfPay50,
  billing: billingResponse15,
  correlationId,
  customer: customer30,
  device: deviceResponse,
  interaction: interaction15,
  merchant,
  order: group({ ...sessionValues[15].order.rows, amount, subMerchant: subMerchantResponse15 }),
  session: always(sessionResponse15),
  shipping: shippingResponse30,
  sourceOfFunds: sourceOfFunds15,
  version,
})

const response50 = inOrder({
  ...without(sessionValues[50], 'action', 'item'),
  airline: airlineResponseOfPay50,
  billing: billingResponse15,
  correlationId,
  customer: customer50,
  interaction: interaction50,
  merchant,
  order: group({ ...sessionValues[50].order.rows, amount, subMerchant: subMerchantResponse50 }),
  session: always(sessionResponse50),
  shipping: shippingResponse50,
  sourceOfFunds: sourceOfFunds50,
  transaction: group(without(sessionValues[50].transaction.rows, 'item')),
  version,
})

const response100 = inOrder({
  ...sessionValues[100],
  billing: billingResponse,
  correlationId,
  interaction: interaction63,
  merchant,
  order: group({ ...sessionValues[100].order.rows, amount, subMerchant: subMerchantResponse50 }),
  session: always(sessionResponse50),
  shipping: shippingResponse50,
  sourceOfFunds: sourceOfFunds50,
  transaction: transaction100,
  version,
})

/**
 * The response to updating a session; each number is the first version that has the rows. No `result`: none was ever seen
 * in such a response, and updateStatus has the same information.
 */
export const sessionResponse = { 15: response15, 30: response30, 50: response50, 100: response100 } as const

const result = always(enumeration(['SUCCESS']))

/** The response to retrieving a session, where clients look for a result. */
export const retrievedSessionResponse = {
  15: inOrder({ ...response15, result }),
  30: inOrder({ ...response30, result }),
  50: inOrder({ ...response50, result }),
  100: inOrder({ ...response100, result }),
} as const

const created15 = { correlationId, merchant, result, session: always(sessionResponse15) }

/** What creating an empty session answers. */
export const createdSessionResponse = {
  15: created15,
  50: { correlationId, merchant, result, session: always(createdSession50) },
} as const

// The payer's browser brings it back after a payment that succeeded, and only then.
const successIndicator = always(asciiText(16, 32))

/** The response to creating a session for a hosted page. */
export const pageSessionResponse = {
  15: { ...created15, successIndicator },
  63: inOrder({
    ...created15,
    checkoutMode: always(checkoutMode63),
    paymentLink: paymentLinkResponse63,
    successIndicator,
  }),
} as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalSessionResponse = {
  ...canonicalSessionValues,
  billing: billingResponse15,
  correlationId,
  interaction,
  merchant,
  order: group({ ...canonicalSessionValues.order.rows, amount, subMerchant: subMerchantResponse50 }),
  result,
  session: always(sessionResponse50),
  shipping: shippingResponse50,
  sourceOfFunds: sourceOfFunds50,
  version: transactionResponse[15].version,
}

export type SessionResponse = InferResponse<typeof canonicalSessionResponse>
export type CreatedSessionResponse = InferResponse<(typeof createdSessionResponse)[50]>
export type PageSessionResponse = InferResponse<(typeof pageSessionResponse)[63]>
