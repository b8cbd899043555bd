// How failed sign-ins are counted, and for how long attempts are refused after consecutive failures. A user cannot be
// locked out by others: failures count for the network, the known browser or the session that they come from.

/**
 * Seconds, by the number of failures: four mistakes cost nothing, the fifth a minute, and each after that twice as
 * long, up to an hour, which every further one costs. An attacker who guesses continuously gets about thirty attempts
 * on the first day and twenty-four on each following day.
 */
import { omitUndefined } from '../../kernel/omit-undefined.ts'

export const lockSeconds = [0, 0, 0, 0, 60, 120, 240, 480, 960, 1_920, 3_600] as const

/** The same for passwords from one network while others fail for the same user: each has one attempt, then waits. */
export const lockSecondsUnderAttack = [1_800, 3_600] as const

/** From this many failures elsewhere on, a user counts as under attack (PCI DSS 8.3.4: not more than ten). */
export const attackFailuresMin = 10

/** Failures are forgotten after this long without another. */
export const failuresLastMs = 24 * 3_600_000

/**
 * Where a password or a code comes from.
 *
 * - NETWORK: a browser that the user has not signed in with before, at an IPv4 address or in an IPv6 /64.
 * - BROWSER: one that the user has signed in with before, wherever it is.
 * - SESSION: a signed-in user.
 */
export type SignInSource =
  | { readonly kind: 'NETWORK'; readonly network: string }
  | { readonly kind: 'BROWSER'; readonly browserId: string }
  | { readonly kind: 'SESSION'; readonly consoleSessionId: string }

export type ProofKind = 'PASSWORD' | 'CODE'

interface SignInCounter {
  readonly name: string
  /** None for a counter that locks nothing by itself. */
  readonly locks: readonly number[]
  /** Used instead while this many failures elsewhere are known. */
  readonly locksUnderAttack?: readonly number[]
}

/** Wrong passwords for a user from all networks together: locks nothing, but makes each network's lock stricter. */
export const allPasswordsCounter = 'passwords'

/**
 * Codes can be guessed by volume, so those from all networks together are locked: an attacker who tries one has the
 * password.
 */
const allCodes = 'codes'

/** The counter of the source alone; a completed sign-in clears it. */
export function ownCounter(source: SignInSource): string {
  switch (source.kind) {
    case 'NETWORK':
      return `network ${source.network}`
    case 'BROWSER':
      return `browser ${source.browserId}`
    case 'SESSION':
      return `session ${source.consoleSessionId}`
  }
}

/** The counters of an attempt: the source's own, then those that sources share. */
export function signInCountersOf(source: SignInSource, proof: ProofKind): readonly SignInCounter[] {
  const own = { name: ownCounter(source), locks: lockSeconds }
  if (source.kind !== 'NETWORK') return [own]
  if (proof === 'CODE') return [own, { name: allCodes, locks: lockSeconds }]
  return [
    { ...own, locksUnderAttack: lockSecondsUnderAttack },
    { name: allPasswordsCounter, locks: [] },
  ]
}

export interface CounterState {
  readonly name: string
  readonly failures: number
  readonly lockedUntil?: Date
  readonly failedAt: Date
}

export type PlannedSignInAttempt =
  | { readonly kind: 'LOCKED'; readonly name: string; readonly until: Date }
  | { readonly kind: 'COUNTED'; readonly counters: readonly CounterState[] }

/** Counts an attempt as failed before it is checked, unless one of its counters is locked. */
export function planSignInAttempt(
  counters: readonly SignInCounter[],
  stored: ReadonlyMap<string, CounterState>,
  at: Date,
): PlannedSignInAttempt {
  for (const { name } of counters) {
    const until = stored.get(name)?.lockedUntil
    if (until && until > at) return { kind: 'LOCKED', name, until }
  }
  const failuresOf = (name: string) => {
    const state = stored.get(name)
    return state && at.getTime() - state.failedAt.getTime() < failuresLastMs ? state.failures : 0
  }
  return {
    kind: 'COUNTED',
    counters: counters.map(({ name, locks, locksUnderAttack }) => {
      const failures = failuresOf(name) + 1
      const isAttacked = locksUnderAttack && failuresOf(allPasswordsCounter) - failuresOf(name) >= attackFailuresMin
      const schedule = isAttacked ? locksUnderAttack : locks
      const seconds = schedule[Math.min(failures, schedule.length) - 1] ?? 0
      const lockedUntil = seconds > 0 ? new Date(at.getTime() + seconds * 1_000) : undefined
      return { name, failures, failedAt: at, ...omitUndefined({ lockedUntil }) }
    }),
  }
}
