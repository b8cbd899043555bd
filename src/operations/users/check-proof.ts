// Judges what a person shows: a password, or a code of the second factor. Each is one try, counted where it comes from.
import type { TrySource } from '../../domain/users/lock-out.ts'
import { stepOfCode } from '../../domain/users/one-time-code.ts'
import { actorName, isPersonKey, type PersonKey } from '../../domain/users/user.ts'
import type { CountedTry, TryBegun } from '../../ports/users/sign-in-counters.ts'
import type { Credentials, SecondFactor } from '../../ports/users/users.ts'
import type { Ports } from '../call.ts'

export type ProofPorts = Pick<Ports, 'people' | 'passwords' | 'signInCounters' | 'oneTimeCodes' | 'audit' | 'clock'>

/** Why not, for the audit alone: whoever tried is told the same whatever it was. */
type Reason = 'PASSWORD' | 'CODE' | 'LOCKED' | 'DISABLED' | 'CHANGED'

/** When right, the try still counts as failed; whatever is done with it takes it back. */
export type PasswordTried =
  | {
      readonly kind: 'right'
      readonly credentials: Credentials
      readonly isOutdated: boolean
      readonly counted: CountedTry
    }
  | { readonly kind: 'refused' | 'busy' }

export async function tryPassword(
  key: PersonKey,
  { password, source }: { readonly password: string; readonly source: TrySource },
  ports: ProofPorts,
): Promise<PasswordTried> {
  const { people, passwords, signInCounters, clock } = ports
  // What cannot be a login is nobody's, and the database need not see it.
  const credentials = isPersonKey(key) ? await people.findCredentials(key) : undefined
  const tried = credentials && (await signInCounters.begin(key, { source, proof: 'PASSWORD' }, clock.now()))
  const counted = tried?.kind === 'counted' ? tried.counted : undefined
  // Also for nobody, and during a lock: the time it takes tells as little as the answer.
  const verdict = await passwords.verify(password, counted && credentials?.passwordHash, {
    isTrusted: source.kind !== 'NETWORK',
  })
  if (verdict === 'busy') {
    if (counted) await signInCounters.takeBack(key, counted)
    return { kind: 'busy' }
  }
  if (counted && credentials && verdict !== 'wrong' && credentials.person.isEnabled)
    return { kind: 'right', credentials, isOutdated: verdict === 'outdated', counted }
  if (tried) await noteRefusal(key, { tried, source, reason: verdict === 'wrong' ? 'PASSWORD' : 'DISABLED' }, ports)
  return { kind: 'refused' }
}

export type CodeTried =
  | { readonly kind: 'right'; readonly step: number; readonly counted: CountedTry }
  | { readonly kind: 'refused' }

export async function tryCode(
  key: PersonKey,
  { code, source }: { readonly code: string; readonly source: TrySource },
  ports: ProofPorts,
): Promise<CodeTried> {
  const { people, signInCounters, clock } = ports
  const tried = await signInCounters.begin(key, { source, proof: 'CODE' }, clock.now())
  const factor = tried.kind === 'counted' ? (await people.findCredentials(key))?.secondFactor : undefined
  const step = factor && stepOfShown(code, factor, ports)
  if (tried.kind === 'counted' && step !== undefined) return { kind: 'right', step, counted: tried.counted }
  await noteRefusal(key, { tried, source, reason: 'CODE' }, ports)
  return { kind: 'refused' }
}

export function stepOfShown(
  code: string,
  { secret, lastStep }: SecondFactor,
  { oneTimeCodes, clock }: Pick<Ports, 'oneTimeCodes' | 'clock'>,
): number | undefined {
  return stepOfCode(code, { at: clock.now(), lastStep }, (message) => oneTimeCodes.digest(secret, message))
}

/** What was shown was right, and no longer is: another has used the code, or the password was changed meanwhile. */
export function noteOvertaken(key: PersonKey, source: TrySource, ports: Pick<Ports, 'audit' | 'clock'>): Promise<void> {
  return append(key, { source: source.kind, reason: 'CHANGED' }, ports)
}

/** A lock has one line, however many tries it meets: otherwise anybody could fill the audit. */
async function noteRefusal(
  key: PersonKey,
  { tried, source, reason }: { readonly tried: TryBegun; readonly source: TrySource; readonly reason: Reason },
  ports: ProofPorts,
): Promise<void> {
  if (tried.kind === 'locked') {
    if (tried.isFirst) await append(key, { source: source.kind, reason: 'LOCKED', lockedUntil: tried.until }, ports)
    return
  }
  const { failures, lockedUntil } = tried.counted
  await append(key, { source: source.kind, reason, failures, ...(lockedUntil && { lockedUntil }) }, ports)
}

interface RefusedSignIn {
  readonly source: TrySource['kind']
  readonly reason: Reason
  readonly failures?: number
  readonly lockedUntil?: Date
}

function append(
  { merchantId, login }: PersonKey,
  subject: RefusedSignIn,
  { audit, clock }: Pick<Ports, 'audit' | 'clock'>,
): Promise<void> {
  return audit.append({
    merchantId,
    actor: actorName({ merchantId, login }),
    action: 'SIGN_IN_REFUSED',
    subject: { login, ...subject },
    at: clock.now(),
  })
}
