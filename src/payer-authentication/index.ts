// What the other folders may use of payer authentication.
export { authenticatePayer } from './contract/authenticate-payer.ts'
export type { AuthenticationResponse } from './contract/authentication-response.ts'
export { initiateAuthentication } from './contract/initiate-authentication.ts'
export { checkEnrollment, processAcsResult, retrieveThreeDSecureResult } from './contract/three-d-secure.ts'
export { createPayerAuthentication } from './create-payer-authentication.ts'
export type { PayerAuthenticationDependencies } from './dependencies.ts'
export { admitDevice, orderNaming } from './operations/admit-device.ts'
export { payerProofs } from './operations/apply-authentication.ts'
export {
  findAuthentication,
  type ReturnFromChallenge,
  returnFromChallenge,
} from './operations/return-from-challenge.ts'
export type { DeviceAuthentications } from './ports/authentications.ts'
export type {
  AuthenticationResult,
  BrowserForms,
  EmvAuthentication,
  LookUpResult,
  PayerAuthentication,
} from './ports/payer-authentication.ts'
export { dueDeviceAuthentications } from './postgres/device-authentications.ts'
