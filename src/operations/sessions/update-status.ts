// Whether a session may be used after an update.
import type { SessionUpdate, StoredSession } from '../../ports/sessions/session-store.ts'

type StatusOfUpdate = Pick<SessionUpdate, 'updateStatus' | 'isMerchantUpdateRefused'>

export const statusAfterMerchant: StatusOfUpdate = { updateStatus: 'SUCCESS', isMerchantUpdateRefused: false }

/**
 * What the merchant wanted to say last may have been refused, and the session still holds what it said before: nothing that
 * a payer sends makes that usable.
 */
export function statusAfterPayer({
  isMerchantUpdateRefused,
}: Pick<StoredSession, 'isMerchantUpdateRefused'>): StatusOfUpdate {
  return { updateStatus: isMerchantUpdateRefused ? 'FAILURE' : 'SUCCESS', isMerchantUpdateRefused }
}
