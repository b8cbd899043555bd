// Who may manage people adds them, changes what they may do, and lets back in who has lost the way.
import {
  actorName,
  rights as allRights,
  isPersonKey,
  normalLogin,
  operator,
  type Person,
  type PersonKey,
  type Right,
  rightsLacking,
} from '../../domain/users/user.ts'
import type { PersonChange } from '../../ports/users/users.ts'
import type { Ports } from '../call.ts'

export type PeoplePorts = Pick<Ports, 'store' | 'people' | 'logins' | 'passwords' | 'identifiers' | 'clock'>

/** Whoever does it; on the operator's command line nobody is signed in, and everything is allowed. */
export interface Manager {
  readonly actor: string
  readonly rights: readonly Right[]
  readonly key?: PersonKey
}

/**
 * Why not.
 *
 * - unknown: there is no such person.
 * - lacksRights: nobody gives rights that they do not hold, nor takes over somebody who holds them.
 * - own: nobody does that to themselves.
 * - lastManager: nobody of the operator's could manage people any more.
 */
export type NotManaged =
  | { readonly kind: 'unknown' | 'own' | 'lastManager' }
  | { readonly kind: 'lacksRights'; readonly rights: readonly Right[] }

export type Managed = { readonly kind: 'done'; readonly person: Person } | NotManaged

/** The password is shown once, to whoever made it, and must be changed at the first sign-in. */
export type PasswordMade =
  | { readonly kind: 'made'; readonly person: Person; readonly password: string }
  | NotManaged
  | { readonly kind: 'busy' }

export function managerOf(person: Person): Manager {
  const { merchantId, login } = person
  return { actor: actorName(person), rights: person.rights, key: { merchantId, login } }
}

export function commandLine(actor: string): Manager {
  return { actor, rights: allRights }
}

export async function addPerson(
  { name, rights, ...typed }: PersonKey & { readonly name: string; readonly rights: readonly Right[] },
  manager: Manager,
  { store, people, passwords, identifiers, clock }: PeoplePorts,
): Promise<PasswordMade | { readonly kind: 'taken' | 'unknownMerchant' | 'notALogin' }> {
  const key = { ...typed, login: normalLogin(typed.login) }
  if (!isPersonKey(key)) return { kind: 'notALogin' }
  const lacking = rightsLacking(rights, manager.rights)
  if (lacking.length > 0) return { kind: 'lacksRights', rights: lacking }
  if (key.merchantId !== operator && !(await store.findMerchant(key.merchantId))) return { kind: 'unknownMerchant' }
  if (await people.find(key)) return { kind: 'taken' }

  const password = identifiers.personPassword()
  const hash = await passwords.hash(password)
  if (hash === undefined) return { kind: 'busy' }
  const isAdded = await people.add({ ...key, name, rights: inOrder(rights) }, hash, byOf(manager, clock))
  const person = isAdded ? await people.find(key) : undefined
  return person ? { kind: 'made', person, password } : { kind: 'taken' }
}

export async function changePerson(
  key: PersonKey,
  change: PersonChange,
  manager: Manager,
  { people, clock }: Pick<Ports, 'people' | 'clock'>,
): Promise<Managed> {
  const { rights, isEnabled } = change
  const refused = await refuse(key, manager, people, rights)
  if (refused) return refused
  const givesUp = isEnabled === false || (rights !== undefined && !rights.includes('MANAGE_USERS'))
  if (givesUp && isOwn(key, manager)) return { kind: 'own' }
  const ordered = rights ? { ...change, rights: inOrder(rights) } : change
  return managed(key, await people.change(key, ordered, byOf(manager, clock)), people)
}

export async function removePerson(
  key: PersonKey,
  manager: Manager,
  { people, clock }: Pick<Ports, 'people' | 'clock'>,
): Promise<Managed> {
  const refused = await refuse(key, manager, people)
  if (refused) return refused
  if (isOwn(key, manager)) return { kind: 'own' }
  const person = await people.find(key)
  const removed = await people.remove(key, byOf(manager, clock))
  if (removed === 'LAST_MANAGER') return { kind: 'lastManager' }
  return removed === 'CHANGED' && person ? { kind: 'done', person } : { kind: 'unknown' }
}

export async function resetPassword(
  key: PersonKey,
  manager: Manager,
  { people, passwords, identifiers, clock }: Pick<Ports, 'people' | 'passwords' | 'identifiers' | 'clock'>,
): Promise<PasswordMade> {
  const refused = await refuse(key, manager, people)
  if (refused) return refused
  // One's own is changed by whoever knows it.
  if (isOwn(key, manager)) return { kind: 'own' }
  const password = identifiers.personPassword()
  const hash = await passwords.hash(password)
  if (hash === undefined) return { kind: 'busy' }
  const isReset = await people.resetPassword(key, hash, byOf(manager, clock))
  const person = isReset ? await people.find(key) : undefined
  return person ? { kind: 'made', person, password } : { kind: 'unknown' }
}

/** For who has lost the device: the next sign-in wants the password alone. */
export async function resetSecondFactor(
  key: PersonKey,
  manager: Manager,
  { people, clock }: Pick<Ports, 'people' | 'clock'>,
): Promise<Managed | { readonly kind: 'notSetUp' }> {
  const refused = await refuse(key, manager, people)
  if (refused) return refused
  // Otherwise a browser left open would be rid of it.
  if (isOwn(key, manager)) return { kind: 'own' }
  const isRemoved = await people.removeSecondFactor(key, byOf(manager, clock))
  return isRemoved ? managed(key, 'CHANGED', people) : { kind: 'notSetUp' }
}

/** Lets somebody try again at once after too many failures. */
export async function unlockPerson(
  key: PersonKey,
  manager: Manager,
  { people, clock }: Pick<Ports, 'people' | 'clock'>,
): Promise<Managed> {
  const refused = await refuse(key, manager, people)
  if (refused) return refused
  const isUnlocked = await people.unlock(key, byOf(manager, clock))
  return managed(key, isUnlocked ? 'CHANGED' : 'UNKNOWN', people)
}

/** Says how many logins that ended. */
export async function signOutPerson(
  key: PersonKey,
  manager: Manager,
  { people, logins, clock }: Pick<Ports, 'people' | 'logins' | 'clock'>,
): Promise<{ readonly kind: 'signedOut'; readonly ended: number } | NotManaged> {
  const refused = await refuse(key, manager, people)
  if (refused) return refused
  return { kind: 'signedOut', ended: await logins.closeAll(key, byOf(manager, clock)) }
}

async function refuse(
  key: PersonKey,
  manager: Manager,
  people: Ports['people'],
  given: readonly Right[] = [],
): Promise<NotManaged | undefined> {
  const person = await people.find(key)
  if (!person) return { kind: 'unknown' }
  const lacking = rightsLacking([...new Set([...person.rights, ...given])], manager.rights)
  return lacking.length > 0 ? { kind: 'lacksRights', rights: lacking } : undefined
}

async function managed(
  key: PersonKey,
  changed: 'CHANGED' | 'UNKNOWN' | 'LAST_MANAGER',
  people: Ports['people'],
): Promise<Managed> {
  if (changed === 'LAST_MANAGER') return { kind: 'lastManager' }
  const person = changed === 'CHANGED' ? await people.find(key) : undefined
  return person ? { kind: 'done', person } : { kind: 'unknown' }
}

function isOwn({ merchantId, login }: PersonKey, { key }: Manager): boolean {
  return key !== undefined && key.merchantId === merchantId && key.login === login
}

function byOf({ actor }: Manager, { now }: Ports['clock']): { readonly actor: string; readonly at: Date } {
  return { actor, at: now() }
}

/** Each once, in the order of the table. */
function inOrder(given: readonly Right[]): readonly Right[] {
  return allRights.filter((right) => given.includes(right))
}
