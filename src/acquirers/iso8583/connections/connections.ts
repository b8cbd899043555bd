// The connections of a link in this process: a message goes out on the one with the fewest in flight.

import type { Iso8583Message } from '../../../iso8583/index.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import type { ConnectionState } from '../../ports/link-states.ts'
import type { LinkParts } from '../link-parts.ts'
import { HostConnection } from './connection.ts'
import type { SentExchange } from './in-flight.ts'

export interface HostConnections {
  /** Begins to connect, before there is anything to send. */
  connect(): void
  /** Waits for a connection if there is none. */
  exchange(message: Iso8583Message, sendBefore: number): Promise<SentExchange>
  /** True when the host answers an echo on a connection. */
  echo(): Promise<boolean>
  states(): readonly ConnectionState[]
  close(): Promise<void>
}

export function openConnections(parts: LinkParts): HostConnections {
  const { settings, inFlight, keys } = parts
  const connections = Array.from(
    { length: settings.connections },
    (_, index) => new HostConnection(String(index + 1), parts),
  )

  const best = () =>
    connections
      .filter(({ isUp }) => isUp)
      .reduce<HostConnection | undefined>(
        (chosen, each) => (chosen && inFlight.countOn(chosen) <= inFlight.countOn(each) ? chosen : each),
        undefined,
      )

  /** The first that comes up, or none when all have failed or the time is over. */
  async function anyUp(timeoutMs: number): Promise<HostConnection | undefined> {
    const up = best()
    for (const each of connections) each.connect()
    if (up) return up
    const { promise: first, resolve } = Promise.withResolvers<void>()
    const all = Promise.all(
      connections.map(async (each) => {
        await each.settled()
        if (each.isUp) resolve()
      }),
    )
    await withTimeout(Promise.race([first, all]), { timeoutMs, onTimeout: () => undefined })
    return best()
  }

  const reason = () => connections.map((each) => each.state().reason).find((each) => each !== undefined)

  return {
    connect() {
      for (const each of connections) each.connect()
    },

    async exchange(message, sendBefore) {
      const { connectTimeoutMs, responseTimeoutMs: timeoutMs } = settings
      // Connecting and signing on have a time-out each.
      const leftMs = Math.max(Math.min(sendBefore - elapsedMs(), 2 * connectTimeoutMs), 0)
      const connection = best() ?? (await anyUp(leftMs))
      if (!connection) {
        message.wipe()
        return { kind: 'NOT_SENT', why: `not connected: ${reason() ?? 'signing on'}` }
      }
      const exchange = await connection.exchange(message, { sendBefore, timeoutMs })
      // A host answers nothing that has an old key; another process may have been sent the new one.
      if (exchange.kind === 'NO_ANSWER') keys.load().catch(() => undefined)
      return exchange
    },

    async echo() {
      const connection = await anyUp(2 * settings.connectTimeoutMs)
      return connection ? connection.echo() : false
    },

    states: () => connections.map((each) => each.state()),

    async close() {
      await Promise.all(connections.map((each) => each.close()))
    },
  }
}
