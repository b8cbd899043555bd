// Lets the clocks of header and body stand still while the gateway reads nothing: who has sent at once is not too slow.
import type { Server } from 'node:http'
import type { LoopDelay } from '../overload/loop-delay.ts'

export function compensateLoopDelay(server: Server, loopDelay: LoopDelay): void {
  const { headersTimeout, requestTimeout } = server
  // Node reads both whenever it looks for clients that are too slow, which it does before it reads what lies there.
  Object.defineProperties(server, {
    headersTimeout: { get: () => headersTimeout + loopDelay.within(headersTimeout) },
    requestTimeout: { get: () => requestTimeout + loopDelay.within(requestTimeout) },
  })
}
