// Judges what a person shows: a password, or a code of the second factor. Each is one try, and wrong ones count together.
import { stepOfCode } from '../../domain/one-time-code.ts'
import { actorName, isPersonKey, type PersonKey } from '../../domain/person.ts'
import type { Credentials, SecondFactor, Try } from '../../ports/people.ts'
import type { Ports } from '../call.ts'

export type ProofPorts = Pick<Ports, 'people' | 'passwords' | 'oneTimeCodes' | 'audit' | 'clock'>

/** Why not, for the audit alone: whoever tried is told the same whatever it was. */
type Reason = 'PASSWORD' | 'CODE' | 'LOCKED' | 'DISABLED' | 'CHANGED'

/** When right, the try still counts as failed; whatever is done with it ends that, in its own commit. */
export type PasswordTried =
  | { readonly kind: 'right'; readonly credentials: Credentials; readonly isOutdated: boolean }
  | { readonly kind: 'refused' | 'busy' }

export async function tryPassword(key: PersonKey, password: string, ports: ProofPorts): Promise<PasswordTried> {
  const { people, passwords, clock } = ports
  // What cannot be a login is nobody's, and the database need not see it.
  const tried: Try = isPersonKey(key) ? await people.beginTry(key, clock.now()) : { kind: 'unknown' }
  const credentials = tried.kind === 'tried' ? tried.credentials : undefined
  // Also for nobody, and during a lock: the time it takes tells as little as the answer.
  const verdict = await passwords.verify(password, credentials?.passwordHash)
  if (verdict === 'busy') {
    if (credentials) await people.takeBackTry(key)
    return { kind: 'busy' }
  }
  if (credentials && verdict !== 'wrong' && credentials.person.isEnabled)
    return { kind: 'right', credentials, isOutdated: verdict === 'outdated' }
  await noteRefusal(key, tried, verdict === 'wrong' ? 'PASSWORD' : 'DISABLED', ports)
  return { kind: 'refused' }
}

export type CodeTried = { readonly kind: 'right'; readonly step: number } | { readonly kind: 'refused' }

export async function tryCode(key: PersonKey, code: string, ports: ProofPorts): Promise<CodeTried> {
  const { people, clock } = ports
  const tried = await people.beginTry(key, clock.now())
  const factor = tried.kind === 'tried' ? tried.credentials.secondFactor : undefined
  const step = factor && stepOfShown(code, factor, ports)
  if (step !== undefined) return { kind: 'right', step }
  await noteRefusal(key, tried, 'CODE', ports)
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
export function noteOvertaken(key: PersonKey, ports: Pick<Ports, 'audit' | 'clock'>): Promise<void> {
  return append(key, { reason: 'CHANGED' }, ports)
}

/** Nobody has a line for nobody, and a lock has one: otherwise anybody could fill the audit. */
async function noteRefusal(key: PersonKey, tried: Try, reason: Reason, ports: ProofPorts): Promise<void> {
  if (tried.kind === 'unknown') return
  if (tried.kind === 'locked') {
    if (tried.isFirst) await append(key, { reason: 'LOCKED', lockedUntil: tried.until }, ports)
    return
  }
  const { failedSignIns: failures, credentials } = tried
  const { lockedUntil } = credentials.person
  await append(key, { reason, failures, ...(lockedUntil && { lockedUntil }) }, ports)
}

function append(
  { merchantId, login }: PersonKey,
  subject: { readonly reason: Reason; readonly failures?: number; readonly lockedUntil?: Date },
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
