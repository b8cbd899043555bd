// CREATE_OR_UPDATE_TOKEN: stores payment details under a token that the caller names, or changes what is stored.
import { billing, shippingOfToken15, shippingOfToken100 } from '../../contract/groups/address.ts'
import { correlationId, responseControls } from '../../contract/groups/call.ts'
import { customerOfToken15, customerOfToken100 } from '../../contract/groups/customer.ts'
import { deviceOfToken } from '../../contract/groups/device.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { session } from '../../contract/groups/session.ts'
import { token } from '../../contract/groups/source-of-funds.ts'
import { subMerchantOfToken } from '../../contract/groups/sub-merchant.ts'
import {
  referenceOrderId,
  schemeTokenProvisioningMode,
  sourceOfFundsOfToken,
  sourceOfFundsOfToken15,
  sourceOfFundsOfToken50,
  tokenStatus,
  usage100,
  verificationStrategy,
} from '../../contract/groups/token.ts'
import { operation } from '../../contract/operation.ts'
import { tokenRoute } from '../../contract/routes.ts'
import { conditional, group, type Infer, only, without, withoutEffect } from '../../contract/row.ts'
import {
  acquirerVerificationNeedsCurrency,
  basicVerificationNeedsExpiry,
  cardNumberPlausible,
  directDebitCanadaComplete,
  oneSourceOfCardDetails,
  providerAByAgreement,
  provisioningOfCards,
} from '../../contract/rules/instruments.ts'
import { tokenResponse } from './token-response.ts'

// The currency of the request to an acquirer; clients send it at either place.
const inCurrency = group(only(orderRows, 'currency'))

const request15 = {
  billing,
  correlationId,
  customer: customerOfToken15,
  device: deviceOfToken,
  order: conditional(inCurrency),
  responseControls,
  session,
  shipping: shippingOfToken15,
  sourceOfFunds: conditional(sourceOfFundsOfToken15),
  token: conditional(token),
  transaction: conditional(inCurrency),
  verificationStrategy: conditional(verificationStrategy),
}

const request50 = {
  billing,
  correlationId,
  customer: customerOfToken15,
  device: deviceOfToken,
  order: conditional(inCurrency),
  referenceOrderId,
  responseControls,
  schemeTokenProvisioningMode,
  session,
  shipping: shippingOfToken15,
  sourceOfFunds: conditional(sourceOfFundsOfToken50),
  subMerchant: conditional(subMerchantOfToken),
  token: conditional(token),
  transaction: conditional(inCurrency),
  verificationStrategy: conditional(verificationStrategy),
}

const request100 = {
  billing,
  correlationId,
  customer: customerOfToken100,
  device: deviceOfToken,
  order: conditional(inCurrency),
  referenceOrderId,
  responseControls,
  schemeTokenProvisioningMode,
  session,
  shipping: shippingOfToken100,
  sourceOfFunds: conditional(sourceOfFundsOfToken50),
  // Status and usage are determined by the gateway.
  status: withoutEffect(conditional(tokenStatus)),
  subMerchant: conditional(subMerchantOfToken),
  token: conditional(token),
  transaction: conditional(inCurrency),
  usage: withoutEffect(conditional(usage100)),
  verificationStrategy: conditional(verificationStrategy),
}

/** What the two operations that store details take; each number is the first version that has the rows. */
export const tokenRequest = { 15: request15, 50: request50, 100: request100 } as const

export const tokenRules = [
  cardNumberPlausible,
  oneSourceOfCardDetails,
  basicVerificationNeedsExpiry,
  directDebitCanadaComplete,
  providerAByAgreement,
  provisioningOfCards,
  acquirerVerificationNeedsCurrency,
] as const

/** CREATE_OR_UPDATE_TOKEN, by the first version each contract holds for. */
export const createOrUpdateToken = operation({
  name: 'CREATE_OR_UPDATE_TOKEN',
  route: tokenRoute,
  versions: {
    15: { request: request15, response: tokenResponse[15], rules: tokenRules },
    50: { request: request50, response: tokenResponse[15], rules: tokenRules },
    100: { request: request100, response: tokenResponse[100], rules: tokenRules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...without(request100, 'status', 'usage'), sourceOfFunds: sourceOfFundsOfToken }

/** What the operation receives, in every version. */
export type CreateOrUpdateTokenRequest = Infer<typeof canonicalRequest>
