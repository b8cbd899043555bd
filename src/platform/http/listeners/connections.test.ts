import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import {
  assertRefused,
  closeListeners,
  exchange,
  getRequest,
  hello,
  open,
  patient,
} from '../../../../test/support/gateway/listeners.ts'
import type { RequestHandler } from './open-listeners.ts'

after(closeListeners)

describe('stopping', () => {
  it('closes idle connections and silent ones at once, and takes no more', async () => {
    const { port, stopAccepting } = await open()
    const agent = new Agent({ keepAlive: true })
    const [kept] = (await once(httpRequest({ port, agent }).end(), 'response')) as [IncomingMessage]
    assert.equal(kept.headers.connection, 'keep-alive')
    assert.equal(kept.headers['keep-alive'], 'timeout=72')
    const { socket } = kept
    await text(kept)
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    // A round trip on another connection: by now the server has accepted the silent one.
    assert.equal((await fetch(`http://127.0.0.1:${port}`)).status, 200)

    silent.resume()
    const gone = Promise.all([once(socket, 'close'), once(silent, 'close')])
    await stopAccepting()
    await gone
    await assert.rejects(exchange(port, getRequest), { code: 'ECONNREFUSED' })
  })

  it('lets requests in flight finish, asks their clients to close, and then resolves', async () => {
    const { handle, arrived } = patient()
    const { port, stopAccepting } = await open(handle)
    const answers = [exchange(port, getRequest), exchange(port, getRequest)]
    const [first, second] = await arrived(2)
    second?.writeHead(200, { 'Content-Length': 5 }).write('he')

    let isStopped = false
    const stopped = stopAccepting().then(() => {
      isStopped = true
    })
    first?.end('hello')
    await Promise.race(answers)
    assert.equal(isStopped, false)
    second?.end('llo')
    const [one = '', two = ''] = (await Promise.all(answers)).toSorted()
    await stopped
    for (const answer of [one, two]) assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nhello$/s)
    assert.match(one + two, /\r\nConnection: close\r\n/)
  })

  it('takes a request that was on its way, and none after the answer that closes', async () => {
    const { handle, arrived, waiting } = patient()
    const { port, stopAccepting } = await open(handle)
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (data: string) => {
      received += data
    })
    // One packet: when the first response arrives, the first half of the second request has been read as well.
    socket.write(`${getRequest}GET / HTTP/1.1\r\nHo`)
    await arrived(1)
    waiting[0]?.end('first')
    await once(socket, 'data')

    const stopped = stopAccepting()
    socket.write(`st: a\r\n\r\n${getRequest}`)
    await arrived(2)
    waiting[1]?.end('second')
    await Promise.all([once(socket, 'close'), stopped])
    assert.match(received, /first.*\r\nConnection: close\r\n.*second$/s)
    assert.equal(waiting.length, 2)
  })

  it('answers all requests that were sent in one go', async () => {
    const { handle, arrived, waiting } = patient()
    const { port, stopAccepting } = await open(handle)
    const answers = exchange(port, getRequest + getRequest)
    await arrived(2)
    const stopped = stopAccepting()
    for (const response of waiting) response.end('hello')
    assert.equal((await answers).match(/hello/g)?.length, 2)
    await stopped
  })

  it('keeps its timeouts: a slow client cannot delay it', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>()
    const handle: RequestHandler = (request) => {
      request.on('error', () => {}).resume()
      resolve()
    }
    const { port, stopAccepting } = await open(handle, { headerTimeoutMs: 60, bodyTimeoutMs: 60 })
    const slow = exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
    await arrived
    await stopAccepting()
    assertRefused(await slow, 'TIMED_OUT')
  })

  it('ends everything at once on request, and may be requested twice', async () => {
    const { handle, arrived } = patient()
    const { port, stopAccepting, closeNow } = await open(handle)
    const answer = exchange(port, getRequest).catch(() => '')
    await arrived(1)
    const stopped = stopAccepting()
    await Promise.all([closeNow(), closeNow(), stopAccepting(), stopped])
    assert.equal(await answer, '')
  })
})

describe('many connections', () => {
  /** Sends a request, reads the response and leaves the connection open. */
  const ask = async (port: number, socket = connect(port, '127.0.0.1')): Promise<Socket> => {
    socket.on('error', () => {})
    socket.write(getRequest)
    await once(socket, 'data')
    return socket
  }
  const isOpen = (socket: Socket) => !socket.readableEnded && !socket.destroyed

  it('keep idle ones while less than half of the limit is used, and then close those that were idle longest', async () => {
    const { port } = await open(hello, { limits: { most: 8, idleMs: 0 } })
    const sockets: Socket[] = []
    for (let count = 0; count < 4; count += 1) sockets.push(await ask(port))
    assert.ok(sockets.every(isOpen))
    const [first, second, third, fourth] = sockets as [Socket, Socket, Socket, Socket]
    // No longer the one that has been idle for longer than the third.
    await ask(port, second)
    for (const longest of [first, third]) {
      const isGone = once(longest, 'close')
      sockets.push(await ask(port))
      await isGone
    }
    assert.ok([second, fourth, ...sockets.slice(4)].every(isOpen))
    for (const socket of sockets) socket.destroy()
  })

  it('keep those that were idle for a moment until nearly all of the limit is used', async () => {
    const { port } = await open(hello, { limits: { most: 10, idleMs: 60_000 } })
    const sockets: Socket[] = []
    for (let count = 0; count < 9; count += 1) sockets.push(await ask(port))
    assert.ok(sockets.every(isOpen))
    const gone = once(sockets[0] ?? assert.fail(), 'close')
    sockets.push(await ask(port))
    await gone
    assert.ok(sockets.slice(1).every(isOpen))
    for (const socket of sockets) socket.destroy()
  })

  it('never lose one that waits for its answer', async () => {
    const { handle, arrived } = patient()
    const { port } = await open(handle, { limits: { most: 4, idleMs: 0 } })
    const answers = Array.from({ length: 4 }, () =>
      exchange(port, getRequest.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
    )
    for (const response of await arrived(4)) response.end('hello')
    for (const answer of await Promise.all(answers)) assert.match(answer, /hello$/)
  })
})
