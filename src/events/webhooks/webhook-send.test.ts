// What webhooks can do to a sender, over real sockets with TLS: the sender finishes in time and trusts no other host.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import { openSenderWorld, type SenderWorld } from '../../../test/support/fixtures/sender-world.ts'
import { certificateFor, makeAuthority, openTlsServer, validDays } from '../../../test/support/sites/tls-server.ts'
import type { SendResult } from '../ports/webhooks.ts'
import type { OpenNotifier } from './notifier.ts'

let world: SenderWorld
let notifier: OpenNotifier
before(async () => {
  world = await openSenderWorld()
  notifier = world.notifierWith({})
})
after(() => world.close())

/** A server with a custom connection handler. */
async function rawServer(onConnection: (socket: Socket) => void, { tls = true } = {}): Promise<number> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }
  const server = tls ? createTlsServer(world.certificate, keep) : createServer(keep)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  world.closeLater(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function send(to: string | number, { by = notifier, timeoutMs = 5_000, headers = {} } = {}): Promise<SendResult> {
  const url = typeof to === 'number' ? `https://127.0.0.1:${to}/notify?shop=1` : to
  return by.send({ url, headers, body: '{"result":"SUCCESS"}', timeoutMs })
}

/** The result without the time it took. */
async function outcome(sending: Promise<SendResult>): Promise<object> {
  const { tookMs, ...rest } = await sending
  assert.ok(Number.isInteger(tookMs) && tookMs >= 0)
  return rest
}

const answered = (status: number, more = {}) => ({
  kind: 'ANSWERED',
  status,
  retryAfterMs: undefined,
  excerpt: '',
  ...more,
})
const failed = (why: string) => ({ kind: 'FAILED', why })

describe('a webhook that answers', () => {
  it('gets method, address, headers and body unchanged', async () => {
    const { port, received } = await world.server()
    assert.deepEqual(await outcome(send(port, { headers: { 'X-Notification-Id': 'ab' } })), answered(200))
    const [message] = received
    assert.equal(message?.method, 'POST')
    assert.equal(message?.path, '/notify?shop=1')
    assert.equal(message?.body, '{"result":"SUCCESS"}')
    const { host, 'user-agent': userAgent, 'x-notification-id': id, 'content-length': length } = message.headers
    assert.deepEqual([host, userAgent, id, length], [`127.0.0.1:${port}`, 'Tollgate/test', 'ab', '20'])
    assert.equal(message.headers['transfer-encoding'], undefined)
  })

  it('keeps its connection for the next notification', async () => {
    const opened = await world.server()
    for (let sent = 0; sent < 3; sent += 1) await send(opened.port)
    assert.deepEqual([opened.received.length, opened.connections()], [3, 1])
  })

  it('is called again at once when it closes a reused connection during a notification', async () => {
    const sockets = new Set<Socket>()
    const opened = await world.server((response, request) => {
      if (sockets.has(request.socket)) request.socket.destroy()
      else response.writeHead(200).end()
      sockets.add(request.socket)
    })
    assert.deepEqual(await outcome(send(opened.port)), answered(200))
    assert.deepEqual(await outcome(send(opened.port)), answered(200))
    assert.equal(opened.connections(), 2)
  })

  it('cannot redirect the notification elsewhere', async () => {
    const elsewhere = await world.server()
    const { port } = await world.server((response) => {
      response.writeHead(307, { location: `https://127.0.0.1:${elsewhere.port}/` }).end()
    })
    assert.deepEqual(await outcome(send(port)), answered(307))
    assert.equal(elsewhere.connections(), 0)
  })

  it('may say when to retry, in seconds or by a date', async () => {
    let when = '120'
    const { port } = await world.server((response) => response.writeHead(503, { 'retry-after': when }).end())
    assert.deepEqual(await outcome(send(port)), answered(503, { retryAfterMs: 120_000 }))
    when = new Date(Date.now() + 3_600_000).toUTCString()
    const result = await send(port)
    assert.ok(result.kind === 'ANSWERED' && result.retryAfterMs !== undefined)
    assert.ok(result.retryAfterMs > 3_500_000 && result.retryAfterMs <= 3_600_000)
    for (when of ['soon', '-5', '1e3', 'Nov 2027']) assert.deepEqual(await outcome(send(port)), answered(503))
    when = new Date(0).toUTCString()
    assert.deepEqual(await outcome(send(port)), answered(503, { retryAfterMs: 0 }))
  })

  it('is quoted in short, on one line and without account numbers', async () => {
    const { port } = await world.server((response) =>
      response.writeHead(500).end('no\r\n5123450000000008\0\u001b[31m here'),
    )
    const result = await send(port)
    assert.ok(result.kind === 'ANSWERED')
    assert.match(result.excerpt, /^no \S* \[31m here$/)
    assert.ok(!result.excerpt.includes('5123450000000008'))
  })
})

describe('a webhook that answers too much', () => {
  it('is cut off after the beginning of its answer, and its status counts', async () => {
    let closed: Promise<unknown> | undefined
    const { port } = await world.server((response) => {
      closed = once(response, 'close')
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      }
      response.on('drain', pour)
      pour()
    })
    assert.deepEqual(await outcome(send(port)), answered(200, { excerpt: 'x'.repeat(256) }))
    await closed
  })

  it('fails when it answers with another protocol, of which the platform says nothing', async () => {
    const port = await rawServer((socket) =>
      socket.on('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      ),
    )
    assert.deepEqual(await outcome(send(port)), failed('CONNECTION_LOST'))
  })

  it('fails with headers of more than 32 KB', async () => {
    let size = 30_000
    const { port } = await world.server((response) => response.writeHead(200, { 'x-large': 'x'.repeat(size) }).end())
    assert.deepEqual(await outcome(send(port)), answered(200))
    size = 33_000
    assert.deepEqual(await outcome(send(port)), failed('ANSWER_HEADERS_TOO_LARGE'))
  })
})

describe('a webhook that is slow', () => {
  const timeoutMs = 300

  /** Slow servers here never finish: only the limit can have ended it. */
  async function timesOut(port: number, by = notifier): Promise<void> {
    assert.deepEqual(await outcome(send(port, { timeoutMs, by })), failed('TIMED_OUT'))
  }

  /** One byte after the other, for as long as the connection is open. */
  const trickle = (socket: { write(text: string): unknown; destroyed: boolean }) => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('x')), 20)
  }

  it('times out when the body of its answer trickles', async () => {
    const { port } = await world.server((response) => trickle(response.writeHead(200)))
    await timesOut(port)
  })

  it('times out when the headers of its answer trickle', async () => {
    await timesOut(
      await rawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
        trickle(socket)
      }),
    )
  })

  it('times out when it never answers', async () => {
    await timesOut((await world.server(() => undefined)).port)
  })

  it('times out when it does not complete the TLS handshake', async () => {
    await timesOut(await rawServer(() => undefined, { tls: false }))
  })

  it('times out when name resolution takes too long', async () => {
    const by = world.notifierWith({ resolveName: () => new Promise(() => undefined) })
    const result = await outcome(send('https://slow.example.com/', { by, timeoutMs }))
    assert.deepEqual(result, failed('TIMED_OUT'))
  })
})

describe('a webhook without a valid certificate', () => {
  async function meets(certificate: Parameters<typeof certificateFor>[0], why: string): Promise<void> {
    const opened = await openTlsServer(await certificateFor(certificate))
    world.closeLater(opened.close)
    assert.deepEqual(await outcome(send(opened.port)), failed(why))
    assert.equal(opened.received.length, 0, 'it has got nothing')
  }

  it('gets nothing with an expired certificate', () =>
    meets({ issuer: world.authority, valid: validDays(-3, -2) }, 'CERTIFICATE_EXPIRED'))

  it('gets nothing with a certificate that is not valid yet', () =>
    meets({ issuer: world.authority, valid: validDays(1, 2) }, 'CERTIFICATE_NOT_YET_VALID'))

  it('gets nothing with a certificate for another name', () =>
    meets(
      { issuer: world.authority, names: [{ type: 'dns', value: 'shop.example.com' }] },
      'CERTIFICATE_OF_ANOTHER_NAME',
    ))

  it('gets nothing with a self-signed certificate', () => meets({}, 'CERTIFICATE_NOT_TRUSTED'))

  it('gets nothing with a certificate of another authority', async () =>
    meets({ issuer: await makeAuthority('Another CA') }, 'CERTIFICATE_NOT_TRUSTED'))

  it('gets nothing without the development CA being trusted', async () => {
    const opened = await world.server()
    const by = world.notifierWith({ developmentCa: async () => undefined })
    assert.deepEqual(await outcome(send(opened.port, { by })), failed('CERTIFICATE_NOT_TRUSTED'))
  })

  it('gets nothing when it does not speak TLS', async () => {
    const port = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), { tls: false })
    assert.deepEqual(await outcome(send(port)), failed('TLS_FAILED'))
  })
})

describe('a webhook that drops the connection', () => {
  it('is distinguished from one that refuses', async () => {
    const opened = await openTlsServer(world.certificate)
    await opened.close()
    assert.deepEqual(await outcome(send(opened.port)), failed('CONNECTION_REFUSED'))
    const reset = await rawServer((socket) => socket.once('data', () => socket.destroy()))
    assert.deepEqual(await outcome(send(reset)), failed('CONNECTION_LOST'))
    const garbled = await rawServer((socket) => socket.write('hello\r\n\r\n'))
    assert.deepEqual(await outcome(send(garbled)), failed('ANSWER_MALFORMED'))
    const short = await rawServer((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')),
    )
    assert.deepEqual(await outcome(send(short)), failed('CONNECTION_LOST'))
  })
})
