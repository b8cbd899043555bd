// What the connections of a host share.
import type { Framer, Iso8583Codec } from '../iso8583/index.ts'
import type { FollowedMessage } from './describe.ts'
import type { SeededFaults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { HostKeys } from './keys.ts'
import type { HostState } from './take-message.ts'

export interface HostContext {
  readonly codec: Iso8583Codec
  readonly framer: Framer
  readonly keys: HostKeys
  readonly state: HostState
  readonly journal: Pick<Journal, 'flushed'>
  readonly faults: SeededFaults | undefined
  readonly slowMs: number
  readonly lateMs: number
  readonly echoMs: number
  /** How long the other side has to answer a message of the host's own. */
  readonly answerMs: number
  readonly needsSignOn: boolean
  readonly counts: HostCounts
  /** How often each message has arrived that meets a fault. */
  readonly arrivals: Map<string, number>
  isFollowed(): boolean
  follow(message: FollowedMessage): void
  /** Refuses a sign-on, as configured; counts down. */
  refusesSignOn(): boolean
  /** Sends a new key to every side that is signed on. */
  changeKey(): boolean
}

export interface HostCounts {
  received: number
  answered: number
  unreadable: number
  /** Dropped because their authentication code was missing or wrong. */
  unauthenticated: number
}
