// Users with the permission add users, change their permissions, and reset their credentials.

import type { Clock } from '../../kernel/clock.ts'
import {
  actorName,
  permissions as allPermissions,
  isUserKey,
  normalizeLogin,
  operatorMerchantId,
  type Permission,
  permissionsLacking,
  type User,
  type UserKey,
} from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { UserChange, UserStore } from '../ports/users.ts'
import { type EmailRefusal, refuseEmail } from './own-account.ts'

export type UserManagementDependencies = Pick<
  UserDependencies,
  'store' | 'users' | 'userEmails' | 'consoleSessions' | 'passwords' | 'identifiers' | 'clock'
>

/** The user who acts; on the operator's command line there is none, and everything is allowed. */
export interface Manager {
  readonly actor: string
  readonly permissions: readonly Permission[]
  readonly key?: UserKey
}

/**
 * Why the action was refused.
 *
 * - unknown: there is no such user.
 * - lacksPermissions: users cannot give permissions that they do not have, nor take over a user who has them.
 * - own: users cannot do this to themselves.
 * - lastManager: no user of the operator could manage users any more.
 */
export type UserManagementRefusal =
  | { readonly kind: 'UNKNOWN' | 'OWN' | 'LAST_MANAGER' }
  | { readonly kind: 'LACKS_PERMISSIONS'; readonly permissions: readonly Permission[] }

export type UserManagementResult = { readonly kind: 'DONE'; readonly user: User } | UserManagementRefusal

/** The password is shown once, to the user who created it, and must be changed at the first sign-in. */
export type NewPasswordResult =
  | { readonly kind: 'MADE'; readonly user: User; readonly password: string }
  | UserManagementRefusal
  | { readonly kind: 'OVERLOADED' }

export function managerOf(user: User): Manager {
  const { merchantId, login } = user
  return { actor: actorName(user), permissions: user.permissions, key: { merchantId, login } }
}

export function commandLineManager(actor: string): Manager {
  return { actor, permissions: allPermissions }
}

export interface UserToAdd extends UserKey {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** Not confirmed until the user does. */
  readonly email?: string | undefined
}

export async function addUser(
  { name, permissions, email = '', ...typed }: UserToAdd,
  manager: Manager,
  { store, users, userEmails, passwords, identifiers, clock }: UserManagementDependencies,
): Promise<NewPasswordResult | EmailRefusal | { readonly kind: 'TAKEN' | 'UNKNOWN_MERCHANT' | 'NOT_A_LOGIN' }> {
  const key = { ...typed, login: normalizeLogin(typed.login) }
  if (!isUserKey(key)) return { kind: 'NOT_A_LOGIN' }
  const refused = refuseEmail(email)
  if (refused) return refused
  const lacking = permissionsLacking(permissions, manager.permissions)
  if (lacking.length > 0) return { kind: 'LACKS_PERMISSIONS', permissions: lacking }
  if (key.merchantId !== operatorMerchantId && !(await store.findMerchant(key.merchantId)))
    return { kind: 'UNKNOWN_MERCHANT' }
  if (await users.find(key)) return { kind: 'TAKEN' }

  const password = identifiers.userPassword()
  const hash = await passwords.hash(password)
  if (hash === undefined) return { kind: 'OVERLOADED' }
  const by = auditStampOf(manager, clock)
  const isAdded = await users.add({ ...key, name, permissions: inOrder(permissions) }, hash, by)
  if (isAdded && email !== '') await userEmails.set(key, email, by)
  const user = isAdded ? await users.find(key) : undefined
  return user ? { kind: 'MADE', user, password } : { kind: 'TAKEN' }
}

export async function changeUser(
  key: UserKey,
  { email, ...change }: UserChange & { readonly email?: string | undefined },
  manager: Manager,
  { users, userEmails, clock }: Pick<UserDependencies, 'users' | 'userEmails' | 'clock'>,
): Promise<UserManagementResult | EmailRefusal> {
  const refused = refuseEmail(email ?? '')
  if (refused) return refused
  const changed = await changeNameOrPermissions(key, change, manager, { users, clock })
  if (changed.kind !== 'DONE' || email === undefined) return changed
  await userEmails.set(key, email === '' ? undefined : email, auditStampOf(manager, clock))
  return managementResultOf(key, 'CHANGED', users)
}

export async function changeNameOrPermissions(
  key: UserKey,
  change: UserChange,
  manager: Manager,
  { users, clock }: Pick<UserDependencies, 'users' | 'clock'>,
): Promise<UserManagementResult> {
  const { permissions, isEnabled } = change
  const refused = await refuse(key, manager, users, permissions)
  if (refused) return refused
  const givesUp = isEnabled === false || (permissions !== undefined && !permissions.includes('MANAGE_USERS'))
  if (givesUp && isOwn(key, manager)) return { kind: 'OWN' }
  const ordered = permissions ? { ...change, permissions: inOrder(permissions) } : change
  const isChanged = Object.keys(change).length > 0
  return managementResultOf(
    key,
    isChanged ? await users.change(key, ordered, auditStampOf(manager, clock)) : 'CHANGED',
    users,
  )
}

export async function removeUser(
  key: UserKey,
  manager: Manager,
  { users, clock }: Pick<UserDependencies, 'users' | 'clock'>,
): Promise<UserManagementResult> {
  const refused = await refuse(key, manager, users)
  if (refused) return refused
  if (isOwn(key, manager)) return { kind: 'OWN' }
  const user = await users.find(key)
  const removed = await users.remove(key, auditStampOf(manager, clock))
  if (removed === 'LAST_MANAGER') return { kind: 'LAST_MANAGER' }
  return removed === 'CHANGED' && user ? { kind: 'DONE', user } : { kind: 'UNKNOWN' }
}

/** With the permissions that the user loses by it. */
export async function resetPassword(
  key: UserKey,
  manager: Manager,
  { users, passwords, identifiers, clock }: Pick<UserDependencies, 'users' | 'passwords' | 'identifiers' | 'clock'>,
  withheld: readonly Permission[] = [],
): Promise<NewPasswordResult> {
  const refused = await refuse(key, manager, users)
  if (refused) return refused
  // Users who know their own password change it themselves.
  if (isOwn(key, manager)) return { kind: 'OWN' }
  const password = identifiers.userPassword()
  const hash = await passwords.hash(password)
  if (hash === undefined) return { kind: 'OVERLOADED' }
  const isReset = await users.resetPassword(key, hash, { ...auditStampOf(manager, clock), withheld })
  const user = isReset ? await users.find(key) : undefined
  return user ? { kind: 'MADE', user, password } : { kind: 'UNKNOWN' }
}

/** For a user who has lost the device: the next sign-in needs the password alone. With the permissions that the user loses by it. */
export async function resetSecondFactor(
  key: UserKey,
  manager: Manager,
  { users, clock }: Pick<UserDependencies, 'users' | 'clock'>,
  withheld: readonly Permission[] = [],
): Promise<UserManagementResult | { readonly kind: 'NOT_SET_UP' }> {
  const refused = await refuse(key, manager, users)
  if (refused) return refused
  // Otherwise an unattended browser could be used to remove it.
  if (isOwn(key, manager)) return { kind: 'OWN' }
  const isRemoved = await users.removeSecondFactor(key, { ...auditStampOf(manager, clock), withheld })
  return isRemoved ? managementResultOf(key, 'CHANGED', users) : { kind: 'NOT_SET_UP' }
}

/** Lets a user try again at once after too many failures. */
export async function unlockUser(
  key: UserKey,
  manager: Manager,
  { users, clock }: Pick<UserDependencies, 'users' | 'clock'>,
): Promise<UserManagementResult> {
  const refused = await refuse(key, manager, users)
  if (refused) return refused
  const isUnlocked = await users.unlock(key, auditStampOf(manager, clock))
  return managementResultOf(key, isUnlocked ? 'CHANGED' : 'UNKNOWN', users)
}

/** Returns how many console sessions were ended. */
export async function signOutUser(
  key: UserKey,
  manager: Manager,
  { users, consoleSessions, clock }: Pick<UserDependencies, 'users' | 'consoleSessions' | 'clock'>,
): Promise<{ readonly kind: 'SIGNED_OUT'; readonly ended: number } | UserManagementRefusal> {
  const refused = await refuse(key, manager, users)
  if (refused) return refused
  return { kind: 'SIGNED_OUT', ended: await consoleSessions.closeAll(key, auditStampOf(manager, clock)) }
}

async function refuse(
  key: UserKey,
  manager: Manager,
  users: UserStore,
  given: readonly Permission[] = [],
): Promise<UserManagementRefusal | undefined> {
  const user = await users.find(key)
  if (!user) return { kind: 'UNKNOWN' }
  const lacking = permissionsLacking([...new Set([...user.permissions, ...given])], manager.permissions)
  return lacking.length > 0 ? { kind: 'LACKS_PERMISSIONS', permissions: lacking } : undefined
}

async function managementResultOf(
  key: UserKey,
  changed: 'CHANGED' | 'UNKNOWN' | 'LAST_MANAGER',
  users: UserStore,
): Promise<UserManagementResult> {
  if (changed === 'LAST_MANAGER') return { kind: 'LAST_MANAGER' }
  const user = changed === 'CHANGED' ? await users.find(key) : undefined
  return user ? { kind: 'DONE', user } : { kind: 'UNKNOWN' }
}

function isOwn({ merchantId, login }: UserKey, { key }: Manager): boolean {
  return key !== undefined && key.merchantId === merchantId && key.login === login
}

function auditStampOf({ actor }: Manager, { now }: Clock): { readonly actor: string; readonly at: Date } {
  return { actor, at: now() }
}

/** Each once, in the order of the table. */
function inOrder(given: readonly Permission[]): readonly Permission[] {
  return allPermissions.filter((permission) => given.includes(permission))
}
