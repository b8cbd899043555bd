// Random faults of the simulated acquirer, from a seed: the same seed and reference always give the same fault.
import { createHash } from 'node:crypto'
import type { AcquirerCapabilities } from '../../payments/index.ts'

/** Probabilities are from 0 to 1, switches 0 or 1. */
const noFaults = {
  seed: 0,
  /** The response takes slowMs. */
  slow: 0,
  slowMs: 0,
  /** The response is lost. */
  silent: 0,
  /** The response is lost, and the request arrives only after up to lateMs. */
  late: 0,
  lateMs: 0,
  /** The response is impossible. */
  wrong: 0,
  /** The response approves half, whatever was requested. */
  partial: 0,
  /** The response is UNKNOWN or PENDING. */
  open: 0,
  /** The request arrives twice. */
  twice: 0,
  /** An inquiry takes slowInquiryMs, gets no response, an impossible one, or UNKNOWN or PENDING. */
  slowInquiries: 0,
  slowInquiryMs: 0,
  silentInquiries: 0,
  wrongInquiries: 0,
  openInquiries: 0,
  /**
   * A reversal is refused, ignored, executed without a response, or executed without a response after up to
   * lateReversalMs.
   */
  refuseReversals: 0,
  silentReversals: 0,
  lostReversals: 0,
  lateReversals: 0,
  lateReversalMs: 0,
  /** Unreachable for the last `awaySeconds` of every period of this many seconds; 0 for never. */
  awayEverySeconds: 0,
  awaySeconds: 0,
  /** Capabilities that the acquirer lacks. */
  noInquiries: 0,
  noReversals: 0,
  forgetsEarlyReversals: 0,
  /** How long after it was sent a request may still arrive. */
  lateArrivalMs: 5_000,
}

export type RandomFaults = Readonly<typeof noFaults>
type FaultName = keyof RandomFaults

const probabilities: ReadonlySet<string> = new Set<FaultName>([
  'slow',
  'silent',
  'late',
  'wrong',
  'partial',
  'open',
  'twice',
  'slowInquiries',
  'silentInquiries',
  'wrongInquiries',
  'openInquiries',
  'refuseReversals',
  'silentReversals',
  'lostReversals',
  'lateReversals',
])
const switches: ReadonlySet<string> = new Set<FaultName>(['noInquiries', 'noReversals', 'forgetsEarlyReversals'])

/** Reads `seed=7,silent=0.05,slow=0.1,slowMs=200`. Faults that are not named never occur. */
export function parseFaults(text: string): RandomFaults {
  const given: Record<string, number> = {}
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=').map((side) => side.trim())
    if (!Object.hasOwn(noFaults, name)) throw new Error(`${name || 'nothing'} is none of ${names()}`)
    if (Object.hasOwn(given, name)) throw new Error(`${name} is given twice`)
    const [pattern, allowed] = valuesOf(name)
    if (!pattern.test(value)) throw new Error(`${name} must be ${allowed}`)
    given[name] = Number(value)
  }
  const faults = { ...noFaults, ...given }
  if (faults.awaySeconds > faults.awayEverySeconds) throw new Error('awaySeconds is longer than awayEverySeconds')
  // Such a request could not be distinguished from one that will never arrive.
  if (faults.forgetsEarlyReversals && faults.late > 0 && faults.lateMs > faults.lateArrivalMs)
    throw new Error('lateMs is longer than lateArrivalMs')
  return faults
}

function valuesOf(name: string): readonly [pattern: RegExp, allowed: string] {
  if (probabilities.has(name)) return [/^(0(\.\d+)?|1(\.0+)?)$/, 'a number from 0 to 1']
  return switches.has(name) ? [/^[01]$/, '0 or 1'] : [/^\d{1,9}$/, 'a whole number']
}

function names(): string {
  return Object.keys(noFaults).join(', ')
}

/** The settings of the acquirer itself. */
export function capabilitiesOf(faults: RandomFaults): Partial<AcquirerCapabilities> {
  return {
    canInquire: faults.noInquiries === 0,
    canReverse: faults.noReversals === 0,
    holdsEarlyReversals: faults.forgetsEarlyReversals === 0,
    lateArrivalMs: faults.lateArrivalMs,
  }
}

export function isUnavailable(now: Date, random: RandomFaults | undefined): boolean {
  if (!random || random.awayEverySeconds === 0) return false
  const second = Math.floor(now.getTime() / 1000) % random.awayEverySeconds
  return second >= random.awayEverySeconds - random.awaySeconds
}

/** A number from 0 to below 1, the same for the same seed, subject and purpose. */
export function seededChance({ seed }: Pick<RandomFaults, 'seed'>, subject: string, what: string): number {
  const digest = createHash('sha256').update(`${seed} ${what} ${subject}`).digest()
  return digest.readUInt32BE(0) / 2 ** 32
}
