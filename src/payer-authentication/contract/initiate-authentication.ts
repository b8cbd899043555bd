// INITIATE_AUTHENTICATION: asks which payer authentication the card has, as soon as its number is known.

import { enumeration } from '../../contract/field-types.ts'
import { authenticationToInitiate50 } from '../../contract/groups/authentication.ts'
import { correlationId, initiator, partnerSolutionId, responseControls, userId } from '../../contract/groups/call.ts'
import { deviceOfAuthentication } from '../../contract/groups/device.ts'
import { orderRequestRows50, orderRequestRows100 } from '../../contract/groups/order.ts'
import { session } from '../../contract/groups/session.ts'
import { sourceOfFundsOfAuthentication50 } from '../../contract/groups/source-of-funds.ts'
import { subMerchant50 } from '../../contract/groups/sub-merchant.ts'
import {
  transactionRequestOfAuthentication50,
  transactionRequestOfAuthentication100,
} from '../../contract/groups/transaction.ts'
import { operation } from '../../contract/operation.ts'
import { transactionRoute } from '../../contract/routes.ts'
import { conditional, decided, fixed, group, type Infer, required, without } from '../../contract/row.ts'
import { decimalsOfTheCurrency, subTotalsEqualAmount } from '../../contract/rules/amounts.ts'
import { amountFromNetAmount } from '../../contract/rules/derivations.ts'
import { cardNumberPlausible } from '../../contract/rules/instruments.ts'
import { authenticationResponse } from './authentication-response.ts'

const { currency } = orderRequestRows50

const request50 = {
  apiOperation: fixed(enumeration(['INITIATE_AUTHENTICATION'])),
  authentication: authenticationToInitiate50,
  correlationId,
  initiator: decided('choices', initiator),
  // This may be the order's first transaction, so it accepts everything that an order may contain.
  order: required(decided('choices', group({ ...orderRequestRows50, currency: required(currency) }))),
  partnerSolutionId: decided('choices', partnerSolutionId),
  responseControls,
  session,
  sourceOfFunds: conditional(sourceOfFundsOfAuthentication50),
  transaction: decided('choices', transactionRequestOfAuthentication50),
  userId: decided('choices', userId),
}

const request100 = {
  ...request50,
  order: required(decided('choices', group({ ...orderRequestRows100, currency: required(currency) }))),
  transaction: decided('choices', transactionRequestOfAuthentication100),
}

const rules = [decimalsOfTheCurrency, subTotalsEqualAmount, cardNumberPlausible]

/** INITIATE_AUTHENTICATION, by the first version each contract holds for. */
export const initiateAuthentication = operation({
  name: 'INITIATE_AUTHENTICATION',
  route: transactionRoute,
  versions: {
    50: { request: request50, response: authenticationResponse[50], rules },
    100: { request: request100, response: authenticationResponse[100], rules, derivations: [amountFromNetAmount] },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = {
  ...without(request100, 'initiator'),
  // Accepted for compatibility.
  device: deviceOfAuthentication,
  order: required(group({ ...orderRequestRows100, currency: required(currency), subMerchant: subMerchant50 })),
}

/** What the operation receives, in every version. */
export type InitiateAuthenticationRequest = Infer<typeof canonicalRequest>
