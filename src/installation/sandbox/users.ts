// The users of every sandbox, which let a new developer explore the console. Production has none of them.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { Administration } from '../../compose/index.ts'
import { operatorMerchantId, permissions, type UserKey } from '../../kernel/user.ts'

const demo = 'demo'

const demoUsers: readonly (UserKey & { readonly name: string })[] = [
  { merchantId: operatorMerchantId, login: demo, name: 'Demo operator' },
  { merchantId: 'TESTMERCHANT', login: demo, name: 'Demo merchant' },
]

/**
 * They may do everything and need not change their password, which is the sandbox's, or was when that was last changed:
 * comparing it each time would make every start wait for a slow hash. Other changes to them stay.
 */
export async function ensureDemoUsers(
  { users, passwords }: Pick<Administration, 'users' | 'passwords'>,
  { password, isNew }: { readonly password: string; readonly isNew: boolean },
  by: AuditStamp,
): Promise<void> {
  for (const user of demoUsers) {
    const existing = await users.find(user)
    if (existing && !isNew) continue
    const hash = await passwords.hash(password)
    if (hash === undefined) throw new Error('password hashing was refused (busy)')
    if (existing) await users.resetPassword(user, hash, { ...by, mustChangePassword: false })
    else await users.add({ ...user, permissions: permissions, mustChangePassword: false }, hash, by)
  }
}
