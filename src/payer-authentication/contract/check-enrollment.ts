// CHECK_3DS_ENROLLMENT: asks whether a card takes part in 3-D Secure 1, under an id that the merchant chooses.
import { enumeration } from '../../contract/field-types.ts'
import { correlationId } from '../../contract/groups/call.ts'
import { orderRows } from '../../contract/groups/order.ts'
import { session } from '../../contract/groups/session.ts'
import {
  sourceOfFundsOfAuthentication15,
  sourceOfFundsOfAuthentication50,
} from '../../contract/groups/source-of-funds.ts'
import { enrollmentRequest } from '../../contract/groups/three-d-secure.ts'
import { operation } from '../../contract/operation.ts'
import { checkEnrollmentRoute } from '../../contract/routes.ts'
import { canonically, conditional, fixed, group, type Infer, required, without } from '../../contract/row.ts'
import { decimalsOfTheCurrency } from '../../contract/rules/amounts.ts'
import { cardNumberPlausible } from '../../contract/rules/instruments.ts'
import { enrollmentResponse } from './three-d-secure-response.ts'

const request15 = {
  '3DSecure': required(canonically('threeDSecure', enrollmentRequest)),
  apiOperation: fixed(enumeration(['CHECK_3DS_ENROLLMENT'])),
  correlationId,
  order: required(group({ amount: required(orderRows.amount), currency: required(orderRows.currency) })),
  session,
  sourceOfFunds: conditional(sourceOfFundsOfAuthentication15),
}

const request50 = { ...request15, sourceOfFunds: conditional(sourceOfFundsOfAuthentication50) }

const rules = [decimalsOfTheCurrency, cardNumberPlausible]

/** CHECK_3DS_ENROLLMENT, by the first version each contract holds for. */
export const checkEnrollment = operation({
  name: 'CHECK_3DS_ENROLLMENT',
  route: checkEnrollmentRoute,
  versions: {
    15: { request: request15, response: enrollmentResponse[15], rules },
    50: { request: request50, response: enrollmentResponse[50], rules },
  },
})

/** Every version's rows at their canonical places. Never compiled. */
const canonicalRequest = { ...without(request50, '3DSecure'), threeDSecure: required(enrollmentRequest) }

/** What the operation receives, in every version. */
export type CheckEnrollmentRequest = Infer<typeof canonicalRequest>
