// Load balancers in front of the TLS listeners, and limits by client, over real sockets and real TLS.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { duplexPair } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { type ConnectionOptions, connect as connectTls, TLSSocket } from 'node:tls'
import { makeCertificateChain } from '../../../../test/support/builders/certificate-chain.ts'
import { until } from '../../../../test/support/checks/poll.ts'
import {
  addition,
  askThrough,
  connectThrough,
  type ProxyHeaderFields,
  proxyHeader,
} from '../../../../test/support/clients/balancer.ts'
import { closeListeners, exchange, open } from '../../../../test/support/gateway/listeners.ts'
import { type IpRange, parseIpRange } from '../../../kernel/ip-address.ts'
import { ensureDevelopmentCertificates } from '../../certificates/development-ca.ts'
import type { ConnectionRefusal } from './connections.ts'
import type { ListenerOptions, RequestHandler } from './open-listeners.ts'

after(closeListeners)

const folder = mkdtempSync(join(tmpdir(), 'tollgate-admission-'))
after(() => rmSync(folder, { recursive: true }))

let tls: { keyFile: string; certificateFile: string }
before(async () => {
  const made = await ensureDevelopmentCertificates(folder)
  tls = { keyFile: made.serverKeyFile, certificateFile: made.serverCertificateFile }
})

const range = (text: string): IpRange => parseIpRange(text) ?? assert.fail(text)
const tellAddress: RequestHandler = (_request, response, { address }) => response.end(address)

interface Opening {
  readonly balancer?: string
  readonly proxy?: string
  readonly connectionsPerAddress?: number
  readonly listener?: Partial<ListenerOptions>
}

/** A listener that answers with the client's address. Tests connect from 127.0.0.1, a balancer by default. */
async function openAdmitting({ balancer = '127.0.0.1', proxy, connectionsPerAddress = 100, listener }: Opening = {}) {
  const refused: ConnectionRefusal[] = []
  const admission = {
    balancers: [range(balancer)],
    proxies: proxy === undefined ? [] : [range(proxy)],
    connectionsPerAddress,
    onRefused: (reason: ConnectionRefusal) => refused.push(reason),
  }
  const { port } = await open(tellAddress, { listenerKind: 'https', host: '127.0.0.1', tls, admission, ...listener })
  return { port, refused }
}

/** Waits for the end of a connection, and returns whether nothing was sent over it. */
function endedSilently(socket: Socket): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket
    .on('error', () => {})
    .on('close', () => resolve(socket.bytesRead === 0))
    .resume()
  return promise
}

const isClosed = async (port: number, pieces: readonly Buffer[]) => endedSilently(await connectThrough(port, pieces))

describe('a connection from a load balancer', () => {
  const headers: readonly (readonly [string, ProxyHeaderFields, string])[] = [
    ['IPv4', { source: '203.0.113.7' }, '203.0.113.7'],
    ['IPv6', { source: '2001:db8::7' }, '2001:db8::7'],
    ['IPv4 in the form of IPv6', { source: '::ffff:203.0.113.7' }, '203.0.113.7'],
    [
      'additions after the addresses',
      { source: '203.0.113.7', additions: addition(0xea, Buffer.alloc(20)) },
      '203.0.113.7',
    ],
    ['the command LOCAL', {}, '127.0.0.1'],
    ['the command LOCAL with addresses', { source: '203.0.113.7', versionAndCommand: 0x20 }, '127.0.0.1'],
    ['no address family', { versionAndCommand: 0x21 }, '127.0.0.1'],
  ]
  for (const [name, fields, address] of headers) {
    for (const listenerKind of ['https', 'mtls'] as const) {
      it(`has the address of its header on ${listenerKind}: ${name}`, async () => {
        const { port, refused } = await openAdmitting({ listener: { listenerKind } })
        assert.deepEqual(await askThrough(port, { pieces: [proxyHeader(fields)] }), { status: 200, body: address })
        assert.deepEqual(refused, [])
      })
    }
  }

  it('may bring its header byte by byte', async () => {
    const { port } = await openAdmitting()
    const bytes = proxyHeader({ source: '2001:db8::7', additions: addition(4, Buffer.alloc(3)) })
    const pieces = [...bytes].map((byte) => Buffer.from([byte]))
    assert.equal((await askThrough(port, { pieces })).body, '2001:db8::7')
  })

  it('may bring its header and the first bytes of TLS together', async () => {
    const { port } = await openAdmitting()
    const socket = connect(port, '127.0.0.1')
    socket.cork()
    socket.write(proxyHeader({ source: '203.0.113.7' }))
    const secure = connectTls({ socket, rejectUnauthorized: false })
    setImmediate(() => socket.uncork())
    await once(secure, 'secureConnect')
    secure.end('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const [answer] = await once(secure.setEncoding('utf8'), 'data')
    assert.match(String(answer), /203\.0\.113\.7/)
  })

  const wrong: readonly (readonly [string, Buffer])[] = [
    ['no header but TLS', Buffer.from('16030100c8010000c40303000102030405060708', 'hex')],
    ['a header of version 1', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 4660 443\r\n')],
    [
      'another signature',
      proxyHeader({ source: '203.0.113.7', signature: Buffer.from('0d0a0d0a000d0a515549540b', 'hex') }),
    ],
    ['version 1 in binary', proxyHeader({ source: '203.0.113.7', versionAndCommand: 0x11 })],
    ['version 3', proxyHeader({ source: '203.0.113.7', versionAndCommand: 0x31 })],
    ['an unknown command', proxyHeader({ source: '203.0.113.7', versionAndCommand: 0x22 })],
    ['UDP', proxyHeader({ source: '203.0.113.7', family: 0x12 })],
    ['a UNIX socket', proxyHeader({ addresses: Buffer.alloc(216), versionAndCommand: 0x21, family: 0x31 })],
    ['an unknown family', proxyHeader({ source: '203.0.113.7', family: 0x41 })],
    ['IPv4 addresses as IPv6', proxyHeader({ source: '203.0.113.7', family: 0x21 })],
    ['addresses cut short', proxyHeader({ source: '203.0.113.7', addresses: Buffer.alloc(11) })],
    ['an addition cut short', proxyHeader({ source: '203.0.113.7', additions: Buffer.from([4, 0, 9, 1]) })],
    ['part of an addition', proxyHeader({ source: '203.0.113.7', additions: Buffer.from([4, 0]) })],
    [
      'more than a header may have',
      proxyHeader({ source: '203.0.113.7', additions: addition(4, Buffer.alloc(2_048)) }),
    ],
  ]
  for (const [name, bytes] of wrong) {
    it(`is closed without a byte for ${name}`, async () => {
      const { port, refused } = await openAdmitting()
      assert.ok(await isClosed(port, [bytes]))
      assert.deepEqual(refused, ['PROXY_HEADER'])
    })
  }

  const header = proxyHeader({ source: '203.0.113.7' })
  for (const length of [0, 1, 15, 16, header.length - 1]) {
    it(`is closed after the time for headers with ${length} of ${header.length} bytes`, async () => {
      const { port, refused } = await openAdmitting({ listener: { headerTimeoutMs: 40 } })
      assert.ok(await isClosed(port, length === 0 ? [] : [header.subarray(0, length)]))
      assert.deepEqual(refused, ['PROXY_HEADER'])
    })
  }

  it('is closed when it ends within its header', async () => {
    const { port, refused } = await openAdmitting()
    const socket = await connectThrough(port, [header.subarray(0, 20)])
    const isOver = endedSilently(socket)
    socket.end()
    assert.ok(await isOver)
    await until(() => refused.length > 0, 'the connection is refused')
    assert.deepEqual(refused, ['PROXY_HEADER'])
  })

  it('is closed with the listener while it has not sent its header', async () => {
    const listener = await open(tellAddress, {
      listenerKind: 'https',
      host: '127.0.0.1',
      tls,
      admission: { balancers: [range('127.0.0.1')], proxies: [], connectionsPerAddress: 1, onRefused: () => {} },
    })
    const isOver = endedSilently(await connectThrough(listener.port, [header.subarray(0, 5)]))
    await listener.stopAccepting()
    assert.ok(await isOver)
  })
})

describe('a connection from any other address', () => {
  it('has its own address', async () => {
    const { port } = await openAdmitting({ balancer: '192.0.2.0/24' })
    assert.deepEqual(await askThrough(port, { pieces: [] }), { status: 200, body: '127.0.0.1' })
  })

  it('cannot claim another address by a header, which is not TLS', async () => {
    const { port, refused } = await openAdmitting({ balancer: '192.0.2.0/24' })
    await assert.rejects(askThrough(port, { pieces: [proxyHeader({ source: '203.0.113.7' })] }))
    assert.deepEqual(refused, [])
  })

  it('is answered on a listener without TLS, whose header is never read', async () => {
    const { port } = await open(tellAddress, { host: '127.0.0.1' })
    assert.match(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), /127\.0\.0\.1/)
  })
})

describe('the connection limit', () => {
  const hold = async (port: number, source: string) => {
    const secure = connectTls({
      socket: await connectThrough(port, [proxyHeader({ source })]),
      rejectUnauthorized: false,
    })
    await once(secure, 'secureConnect')
    return secure.on('error', () => {})
  }

  it('holds for each IPv4 address and for each /64 network of IPv6, and a closed connection makes room', async () => {
    const { port, refused } = await openAdmitting({ connectionsPerAddress: 2 })
    for (const [one, other, stranger] of [
      ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
      ['2001:db8::7', '2001:db8::ffff:8', '2001:db8:0:1::7'],
    ] as const) {
      const held = [await hold(port, one), await hold(port, other)]
      assert.ok(await isClosed(port, [proxyHeader({ source: one })]))
      assert.equal((await askThrough(port, { pieces: [proxyHeader({ source: stranger })] })).status, 200)
      for (const socket of held) socket.destroy()
      const isTaken = () => askThrough(port, { pieces: [proxyHeader({ source: one })] }).catch(() => undefined)
      await until(async () => (await isTaken())?.status === 200, 'there is room again')
    }
    assert.ok(refused.length >= 2 && refused.every((reason) => reason === 'ADDRESS_LIMIT'))
  })

  it('does not hold for reverse proxies, whose connections many clients share', async () => {
    const { port } = await openAdmitting({ connectionsPerAddress: 1, proxy: '192.0.2.0/24' })
    const held = await Promise.all(Array.from({ length: 5 }, () => hold(port, '192.0.2.10')))
    for (const socket of held) socket.destroy()
  })
})

describe('a chain of client certificates', () => {
  const source = '203.0.113.7'
  const pieces = (from = source) => [proxyHeader({ source: from })]
  const openMtls = () => openAdmitting({ connectionsPerAddress: 1_000, listener: { listenerKind: 'mtls' } })
  /** The status, or undefined when the connection is closed without an answer. */
  const ask = async (port: number, tls: ConnectionOptions = {}, from = source) => {
    const { status } = await askThrough(port, { pieces: pieces(from), tls }).catch(() => ({ status: Number.NaN }))
    return Number.isNaN(status) ? undefined : status
  }
  /** Sends the chain, which is verified at once, and goes away with the end of the handshake unsent. */
  const breakOff = async (port: number, tls: ConnectionOptions, isClosing = true) => {
    const raw = await connectThrough(port, pieces())
    const [own, relayed] = duplexPair()
    const sent: Buffer[] = []
    let isAnswered = false
    raw.on('data', (bytes) => {
      isAnswered = true
      relayed.write(bytes)
    })
    relayed.on('data', (bytes: Buffer) => (isAnswered ? sent.push(bytes) : raw.write(bytes)))
    const secure = connectTls({ socket: own, rejectUnauthorized: false, ...tls }).on('error', () => {})
    await once(secure, 'secureConnect')
    await until(() => Buffer.concat(sent).length > 500, 'the client has sent its certificates')
    raw.on('error', () => {}).write(Buffer.concat(sent).subarray(0, -20))
    if (isClosing) raw.end()
    await once(raw.resume(), 'close')
  }

  it('is served with five certificates, and closed with more before a request is read', async () => {
    const { port, refused } = await openMtls()
    assert.equal(await ask(port, await makeCertificateChain(5)), 200)
    assert.deepEqual(refused, [])
    assert.equal(await ask(port, await makeCertificateChain(6)), undefined)
    assert.deepEqual(refused, ['CLIENT_CERTIFICATES'])
    assert.equal(await ask(port), 200)
  })

  it('that is too long is verified three times for a network, whose connections are then closed for a minute', async (t) => {
    let nowMs = 1_000
    t.mock.method(performance, 'now', () => nowMs)
    const { port, refused } = await openMtls()
    const long = await makeCertificateChain(6)
    for (let times = 0; times < 3; times += 1) {
      assert.equal(await ask(port), 200)
      assert.equal(await ask(port, long), undefined)
    }
    assert.ok(await isClosed(port, pieces()), 'before TLS begins')
    assert.equal(await ask(port, {}, '203.0.113.8'), 200)
    assert.deepEqual(refused, Array(4).fill('CLIENT_CERTIFICATES'))
    nowMs += 60_001
    assert.equal(await ask(port), 200)
  })

  it('is not verified for connections that waited while the first ones were', async (t) => {
    const verified = t.mock.method(TLSSocket.prototype, 'getPeerX509Certificate')
    const { port, refused } = await openMtls()
    const long = await makeCertificateChain(6)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(port, long)))
    assert.deepEqual(new Set(answers), new Set([undefined]))
    assert.equal(refused.length, 40)
    assert.ok(verified.mock.callCount() < 3 + 4, `${verified.mock.callCount()} handshakes`)
    assert.ok(await isClosed(port, pieces()), 'before TLS begins')
  })

  it('of few certificates is served for any number of connections at the same time', async () => {
    const { port, refused } = await openMtls()
    const short = await makeCertificateChain(2)
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(port, short)))
    assert.deepEqual([new Set(answers), refused], [new Set([200]), []])
    // Those that begin a handshake and say nothing make others of their network wait, but not for long.
    const silent = await Promise.all(Array.from({ length: 8 }, () => connectThrough(port, pieces())))
    assert.equal(await ask(port, short, '203.0.113.8'), 200)
    assert.equal(await ask(port, short), 200)
    for (const socket of silent) socket.destroy()
  })

  it('counts also when the handshake neither goes on nor ends, once others of its network wait', async () => {
    const { port, refused } = await openMtls()
    const long = await makeCertificateChain(20)
    const silent = await Promise.all(Array.from({ length: 4 }, () => connectThrough(port, pieces())))
    // Those that are refused before TLS never come to an end.
    for (let times = 0; times < 6; times += 1) void breakOff(port, long, false).catch(() => undefined)
    await until(() => refused.length > 0, 'the network is kept away')
    assert.ok(await isClosed(port, pieces()), 'before TLS begins')
    for (const socket of silent) socket.destroy()
  })

  it('counts also when the handshake is not finished; a short one does not', async () => {
    const { port, refused } = await openMtls()
    const [short, long] = [await makeCertificateChain(2), await makeCertificateChain(20)]
    for (let times = 0; times < 4; times += 1) await breakOff(port, short)
    assert.equal(await ask(port), 200)
    for (let times = 0; times < 3; times += 1) await breakOff(port, long)
    assert.ok(await isClosed(port, pieces()), 'before TLS begins')
    assert.deepEqual(refused, ['CLIENT_CERTIFICATES'])
  })
})
