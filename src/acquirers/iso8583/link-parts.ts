// What the connections of a link share.
import type { Framer, Iso8583Codec } from '../../iso8583/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { RefuseAddress } from '../permitted-address.ts'
import type { RequestsInFlight } from './connections/in-flight.ts'
import type { LinkKeys } from './keys/link-keys.ts'
import type { Iso8583Settings } from './settings/settings.ts'
import type { TraceNumberSource } from './trace-numbers.ts'

/** Of what should not happen, and of key changes, since the link was opened. */
export interface MessageCounts {
  late: number
  duplicate: number
  unsolicited: number
  unreadable: number
  wrongMac: number
  keyChanges: number
  keyChangesRefused: number
  signOffsRefused: number
}

export interface LinkParts {
  readonly settings: Iso8583Settings
  /** Where connections are not opened to. */
  readonly refuseAddress: RefuseAddress
  readonly codec: Iso8583Codec
  readonly framer: Framer
  readonly keys: LinkKeys
  readonly inFlight: RequestsInFlight
  readonly traceNumbers: TraceNumberSource
  readonly counts: MessageCounts
  readonly clock: Pick<Clock, 'now'>
  log(message: string, details?: object): void
}
