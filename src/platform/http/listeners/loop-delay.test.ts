import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { until } from '../../../../test/support/checks/poll.ts'
import { assertRefused, closeListeners, getRequest, hello, open } from '../../../../test/support/gateway/listeners.ts'

after(closeListeners)

/** Nothing is read meanwhile, as when the process is paused or overloaded. */
function stall(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; );
}

async function openQuick() {
  let accepted = 0
  const listener = await open(hello, {
    host: '127.0.0.1',
    headerTimeoutMs: 100,
    bodyTimeoutMs: 100,
    onConnection: () => {
      accepted += 1
    },
  })
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  await until(() => accepted === 1, 'the connection is accepted')
  return socket
}

describe('a client that sends at once while the gateway reads nothing', () => {
  it('is not too slow with the headers', async () => {
    const socket = await openQuick()
    socket.end(getRequest)
    stall(400)
    assert.match(await text(socket), /^HTTP\/1\.1 200 /)
  })

  it('is not too slow with the body', async () => {
    const socket = await openQuick()
    socket.end('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello')
    stall(600)
    assert.match(await text(socket), /^HTTP\/1\.1 200 /)
  })
})

it('a client that does not send is too slow, also after a time in which nothing was read', async () => {
  const socket = await openQuick()
  stall(400)
  assertRefused(await text(socket), 'TIMED_OUT')
})
