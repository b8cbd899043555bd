// The last step before a payment is recorded and the acquirer asked: the velocity limits of the merchant let it through or not.
import type { TransactionAnswer } from '../../contract/operations/transaction-answer.ts'
import type { GatewayCode } from '../../domain/gateway-code.ts'
import { accountIdentity, type Instrument } from '../../domain/instrument.ts'
import { networkOf } from '../../domain/ip-address.ts'
import { type VelocityOutcome, velocityOutcomeOf } from '../../domain/velocity/admission.ts'
import { velocityLimitsOf } from '../../domain/velocity/limits.ts'
import type { Admission } from '../../ports/velocity.ts'
import type { Call, OperationResult, Ports } from '../call.ts'

export interface AdmissionRequest {
  readonly request: { readonly device?: { readonly ipAddress?: string } }
  readonly instrument: Instrument
  readonly call: Pick<Call, 'merchant' | 'entryPoint' | 'payerAddress' | 'usedSession'>
  readonly amountMinor: bigint
  readonly currency: string
}

const binLength = 6
/** Enough to tell accounts apart. */
const accountBytes = 16
const uncounted: Admission = { kind: 'ADMITTED', settle: () => {} }

/** Where a payer's browser took part, the limits for pages and fields hold; otherwise those for the API. */
export async function admitAttempt(
  { request, instrument, call, amountMinor, currency }: AdmissionRequest,
  { velocity, vault }: Pick<Ports, 'velocity' | 'vault'>,
): Promise<Admission> {
  const { id: merchantId, profile } = call.merchant
  const payerAddress = call.payerAddress ?? call.usedSession?.payerAddress
  // Staff who key in what payers tell them share the address of an office.
  const isHosted = payerAddress !== undefined && call.entryPoint !== 'MERCHANT_ADMINISTRATION'
  const limits = velocityLimitsOf(isHosted ? profile.velocityLimits : profile.apiVelocityLimits)
  if (limits.length === 0 && !(isHosted && profile.authenticationDeclinePercent > 0)) return uncounted
  const address = payerAddress ?? request.device?.ipAddress
  return velocity.admit({
    merchantId,
    limits,
    account: vault.keyedHash('ACCOUNT', accountIdentity(instrument)).hash.toString('base64url', 0, accountBytes),
    ...(address !== undefined && { address: networkOf(address) }),
    ...(instrument.kind === 'CARD' && { bin: instrument.number.open().slice(0, binLength) }),
    amountMinor,
    currency,
  })
}

/** What a payment has come to. One that was not recorded, or not asked for, tells nothing. */
export function outcomeForVelocity(result: OperationResult): VelocityOutcome {
  if (result.kind !== 'answered') return 'NOT_DECIDED'
  const { response } = result.answer as TransactionAnswer
  return velocityOutcomeOf(response.gatewayCode as GatewayCode, response.cardSecurityCode?.gatewayCode)
}
