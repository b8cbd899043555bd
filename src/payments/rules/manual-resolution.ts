// What operators may decide about a transaction that neither an inquiry nor a reversal can end, and what follows from
// it. Nothing is sent to the acquirer: they have contacted it by other means, and record its response.
import { type GatewayCode, gatewayCodes } from '../../kernel/gateway-code.ts'

/**
 * - APPROVED: the acquirer has executed the request.
 * - FAILED: it has not, and will not.
 * - REVERSED: it had executed it, and has given the money back.
 */
export const manualOutcomes = ['APPROVED', 'FAILED', 'REVERSED'] as const
export type ManualOutcome = (typeof manualOutcomes)[number]

interface HeldOutcome {
  readonly gatewayCode?: GatewayCode | undefined
  /** It is about the last part of a refund; the parts before it stand. */
  readonly isLastPart?: boolean | undefined
}

/** Whether its outcome is still open and its order locked. */
export function isHeldOpen({ gatewayCode }: HeldOutcome): boolean {
  return gatewayCode === undefined || gatewayCodes[gatewayCode].isOpen
}

/**
 * What was reported to the merchant as failed stays failed: only the acquirer's side of it can be ended. A successful
 * payment that was rejected in review is refunded like any other.
 */
export function possibleOutcomes(heldOutcome: HeldOutcome): readonly ManualOutcome[] {
  if (isHeldOpen(heldOutcome)) return manualOutcomes
  const isFailed = heldOutcome.gatewayCode !== undefined && gatewayCodes[heldOutcome.gatewayCode].result === 'FAILURE'
  return isFailed || heldOutcome.isLastPart ? ['FAILED', 'REVERSED'] : []
}

interface ResolvedOutcome {
  readonly gatewayCode: GatewayCode
  /** Of what was reversed. */
  readonly reversal?: 'DONE' | undefined
}

/** As recovery would have recorded it, had the acquirer been able to say so. */
export const resolvedOutcomes: Readonly<Record<ManualOutcome, ResolvedOutcome>> = {
  APPROVED: { gatewayCode: 'APPROVED' },
  FAILED: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' },
  REVERSED: { gatewayCode: 'TIMED_OUT', reversal: 'DONE' },
}

/** One user at the console and at the command line is not two: commands record the login name alone. */
export function isSameActor(one: string, other: string): boolean {
  return bareName(one) === bareName(other)
}

function bareName(actor: string): string {
  return actor.replace(/^operator\//, '').toLowerCase()
}
