// Whether a session may be used after an update.
import type { SessionUpdate, StoredSession } from '../ports/session-store.ts'

type StatusOfUpdate = Pick<SessionUpdate, 'updateStatus' | 'isMerchantUpdateRefused'>

export const statusAfterMerchant: StatusOfUpdate = { updateStatus: 'SUCCESS', isMerchantUpdateRefused: false }

/**
 * The merchant's last update may have been refused, and the session still holds the earlier values: nothing that a
 * payer sends makes it usable.
 */
export function statusAfterPayer({
  isMerchantUpdateRefused,
}: Pick<StoredSession, 'isMerchantUpdateRefused'>): StatusOfUpdate {
  return { updateStatus: isMerchantUpdateRefused ? 'FAILURE' : 'SUCCESS', isMerchantUpdateRefused }
}
