// HTTPS to the upstream gateway: a bounded number of reused connections, with the server's certificate verified. A
// request is written once, on an established connection, and never again.

import { type ClientRequest, type IncomingMessage, STATUS_CODES } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { createSecureContext, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { SendDeadline } from '../../payments/index.ts'
import { elapsedMs } from '../../platform/concurrency/elapsed-time.ts'
import { permittedLookup, type RefuseAddress, refuseUnlisted } from '../permitted-address.ts'
import { type BodyLimits, type ReceivedBody, readReceivedBody, responseLimits } from '../redaction/received-body.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { GatewayLinkSettings } from './settings.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Which the response returns, if the upstream does so. */
  readonly correlationId?: string
  /** Takes the request's secrets out of its response: the text itself is seen by nothing else. */
  readonly redactor: Redactor
  /** Of the response; the usual ones if absent. */
  readonly limits?: BodyLimits
}

/**
 * - response: a whole response arrived.
 * - notSent: no byte of the request was handed to the operating system.
 * - noAnswer: some may have been, and its outcome is unknown.
 */
export type HttpResult =
  | {
      readonly kind: 'RESPONSE'
      readonly status: number
      readonly body: ReceivedBody
      /** Others used the connection before: what they left on it could be taken for this response. */
      readonly isReusedConnection: boolean
    }
  | { readonly kind: 'NOT_SENT' | 'NO_ANSWER'; readonly why: string }

/** Why a request was not sent whose time was over; nothing is wrong with the connection then. */
export const tooLate = 'it was too late to send it'

export interface UpstreamConnections {
  send(request: HttpRequest, terms: SendDeadline): Promise<HttpResult>
  close(): void
}

export function openConnections(
  settings: GatewayLinkSettings,
  poolSize: number,
  refuseAddress: RefuseAddress = refuseUnlisted(undefined),
): UpstreamConnections {
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
    send({ method, path, headers, body = '', correlationId, redactor, limits = responseLimits }, terms) {
      let context: SecureContext
      let permitted: ReturnType<typeof permittedLookup>
      try {
        context = secureContext()
      } catch (error) {
        const why = `the certificates of the link cannot be used: ${(error as Error).message}`
        return Promise.resolve({ kind: 'NOT_SENT', why })
      }
      try {
        permitted = permittedLookup(host, refuseAddress)
      } catch (error) {
        return Promise.resolve({ kind: 'NOT_SENT', why: (error as Error).message })
      }
      const where = { agent, host, port: port || 443, secureContext: context, ...permitted }
      return exchange(httpsRequest({ ...where, method, path, headers }), {
        body,
        correlationId,
        redactor,
        limits,
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
  readonly redactor: Redactor
  readonly limits: BodyLimits
  readonly terms: SendDeadline
  readonly connectTimeoutMs: number
  readonly requestTimeoutMs: number
}

const securedSockets = new WeakSet<object>()

function exchange(
  request: ClientRequest,
  { body, correlationId, redactor, limits, terms, ...timeouts }: ExchangeTerms,
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
    if (result.kind !== 'RESPONSE') request.destroy()
    resolve(result)
  }
  const fail = (why: string) => end({ kind: isWritten ? 'NO_ANSWER' : 'NOT_SENT', why })
  const failIfLate = () => {
    if (elapsedMs() >= terms.sendBefore) fail(tooLate)
  }

  const write = () => {
    failIfLate()
    if (isEnded) return
    clearTimeout(timer)
    isWritten = true
    timer = setTimeout(() => fail(`no answer within ${requestTimeoutMs} ms`), requestTimeoutMs)
    // What waits in the process when the time is over must not leave it later.
    const leftMs = terms.sendBefore - elapsedMs()
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
      bytesMax: limits.bytesMax,
      end: (status, bytes) =>
        end({ kind: 'RESPONSE', status, body: readReceivedBody(bytes, redactor, limits), isReusedConnection }),
      fail,
      isOfAnother: (bytes) => namesAnother(bytes, correlationId),
    }),
  )
  request.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code ? `${error.message} (${error.code})` : error.message),
  )
  request.on('close', () => fail('the connection was closed'))
  return promise
}

interface ResponseHandlers {
  readonly bytesMax: number
  readonly end: (status: number, bytes: Buffer) => void
  readonly fail: (why: string) => void
  readonly isOfAnother: (bytes: Buffer) => boolean
}

function namesAnother(bytes: Buffer, correlationId: string | undefined): boolean {
  const [, returned] = /"correlationId"\s*:\s*"([^"]*)"/.exec(bytes.toString('latin1')) ?? []
  return correlationId !== undefined && returned !== undefined && returned !== correlationId
}

function readResponse(response: IncomingMessage, { bytesMax, end, fail, isOfAnother }: ResponseHandlers): void {
  const { statusCode: status = 0, headers, socket } = response
  const chunks: Buffer[] = []
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytesMax) return fail(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  })
  response.on('error', (error) => fail(error.message))
  response.on('end', () => {
    const received = Buffer.concat(chunks)
    // A refusal does not say what it refuses: a second one must not be taken for the response to the next request. A
    // connection that brings the response to another request would go on doing so.
    if (status >= 300 || isOfAnother(received)) socket.destroy()
    if (!response.complete) return fail('the answer ended too early')
    if (headers['content-encoding'] !== undefined) return fail('the answer is in an encoding that was not asked for')
    end(status, received)
  })
}

export function describeStatus(status: number): string {
  return `HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd()
}
