// The last step before a payment is recorded and the acquirer called: the merchant's velocity limits admit it or not.
import type { TransactionResponse } from '../../contract/operations/payments/transaction-response.ts'
import { networkOf } from '../../domain/ip-address.ts'
import type { GatewayCode } from '../../domain/payments/gateway-code.ts'
import type { Instrument } from '../../domain/payments/instrument.ts'
import type { PlannedTransaction } from '../../domain/payments/plan.ts'
import { reject } from '../../domain/rejection.ts'
import { rejectedByVelocity } from '../../domain/risk/risk.ts'
import { type VelocityOutcome, velocityOutcomeOf } from '../../domain/risk/velocity/admission.ts'
import { type VelocityLimit, velocityLimitsOf } from '../../domain/risk/velocity/limits.ts'
import type { KeyedHash } from '../../ports/keys/vault.ts'
import type { VelocityAdmission } from '../../ports/risk/velocity.ts'
import type { Call, OperationResult, Ports } from '../call.ts'
import { executeTransaction, type TransactionPorts, type TransactionStep } from '../payments/execute-transaction.ts'

export interface AdmissionRequest {
  readonly request: { readonly device?: { readonly ipAddress?: string } }
  readonly instrument: Instrument
  /** Of the instrument. */
  readonly accountHash: KeyedHash
  readonly call: Pick<Call, 'merchant' | 'entryPoint' | 'payerAddress' | 'usedSession'>
  readonly chargedMinor: bigint
  readonly currency: string
  /** Standalone refunds are not limited. */
  readonly isAssessed?: boolean
  readonly isAuthentication?: boolean
}

const binLength = 6
/** Enough to distinguish accounts. */
const accountBytes = 16
const uncounted: VelocityAdmission = { kind: 'ADMITTED', reportOutcome: () => {} }

/** The address of the payer's browser, if the gateway has seen it: on a page, or when it filled the session. */
export function payerAddressOf({
  entryPoint,
  payerAddress,
  usedSession,
}: AdmissionRequest['call']): string | undefined {
  // Staff who enter cards over the telephone share the address of an office.
  if (entryPoint === 'MERCHANT_ADMINISTRATION') return undefined
  return payerAddress ?? usedSession?.payerAddress
}

/** Where a payer's browser took part, the limits for pages and fields apply; otherwise those for the API. */
export async function admitAttempt(
  {
    request,
    instrument,
    accountHash,
    call,
    chargedMinor,
    currency,
    isAssessed = true,
    isAuthentication = false,
  }: AdmissionRequest,
  { velocity }: Pick<Ports, 'velocity'>,
): Promise<VelocityAdmission> {
  if (!isAssessed) return uncounted
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
    amountMinor: chargedMinor,
    currency,
    isAuthentication,
  })
}

/** The first refusals of a limit are recorded as blocked payments, later ones only counted. */
export async function refuseByVelocity(
  limit: VelocityLimit,
  { planned, attempt }: { readonly planned: PlannedTransaction; readonly attempt: Omit<TransactionStep, 'ask'> },
  ports: TransactionPorts & Pick<Ports, 'velocity'>,
): Promise<OperationResult> {
  const { call, risk } = attempt
  if (!ports.velocity.countRefusal(call.merchant.id, limit)) return reject('VELOCITY_LIMIT_REACHED')
  const refused = { ...attempt, risk: rejectedByVelocity(risk, limit), ask: { decidedHere: 'BLOCKED' } } as const
  return executeTransaction(planned, refused, ports)
}

/** Reports the outcome of an admitted attempt to the counts, whatever happens. */
export async function countOutcome(
  admission: Extract<VelocityAdmission, { kind: 'ADMITTED' }>,
  work: () => Promise<OperationResult>,
): Promise<OperationResult> {
  let outcome: VelocityOutcome = 'NOT_DECIDED'
  try {
    const result = await work()
    outcome = outcomeForVelocity(result)
    return result
  } finally {
    admission.reportOutcome(outcome)
  }
}

/** The outcome of a payment, for the counts. A payment that was not recorded was not decided either. */
function outcomeForVelocity(result: OperationResult): VelocityOutcome {
  if (result.kind !== 'answered') return 'NOT_DECIDED'
  const { response } = result.answer as TransactionResponse
  return velocityOutcomeOf(response.gatewayCode as GatewayCode, response.cardSecurityCode?.gatewayCode)
}
