// The page of a merchant that wants no payment yet: the payer's card goes into the session, for a payment through the
// API.

import { asJson } from '../../contract/json/json.ts'
import { isRejection, type Rejection } from '../../kernel/rejection.ts'
import type { StoredSession } from '../../sessions/index.ts'
import type { OpenCheckoutDependencies } from './open-checkout.ts'
import type { OpenedCheckout } from './page-state.ts'
import { applyCheckoutEvent, entryPointOf } from './resolve-page-attempt.ts'
import type { OperationCaller, PageAttemptResult, PayerDetails } from './run-page-attempt.ts'

export async function storeCardInSession(
  opened: OpenedCheckout,
  details: PayerDetails,
  ask: OperationCaller,
  dependencies: OpenCheckoutDependencies,
): Promise<PageAttemptResult> {
  const updated = await updateWithDetails(opened, details, ask)
  if (isRejection(updated)) return { stored: opened.stored, refused: updated }
  return { stored: await applyCheckoutEvent(opened, { kind: 'KEPT' }, dependencies), session: updated.session }
}

/** Puts what the payer entered into the session, which has another version afterwards. */
export async function updateWithDetails(
  { merchant, session, createdInVersion, sessionId, version }: OpenedCheckout,
  details: PayerDetails,
  ask: OperationCaller,
): Promise<{ readonly kind: 'KEPT'; readonly session: StoredSession } | Rejection> {
  const result = await ask({
    merchant,
    operation: 'UPDATE_SESSION',
    version,
    ids: { sessionId },
    // Of two tabs, one is first; the other is shown the result of the first.
    body: asJson({ session: { version: session.version }, ...details }),
    entryPoint: entryPointOf({ session, createdInVersion }),
  })
  if (isRejection(result)) return result
  const { session: updated } = result.response as { readonly session: { readonly version: string } }
  return { kind: 'KEPT', session: { ...session, version: updated.version } }
}
