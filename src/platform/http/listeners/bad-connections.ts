// Responds to input that never becomes a request: bytes that are not HTTP, headers that are too large, clients that are
// too slow.
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Connections } from './connections.ts'

export type ConnectionProblem = 'HEADERS_TOO_LARGE' | 'TIMED_OUT' | 'MALFORMED'

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Options {
  readonly connections: Connections
  readonly onBadConnection: (problem: ConnectionProblem) => RawResponse
}

// How long reading continues after such a response. Closing at once, with bytes of the client still unread, would reset
// the connection, and the client might never see the response.
const lingerMs = 1_000

export function answerBadConnections(server: Server, { connections, onBadConnection }: Options): void {
  const dismissed = new WeakSet<Duplex>()

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // The parser reports another error for every further byte.
    if (dismissed.has(socket)) return
    dismissed.add(socket)
    const problem = problemOf(error.code)
    if (problem === undefined || !socket.writable) {
      socket.destroy()
      return
    }
    switch (connections.stateOf(socket as Socket)) {
      case 'free':
        writeAnswer(socket, onBadConnection(problem))
        break
      case 'answering':
        // The error came after valid requests; their responses must not be mixed with this one.
        connections.closeAfterAnswers(socket as Socket)
        break
      case 'answered':
        socket.destroy()
        break
    }
  })

  // The gateway is not a proxy. Node would just close the connection.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {})
    writeAnswer(socket, onBadConnection('MALFORMED'))
    socket.resume()
  })
}

/** Refuses a request that is valid HTTP but may not be handled. */
export function refuseRequest(response: ServerResponse, { status, headers, body }: RawResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

/** Undefined when no response is useful: a lost connection, or a TLS handshake that failed. */
function problemOf(code: string | undefined): ConnectionProblem | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HEADERS_TOO_LARGE'
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'TIMED_OUT'
  return code?.startsWith('HPE_') ? 'MALFORMED' : undefined
}

function writeAnswer(socket: Duplex, { status, headers, body }: RawResponse): void {
  const own = new Map(Object.entries(headers).filter(([name]) => !/^(connection|content-length)$/i.test(name)))
  own.set('Content-Length', String(Buffer.byteLength(body))).set('Connection', 'close')
  const lines = [...own].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines}\r\n${body}`)

  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
