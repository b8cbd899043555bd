// How commands show users and their console sessions.

import type { UserEmail } from '../../kernel/user.ts'
import { operatorMerchantId, type User } from '../../kernel/user.ts'
import type { ConsoleSession } from '../../users/ports/users.ts'
import { timestampText } from '../merchant/view.ts'
import { pairs, table } from '../table.ts'

export function userData({ merchantId, ...person }: User): object {
  return { ...(merchantId === operatorMerchantId ? { operator: true } : { merchantId }), ...person }
}

export function userText(person: User): string {
  return pairs([
    ['Login', person.login],
    ['Organization', person.merchantId === operatorMerchantId ? 'the operator' : person.merchantId],
    ['Name', person.name],
    ['Permissions', person.rights.join(', ') || 'none'],
    ['Status', stateOf(person)],
    ['Second factor', secondFactorText(person)],
    ['Password', person.mustChangePassword ? 'must be changed' : 'set by the user'],
    ...(person.email ? [emailRow(person.email)] : []),
    ['Created', timestampText(person.createdAt)],
    ['Last sign-in', person.lastSignInAt ? timestampText(person.lastSignInAt) : 'never'],
  ])
}

export function usersText(people: readonly User[]): string {
  if (people.length === 0) return 'No users.'
  return table(
    ['LOGIN', 'STATUS', 'SECOND FACTOR', 'LAST SIGN-IN', 'PERMISSIONS', 'NAME'],
    people.map((person) => [
      person.login,
      stateOf(person),
      person.hasSecondFactor ? 'yes' : 'no',
      person.lastSignInAt ? timestampText(person.lastSignInAt) : 'never',
      person.rights.join(',') || 'none',
      person.name,
    ]),
  )
}

export function consoleSessionsText(logins: readonly Omit<ConsoleSession, 'person'>[]): string {
  if (logins.length === 0) return 'No active sessions.'
  return table(
    ['SIGNED IN', 'LAST ACTIVE', 'EXPIRES', 'SECOND FACTOR'],
    logins.map(({ createdAt, seenAt, expiresAt, secondFactorAt }) => [
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
