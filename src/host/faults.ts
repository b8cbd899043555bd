// How the host misbehaves: chosen by the expiry date or the amount of a request, or by chance from a seed.
import { createHash } from 'node:crypto'

/** In the order of their numbers, which expiry dates and amounts give. */
export const behaviors = [
  /** Carried out at once, answered after a while. */
  'slow',
  /** Carried out and answered after a longer while. */
  'late',
  /** Carried out, never answered. */
  'silent',
  /** Neither executed nor answered. */
  'lost',
  /** Answered twice. */
  'duplicate',
  /** Carried out, and answered under a trace number that was never asked. */
  'wrongTrace',
  /** Carried out, and answered with bytes that are no message. */
  'garbage',
  /** Carried out; the connection ends in the middle of the response. */
  'halfway',
  /** Not executed; the connection ends. */
  'disconnect',
  /** Carried out, and answered with a wrong message authentication code. */
  'wrongMac',
  /** Carried out, and answered as an approval of more than was asked for. */
  'overstated',
  /** Carried out and answered, and then the key is changed. */
  'changeKey',
] as const

export type Behavior = (typeof behaviors)[number]

/** Only by chance: a part is approved. */
export type RandomBehavior = Behavior | 'partial'

export interface SeededFaults {
  readonly seed: string
  /** How many of the messages meet a fault, from 0 to 1. */
  readonly rate: number
}

/** Expiry dates in 2036 and amounts from 9,999,900.01 on: the month or the last two digits are the number. */
const behaviorYear = '36'
const behaviorAmount = 999_990_000n

export function requestedBehavior(expiry: string | undefined, amountMinor: bigint): Behavior | undefined {
  if (expiry?.startsWith(behaviorYear)) return behaviors[Number(expiry.slice(2)) - 1]
  const number = Number(amountMinor - behaviorAmount)
  return number > 0 ? behaviors[number - 1] : undefined
}

/** The same seed and subject always have the same chance, from 0 to 1. */
function chance({ seed }: SeededFaults, subject: string): number {
  return createHash('sha256').update(`${seed} ${subject}`).digest().readUInt32BE(0) / 2 ** 32
}

export function randomBehavior(
  faults: SeededFaults,
  subject: string,
  possible: readonly RandomBehavior[],
): RandomBehavior | undefined {
  if (chance(faults, subject) >= faults.rate) return undefined
  return possible[Math.floor(chance(faults, `${subject} which`) * possible.length)]
}

export function isFaultDue(faults: SeededFaults, subject: string): boolean {
  return chance(faults, subject) < faults.rate
}

/** Bytes that no specification reads, in a frame of its own. */
export function garbage(subject: string): Buffer {
  const bytes = createHash('sha256').update(subject).digest()
  bytes[0] = 0xff
  return bytes
}
