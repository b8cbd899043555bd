// Agreements to later payments that payers are asked for on a provider's site: the wish for one is kept before the provider
// is asked, and closed once, when it is known what became of it.
import type { SessionUpdate } from '../sessions/session-store.ts'

/**
 * - OPEN: the payer has not decided, as far as we know.
 * - AGREED: the agreement is kept under a token.
 * - REFUSED: the payer, or the provider, did not want it.
 * - NOT_KEPT: the payer agreed, but the token repository did not take it.
 * - ABANDONED: nobody decided in time.
 */
export type AgreementSetupState = 'OPEN' | 'AGREED' | 'REFUSED' | 'NOT_KEPT' | 'ABANDONED'

export interface AgreementSetupKey {
  readonly merchantId: string
  /** Names the setup in addresses that the payer's browser and the provider use. Unguessable. */
  readonly redirectToken: string
}

export interface AgreementSetup extends AgreementSetupKey {
  /** What the provider knows it by. */
  readonly reference: string
  /** Which adapter talks to the provider, and what the provider calls the merchant. */
  readonly adapter: string
  readonly account: string
  /** The session that gets the token. */
  readonly sessionHash: Buffer
  readonly wish: AgreementSetupRequest
  readonly state: AgreementSetupState
  /** Where the payer decides, once the provider has told it. */
  readonly payerUrl?: string
  readonly createdAt: Date
}

export interface AgreementSetupRequest {
  readonly returnUrl: string
  /** The token to create or update, when the merchant named one. */
  readonly token?: string
  /** The name for a token that the gateway names, drawn before anybody is asked: however often it is heard that the payer
   * has agreed, there is one token. */
  readonly drawnToken: string
  /** The sub-merchant in whose repository the token goes. */
  readonly subMerchant?: { readonly identifier?: string }
}

export interface AgreementSetupOutcome {
  readonly state: Exclude<AgreementSetupState, 'OPEN'>
  readonly at: Date
  /** The token that holds the agreement. */
  readonly token?: string
  /** Why it was not kept. */
  readonly why?: string
  /** The session with the token in it. */
  readonly session?: SessionUpdate
}

export interface Agreements {
  /** Looked after by a job once so much time has passed. */
  record(setup: AgreementSetup, lookAfterMs: number): Promise<void>
  find(redirectToken: string): Promise<AgreementSetup | undefined>
  notePayerUrl(key: AgreementSetupKey, payerUrl: string): Promise<void>
  /** In one commit with the change of the session. OVER when it was closed before, SESSION_MOVED when the session is not as
   * it was read; nothing is changed then. */
  close(key: AgreementSetupKey, end: AgreementSetupOutcome): Promise<'CLOSED' | 'OVER' | 'SESSION_MOVED'>
  /** Takes setups that are due; nobody else gets them for the lease. */
  claimDue(limit: number, leaseMs: number): Promise<readonly AgreementSetup[]>
  /** Puts the next look off: nothing was learned. */
  pollLater(key: AgreementSetupKey, afterMs: number): Promise<void>
  /** Forgets a setup that is over. */
  remove(key: AgreementSetupKey): Promise<void>
  /** The token repositories, of merchants with the account and of their sub-merchants, that hold the agreement. */
  findRepositories(about: {
    readonly adapter: string
    readonly account: string
    readonly agreementId: string
  }): Promise<readonly string[]>
}
