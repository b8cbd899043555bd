// A listener whose connections another process accepts: played here by a server that hands over what it accepts.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { closeListeners, exchange, getRequest, hello, open } from '../../../../test/support/gateway/listeners.ts'
import type { AcceptElsewhere } from './receive-connections.ts'

const accepting: Server[] = []
after(async () => {
  await closeListeners()
  for (const server of accepting) server.close()
})

const acceptElsewhere: AcceptElsewhere = async ({ host, port }, take) => {
  const server = createServer({ pauseOnConnect: true }, take)
  accepting.push(server)
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    port: (server.address() as { readonly port: number }).port,
    stop: async () => void server.close(),
  }
}

/** Resolves when the other side has closed the connection. */
async function closed(socket: Socket): Promise<void> {
  socket.resume()
  await once(socket, 'close')
}

describe('a listener that is handed its connections', () => {
  const host = '127.0.0.1'

  it('answers on them', async () => {
    const { port } = await open(hello, { host, acceptElsewhere })
    const answer = await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 200 OK/)
    assert.ok(answer.endsWith('hello'))
  })

  it('refuses a client that does not send its request in time', async () => {
    const { port } = await open(hello, { host, acceptElsewhere, headerTimeoutMs: 50 })
    const silent = connect(port, host)
    assert.match(await text(silent), /^HTTP\/1\.1 408 /)
  })

  it('closes idle connections when it stops, and those of the grace time after it', async () => {
    for (const graceMs of [0, 50]) {
      const listener = await open(hello, { host, acceptElsewhere })
      const idle = connect(listener.port, host)
      idle.write(getRequest)
      await once(idle, 'data')
      const ended = closed(idle)
      await listener.stopAccepting(graceMs)
      await ended
    }
  })

  it('closes a connection with its next response while it is being replaced', async () => {
    const listener = await open(hello, { host, acceptElsewhere })
    const client = connect(listener.port, host)
    client.write(getRequest)
    await once(client, 'data')
    const stopping = listener.stopAccepting(60_000)
    client.write(getRequest)
    assert.match(await text(client), /Connection: close/i)
    await stopping
  })

  it('has no more connections than its limit', async () => {
    const { port } = await open(hello, { host, acceptElsewhere, limits: { most: 1, idleMs: 60_000 } })
    const first = connect(port, host)
    first.write(getRequest)
    await once(first, 'data')
    await closed(connect(port, host))
    first.destroy()
  })
})
