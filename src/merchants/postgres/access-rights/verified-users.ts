// Whether a user's row, which is read for each request, is as it was sealed. All of an owner's users are compared with
// their seal when this cache is filled, and later each row with the cached one.

import { RecentMap } from '../../../kernel/recent-map.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import { tablesOf } from './access-rights-rows.ts'
import { type AccessRightsSeals, readAccessRights } from './access-rights-seals.ts'

/** As in `userAccessRights`, the login first. */
export type UserAccessRights = readonly unknown[]

export interface VerifiedUsers {
  /** False when the row has changed since it was read; throws AccessRightsRefused when the owner's users are not as sealed. */
  holds(client: Pick<Database, 'query'>, merchantId: string, user: UserAccessRights): Promise<boolean>
}

const cachedMs = 5_000
const cachedMax = 10_000

export function verifiedUsers(
  accessRights: Pick<AccessRightsSeals, 'isProtected' | 'check'>,
  monotonicMs = elapsedMs,
): VerifiedUsers {
  const verified = new RecentMap<{ readonly readAtMs: number; readonly users: ReadonlySet<string> }>(cachedMax)

  return {
    async holds(client, merchantId, user) {
      if (!accessRights.isProtected()) return true
      const wanted = JSON.stringify(user)
      const nowMs = monotonicMs()
      const cached = verified.get(merchantId)
      if (cached && nowMs - cached.readAtMs < cachedMs && cached.users.has(wanted)) return true
      const stored = await readAccessRights(client, merchantId, ['USERS'])
      await accessRights.check(merchantId, stored)
      const users = new Set(tablesOf(stored, 'USERS').flatMap((rows) => rows.map((row) => JSON.stringify(row))))
      verified.set(merchantId, { readAtMs: nowMs, users })
      return users.has(wanted)
    },
  }
}
