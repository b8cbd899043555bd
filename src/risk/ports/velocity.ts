// Counts payments as they are made, over all processes, to refuse card testing before the acquirer is called.

import type { VelocityLimit } from '../../platform/counters/limits.ts'
import type { VelocityAttempt, VelocityOutcome } from '../rules/velocity/admission.ts'
import type { PayloadAttempt, SessionPayloadLimit } from '../rules/velocity/payloads.ts'

export type VelocityAdmission =
  /** The attempt is counted. The caller must report its outcome, whatever happens; only the first call counts. */
  | { readonly kind: 'ADMITTED'; readonly reportOutcome: (outcome: VelocityOutcome) => void }
  | { readonly kind: 'REFUSED'; readonly limit: VelocityLimit }

export type PayloadAdmission =
  /** The payload is counted as refused. Once it turns out whether it can be used, the caller says so; only the first call counts. */
  | { readonly kind: 'ADMITTED'; readonly settle: (result: { readonly isUsable: boolean }) => void }
  | { readonly kind: 'REFUSED'; readonly limit: VelocityLimit | SessionPayloadLimit }

export interface Velocity {
  /** Waits briefly when only attempts in flight count against it. */
  admit(attempt: VelocityAttempt): Promise<VelocityAdmission>
  /** Before a wallet's payload is verified. Waits like an attempt. */
  admitPayload(attempt: PayloadAttempt): Promise<PayloadAdmission>
  /** A payload that is right in itself was refused: used before, or for another amount. */
  countRefusedPayload(attempt: PayloadAttempt): void
  /** Counts a refusal. True while it is to be recorded as a transaction: the first ones of a limit within the hour. */
  countRefusal(merchantId: string, limit: VelocityLimit): boolean
  /** Counts a refusal of a request that is no transaction. */
  countUnrecordedRefusal(merchantId: string, limit: VelocityLimit | SessionPayloadLimit): void
  /**
   * Whether so large a share of the merchant's payments was declined within the hour that its pages authenticate
   * payers.
   */
  callsForAuthentication(merchantId: string, declinePercent: number): boolean
}
