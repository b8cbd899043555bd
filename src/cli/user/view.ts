// How commands show users and their console sessions.
import { operatorMerchantId, type User, type UserEmail } from '../../kernel/user.ts'
import type { ConsoleSession } from '../../users/index.ts'
import { pairs, table, timestampText } from '../table.ts'

export function userData({ merchantId, ...user }: User): object {
  return { ...(merchantId === operatorMerchantId ? { operator: true } : { merchantId }), ...user }
}

export function userText(user: User): string {
  return pairs([
    ['Login', user.login],
    ['Organization', user.merchantId === operatorMerchantId ? 'the operator' : user.merchantId],
    ['Name', user.name],
    ['Permissions', user.permissions.join(', ') || 'none'],
    ['Status', stateOf(user)],
    ['Second factor', secondFactorText(user)],
    ['Password', user.mustChangePassword ? 'must be changed' : 'set by the user'],
    ...(user.email ? [emailRow(user.email)] : []),
    ['Created', timestampText(user.createdAt)],
    ['Last sign-in', user.lastSignInAt ? timestampText(user.lastSignInAt) : 'never'],
  ])
}

export function usersText(users: readonly User[]): string {
  if (users.length === 0) return 'No users.'
  return table(
    ['LOGIN', 'STATUS', 'SECOND FACTOR', 'LAST SIGN-IN', 'PERMISSIONS', 'NAME'],
    users.map((user) => [
      user.login,
      stateOf(user),
      user.hasSecondFactor ? 'yes' : 'no',
      user.lastSignInAt ? timestampText(user.lastSignInAt) : 'never',
      user.permissions.join(',') || 'none',
      user.name,
    ]),
  )
}

export function consoleSessionsText(sessions: readonly Omit<ConsoleSession, 'user'>[]): string {
  if (sessions.length === 0) return 'No active sessions.'
  return table(
    ['SIGNED IN', 'LAST ACTIVE', 'EXPIRES', 'SECOND FACTOR'],
    sessions.map(({ createdAt, seenAt, expiresAt, secondFactorAt }) => [
      timestampText(createdAt),
      timestampText(seenAt),
      timestampText(expiresAt),
      secondFactorAt ? timestampText(secondFactorAt) : 'none',
    ]),
  )
}

/** To be passed on to the user, once. */
export function passwordText({ login }: User, password: string): string {
  return `Initial sign-in details. The password is not shown again and must be changed at the first sign-in:

${pairs([
  ['Login', login],
  ['Password', password],
])}`
}

function secondFactorText({ hasSecondFactor, recoveryCodesLeft = 0 }: User): string {
  return hasSecondFactor ? `set up, ${recoveryCodesLeft} recovery codes left` : 'none'
}

function emailRow({ address, isConfirmed }: UserEmail): readonly [string, string] {
  return ['E-mail', isConfirmed ? address : `${address} (not confirmed)`]
}

function stateOf({ isEnabled, lockedUntil }: User): string {
  if (!isEnabled) return 'disabled'
  return lockedUntil ? `locked until ${timestampText(lockedUntil)}` : 'enabled'
}
