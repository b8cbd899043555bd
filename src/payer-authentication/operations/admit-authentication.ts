// Whether the merchant's velocity limits allow asking the payer's bank about a card. Its response reveals almost as much
// to a card tester as a payment would.
import { accountIdentity, type CardInstrument } from '../../kernel/instrument.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import type { PayerProof } from '../../payments/ports/authentication-journey.ts'
import { type AdmissionRequest, admitAttempt } from '../../risk/operations/assess-risk.ts'
import type { VelocityAdmission } from '../../risk/ports/velocity.ts'
import type { VelocityOutcome } from '../../risk/rules/velocity/admission.ts'
import type { PayerAuthenticationDependencies } from '../dependencies.ts'

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
