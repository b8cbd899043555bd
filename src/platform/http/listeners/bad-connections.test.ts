import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
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

describe('bad connections', () => {
  const malformed: Readonly<Record<string, string>> = {
    'bytes that are no HTTP': '\x16\x03\x01\x02\x00garbage\r\n\r\n',
    'an unknown method': 'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n',
    'a header with a space in its name': 'GET / HTTP/1.1\r\nHo st: a\r\n\r\n',
    'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'a length beside chunks': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    'a damaged chunk': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'a request without Host': 'GET / HTTP/1.1\r\n\r\n',
    'a request to be a proxy': 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n',
  }
  for (const [name, bytes] of Object.entries(malformed)) {
    it(`${name} is answered with 400`, async () => {
      const { port } = await open((request) => request.resume().on('error', () => {}))
      assertRefused(await exchange(port, bytes), 'MALFORMED')
    })
  }

  it('HTTP/1.0 needs no Host, and an unknown expectation is no reason to refuse', async () => {
    const { port } = await open()
    assert.match(await exchange(port, 'GET / HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 OK\r\n/)
    const expecting = 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\nConnection: close\r\n\r\n'
    assert.match(await exchange(port, expecting), /^HTTP\/1\.1 200 OK\r\n/)
  })

  it('headers that are too large are answered with 431, even while more of them arrive', async () => {
    const { port } = await open()
    const answer = await exchange(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(4_000_000)}`)
    assertRefused(answer, 'HEADERS_TOO_LARGE')
  })

  const slow: Readonly<Record<string, string>> = {
    'a client that sends nothing': '',
    'a client that does not finish its headers': 'GET / HTTP/1.1\r\nHost:',
    'a client that does not finish its body': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf',
  }
  for (const [name, bytes] of Object.entries(slow)) {
    it(`${name} is answered with 408 and cut off`, async () => {
      const handle: RequestHandler = (request, response) => {
        request.on('error', () => response.end('too late')).resume()
      }
      const { port } = await open(handle, { headerTimeoutMs: 60, bodyTimeoutMs: 60 })
      assertRefused(await exchange(port, bytes), 'TIMED_OUT')
    })
  }

  it('a second request that is slow is cut off like a first one', async () => {
    const { port } = await open(hello, { headerTimeoutMs: 60, bodyTimeoutMs: 60 })
    const answers = await exchange(port, `${getRequest}GET / HTTP/1.1\r\nHo`)
    assert.match(answers, /^HTTP\/1\.1 200 OK\r\n/)
    assertRefused(answers.slice(answers.lastIndexOf('HTTP/1.1')), 'TIMED_OUT')
  })

  it('garbage after a request does not spoil the answer to it', async () => {
    const { handle, arrived } = patient()
    const { port } = await open(handle)
    const answer = exchange(port, `${getRequest}garbage\r\n\r\n`)
    const [response] = await arrived(1)
    response?.end('hello')
    assert.match(await answer, /^HTTP\/1\.1 200 OK\r\n.*\r\nConnection: close\r\n.*\r\n\r\nhello$/s)
  })

  it('an answer given before a slow body is not followed by a second one', async () => {
    const early: RequestHandler = (_request, response) => response.writeHead(401).end()
    const { port } = await open(early, { headerTimeoutMs: 60, bodyTimeoutMs: 60 })
    const answer = await exchange(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
    assert.equal(answer.match(/HTTP\/1\.1/g)?.length, 1)
  })

  it('a client that hangs up, or resets the connection, does no harm', async () => {
    const { port, url } = await open()
    for (const leave of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.resetAndDestroy()]) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      await new Promise((sent) => socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n', sent))
      leave(socket)
      await once(socket, 'close')
    }
    assert.equal((await fetch(url)).status, 200)
  })
})
