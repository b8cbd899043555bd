// A person signs in: by a password, and where there is one by a second factor. In between nothing is open.

import type { TrySource } from '../../domain/users/lock-out.ts'
import { actorName, isPersonKey, normalLogin, type PersonKey } from '../../domain/users/user.ts'
import type { CountedTry } from '../../ports/users/sign-in-counters.ts'
import type { Login } from '../../ports/users/users.ts'
import type { Ports } from '../call.ts'
import { noteOvertaken, type ProofPorts, tryCode, tryPassword } from './check-proof.ts'

export type SignInPorts = ProofPorts & Pick<Ports, 'logins' | 'knownBrowsers' | 'identifiers'>

/** Where a sign-in comes from, as far as the edge can tell. */
export interface SignInOrigin {
  /** An IPv4 address, or the first half of one of version 6. */
  readonly network: string
  /** What the browser says that the person was given at the last sign-in with it. */
  readonly browserToken: (person: PersonKey) => string | undefined
}

/**
 * - signedIn: the token is for the person's browser, and known to nobody else. By the browser token it is known next time.
 * - mustChangePassword: the same, but the login is good for changing the password and nothing else.
 * - refused: for whichever reason, also during a lock.
 * - busy: too many are signing in; nothing was found out, and nothing counted.
 */
export type SignedIn =
  | {
      readonly kind: 'signedIn' | 'mustChangePassword'
      readonly token: string
      readonly login: Login
      readonly browserToken: string
    }
  | { readonly kind: 'refused' | 'busy' }

/** The token opens nothing; with it comes the code. */
export interface NeedsSecondFactor {
  readonly kind: 'needsSecondFactor'
  readonly token: string
  readonly until: Date
}

/** How long a person may look for the device. */
const secondFactorWaitMs = 5 * 60_000

export async function signIn(
  { merchantId, login, password, origin }: PersonKey & { readonly password: string; readonly origin: SignInOrigin },
  ports: SignInPorts,
): Promise<SignedIn | NeedsSecondFactor> {
  const { logins, signInCounters, identifiers, clock } = ports
  const key = { merchantId, login: normalLogin(login) }
  const source = await sourceOf(key, origin, ports)
  const tried = await tryPassword(key, { password, source }, ports)
  if (tried.kind !== 'right') return tried

  const { credentials, counted } = tried
  const { passwordHash, secondFactor } = credentials
  const token = identifiers.loginToken()
  const at = clock.now()
  if (secondFactor) {
    const until = new Date(at.getTime() + secondFactorWaitMs)
    const isAwaited = await logins.openAwaiting(key, { passwordHash }, { token, at, until })
    if (!isAwaited) return overtaken(key, source, ports)
    await signInCounters.takeBack(key, counted)
    if (tried.isOutdated) await rehash(key, password, passwordHash, ports)
    return { kind: 'needsSecondFactor', token, until }
  }
  const opened = await logins.open(key, { passwordHash }, { token, actor: actorName(key), at })
  if (!opened) return overtaken(key, source, ports)
  if (tried.isOutdated) await rehash(key, password, passwordHash, ports)
  return signedIn({ token, login: opened, counted }, ports)
}

/** Completes a sign-in. Expired: the person took too long, or something was changed, and begins anew. */
export async function showSecondFactor(
  { token: awaitedBy, code, origin }: { readonly token: string; readonly code: string; readonly origin: SignInOrigin },
  ports: SignInPorts,
): Promise<SignedIn | { readonly kind: 'expired' }> {
  const { logins, identifiers, clock } = ports
  const key = await logins.findAwaiting(awaitedBy)
  if (!key) return { kind: 'expired' }
  const source = await sourceOf(key, origin, ports)
  const tried = await tryCode(key, { code, source }, ports)
  if (tried.kind !== 'right') return tried

  const token = identifiers.loginToken()
  const by = { actor: actorName(key), at: clock.now() }
  const opened = await logins.open(key, { step: tried.step, awaitedBy }, { token, ...by })
  return opened ? signedIn({ token, login: opened, counted: tried.counted }, ports) : overtaken(key, source, ports)
}

/** A browser that the person has signed in with before counts for itself, wherever it is. */
async function sourceOf(
  key: PersonKey,
  { network, browserToken }: SignInOrigin,
  { knownBrowsers }: Pick<Ports, 'knownBrowsers'>,
): Promise<TrySource> {
  const token = isPersonKey(key) ? browserToken(key) : undefined
  const browserId = token === undefined ? undefined : await knownBrowsers.find(key, token)
  return browserId === undefined ? { kind: 'NETWORK', network } : { kind: 'BROWSER', browserId }
}

async function signedIn(
  { token, login, counted }: { readonly token: string; readonly login: Login; readonly counted: CountedTry },
  { signInCounters, knownBrowsers, identifiers, clock }: SignInPorts,
): Promise<SignedIn> {
  const { person } = login
  const { source } = counted
  await signInCounters.succeed(person, counted)
  const browserToken = identifiers.loginToken()
  const known = source.kind === 'BROWSER' && { browserId: source.browserId }
  await knownBrowsers.remember(person, { ...known, token: browserToken, at: clock.now() })
  return { kind: person.mustChangePassword ? 'mustChangePassword' : 'signedIn', token, login, browserToken }
}

async function overtaken(key: PersonKey, source: TrySource, ports: SignInPorts): Promise<SignedIn> {
  await noteOvertaken(key, source, ports)
  return { kind: 'refused' }
}

/** Now that the password is at hand, it is kept under as much effort as is usual today; if nobody has time, another day. */
async function rehash(key: PersonKey, password: string, from: string, ports: SignInPorts): Promise<void> {
  const to = await ports.passwords.hash(password)
  if (to !== undefined) await ports.people.rehash(key, { from, to })
}
