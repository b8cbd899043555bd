// A person signs in: by a password, and where there is one by a second factor. In between nothing is open.
import { actorName, normalLogin, type PersonKey } from '../domain/person.ts'
import type { Login } from '../ports/people.ts'
import type { Ports } from './call.ts'
import { noteOvertaken, type ProofPorts, tryCode, tryPassword } from './steps/try-proof.ts'

export type SignInPorts = ProofPorts & Pick<Ports, 'logins' | 'identifiers'>

/**
 * - signedIn: the token is for the person's browser, and known to nobody else.
 * - mustChangePassword: the same, but the login is good for changing the password and nothing else.
 * - refused: for whichever reason, also during a lock.
 * - busy: too many are signing in; nothing was found out, and nothing counted.
 */
export type SignedIn =
  | { readonly kind: 'signedIn' | 'mustChangePassword'; readonly token: string; readonly login: Login }
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
  { merchantId, login, password }: PersonKey & { readonly password: string },
  ports: SignInPorts,
): Promise<SignedIn | NeedsSecondFactor> {
  const { logins, identifiers, clock } = ports
  const key = { merchantId, login: normalLogin(login) }
  const tried = await tryPassword(key, password, ports)
  if (tried.kind !== 'right') return tried

  const { passwordHash, secondFactor } = tried.credentials
  const token = identifiers.loginToken()
  const at = clock.now()
  if (secondFactor) {
    const until = new Date(at.getTime() + secondFactorWaitMs)
    const isAwaited = await logins.openAwaiting(key, { passwordHash }, { token, at, until })
    if (!isAwaited) return overtaken(key, ports)
    if (tried.isOutdated) await rehash(key, password, passwordHash, ports)
    return { kind: 'needsSecondFactor', token, until }
  }
  const opened = await logins.open(key, { passwordHash }, { token, actor: actorName(key), at })
  if (!opened) return overtaken(key, ports)
  if (tried.isOutdated) await rehash(key, password, passwordHash, ports)
  return signedIn(token, opened)
}

/** Completes a sign-in. Expired: the person took too long, or something was changed, and begins anew. */
export async function showSecondFactor(
  { token: awaitedBy, code }: { readonly token: string; readonly code: string },
  ports: SignInPorts,
): Promise<SignedIn | { readonly kind: 'expired' }> {
  const { logins, identifiers, clock } = ports
  const key = await logins.findAwaiting(awaitedBy)
  if (!key) return { kind: 'expired' }
  const tried = await tryCode(key, code, ports)
  if (tried.kind !== 'right') return tried

  const token = identifiers.loginToken()
  const by = { actor: actorName(key), at: clock.now() }
  const opened = await logins.open(key, { step: tried.step, awaitedBy }, { token, ...by })
  return opened ? signedIn(token, opened) : overtaken(key, ports)
}

function signedIn(token: string, login: Login): SignedIn {
  return { kind: login.person.mustChangePassword ? 'mustChangePassword' : 'signedIn', token, login }
}

async function overtaken(key: PersonKey, ports: SignInPorts): Promise<SignedIn> {
  await noteOvertaken(key, ports)
  return { kind: 'refused' }
}

/** Now that the password is at hand, it is kept under as much effort as is usual today; if nobody has time, another day. */
async function rehash(key: PersonKey, password: string, from: string, ports: SignInPorts): Promise<void> {
  const to = await ports.passwords.hash(password)
  if (to !== undefined) await ports.people.rehash(key, { from, to })
}
