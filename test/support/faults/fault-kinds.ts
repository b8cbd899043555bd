// The acquirers that gateways meet in fault runs: what each of them cannot do, and what goes wrong with all of them.
import { inquiryFaultOf, requestFaultOf, reversalFaultByChance } from '../../../src/acquirers/simulator/faults.ts'
import type { RandomFaults } from '../../../src/acquirers/simulator/random-faults.ts'

/** More of each than any acquirer would have, so that a short run meets them all. */
const troubles = {
  slow: 0.05,
  slowMs: 100,
  silent: 0.04,
  // Later than recovery asks for the first time, so that the inquiry finds no such request.
  late: 0.06,
  lateMs: 4_000,
  wrong: 0.03,
  partial: 0.03,
  open: 0.04,
  twice: 0.03,
  slowInquiries: 0.1,
  slowInquiryMs: 400,
  silentInquiries: 0.1,
  wrongInquiries: 0.15,
  openInquiries: 0.15,
  silentReversals: 0.05,
  lostReversals: 0.08,
  lateReversals: 0.15,
  lateReversalMs: 4_000,
  lateArrivalMs: 5_000,
  // Cannot be reached: what is sent then has certainly not arrived.
  awayEverySeconds: 19,
  awaySeconds: 2,
}

export const acquirerKinds = {
  'holds early reversals': {},
  'forgets early reversals': { forgetsEarlyReversals: 1 },
  // Answers are lost, inquiries tell nothing, and reversals are under way while the gateway looks again.
  'reverses late': {
    ...{ silent: 0.3, late: 0.1, wrongInquiries: 0.5, lateReversals: 0.6 },
    // Long enough that a gateway which has forgotten the reversal asks again before it arrives, also on a busy machine.
    ...{ lateReversalMs: 9_000, lateArrivalMs: 10_000 },
  },
  'knows no inquiries': { noInquiries: 1 },
  'refuses reversals': { refuseReversals: 0.5 },
  'knows no reversals': { noReversals: 1 },
  'knows neither inquiries nor reversals': { noInquiries: 1, noReversals: 1 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>

export type AcquirerKind = keyof typeof acquirerKinds
export const acquirerKindNames = Object.keys(acquirerKinds) as readonly AcquirerKind[]

/** Some requests that these acquirers cannot undo need manual resolution. */
export function causesManualResolution(kind: AcquirerKind): boolean {
  return (
    kind === 'refuses reversals' || kind === 'knows no reversals' || kind === 'knows neither inquiries nor reversals'
  )
}

/** The setting for a kind of acquirer. */
export function faultsText(kind: AcquirerKind, seed: number): string {
  return Object.entries({ seed: seed % 1_000_000_000, ...troubles, ...acquirerKinds[kind] })
    .map(([name, value]) => `${name}=${value}`)
    .join()
}

const faultWords: Readonly<Record<string, string>> = {
  isSilent: 'silent',
  isWrong: 'wrong',
  isPartial: 'in part',
  isTwice: 'twice',
  isLost: 'answer lost',
  isRefused: 'refused',
  lateMs: 'late',
  slowMs: 'slow',
  openWord: 'open',
}

/** A call that the acquirer has counted: an inquiry or a reversal. */
export interface CountedCall {
  readonly reference: string
  readonly kind: string
  readonly times: number
}

/** How often each kind of fault met a request, an inquiry or a reversal: chance depends on nothing but the seed. */
export function countFaults(
  random: RandomFaults,
  references: readonly string[],
  calls: readonly CountedCall[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const count = (faults: object, met: string) => {
    for (const [name, value] of Object.entries(faults)) {
      if (value === false || value === undefined) continue
      const what = `${met}, ${faultWords[name] ?? name}${typeof value === 'string' ? ` ${value}` : ''}`
      counts[what] = (counts[what] ?? 0) + 1
    }
  }
  for (const reference of references) count(requestFaultOf({ reference, details: {} }, random), 'request')
  for (const { reference, kind, times } of calls)
    for (let time = 1; time <= times; time += 1)
      if (kind === 'INQUIRY') count(inquiryFaultOf({ reference, details: {} }, random, time), 'inquiry')
      else count(reversalFaultByChance(reference, random, time), 'reversal')
  return counts
}
