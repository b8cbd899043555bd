// One limit on open connections for all sockets of a listener; Node counts those of each socket alone.
import type { Server } from 'node:net'

export function shareConnectionLimit(server: Server, listening: readonly Server[], most: number): void {
  let open = 0
  server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  for (const each of listening) {
    Object.defineProperty(each, 'maxConnections', { get: () => (open < most ? Number.MAX_SAFE_INTEGER : 0) })
  }
}
