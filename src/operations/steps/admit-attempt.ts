// The last step before a payment is recorded and the acquirer asked: the velocity limits of the merchant let it through or not.
import type { TransactionAnswer } from '../../contract/operations/transaction-answer.ts'
import type { GatewayCode } from '../../domain/gateway-code.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { networkOf } from '../../domain/ip-address.ts'
import { type VelocityOutcome, velocityOutcomeOf } from '../../domain/velocity/admission.ts'
import { velocityLimitsOf } from '../../domain/velocity/limits.ts'
import type { KeyedHash } from '../../ports/vault.ts'
import type { Admission } from '../../ports/velocity.ts'
import type { Call, OperationResult, Ports } from '../call.ts'

export interface AdmissionRequest {
  readonly request: { readonly device?: { readonly ipAddress?: string } }
  readonly instrument: Instrument
  /** Of the instrument. */
  readonly accountHash: KeyedHash
  readonly call: Pick<Call, 'merchant' | 'entryPoint' | 'payerAddress' | 'usedSession'>
  readonly amountMinor: bigint
  readonly currency: string
  readonly isAuthentication?: boolean
}

const binLength = 6
/** Enough to distinguish accounts. */
const accountBytes = 16
const uncounted: Admission = { kind: 'ADMITTED', settle: () => {} }

/** Where the payer's browser is, if the gateway has seen it: on a page, or when it filled the session. */
export function payerAddressOf({
  entryPoint,
  payerAddress,
  usedSession,
}: AdmissionRequest['call']): string | undefined {
  // Staff who key in cards over the telephone share the address of an office.
  if (entryPoint === 'MERCHANT_ADMINISTRATION') return undefined
  return payerAddress ?? usedSession?.payerAddress
}

/** Where a payer's browser took part, the limits for pages and fields hold; otherwise those for the API. */
export async function admitAttempt(
  { request, instrument, accountHash, call, amountMinor, currency, isAuthentication = false }: AdmissionRequest,
  { velocity }: Pick<Ports, 'velocity'>,
): Promise<Admission> {
  const { id: merchantId, profile } = call.merchant
  const payerAddress = payerAddressOf(call)
  const isHosted = payerAddress !== undefined
  const limits = velocityLimitsOf(isHosted ? profile.velocityLimits : profile.apiVelocityLimits)
  if (limits.length === 0 && !(isHosted && profile.authenticationDeclinePercent > 0)) return uncounted
  const address = payerAddress ?? request.device?.ipAddress
  return velocity.admit({
    merchantId,
    limits,
    account: accountHash.hash.toString('base64url', 0, accountBytes),
    ...(address !== undefined && { address: networkOf(address) }),
    ...(instrument.kind === 'CARD' && { bin: instrument.number.open().slice(0, binLength) }),
    amountMinor,
    currency,
    isAuthentication,
  })
}

/** The outcome of a payment, for the counts. One that was not recorded was not decided either. */
export function outcomeForVelocity(result: OperationResult): VelocityOutcome {
  if (result.kind !== 'answered') return 'NOT_DECIDED'
  const { response } = result.answer as TransactionAnswer
  return velocityOutcomeOf(response.gatewayCode as GatewayCode, response.cardSecurityCode?.gatewayCode)
}
