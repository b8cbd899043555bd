// The second step of a payer authentication: the issuer decides at once, or challenges the payer.

import { noAnswer, replyWithin } from '../../concurrency/with-timeout.ts'
import type { AuthenticatePayerRequest } from '../../contract/operations/payer-authentication/authenticate-payer.ts'
import { omitUndefined } from '../../domain/omit-undefined.ts'
import type { CardInstrument } from '../../domain/payments/instrument.ts'
import { isRejection, type Rejection, reject } from '../../domain/rejection.ts'
import type { VelocityOutcome } from '../../domain/risk/velocity/admission.ts'
import type { PayerAuthentication, PayerProof } from '../../ports/payer-authentication/payer-authentication.ts'
import type { Call, Ports } from '../call.ts'
import { admitAuthentication, outcomeOfAuthentication } from '../risk/admit-authentication.ts'
import type { AuthenticationJourney } from './authentication-journey.ts'

/** Why the issuer cannot be asked yet. */
export function missingForIssuer(
  { order }: AuthenticatePayerRequest,
  { status, purpose }: AuthenticationJourney,
): Rejection | undefined {
  if (status !== 'AUTHENTICATION_AVAILABLE')
    return reject('NOTHING_TO_AUTHENTICATE', 'The payer of this card cannot be authenticated under this id.')
  if (order.amount === undefined && purpose === 'PAYMENT_TRANSACTION')
    return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'order.amount' })
  return undefined
}

interface IssuerRequest {
  readonly given: AuthenticatePayerRequest
  readonly journey: AuthenticationJourney
  readonly reference: string
  readonly card: CardInstrument
  readonly amountMinor: bigint
  readonly call: Call
}

/** The issuer's reply, undefined after a timeout; or that a velocity limit forbids the request. */
export async function askCounted(
  question: IssuerRequest,
  ports: Parameters<typeof askIssuer>[1] & Pick<Ports, 'vault' | 'velocity'>,
): Promise<{ readonly kind: 'heard'; readonly proof: PayerProof | undefined } | Rejection> {
  const { given: request, card, call } = question
  const admission = await admitAuthentication({ request, card, call, currency: request.order.currency }, ports)
  if (isRejection(admission)) return admission
  let outcome: VelocityOutcome = 'NOT_DECIDED'
  try {
    const proof = await askIssuer(question, ports)
    if (proof) outcome = outcomeOfAuthentication(proof)
    return { kind: 'heard', proof }
  } finally {
    admission.reportOutcome(outcome)
  }
}

async function askIssuer(
  { given, journey, reference, card, amountMinor, call }: IssuerRequest,
  {
    payerAuthentication,
    addresses,
    timeouts,
  }: { readonly payerAuthentication: PayerAuthentication } & Pick<Ports, 'addresses' | 'timeouts'>,
): Promise<PayerProof | undefined> {
  const pendingReply = payerAuthentication.authenticate({
    reference,
    number: card.number,
    ...omitUndefined({ expiry: card.expiry }),
    amountMinor,
    currency: given.order.currency,
    merchantName: call.merchant.profile.name,
    channel: journey.channel,
    returnUrl: `${addresses.publicUrl()}/3ds/return/${journey.redirectToken}`,
    ...omitUndefined({ device: given.device }),
  })
  const reply = await replyWithin(pendingReply, { timeoutMs: timeouts.serviceWaitMs, silence: noAnswer })
  return reply.kind === 'answered' ? reply.proof : undefined
}
