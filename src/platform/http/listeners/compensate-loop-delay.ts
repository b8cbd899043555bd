// Stops the header and body timeouts while the gateway reads nothing: a client that has sent in time is not too slow.
import type { Server } from 'node:http'
import type { LoopDelay } from './loop-delay.ts'

export function compensateLoopDelay(server: Server, loopDelay: LoopDelay): void {
  const { headersTimeout, requestTimeout } = server
  // Node reads both whenever it checks for slow clients, which it does before it reads pending input.
  Object.defineProperties(server, {
    headersTimeout: { get: () => headersTimeout + loopDelay.within(headersTimeout) },
    requestTimeout: { get: () => requestTimeout + loopDelay.within(requestTimeout) },
  })
}
