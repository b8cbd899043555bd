// What the tests of the listeners share: listeners on free ports, and clients made of bare sockets.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { measureLoopDelay } from '../../../src/api/overload/overload-policy.ts'
import type { ConnectionProblem } from '../../../src/platform/http/listeners/bad-connections.ts'
import {
  type Listener,
  type ListenerOptions,
  openListener,
  type RequestHandler,
} from '../../../src/platform/http/listeners/open-listeners.ts'

export const hello: RequestHandler = (_request, response) => response.end('hello')

export const getRequest = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

const opened: Listener[] = []

/** For the end of every file that opens some: its process goes on with other files. */
export async function closeListeners(): Promise<void> {
  await Promise.all(opened.splice(0).map((listener) => listener.closeNow()))
}

const statuses = { HEADERS_TOO_LARGE: 431, TIMED_OUT: 408, MALFORMED: 400 } as const

export async function open(handle: RequestHandler = hello, options: Partial<ListenerOptions> = {}): Promise<Listener> {
  const listener = await openListener(handle, {
    listenerKind: 'http',
    host: 'localhost',
    port: 0,
    portSetting: 'TOLLGATE_HTTP_PORT',
    loopDelay: measureLoopDelay(),
    headerTimeoutMs: 10_000,
    bodyTimeoutMs: 10_000,
    onBadConnection: (problem) => {
      const body = JSON.stringify({ problem, sign: '€' })
      return { status: statuses[problem], headers: { 'Content-Type': 'application/json' }, body }
    },
    ...options,
  })
  opened.push(listener)
  return listener
}

/** Connects, sends the bytes, and reads until the server closes. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  return text(socket)
}

/** Connects with TLS and waits until both sides are ready. */
export async function handshake(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connectTls({ host: 'localhost', servername: 'localhost', port, ...options })
  await once(socket, 'secureConnect')
  return socket
}

/** Checks that the bytes are one whole response of the listener's own. */
export function assertRefused(response: string, problem: ConnectionProblem): void {
  const body = `{"problem":"${problem}","sign":"€"}`
  assert.match(response, new RegExp(`^HTTP/1\\.1 ${statuses[problem]} [A-Z]`))
  assert.match(response, /\r\nContent-Type: application\/json\r\n/)
  assert.match(response, new RegExp(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`))
  assert.match(response, /\r\nConnection: close\r\n/i)
  assert.ok(response.endsWith(`\r\n\r\n${body}`), response)
}

/** A handler whose responses wait until the test gives them. */
export function patient() {
  const waiting: ServerResponse[] = []
  const arrivals: (() => void)[] = []
  const handle: RequestHandler = (_request, response) => {
    waiting.push(response)
    for (const tell of arrivals.splice(0)) tell()
  }
  const arrived = async (count: number) => {
    while (waiting.length < count) await new Promise<void>((resolve) => arrivals.push(resolve))
    return waiting
  }
  return { handle, arrived, waiting }
}
