// Checks a user's proof: a password, or a code of the second factor. Each check is one attempt, counted by its origin.

import { timingSafeEqual } from 'node:crypto'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { actorName, isUserKey, type UserKey } from '../../kernel/user.ts'
import type { UserDependencies } from '../dependencies.ts'
import type { CountedSignInAttempt, SignInAttemptStart } from '../ports/sign-in.ts'
import type { SecondFactor, UsedCode, UserCredentials } from '../ports/users.ts'
import type { SignInSource } from '../rules/lock-out.ts'
import { readRecoveryCode } from '../rules/recovery-codes.ts'

export type ProofDependencies = Pick<
  UserDependencies,
  'users' | 'passwords' | 'signInCounters' | 'oneTimeCodes' | 'audit' | 'clock'
>

/** The reason, for the audit log only: the caller gets the same response whatever it was. */
type Reason = 'PASSWORD' | 'CODE' | 'LOCKED' | 'DISABLED' | 'CHANGED'

/** When right, the attempt still counts as failed; the action that uses the proof takes that back. */
export type PasswordCheckResult =
  | {
      readonly kind: 'RIGHT'
      readonly credentials: UserCredentials
      readonly isOutdated: boolean
      readonly counted: CountedSignInAttempt
    }
  | { readonly kind: 'REFUSED' | 'OVERLOADED' }

export async function checkPassword(
  key: UserKey,
  { password, source }: { readonly password: string; readonly source: SignInSource },
  dependencies: ProofDependencies,
): Promise<PasswordCheckResult> {
  const { users, passwords, signInCounters, clock } = dependencies
  // What cannot be a login name belongs to no user, and is not sent to the database.
  const credentials = isUserKey(key) ? await users.findCredentials(key) : undefined
  const tried = credentials && (await signInCounters.begin(key, { source, proof: 'PASSWORD' }, clock.expiryTime()))
  const counted = tried?.kind === 'COUNTED' ? tried.counted : undefined
  // Also for unknown users, and during a lock: the response time reveals as little as the response.
  const verdict = await passwords.verify(password, counted && credentials?.passwordHash, {
    isTrusted: source.kind !== 'NETWORK',
  })
  if (verdict === 'busy') {
    if (counted) await signInCounters.takeBack(key, counted)
    return { kind: 'OVERLOADED' }
  }
  if (counted && credentials && verdict !== 'wrong' && credentials.user.isEnabled)
    return { kind: 'RIGHT', credentials, isOutdated: verdict === 'outdated', counted }
  if (tried)
    await auditRefusal(key, { tried, source, reason: verdict === 'wrong' ? 'PASSWORD' : 'DISABLED' }, dependencies)
  return { kind: 'REFUSED' }
}

export type CodeCheckResult =
  | { readonly kind: 'RIGHT'; readonly used: UsedCode; readonly counted: CountedSignInAttempt }
  | { readonly kind: 'REFUSED' }

export async function checkCode(
  key: UserKey,
  { code, source }: { readonly code: string; readonly source: SignInSource },
  dependencies: ProofDependencies,
): Promise<CodeCheckResult> {
  const { users, signInCounters, clock } = dependencies
  const tried = await signInCounters.begin(key, { source, proof: 'CODE' }, clock.expiryTime())
  const factor = tried.kind === 'COUNTED' ? (await users.findCredentials(key))?.secondFactor : undefined
  const used = factor && usedCodeOf(code, factor, dependencies)
  if (tried.kind === 'COUNTED' && used) return { kind: 'RIGHT', used, counted: tried.counted }
  await auditRefusal(key, { tried, source, reason: 'CODE' }, dependencies)
  return { kind: 'REFUSED' }
}

/** A code of the device, or one of the recovery codes that are left. */
function usedCodeOf(
  code: string,
  factor: SecondFactor,
  dependencies: Pick<UserDependencies, 'oneTimeCodes' | 'clock'>,
): UsedCode | undefined {
  const step = stepOfSubmittedCode(code, factor, dependencies)
  if (step !== undefined) return { step }
  if (readRecoveryCode(code) === undefined) return undefined
  const hash = dependencies.oneTimeCodes.hashRecoveryCode(code, factor.secret)
  const recoveryCode = factor.recoveryCodes.find((left) => left.length === hash.length && timingSafeEqual(left, hash))
  return recoveryCode && { recoveryCode }
}

/** The step of a right code. One that was used, and those before it, are refused: a code that was overseen is worthless. */
export function stepOfSubmittedCode(
  code: string,
  { secret, lastStep }: Pick<SecondFactor, 'secret' | 'lastStep'>,
  { oneTimeCodes, clock }: Pick<UserDependencies, 'oneTimeCodes' | 'clock'>,
): number | undefined {
  const step = oneTimeCodes.stepOf(code.replaceAll(/\s/g, ''), secret, clock.now())
  return step !== undefined && step > lastStep ? step : undefined
}

/** The proof was right and no longer is: the code was used concurrently, or the password was changed meanwhile. */
export function auditOvertakenProof(
  key: UserKey,
  source: SignInSource,
  dependencies: Pick<UserDependencies, 'audit' | 'clock'>,
): Promise<void> {
  return append(key, { source: source.kind, reason: 'CHANGED' }, dependencies)
}

/** A lock has one entry, however many attempts it refuses: otherwise anyone could fill the audit log. */
async function auditRefusal(
  key: UserKey,
  {
    tried,
    source,
    reason,
  }: { readonly tried: SignInAttemptStart; readonly source: SignInSource; readonly reason: Reason },
  dependencies: ProofDependencies,
): Promise<void> {
  if (tried.kind === 'LOCKED') {
    if (tried.isFirst)
      await append(key, { source: source.kind, reason: 'LOCKED', lockedUntil: tried.until }, dependencies)
    return
  }
  const { failures, lockedUntil } = tried.counted
  await append(key, { source: source.kind, reason, failures, ...omitUndefined({ lockedUntil }) }, dependencies)
}

interface RefusedSignIn {
  readonly source: SignInSource['kind']
  readonly reason: Reason
  readonly failures?: number
  readonly lockedUntil?: Date
}

function append(
  { merchantId, login }: UserKey,
  subject: RefusedSignIn,
  { audit, clock }: Pick<UserDependencies, 'audit' | 'clock'>,
): Promise<void> {
  return audit.append({
    merchantId,
    actor: actorName({ merchantId, login }),
    action: 'SIGN_IN_REFUSED',
    subject: { login, ...subject },
    at: clock.now(),
  })
}
