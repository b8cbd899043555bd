// What the connections of a link share.
import type { Framer, Iso8583Codec } from '../../../iso8583/index.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InFlight } from './in-flight.ts'
import type { LinkKeys } from './keys.ts'
import type { Iso8583Settings } from './settings.ts'
import type { TraceNumbers } from './trace-numbers.ts'

/** Of what should not happen, and of key changes, since the link was opened. */
export interface MessageCounts {
  late: number
  duplicate: number
  unsolicited: number
  unreadable: number
  wrongMac: number
  keyChanges: number
  keyChangesRefused: number
}

export interface LinkParts {
  readonly settings: Iso8583Settings
  readonly codec: Iso8583Codec
  readonly framer: Framer
  readonly keys: LinkKeys
  readonly inFlight: InFlight
  readonly traceNumbers: TraceNumbers
  readonly counts: MessageCounts
  readonly clock: Pick<Clock, 'now'>
  log(message: string, details?: object): void
}
