// Agreements to later payments that payers are asked for on a provider's site: the setup is stored before the provider
// is asked, and closed once, when the result is known.
import type { SessionUpdate } from '../../sessions/ports/session-store.ts'

/**
 * - OPEN: the payer has not decided, as far as known.
 * - AGREED: the agreement is stored under a token.
 * - REFUSED: the payer, or the provider, refused it.
 * - NOT_KEPT: the payer agreed, but the token repository did not accept it.
 * - ABANDONED: no decision was made in time.
 */
export type AgreementSetupState = 'OPEN' | 'AGREED' | 'REFUSED' | 'NOT_KEPT' | 'ABANDONED'

export interface AgreementSetupKey {
  readonly merchantId: string
  /** Identifies the setup in URLs that the payer's browser and the provider use. Unguessable. */
  readonly redirectToken: string
}

export interface AgreementSetup extends AgreementSetupKey {
  /** The reference at the provider. */
  readonly reference: string
  /** The adapter for the provider, and the merchant's id there. */
  readonly adapter: string
  readonly account: string
  /** The session that receives the token. */
  readonly sessionHash: Buffer
  readonly wish: AgreementSetupRequest
  readonly state: AgreementSetupState
  /** Where the payer decides, once the provider has returned it. */
  readonly payerUrl?: string
  readonly createdAt: Date
}

export interface AgreementSetupRequest {
  readonly returnUrl: string
  /** The token to create or update, when the merchant named one. */
  readonly token?: string | undefined
  /**
   * The id for a token that the gateway names, generated before any call: however often the payer's agreement is
   * reported, there is one token.
   */
  readonly drawnToken: string
  /** The sub-merchant whose repository the token is stored in. */
  readonly subMerchant?: { readonly identifier?: string } | undefined
}

export interface AgreementSetupOutcome {
  readonly state: Exclude<AgreementSetupState, 'OPEN'>
  readonly at: Date
  /** The token that contains the agreement. */
  readonly token?: string | undefined
  /** Why it was not stored. */
  readonly why?: string
  /** The session with the token in it. */
  readonly session?: SessionUpdate | undefined
}

export interface Agreements {
  /** Polled by a job once this much time has passed. */
  record(setup: AgreementSetup, lookAfterMs: number): Promise<void>
  find(redirectToken: string): Promise<AgreementSetup | undefined>
  notePayerUrl(key: AgreementSetupKey, payerUrl: string): Promise<void>
  /**
   * In one commit with the change of the session. OVER when it was closed before, SESSION_MOVED when the session has
   * changed since it was read; nothing is changed then.
   */
  close(key: AgreementSetupKey, end: AgreementSetupOutcome): Promise<'CLOSED' | 'OVER' | 'SESSION_MOVED'>
  /** Claims setups that are due; no other process gets them for the lease. */
  claimDue(limit: number, leaseMs: number): Promise<readonly AgreementSetup[]>
  /** Postpones the next poll: nothing was learned. */
  pollLater(key: AgreementSetupKey, afterMs: number): Promise<void>
  /** Deletes a setup that is over. */
  remove(key: AgreementSetupKey): Promise<void>
  /** The token repositories, of merchants with the account and of their sub-merchants, that contain the agreement. */
  findRepositories(agreement: {
    readonly adapter: string
    readonly account: string
    readonly agreementId: string
  }): Promise<readonly string[]>
}
