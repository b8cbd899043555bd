// Both steps of a payer authentication at the issuer, within the merchant's velocity limits: which kind the card supports;
// then the issuer decides at once, or challenges the payer.

import { accountIdentity, type CardInstrument } from '../../kernel/instrument.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import type { AuthenticationJourney, AuthenticationReference, Call, PayerProof } from '../../payments/index.ts'
import { noAnswer, responseWithin } from '../../platform/concurrency/with-timeout.ts'
import { type AdmissionRequest, admitAttempt, type VelocityAdmission, type VelocityOutcome } from '../../risk/index.ts'
import type { AuthenticatePayerRequest } from '../contract/authenticate-payer.ts'
import type { InitiateAuthenticationRequest } from '../contract/initiate-authentication.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'
import type { LookUpResult, PayerAuthentication } from '../ports/payer-authentication.ts'
import { applyProof } from './poll-authentication.ts'

/** Why the issuer cannot be asked yet. */
export function missingForIssuer(
  { order }: AuthenticatePayerRequest,
  { status, purpose }: AuthenticationJourney,
): Rejection | undefined {
  if (status !== 'AUTHENTICATION_AVAILABLE' && !isOverWithoutIssuer(status))
    return reject('NOTHING_TO_AUTHENTICATE', 'The payer of this card cannot be authenticated under this id.')
  if (order.amount === undefined && purpose === 'PAYMENT_TRANSACTION')
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'order.amount' })
  return undefined
}

/**
 * The card takes no part, or its issuer could not be asked whether it does. Shops continue after every recommendation
 * to proceed: they get the same result again, with the way to their URL.
 */
function isOverWithoutIssuer(status: AuthenticationJourney['status']): boolean {
  return status === 'AUTHENTICATION_NOT_SUPPORTED' || status === 'AUTHENTICATION_UNAVAILABLE'
}

interface IssuerRequest extends AuthenticationReference {
  readonly request: AuthenticatePayerRequest
  readonly journey: AuthenticationJourney
  readonly card: CardInstrument
  readonly amountMinor: bigint
  readonly call: Call
}

/** The journey with the issuer's response, or unchanged where no issuer is asked; or that a velocity limit forbids it. */
export async function askCounted(
  question: IssuerRequest,
  dependencies: Parameters<typeof askIssuer>[1] & Pick<PayerAuthenticationDependencies, 'vault' | 'velocity'>,
): Promise<{ readonly kind: 'ANSWERED'; readonly journey: AuthenticationJourney } | Rejection> {
  const { request, journey, card, call } = question
  if (isOverWithoutIssuer(journey.status)) return { kind: 'ANSWERED', journey }
  const admission = await admitAuthentication({ request, card, call, currency: request.order.currency }, dependencies)
  if (isRejection(admission)) return admission
  let outcome: VelocityOutcome = 'NOT_DECIDED'
  try {
    const proof = await askIssuer(question, dependencies)
    if (proof) outcome = outcomeOfAuthentication(proof)
    return { kind: 'ANSWERED', journey: applyProof(journey, proof) }
  } finally {
    admission.reportOutcome(outcome)
  }
}

async function askIssuer(
  { request, journey, reference, link, card, amountMinor, call }: IssuerRequest,
  {
    payerAuthentication,
    addresses,
    timeouts,
  }: { readonly payerAuthentication: PayerAuthentication } & Pick<
    PayerAuthenticationDependencies,
    'addresses' | 'timeouts'
  >,
): Promise<PayerProof | undefined> {
  const pendingResult = payerAuthentication.authenticate({
    reference,
    link,
    number: card.number,
    expiry: card.expiry,
    amountMinor,
    currency: request.order.currency,
    merchantName: call.shownMerchantName ?? call.merchant.profile.name,
    channel: journey.channel,
    returnUrl: `${addresses.publicUrl()}/3ds/return/${journey.redirectToken}`,
    device: request.device,
  })
  const result = await responseWithin(pendingResult, { timeoutMs: timeouts.serviceWaitMs, silence: noAnswer })
  return result.kind === 'ANSWERED' ? result.proof : undefined
}

// Whether the merchant's velocity limits allow asking the payer's bank about a card. Its response reveals almost as much
// to a card tester as a payment would.

interface AuthenticationRequest extends Pick<AdmissionRequest, 'call' | 'currency'> {
  /** What the request contains about the payer's device. */
  readonly request?: AdmissionRequest['request']
  readonly card: CardInstrument
}

/** Counted as a decline from now on; the caller reports the outcome. */
export async function admitAuthentication(
  { request = {}, card, call, currency }: AuthenticationRequest,
  { vault, velocity }: Pick<PayerAuthenticationDependencies, 'vault' | 'velocity'>,
): Promise<Extract<VelocityAdmission, { kind: 'ADMITTED' }> | Rejection> {
  const accountHash = vault.keyedHash('ACCOUNT', accountIdentity(card))
  const attempt = { request, instrument: card, accountHash, call, chargedMinor: 0n, currency, isAuthentication: true }
  const admission = await admitAttempt(attempt, { velocity })
  if (admission.kind === 'ADMITTED') return admission
  velocity.countUnrecordedRefusal(call.merchant.id, admission.limit)
  return reject('VELOCITY_LIMIT_REACHED')
}

/** A failed authentication counts as a failed attempt; a successful one is no approval yet. */
export function outcomeOfAuthentication({ status }: Pick<PayerProof, 'status'>): VelocityOutcome {
  return status === 'N' || status === 'R' ? 'DECLINED' : 'NOT_DECIDED'
}

/** The first step of a payer authentication: which kind the card supports. */
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
