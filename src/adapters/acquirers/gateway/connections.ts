// HTTPS to the upstream gateway: a bounded number of reused connections, with the server's certificate verified. A
// request is written once, on an established connection, and never again.
import { type ClientRequest, type IncomingMessage, STATUS_CODES } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls'
import { omitUndefined } from '../../../domain/omit-undefined.ts'
import type { SendDeadline } from '../../../ports/acquirers/acquirer.ts'
import type { GatewayLinkSettings } from './settings.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Which the answer returns, if the upstream does so. */
  readonly correlationId?: string
}

/**
 * - response: a whole response arrived.
 * - notSent: no byte of the request was handed to the operating system.
 * - noAnswer: some may have been, and its outcome is unknown.
 */
export type HttpResult =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly text: string
      /** Others used the connection before: what they left on it could be taken for this response. */
      readonly isReusedConnection: boolean
    }
  | { readonly kind: 'notSent' | 'noAnswer'; readonly why: string }

/** Why a request was not sent whose time was over; nothing is wrong with the connection then. */
export const tooLate = 'it was too late to send it'

export interface UpstreamConnections {
  send(request: HttpRequest, terms: SendDeadline): Promise<HttpResult>
  close(): void
}

/** An answer is a few kilobytes; a page of events may be larger. */
const responseBytesMax = 8_000_000

export function openConnections(settings: GatewayLinkSettings, poolSize: number): UpstreamConnections {
  const { url, connectTimeoutMs, requestTimeoutMs, idleTimeoutMs, ca, certificate: cert, key } = settings
  const agent = new CleanAgent({
    keepAlive: true,
    maxSockets: poolSize,
    maxFreeSockets: poolSize,
    timeout: idleTimeoutMs,
    rejectUnauthorized: true,
  })
  let known: SecureContext | undefined
  // Once for all connections: reading hundreds of authorities stops the whole process for a while.
  const secureContext = () => {
    known ??= createSecureContext({
      minVersion: 'TLSv1.2',
      ca: ca ?? trustedAuthorities(),
      ...omitUndefined({ cert, key }),
    })
    return known
  }
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return {
    send({ method, path, headers, body = '', correlationId }, terms) {
      let context: SecureContext
      try {
        context = secureContext()
      } catch (error) {
        const why = `the certificates of the link cannot be used: ${(error as Error).message}`
        return Promise.resolve({ kind: 'notSent', why })
      }
      const where = { agent, host, port: port || 443, secureContext: context }
      return exchange(httpsRequest({ ...where, method, path, headers }), {
        body,
        correlationId,
        terms,
        connectTimeoutMs,
        requestTimeoutMs,
      })
    },
    close: () => agent.destroy(),
  }
}

/** A connection with unsolicited data is not used again. */
class CleanAgent extends Agent {
  readonly #closeOnData = new WeakMap<Duplex, () => void>()

  override keepSocketAlive(socket: Duplex): boolean {
    // Its result decides, although its type names none.
    const isKept = super.keepSocketAlive(socket) as unknown as boolean
    if (!isKept || socket.readableLength > 0) return false
    const close = () => socket.destroy()
    this.#closeOnData.set(socket, close)
    socket.on('data', close)
    return true
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    const close = this.#closeOnData.get(socket)
    if (close) socket.off('data', close)
    super.reuseSocket(socket, request)
  }
}

let authorities: readonly string[] | undefined

/** Those of the machine, and those that come with the runtime. Read once: it takes a while. */
function trustedAuthorities(): string[] {
  authorities ??= [...new Set([...getCACertificates('default'), ...getCACertificates('system')])]
  return [...authorities]
}

interface ExchangeTerms {
  readonly body: string
  readonly correlationId: string | undefined
  readonly terms: SendDeadline
  readonly connectTimeoutMs: number
  readonly requestTimeoutMs: number
}

const securedSockets = new WeakSet<object>()

function exchange(
  request: ClientRequest,
  { body, correlationId, terms, ...timeouts }: ExchangeTerms,
): Promise<HttpResult> {
  const { promise, resolve } = Promise.withResolvers<HttpResult>()
  const { connectTimeoutMs, requestTimeoutMs } = timeouts
  let isWritten = false
  let isEnded = false
  let isReusedConnection = false
  let timer = setTimeout(() => fail(`no connection within ${connectTimeoutMs} ms`), connectTimeoutMs)

  const end = (result: HttpResult) => {
    if (isEnded) return
    isEnded = true
    clearTimeout(timer)
    if (result.kind !== 'response') request.destroy()
    resolve(result)
  }
  const fail = (why: string) => end({ kind: isWritten ? 'noAnswer' : 'notSent', why })
  const failIfLate = () => {
    if (performance.now() >= terms.sendBefore) fail(tooLate)
  }

  const write = () => {
    failIfLate()
    if (isEnded) return
    clearTimeout(timer)
    isWritten = true
    timer = setTimeout(() => fail(`no answer within ${requestTimeoutMs} ms`), requestTimeoutMs)
    // What waits in the process when the time is over must not leave it later.
    const leftMs = terms.sendBefore - performance.now()
    const writing =
      leftMs < requestTimeoutMs ? setTimeout(() => fail('it took too long to send it'), leftMs) : undefined
    request.end(body, () => {
      clearTimeout(writing)
      failIfLate()
    })
    failIfLate()
  }

  request.on('socket', (socket: TLSSocket) => {
    isReusedConnection = securedSockets.has(socket)
    if (isReusedConnection) return write()
    // Emitted only when the server's certificate was verified.
    socket.once('secureConnect', () => {
      securedSockets.add(socket)
      write()
    })
  })
  request.on('response', (response) =>
    readResponse(response, {
      end: (text) => end({ ...text, kind: 'response', isReusedConnection }),
      fail,
      isOfAnother: (text) => namesAnother(text, correlationId),
    }),
  )
  request.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code ? `${error.message} (${error.code})` : error.message),
  )
  request.on('close', () => fail('the connection was closed'))
  return promise
}

interface ResponseHandlers {
  readonly end: (response: { readonly status: number; readonly text: string }) => void
  readonly fail: (why: string) => void
  readonly isOfAnother: (text: string) => boolean
}

function namesAnother(text: string, correlationId: string | undefined): boolean {
  const [, returned] = /"correlationId"\s*:\s*"([^"]*)"/.exec(text) ?? []
  return correlationId !== undefined && returned !== undefined && returned !== correlationId
}

function readResponse(response: IncomingMessage, { end, fail, isOfAnother }: ResponseHandlers): void {
  const { statusCode: status = 0, headers, socket } = response
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > responseBytesMax) return fail(`the answer is larger than ${responseBytesMax} bytes`)
    chunks.push(chunk)
  })
  response.on('error', (error) => fail(error.message))
  response.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    // A refusal does not say what it refuses: a second one must not be taken for the answer to the next request. A
    // connection that brings the answer to another request would go on doing so.
    if (status >= 300 || isOfAnother(text)) socket.destroy()
    if (!response.complete) return fail('the answer ended too early')
    if (headers['content-encoding'] !== undefined) return fail('the answer is in an encoding that was not asked for')
    end({ status, text })
  })
}

export function describeStatus(status: number): string {
  return `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd()
}
