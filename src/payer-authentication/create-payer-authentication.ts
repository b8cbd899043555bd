// The operations of payer authentication.

import { bindOperations } from '../payments/index.ts'
import type { PayerAuthenticationDependencies } from './dependencies.ts'
import { authenticatePayer } from './operations/authenticate-payer.ts'
import { checkEnrollment } from './operations/check-enrollment.ts'
import { initiateAuthentication } from './operations/initiate-authentication.ts'
import { processAcsResult, retrieveThreeDSecureResult } from './operations/process-acs-result.ts'

export function createPayerAuthentication(dependencies: PayerAuthenticationDependencies) {
  return {
    operations: bindOperations(dependencies, {
      AUTHENTICATE_PAYER: authenticatePayer,
      CHECK_3DS_ENROLLMENT: checkEnrollment,
      INITIATE_AUTHENTICATION: initiateAuthentication,
      PROCESS_ACS_RESULT: processAcsResult,
      RETRIEVE_3DS_RESULT: retrieveThreeDSecureResult,
    }),
  }
}
