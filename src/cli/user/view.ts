// How commands show people and their logins.
import { operator, type Person } from '../../domain/users/user.ts'
import type { Login } from '../../ports/users/users.ts'
import { timeText } from '../merchant/view.ts'
import { pairs, table } from '../table.ts'

export function personData({ merchantId, ...person }: Person): object {
  return { ...(merchantId === operator ? { operator: true } : { merchantId }), ...person }
}

export function personText(person: Person): string {
  return pairs([
    ['Login', person.login],
    ['Of', person.merchantId === operator ? 'the operator' : person.merchantId],
    ['Name', person.name],
    ['Rights', person.rights.join(', ') || 'none'],
    ['State', stateOf(person)],
    ['Second factor', person.hasSecondFactor ? 'set up' : 'none'],
    ['Password', person.mustChangePassword ? 'must be changed' : 'their own'],
    ['Since', timeText(person.createdAt)],
    ['Last sign-in', person.lastSignInAt ? timeText(person.lastSignInAt) : 'never'],
  ])
}

export function peopleText(people: readonly Person[]): string {
  if (people.length === 0) return 'No people.'
  return table(
    ['LOGIN', 'STATE', 'SECOND FACTOR', 'LAST SIGN-IN', 'RIGHTS', 'NAME'],
    people.map((person) => [
      person.login,
      stateOf(person),
      person.hasSecondFactor ? 'yes' : 'no',
      person.lastSignInAt ? timeText(person.lastSignInAt) : 'never',
      person.rights.join(',') || 'none',
      person.name,
    ]),
  )
}

export function loginsText(logins: readonly Omit<Login, 'person'>[]): string {
  if (logins.length === 0) return 'Not signed in.'
  return table(
    ['SIGNED IN', 'SEEN', 'UNTIL', 'SECOND FACTOR'],
    logins.map(({ createdAt, seenAt, expiresAt, secondFactorAt }) => [
      timeText(createdAt),
      timeText(seenAt),
      timeText(expiresAt),
      secondFactorAt ? timeText(secondFactorAt) : 'none',
    ]),
  )
}

/** For the person to be told, once. */
export function passwordText({ login }: Person, password: string): string {
  return `To sign in with this, which is not shown again, and then choose another:

${pairs([
  ['Login', login],
  ['Password', password],
])}`
}

function stateOf({ isEnabled, lockedUntil }: Person): string {
  if (!isEnabled) return 'disabled'
  return lockedUntil ? `locked until ${timeText(lockedUntil)}` : 'enabled'
}
