// The next step for the keys: pure rules over their states, the scans of everything that names them, and the time.
// A step is taken only when every process must have noticed the previous one.
import type { HashPurpose, KeyPurpose, KeyState } from '../ports/vault.ts'

export interface KeyFacts {
  readonly keyId: string
  readonly purpose: KeyPurpose
  readonly state: KeyState
  readonly sinceMs: number
  /** The values that it sealed are to be re-encrypted. */
  readonly isToBeEmptied: boolean
  /** When a scan last found a value that names it. */
  readonly namedMs: number | undefined
}

/**
 * - RESEAL: re-encrypts what is sealed under keys that are to be emptied.
 * - BACKFILL: hashes the accounts of tokens under keys that they are not hashed under yet.
 * - LOOK_...: finds out which keys are still named.
 */
export type KeyScan = 'RESEAL' | 'BACKFILL' | `LOOK_${HashPurpose}`

export interface PassFacts {
  readonly work: KeyScan
  readonly beganMs: number
  readonly changed: number
  readonly isEnded: boolean
}

export interface KeyWaits {
  /** Until every process must have noticed a step. They read keys at least every five seconds. */
  readonly stepMs: number
  /** Until all work that was begun with a key is committed or given up, also by a process that was held up. */
  readonly settleMs: number
  /** Keys that are still named are looked for again after this long. */
  readonly lookAgainMs: number
}

const minuteMs = 60_000

export const defaultKeyWaits: KeyWaits = {
  stepMs: 10_000,
  // The longest time-out that can be set for a request is ten minutes.
  settleMs: 15 * minuteMs,
  lookAgainMs: 7 * 24 * 60 * minuteMs,
}

export type KeyStep =
  | { readonly kind: 'SWITCH' | 'RETIRE' | 'DESTROY'; readonly key: KeyFacts }
  | { readonly kind: 'SCAN'; readonly work: KeyScan }
  | { readonly kind: 'WAIT' }

export interface RotationState {
  readonly nowMs: number
  readonly keys: readonly KeyFacts[]
  readonly passes: readonly PassFacts[]
}

/** The scan that finds a key's last mention. */
export function mentionScanOf(purpose: KeyPurpose): KeyScan {
  return purpose === 'DATA' ? 'RESEAL' : `LOOK_${purpose}`
}

export function nextStep(rotationState: RotationState, waits: KeyWaits): KeyStep {
  const { nowMs, keys, passes } = rotationState
  for (const key of keys) {
    if (key.state === 'INTRODUCED' && maySwitch(key, rotationState, waits)) return { kind: 'SWITCH', key }
    if (key.state === 'RETIRING' && nowMs >= key.sinceMs + waits.settleMs) return { kind: 'RETIRE', key }
    if (key.state === 'RETIRED' && mayDestroy(key, rotationState, waits)) return { kind: 'DESTROY', key }
  }
  const begun = passes.find(({ isEnded }) => !isEnded)
  if (begun) return { kind: 'SCAN', work: begun.work }
  const due = keys.flatMap((key) => scansFor(key, rotationState, waits)).find(({ dueMs }) => nowMs >= dueMs)
  return due ? { kind: 'SCAN', work: due.work } : { kind: 'WAIT' }
}

/** Everything that a look-up may need exists under the new key: it may become the current one. */
function maySwitch(key: KeyFacts, { nowMs, passes }: RotationState, { stepMs }: KeyWaits): boolean {
  const noticedMs = key.sinceMs + stepMs
  if (key.purpose !== 'ACCOUNT') return nowMs >= noticedMs
  const backfill = passes.find(({ work }) => work === 'BACKFILL')
  return backfill?.isEnded === true && backfill.beganMs >= noticedMs && backfill.changed === 0
}

/**
 * A whole scan has not found it. The scan began so long after the key was last found that any process which had read a
 * value naming it, and may have written that back, was done with it.
 */
function mayDestroy(
  { purpose, sinceMs, namedMs }: KeyFacts,
  { passes }: RotationState,
  { settleMs }: KeyWaits,
): boolean {
  const look = passes.find(({ work }) => work === mentionScanOf(purpose))
  if (!look?.isEnded || look.beganMs < sinceMs) return false
  return namedMs === undefined || look.beganMs >= namedMs + settleMs
}

interface DueScan {
  readonly work: KeyScan
  readonly dueMs: number
}

function scansFor(key: KeyFacts, { passes }: RotationState, waits: KeyWaits): readonly DueScan[] {
  const lastOf = (work: KeyScan) => passes.find((pass) => pass.work === work)
  switch (key.state) {
    case 'INTRODUCED':
      return key.purpose === 'ACCOUNT' ? movingScan('BACKFILL', key.sinceMs + waits.stepMs, lastOf('BACKFILL')) : []
    case 'CURRENT':
      return []
    case 'RETIRING': {
      if (!key.isToBeEmptied) return []
      const last = lastOf('RESEAL')
      // Once at once, since most values exist already, and once more for values sealed before every process had
      // noticed.
      if (!last || last.beganMs < key.sinceMs) return [{ work: 'RESEAL', dueMs: key.sinceMs }]
      return movingScan('RESEAL', key.sinceMs + waits.stepMs, last)
    }
    case 'RETIRED':
      return scansForRetired(key, lastOf, waits)
  }
}

/** A scan that moves values is repeated until it has found nothing to move. */
function movingScan(work: KeyScan, fromMs: number, last: PassFacts | undefined): readonly DueScan[] {
  const isNeeded = !last || last.beganMs < fromMs || last.changed > 0
  return isNeeded ? [{ work, dueMs: fromMs }] : []
}

function scansForRetired(
  { purpose, sinceMs, namedMs, isToBeEmptied }: KeyFacts,
  lastOf: (work: KeyScan) => PassFacts | undefined,
  { settleMs, lookAgainMs }: KeyWaits,
): readonly DueScan[] {
  const work = mentionScanOf(purpose)
  const last = lastOf(work)
  const isFirst = !last || last.beganMs < sinceMs
  // Values that a long-delayed process has written under the old key alone are hashed under the new one before the old
  // is destroyed.
  const backfill = lastOf('BACKFILL')
  if (purpose === 'ACCOUNT' && (!backfill || backfill.beganMs < sinceMs)) return [{ work: 'BACKFILL', dueMs: sinceMs }]
  if (isFirst) return [{ work, dueMs: sinceMs }]
  if (isToBeEmptied && last.changed > 0) return [{ work, dueMs: sinceMs }]
  const isStillNamed = namedMs !== undefined && namedMs >= last.beganMs
  if (isToBeEmptied && !isStillNamed) return [{ work, dueMs: (namedMs ?? sinceMs) + settleMs }]
  return [{ work, dueMs: last.beganMs + lookAgainMs }]
}

/** Nothing is left to be moved for the keys of this purpose; only the old ones remain to be destroyed in time. */
export function isRotationComplete(
  purpose: KeyPurpose,
  { keys, passes }: RotationState,
  { stepMs }: KeyWaits,
): boolean {
  const own = keys.filter((key) => key.purpose === purpose)
  if (purpose !== 'DATA') return own.every(({ state }) => state !== 'INTRODUCED')
  const leaving = own.filter(({ isToBeEmptied, state }) => isToBeEmptied && state !== 'CURRENT')
  const reseal = passes.find(({ work }) => work === 'RESEAL')
  return leaving.every(({ state, sinceMs }) => {
    const noticedMs = sinceMs + (state === 'RETIRING' ? stepMs : 0)
    return reseal?.isEnded === true && reseal.beganMs >= noticedMs && reseal.changed === 0
  })
}
