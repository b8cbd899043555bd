// The answers about sessions, version by version: the session itself, and its values as far as they may be shown.

import { asciiText, enumeration, pattern } from '../../contract/field-types.ts'
import { billingAnswer, billingAnswer15, shippingAnswer30, shippingAnswer50 } from '../../contract/groups/address.ts'
import { airlineAnswerOfPay50 } from '../../contract/groups/airline.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { customer30, customer50 } from '../../contract/groups/customer.ts'
import { deviceAnswer } from '../../contract/groups/device.ts'
import {
  checkoutMode63,
  interaction,
  interaction15,
  interaction50,
  interaction63,
  paymentPage15,
} from '../../contract/groups/interaction.ts'
import { paymentLinkAnswer63 } from '../../contract/groups/payment-link.ts'
import { riskOfPay15 } from '../../contract/groups/risk.ts'
import { createdSession50, sessionAnswer15, sessionAnswer50 } from '../../contract/groups/session.ts'
import { sourceOfFundsAnswer15, sourceOfFundsAnswer50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchantAnswer15, subMerchantAnswer50 } from '../../contract/groups/sub-merchant.ts'
import { merchantIdRow } from '../../contract/routes.ts'
import { always, canonically, group, type InferResponse, inOrder, sometimes, without } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { transactionAnswer } from '../../payments/contract/transaction-response.ts'
import { canonicalSessionValues, sessionValues } from './session-values.ts'

const merchant = always(merchantIdRow)
const version = always(transactionAnswer[15].version)

// That there is a security code, and nothing of it.
const securityCode = pattern({
  name: 'Masked digits',
  lengths: [3, 4],
  pattern: /^x*$/,
  wrongCharacters: explain("may only hold 'x'"),
})

const provided15 = sourceOfFundsAnswer15.rows.provided.rows
const provided50 = sourceOfFundsAnswer50.rows.provided.rows

const sourceOfFunds15 = group({
  ...sourceOfFundsAnswer15.rows,
  provided: group({ ...provided15, card: group(inOrder({ ...provided15.card.rows, securityCode })) }),
})
const sourceOfFunds50 = group({
  ...sourceOfFundsAnswer50.rows,
  provided: group({ ...provided50, card: group(inOrder({ ...provided50.card.rows, securityCode })) }),
})

// Values sent in another version may be longer than this one's own.
const { browser, ipAddress } = deviceAnswer.rows
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

const answer15 = inOrder({
  ...without(sessionValues[15], 'device'),
  airline: airlineAnswerOfPay50,
  billing: billingAnswer15,
  correlationId,
  customer: customer15,
  merchant,
  order: group({ ...sessionValues[15].order.rows, amount, subMerchant: subMerchantAnswer15 }),
  paymentPage: paymentPage15,
  risk: riskOfPay15,
  session: always(sessionAnswer15),
  shipping: shippingAnswer30,
  sourceOfFunds: sourceOfFunds15,
  // Line items are at the top level.
  transaction: group(without(sessionValues[15].transaction.rows, 'item')),
  version,
})

// From here on what has an older name is shown under the newer one only.
const answer30 = inOrder({
  ...without(sessionValues[15], 'action', 'item'),
  airline: airlineAnswerOfPay50,
  billing: billingAnswer15,
  correlationId,
  customer: customer30,
  device: deviceAnswer,
  interaction: interaction15,
  merchant,
  order: group({ ...sessionValues[15].order.rows, amount, subMerchant: subMerchantAnswer15 }),
  session: always(sessionAnswer15),
  shipping: shippingAnswer30,
  sourceOfFunds: sourceOfFunds15,
  version,
})

const answer50 = inOrder({
  ...without(sessionValues[50], 'action', 'item'),
  airline: airlineAnswerOfPay50,
  billing: billingAnswer15,
  correlationId,
  customer: customer50,
  interaction: interaction50,
  merchant,
  order: group({ ...sessionValues[50].order.rows, amount, subMerchant: subMerchantAnswer50 }),
  session: always(sessionAnswer50),
  shipping: shippingAnswer50,
  sourceOfFunds: sourceOfFunds50,
  transaction: group(without(sessionValues[50].transaction.rows, 'item')),
  version,
})

const answer100 = inOrder({
  ...sessionValues[100],
  billing: billingAnswer,
  correlationId,
  interaction: interaction63,
  merchant,
  order: group({ ...sessionValues[100].order.rows, amount, subMerchant: subMerchantAnswer50 }),
  session: always(sessionAnswer50),
  shipping: shippingAnswer50,
  sourceOfFunds: sourceOfFunds50,
  transaction: transaction100,
  version,
})

/**
 * The answer to updating a session; each number is the first version that has the rows. No `result`: none was ever seen
 * in such an answer, and updateStatus has the same information.
 */
export const sessionAnswer = { 15: answer15, 30: answer30, 50: answer50, 100: answer100 } as const

const result = always(enumeration(['SUCCESS']))

/** The answer to retrieving a session, where clients look for a result. */
export const retrievedSessionAnswer = {
  15: inOrder({ ...answer15, result }),
  30: inOrder({ ...answer30, result }),
  50: inOrder({ ...answer50, result }),
  100: inOrder({ ...answer100, result }),
} as const

const created15 = { correlationId, merchant, result, session: always(sessionAnswer15) }

/** What creating an empty session answers. */
export const createdSessionAnswer = {
  15: created15,
  50: { correlationId, merchant, result, session: always(createdSession50) },
} as const

// The payer's browser brings it back after a payment that succeeded, and only then.
const successIndicator = always(asciiText(16, 32))

/** The answer to creating a session for a hosted page. */
export const pageSessionAnswer = {
  15: { ...created15, successIndicator },
  63: inOrder({
    ...created15,
    checkoutMode: always(checkoutMode63),
    paymentLink: paymentLinkAnswer63,
    successIndicator,
  }),
} as const

/** Every version's rows at their canonical places: what operations fill in. Never compiled. */
const canonicalSessionAnswer = {
  ...canonicalSessionValues,
  billing: billingAnswer15,
  correlationId,
  interaction,
  merchant,
  order: group({ ...canonicalSessionValues.order.rows, amount, subMerchant: subMerchantAnswer50 }),
  result,
  session: always(sessionAnswer50),
  shipping: shippingAnswer50,
  sourceOfFunds: sourceOfFunds50,
  version: transactionAnswer[15].version,
}

export type SessionResponse = InferResponse<typeof canonicalSessionAnswer>
export type CreatedSessionResponse = InferResponse<(typeof createdSessionAnswer)[50]>
export type PageSessionResponse = InferResponse<(typeof pageSessionAnswer)[63]>
