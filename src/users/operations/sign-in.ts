// A user signs in: by a password and, if set up, a second factor. In between, nothing is accessible.
import { actorName, isUserKey, normalizeLogin, type UserKey } from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { CountedSignInAttempt } from '../ports/sign-in.ts'
import type { ConsoleSession } from '../ports/users.ts'
import type { SignInSource } from '../rules/lock-out.ts'
import { auditOvertakenProof, checkCode, checkPassword, type ProofDependencies } from './check-proof.ts'

export type SignInDependencies = ProofDependencies &
  Pick<UserDependencies, 'consoleSessions' | 'knownBrowsers' | 'identifiers'>

/** Where a sign-in comes from, as far as the edge can determine. */
export interface SignInOrigin {
  /** An IPv4 address, or the first half of an IPv6 address. */
  readonly network: string
  /** The token that the browser was given at the user's last sign-in with it. */
  readonly browserToken: (user: UserKey) => string | undefined
}

/**
 * - signedIn: the token is only for the user's browser. The browser token identifies the browser next time.
 * - mustChangePassword: the same, but the console session only permits changing the password.
 * - refused: for whatever reason, also during a lock.
 * - busy: too many sign-ins at once; nothing was checked, and nothing counted.
 */
export type SignInResult =
  | {
      readonly kind: 'SIGNED_IN' | 'MUST_CHANGE_PASSWORD'
      readonly token: string
      readonly session: ConsoleSession
      readonly browserToken: string
    }
  | { readonly kind: 'REFUSED' | 'OVERLOADED' }

/** The token gives access to nothing; it is sent back with the code. */
export interface NeedsSecondFactor {
  readonly kind: 'NEEDS_SECOND_FACTOR'
  readonly token: string
  readonly until: Date
}

/** How long a user may take to enter the code. */
const secondFactorWaitMs = 5 * 60_000

export async function signIn(
  { merchantId, login, password, origin }: UserKey & { readonly password: string; readonly origin: SignInOrigin },
  dependencies: SignInDependencies,
): Promise<SignInResult | NeedsSecondFactor> {
  const { consoleSessions, signInCounters, identifiers, clock } = dependencies
  const key = { merchantId, login: normalizeLogin(login) }
  const source = await sourceOf(key, origin, dependencies)
  const tried = await checkPassword(key, { password, source }, dependencies)
  if (tried.kind !== 'RIGHT') return tried

  const { credentials, counted } = tried
  const { passwordHash, secondFactor } = credentials
  const token = identifiers.consoleSessionToken()
  if (secondFactor) {
    const at = clock.expiryTime()
    const until = new Date(at.getTime() + secondFactorWaitMs)
    const isAwaited = await consoleSessions.openAwaiting(key, { passwordHash }, { token, at, until })
    if (!isAwaited) return refuseOvertaken(key, source, dependencies)
    await signInCounters.takeBack(key, counted)
    if (tried.isOutdated) await rehash(key, password, passwordHash, dependencies)
    return { kind: 'NEEDS_SECOND_FACTOR', token, until }
  }
  const opened = await consoleSessions.open(key, { passwordHash }, { token, actor: actorName(key), at: clock.now() })
  if (!opened) return refuseOvertaken(key, source, dependencies)
  if (tried.isOutdated) await rehash(key, password, passwordHash, dependencies)
  return openConsoleSession({ token, session: opened, counted }, dependencies)
}

/** Completes a sign-in. Expired: the user took too long, or something was changed, and has to begin again. */
export async function submitSecondFactor(
  { token: awaitedBy, code, origin }: { readonly token: string; readonly code: string; readonly origin: SignInOrigin },
  dependencies: SignInDependencies,
): Promise<SignInResult | { readonly kind: 'EXPIRED' }> {
  const { consoleSessions, identifiers, clock } = dependencies
  const key = await consoleSessions.findAwaiting(awaitedBy)
  if (!key) return { kind: 'EXPIRED' }
  const source = await sourceOf(key, origin, dependencies)
  const tried = await checkCode(key, { code, source }, dependencies)
  if (tried.kind !== 'RIGHT') return tried

  const token = identifiers.consoleSessionToken()
  const by = { actor: actorName(key), at: clock.now() }
  const opened = await consoleSessions.open(key, { used: tried.used, awaitedBy }, { token, ...by })
  return opened
    ? openConsoleSession({ token, session: opened, counted: tried.counted }, dependencies)
    : refuseOvertaken(key, source, dependencies)
}

/** A browser that the user has signed in with before is counted separately, whatever its address. */
async function sourceOf(
  key: UserKey,
  { network, browserToken }: SignInOrigin,
  { knownBrowsers }: Pick<UserDependencies, 'knownBrowsers'>,
): Promise<SignInSource> {
  const token = isUserKey(key) ? browserToken(key) : undefined
  const browserId = token === undefined ? undefined : await knownBrowsers.find(key, token)
  return browserId === undefined ? { kind: 'NETWORK', network } : { kind: 'BROWSER', browserId }
}

async function openConsoleSession(
  {
    token,
    session,
    counted,
  }: { readonly token: string; readonly session: ConsoleSession; readonly counted: CountedSignInAttempt },
  { signInCounters, knownBrowsers, identifiers, clock }: SignInDependencies,
): Promise<SignInResult> {
  const { user } = session
  const { source } = counted
  await signInCounters.succeed(user, counted)
  const browserToken = identifiers.consoleSessionToken()
  const known = source.kind === 'BROWSER' && { browserId: source.browserId }
  await knownBrowsers.remember(user, { ...known, token: browserToken, at: clock.expiryTime() })
  return { kind: user.mustChangePassword ? 'MUST_CHANGE_PASSWORD' : 'SIGNED_IN', token, session, browserToken }
}

async function refuseOvertaken(
  key: UserKey,
  source: SignInSource,
  dependencies: SignInDependencies,
): Promise<SignInResult> {
  await auditOvertakenProof(key, source, dependencies)
  return { kind: 'REFUSED' }
}

/** While the password is available, it is rehashed with the current cost; if hashing is busy, at a later sign-in. */
async function rehash(key: UserKey, password: string, from: string, dependencies: SignInDependencies): Promise<void> {
  const to = await dependencies.passwords.hash(password)
  if (to !== undefined) await dependencies.users.rehash(key, { from, to })
}

type SignOutDependencies = Pick<UserDependencies, 'consoleSessions' | 'clock'>

/** The token that identifies the console session. */
export async function signOut(
  { user, token }: Pick<ConsoleSession, 'user'> & { readonly token: string },
  { consoleSessions, clock }: SignOutDependencies,
): Promise<void> {
  await consoleSessions.close(token, { actor: actorName(user), at: clock.now() })
}

/** Returns how many console sessions were ended, including the caller's own. */
export async function signOutEverywhere(
  { user }: Pick<ConsoleSession, 'user'>,
  { consoleSessions, clock }: SignOutDependencies,
): Promise<number> {
  return consoleSessions.closeAll(user, { actor: actorName(user), at: clock.now() })
}
