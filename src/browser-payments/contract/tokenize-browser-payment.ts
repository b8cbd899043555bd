// TOKENIZE_BROWSER_PAYMENT: the payer agrees to later payments on a provider's site, and the agreement gets a token.
import { enumeration } from '../../contract/field-types.ts'
import { browserPaymentOfToken, browserPaymentResponseOfToken } from '../../contract/groups/browser-payment.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { session, sessionResponse15 } from '../../contract/groups/session.ts'
import { sourceOfFundsOfBrowserPaymentToken, token } from '../../contract/groups/source-of-funds.ts'
import { repositoryOfSubMerchant, tokenResponseGroup } from '../../contract/groups/token.ts'
import { results } from '../../contract/groups/values.ts'
import { operation } from '../../contract/operation.ts'
import { merchantIdRow, merchantRoute } from '../../contract/routes.ts'
import {
  always,
  decided,
  fixed,
  group,
  type Infer,
  type InferResponse,
  only,
  required,
  without,
} from '../../contract/row.ts'

const request30 = {
  apiOperation: fixed(enumeration(['TOKENIZE_BROWSER_PAYMENT'])),
  browserPayment: required(browserPaymentOfToken),
  correlationId,
  session: required(group({ ...session.rows, id: required(session.rows.id) })),
  sourceOfFunds: required(sourceOfFundsOfBrowserPaymentToken),
  // The token to create or update; a repository that names tokens itself needs none.
  token: decided('choices', token),
}

const request50 = { ...without(request30, 'token'), subMerchant: repositoryOfSubMerchant, token: request30.token }

const response30 = {
  browserPayment: always(browserPaymentResponseOfToken),
  correlationId,
  merchant: always(merchantIdRow),
  response: always(tokenResponseGroup),
  result: always(enumeration(results)),
  session: always(group(only(sessionResponse15.rows, 'id'))),
}

const traits = { fillsSession: true }

/** TOKENIZE_BROWSER_PAYMENT, by the first version each contract holds for. */
export const tokenizeBrowserPayment = operation({
  name: 'TOKENIZE_BROWSER_PAYMENT',
  route: merchantRoute,
  versions: {
    30: { request: request30, response: response30, traits },
    50: { request: request50, response: response30, traits },
  },
})

/** What the operation receives, in every version. */
export type TokenizeBrowserPaymentRequest = Infer<typeof request50>
export type TokenizeBrowserPaymentResponse = InferResponse<typeof response30>
