// The event loop delay, and the timeouts of slow clients, from which it is left out.
import type { Server } from 'node:http'

/**
 * Measures the event loop delay: input that has arrived meanwhile is unread, and no timeout may count that time against
 * its sender.
 */
export interface LoopDelay {
  /** The delay of the loop, in milliseconds: of its last turn or the present one, whichever is longer. */
  now(): number
  /** How long nothing was read, in milliseconds, summed over the delays that ended within the last `ms`. */
  within(ms: number): number
  /** Calls back once a turn, at most every 20 ms, with the delay of that turn. */
  onTick(tick: (delayMs: number) => void): void
  stop(): void
}

export function compensateLoopDelay(server: Server, loopDelay: LoopDelay): void {
  const { headersTimeout, requestTimeout } = server
  // Node reads both whenever it checks for slow clients, which it does before it reads pending input.
  Object.defineProperties(server, {
    headersTimeout: { get: () => headersTimeout + loopDelay.within(headersTimeout) },
    requestTimeout: { get: () => requestTimeout + loopDelay.within(requestTimeout) },
  })
}
