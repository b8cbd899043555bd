// Changes of a user and what follows from them, as parts of a unit of work: sessions end, requests for permissions are declined, and each
// change is in the audit log.
import type { PoolClient } from 'pg'
import { type AuditAction, type AuditStamp, writeAuditLine } from '../../audit/index.ts'
import {
  permissions as allPermissions,
  operatorMerchantId,
  type Permission,
  permissionsLacking,
  type UserKey,
} from '../../kernel/user.ts'
import type { UserChange, UserChangeResult } from '../ports/users.ts'
import { forgetBrowsers } from './known-browsers.ts'
import { informOfLostAlerts } from './user-emails.ts'
import { keyValues, type UserRow } from './user-rows.ts'

const ofUser = 'where merchant_id = $1 and login = $2'

/** Locked one after the other, in the same order by every process that removes one of them. */
const holdManagers = `select login from users
  where merchant_id = '${operatorMerchantId}' and is_enabled and 'MANAGE_USERS' = any (permissions) order by login for update`

/**
 * Of the operator: without this user, no one could give access to anyone. Others that want to remove one wait
 * meanwhile.
 */
export async function isLastManager(client: PoolClient, { merchantId, login }: UserKey): Promise<boolean> {
  if (merchantId !== operatorMerchantId) return false
  const { rows } = await client.query<{ login: string }>(holdManagers)
  return rows.length === 1 && rows[0]?.login === login
}

export async function changeUser(
  client: PoolClient,
  key: UserKey,
  { name, permissions: wanted, onlyIfHeld = [], isEnabled }: UserChange,
  by: AuditStamp,
): Promise<UserChangeResult> {
  const takesManager = isEnabled === false || (wanted !== undefined && !wanted.includes('MANAGE_USERS'))
  if (takesManager && (await isLastManager(client, key))) return 'LAST_MANAGER'
  const { rows } = await client.query<UserRow>(`select * from users ${ofUser} for update`, [...keyValues(key)])
  const [before] = rows
  if (!before) return 'UNKNOWN'
  const permissions = wanted?.filter(
    (permission) => !onlyIfHeld.includes(permission) || before.permissions.includes(permission),
  )
  await client.query(
    `update users set name = coalesce($3, name), permissions = coalesce($4, permissions), is_enabled = coalesce($5, is_enabled)
     ${ofUser}`,
    [...keyValues(key), name ?? null, permissions ?? null, isEnabled ?? null],
  )
  const isLess = permissions !== undefined && permissionsLacking(before.permissions, permissions).length > 0
  if (isLess || isEnabled === false) await endConsoleSessions(client, key)
  const after = { is_enabled: isEnabled ?? before.is_enabled, permissions: permissions ?? before.permissions }
  await informOfLostAlerts(client, before, after, by)
  const subject = {
    ...(name !== undefined && { name, nameBefore: before.name }),
    ...(permissions !== undefined && { permissions, permissionsBefore: before.permissions }),
    ...(isEnabled !== undefined && { isEnabled, wasEnabled: before.is_enabled }),
  }
  await noteChange(client, key, { ...by, action: 'USER_CHANGED', subject })
  return 'CHANGED'
}

/** In a unit of work that changes the owner's access rights. False when the user is gone, or has them by now. */
export async function givePermissions(
  client: PoolClient,
  key: UserKey,
  permissions: readonly Permission[],
  by: AuditStamp,
): Promise<boolean> {
  const { rows } = await client.query<UserRow>(`select * from users ${ofUser} for update`, [...keyValues(key)])
  const [before] = rows
  if (!before || permissionsLacking(permissions, before.permissions).length === 0) return false
  const held = allPermissions.filter(
    (permission) => before.permissions.includes(permission) || permissions.includes(permission),
  )
  return (await changeUser(client, key, { permissions: held }, by)) === 'CHANGED'
}

/** Another user has the account's credentials for a while: access ends, and permissions that this user cannot give are lost. */
export async function handOver(
  client: PoolClient,
  key: UserKey,
  withheld: readonly Permission[],
  by: AuditStamp,
): Promise<boolean> {
  await endAccess(client, key)
  await declineRequestsFor(client, key, by)
  const { rows } = await client.query<UserRow>(`select * from users ${ofUser} for update`, [...keyValues(key)])
  const { permissions = [] } = rows[0] ?? {}
  const kept = permissions.filter((permission) => !withheld.includes(permission))
  return kept.length === permissions.length || (await changeUser(client, key, { permissions: kept }, by)) === 'CHANGED'
}

/** Permissions were requested for who had the account then. */
export async function declineRequestsFor(
  client: PoolClient,
  { merchantId, login }: UserKey,
  by: AuditStamp,
): Promise<void> {
  const { rows } = await client.query<{ requestId: string; requestedBy: string }>(
    `delete from credential_requests where merchant_id = $1 and kind = 'PERMISSIONS' and details ->> 'login' = $2
     returning request_id as "requestId", requested_by as "requestedBy"`,
    [merchantId, login],
  )
  for (const { requestId, requestedBy } of rows) {
    const subject = { requestId, kind: 'PERMISSIONS', login, requestedBy }
    await writeAuditLine(client, { merchantId, ...by, action: 'APPROVAL_DECLINED', subject })
  }
}

async function endConsoleSessions(client: PoolClient, key: UserKey): Promise<true> {
  await client.query(`delete from console_sessions ${ofUser}`, [...keyValues(key)])
  return true
}

export async function forgetFailures(client: PoolClient, key: UserKey): Promise<true> {
  await client.query(`delete from sign_in_counters ${ofUser}`, [...keyValues(key)])
  return true
}

/** The next sign-in comes from an unknown browser, with no failures counted. */
export async function endAccess(client: PoolClient, key: UserKey): Promise<true> {
  await forgetBrowsers(client, key)
  await forgetFailures(client, key)
  return endConsoleSessions(client, key)
}

export function noteChange(
  client: PoolClient,
  { merchantId, login }: UserKey,
  { actor, at, action, subject }: AuditStamp & { readonly action: AuditAction; readonly subject?: object },
): Promise<void> {
  return writeAuditLine(client, { merchantId, actor, at, action, subject: { login, ...subject } })
}
