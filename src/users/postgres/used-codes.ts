// Codes of the second factor and recovery codes, each accepted once: of two requests with the same code, the second finds it
// used up.
import type { PoolClient } from 'pg'
import type { AuditStamp } from '../../audit/index.ts'
import type { UserKey } from '../../kernel/user.ts'
import { prepared } from '../../platform/postgres/database.ts'
import type { UsedCode } from '../ports/users.ts'
import { noteChange } from './user-changes.ts'
import { keyValues } from './user-rows.ts'

const signedIn = 'last_sign_in_at = coalesce($4::timestamptz, last_sign_in_at)'
const ofUser = 'where merchant_id = $1 and login = $2 and is_enabled and is_factor_in_use'

const useStep = prepared(
  'use-second-factor-step',
  `update users set factor_last_step = $3, ${signedIn} ${ofUser} and factor_last_step < $3`,
)

const useRecoveryCode = prepared(
  'use-recovery-code',
  `update users set recovery_codes = array_remove(recovery_codes, $3::bytea), ${signedIn}
   ${ofUser} and $3::bytea = any (recovery_codes) returning cardinality(recovery_codes) as "left"`,
)

/** False when it is used up already. A used recovery code is in the audit log: the device may be lost. */
export async function useUpCode(
  client: PoolClient,
  key: UserKey,
  used: UsedCode,
  { signedInAt, ...by }: AuditStamp & { readonly signedInAt?: Date },
): Promise<boolean> {
  const time = signedInAt ?? null
  if ('step' in used) return (await client.query(useStep([...keyValues(key), used.step, time]))).rowCount === 1
  const values = [...keyValues(key), used.recoveryCode, time]
  const { rows } = await client.query<{ left: number }>(useRecoveryCode(values))
  const [row] = rows
  if (row) await noteChange(client, key, { ...by, action: 'RECOVERY_CODE_USED', subject: { left: row.left } })
  return row !== undefined
}
