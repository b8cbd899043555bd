// The first step of a payer authentication: which kind the card supports.

import type { CardInstrument } from '../../kernel/instrument.ts'
import type { AuthenticationJourney, AuthenticationReference } from '../../payments/ports/authentication-journey.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import type { InitiateAuthenticationRequest } from '../contract/initiate-authentication.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { LookUpResult, PayerAuthentication } from '../ports/payer-authentication.ts'

export function newAuthenticationJourney(
  { authentication }: InitiateAuthenticationRequest,
  { identifiers }: Pick<PayerAuthenticationDependencies, 'identifiers'>,
): AuthenticationJourney {
  const { channel = 'PAYER_BROWSER', purpose = 'PAYMENT_TRANSACTION' } = authentication ?? {}
  return {
    kind: 'PAYER_AUTHENTICATION',
    status: 'AUTHENTICATION_INITIATED',
    channel,
    purpose,
    redirectToken: identifiers.redirectToken('AU'),
  }
}

/** The journey's next state, given what is known of the card. */
export async function lookUpCard(
  { number }: Pick<CardInstrument, 'number'>,
  {
    request,
    journey,
    ...about
  }: AuthenticationReference & {
    readonly request: InitiateAuthenticationRequest
    readonly journey: AuthenticationJourney
  },
  {
    payerAuthentication,
    timeouts,
  }: { readonly payerAuthentication: PayerAuthentication } & Pick<PayerAuthenticationDependencies, 'timeouts'>,
): Promise<Partial<AuthenticationJourney>> {
  const { acceptVersions = '3DS1,3DS2' } = request.authentication ?? {}
  const { channel, purpose } = journey
  const { currency } = request.order
  const pendingResult = payerAuthentication.lookUp({ ...about, number, currency, channel, purpose })
  const result = await responseWithin(pendingResult, { timeoutMs: timeouts.serviceWaitMs, silence: noAnswer })
  return journeyAfterLookUp(result, acceptVersions.split(','))
}

/** A version that the merchant does not accept counts as none. */
function journeyAfterLookUp(result: LookUpResult, accepted: readonly string[]): Partial<AuthenticationJourney> {
  if (result.kind === 'NO_ANSWER' || result.kind === 'UNAVAILABLE') return { status: 'AUTHENTICATION_UNAVAILABLE' }
  if (result.kind === 'NOT_SUPPORTED' || !accepted.includes(result.version))
    return { status: 'AUTHENTICATION_NOT_SUPPORTED' }
  const { version, method } = result
  return { status: 'AUTHENTICATION_AVAILABLE', version, method }
}
