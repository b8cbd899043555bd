// A user sets up a second factor: is shown a secret, enters it into a device, and proves that by a code.
import { actorName, operatorMerchantId } from '../../kernel/user.ts'
import type { ConsoleSession, SecondFactor } from '../ports/users.ts'
import { auditOvertakenProof, checkCode, checkPassword, stepOfSubmittedCode } from './check-proof.ts'
import type { SignInDependencies } from './sign-in.ts'

/**
 * - offered: to be shown, once, as text and as a picture of the URI.
 * - alreadySetUp: another user has to remove the existing one first.
 * - refused: the password was wrong. It is required so that an unattended browser cannot be used to set up an
 *   intruder's factor.
 */
export type SecondFactorOffer =
  | { readonly kind: 'OFFERED'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'ALREADY_SET_UP' | 'REFUSED' | 'OVERLOADED' | 'NOT_SIGNED_IN' }

export async function offerSecondFactor(
  { token, password }: { readonly token: string; readonly password: string },
  dependencies: SignInDependencies,
): Promise<SecondFactorOffer> {
  const { users, consoleSessions, signInCounters, oneTimeCodes } = dependencies
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'NOT_SIGNED_IN' }
  const { user, consoleSessionId } = known
  if (user.hasSecondFactor) return { kind: 'ALREADY_SET_UP' }
  const tried = await checkPassword(user, { password, source: { kind: 'SESSION', consoleSessionId } }, dependencies)
  if (tried.kind !== 'RIGHT') return tried
  await signInCounters.succeed(user, tried.counted)

  const secret = oneTimeCodes.makeSecret()
  if (!(await users.offerSecondFactor(user, secret))) return { kind: 'ALREADY_SET_UP' }
  const account = user.merchantId === operatorMerchantId ? actorName(user) : `${user.merchantId}/${user.login}`
  const { text, uri } = oneTimeCodes.describe(secret, account)
  return { kind: 'OFFERED', secret: text, uri }
}

/**
 * - accepted: required for every sign-in from now on. The console session continues under the new token, and all others
 *   are ended.
 * - wrong: the device has another secret, or another time.
 */
export type SecondFactorAcceptance =
  | {
      readonly kind: 'ACCEPTED'
      readonly token: string
      readonly session: ConsoleSession
      /** To be shown, once. */
      readonly recoveryCodes: readonly string[]
    }
  | { readonly kind: 'WRONG' | 'NOT_OFFERED' | 'ALREADY_SET_UP' | 'NOT_SIGNED_IN' }

export async function acceptSecondFactor(
  { token, code }: { readonly token: string; readonly code: string },
  dependencies: SignInDependencies,
): Promise<SecondFactorAcceptance> {
  const { users, consoleSessions, identifiers, clock } = dependencies
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'NOT_SIGNED_IN' }
  const { user } = known
  if (user.hasSecondFactor) return { kind: 'ALREADY_SET_UP' }
  const offered = (await users.findCredentials(user))?.offeredSecondFactor
  if (!offered) return { kind: 'NOT_OFFERED' }
  // Not counted as an attempt: the secret is the user's own, and guessing its codes gives access to nothing.
  const step = stepOfSubmittedCode(code, offered, dependencies)
  if (step === undefined) return { kind: 'WRONG' }

  const newToken = identifiers.consoleSessionToken()
  const by = { actor: actorName(user), at: clock.now() }
  const recoveryCodes = dependencies.oneTimeCodes.makeRecoveryCodes()
  const proof = { step, recoveryCodes: hashesOf(recoveryCodes, offered, dependencies) }
  if (!(await users.acceptSecondFactor(user, proof, { token, newToken }, by))) return { kind: 'NOT_OFFERED' }
  const session = await consoleSessions.find(newToken)
  return session ? { kind: 'ACCEPTED', token: newToken, session, recoveryCodes } : { kind: 'NOT_SIGNED_IN' }
}

export type RecoveryCodesRenewal =
  | { readonly kind: 'RENEWED'; readonly recoveryCodes: readonly string[] }
  | { readonly kind: 'REFUSED' | 'NOT_SET_UP' | 'NOT_SIGNED_IN' }

/** The user has used some codes, or may have lost the list. The new ones replace all others. */
export async function renewRecoveryCodes(
  { token, code }: { readonly token: string; readonly code: string },
  dependencies: SignInDependencies,
): Promise<RecoveryCodesRenewal> {
  const { users, consoleSessions, signInCounters, clock } = dependencies
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'NOT_SIGNED_IN' }
  const { user, consoleSessionId } = known
  if (!user.hasSecondFactor) return { kind: 'NOT_SET_UP' }
  const source = { kind: 'SESSION', consoleSessionId } as const
  const tried = await checkCode(user, { code, source }, dependencies)
  if (tried.kind !== 'RIGHT') return tried
  const factor = (await users.findCredentials(user))?.secondFactor
  const recoveryCodes = dependencies.oneTimeCodes.makeRecoveryCodes()
  const by = { actor: actorName(user), at: clock.now() }
  const isDone =
    factor &&
    (await users.replaceRecoveryCodes(
      user,
      { used: tried.used, recoveryCodes: hashesOf(recoveryCodes, factor, dependencies) },
      by,
    ))
  if (!isDone) {
    await auditOvertakenProof(user, source, dependencies)
    return { kind: 'REFUSED' }
  }
  await signInCounters.succeed(user, tried.counted)
  return { kind: 'RENEWED', recoveryCodes }
}

function hashesOf(
  codes: readonly string[],
  { secret }: Pick<SecondFactor, 'secret'>,
  { oneTimeCodes }: Pick<SignInDependencies, 'oneTimeCodes'>,
): readonly Buffer[] {
  return codes.map((code) => oneTimeCodes.hashRecoveryCode(code, secret))
}

/**
 * - confirmed: the console session continues under the new token.
 * - notSetUp: the user has no second factor.
 */
export type SecondFactorConfirmation =
  | { readonly kind: 'CONFIRMED'; readonly token: string; readonly session: ConsoleSession }
  | { readonly kind: 'REFUSED' | 'NOT_SET_UP' | 'NOT_SIGNED_IN' }

export async function confirmSecondFactor(
  { token, code }: { readonly token: string; readonly code: string },
  dependencies: SignInDependencies,
): Promise<SecondFactorConfirmation> {
  const { consoleSessions, signInCounters, identifiers, clock } = dependencies
  const known = await consoleSessions.find(token)
  if (!known) return { kind: 'NOT_SIGNED_IN' }
  const { user, consoleSessionId } = known
  if (!user.hasSecondFactor) return { kind: 'NOT_SET_UP' }
  const source = { kind: 'SESSION', consoleSessionId } as const
  const tried = await checkCode(user, { code, source }, dependencies)
  if (tried.kind !== 'RIGHT') return tried

  const newToken = identifiers.consoleSessionToken()
  const by = { actor: actorName(user), at: clock.now() }
  const session = await consoleSessions.refresh({ token, newToken }, { used: tried.used, ...by })
  if (!session) {
    await auditOvertakenProof(user, source, dependencies)
    return { kind: 'REFUSED' }
  }
  await signInCounters.succeed(user, tried.counted)
  return { kind: 'CONFIRMED', token: newToken, session }
}
