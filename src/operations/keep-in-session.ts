// The page of a merchant who wants no payment yet: the payer's card goes into the session, for a payment through the API.
import { isRejection } from '../domain/rejection.ts'
import type { StoredSession } from '../ports/session-store.ts'
import type { OpenedCheckout, OpenPorts } from './open-checkout.ts'
import { type AskOperation, type AttemptEnd, asJson, type PayerDetails } from './pay-checkout.ts'
import { entryPointOf, move } from './steps/settle-attempt.ts'

/** What there is to show, and the session with its new version. */
export interface KeptEnd extends AttemptEnd {
  readonly session: StoredSession
}

export async function keepInSession(
  opened: OpenedCheckout,
  details: PayerDetails,
  ask: AskOperation,
  ports: OpenPorts,
): Promise<KeptEnd> {
  const { merchant, session, sessionId, version, stored } = opened
  const result = await ask({
    merchant,
    operation: 'UPDATE_SESSION',
    version,
    ids: { sessionId },
    // Of two tabs, one is first; the other is shown what the first has done.
    body: asJson({ session: { version: session.version }, ...details }),
    entryPoint: entryPointOf(session.kind),
  })
  if (isRejection(result)) return { stored, session, refused: result }
  const { session: updated } = result.answer as { readonly session: { readonly version: string } }
  return {
    stored: await move(opened, { kind: 'KEPT' }, ports),
    session: { ...session, version: updated.version },
  }
}
