// What the gateways of a fault run pay at: an acquirer that misbehaves by a seed, can be killed, and has books of its own.
import type { Environment } from '../gateway/process.ts'
import type { BookedLine } from './fault-oracle.ts'

export interface ReversedAttempt {
  readonly reference: string
  /** What identified the request on the wire. */
  readonly wire: Readonly<Record<string, string>> | null
}

export interface WorldAcquirer {
  readonly linkId: string
  /** What has not arrived after this time never does. */
  readonly lateArrivalMs: number
  /** Some requests that it cannot undo need manual resolution. */
  readonly leavesToOperators: boolean
  /** Voids are repeated to it, and what it answers to the repeat of one whose target it has settled says nothing about the first. */
  readonly leavesVoidsOfSettled?: boolean
  /** Its histories are of cards in one currency, without users. */
  readonly isPlain?: boolean
  /** The settings of a gateway that uses it, by the name of the gateway's connections to databases. */
  environmentFor(application: string): Environment
  /** Before the first gateway starts. */
  prepare?(environment: Environment): Promise<void>
  booked(): Promise<readonly BookedLine[]>
  /** What it has recorded about each reference, for a person who investigates. */
  history(references: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** It may have been asked more than once. */
  isHeardTwice(line: BookedLine): boolean
  /** Reversals that the gateways have recorded and the acquirer has not received. */
  unreversed?(reversed: readonly ReversedAttempt[]): Promise<readonly ReversedAttempt[]>
  countFaults(references: readonly string[]): Promise<Readonly<Record<string, number>>>
  /** By its own schedule: no gateway has asked for it. */
  closeBatch?(): Promise<void>
  /** Comes back at the same address. */
  kill(): Promise<void>
  /** Ends what a gateway that sleeps has left open. */
  endIdleWork?(application: string): Promise<void>
  stop(): Promise<void>
}
