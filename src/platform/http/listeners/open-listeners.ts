// Opens and closes the network listeners. This file does not handle the content of requests.
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createNetServer, isIPv6, Server as NetServer } from 'node:net'
import { withTimeout } from '../../concurrency/with-timeout.ts'
import type { ListenerKind, RequestOrigin } from '../request-origin.ts'
import { answerBadConnections, type ConnectionProblem, type RawResponse, refuseRequest } from './bad-connections.ts'
import {
  admitAllConnections,
  admitConnections,
  type ConnectionAdmissionOptions,
  type ConnectionLimits,
  type Connections,
  trackConnections,
} from './connections.ts'
import { bindSockets, ListenFailure, shareConnectionLimit } from './listening-sockets.ts'
import { compensateLoopDelay, type LoopDelay } from './loop-delay.ts'
import { type AcceptElsewhere, receiveConnections } from './receive-connections.ts'
import { readTlsFiles, type TlsFiles, type TlsWatch, watchTlsFiles } from './tls-files.ts'

export type RequestHandler = (request: IncomingMessage, response: ServerResponse, arrival: RequestOrigin) => void

export interface ListenerOptions {
  readonly listenerKind: ListenerKind
  /** An address or a name; `localhost` listens on 127.0.0.1 and, where the machine has it, on ::1. */
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  /** The environment names of port and host, for messages. */
  readonly portSetting: string
  readonly hostSetting?: string
  /** Required for the listeners https and mtls, and refused by the others. */
  readonly tls?: TlsFiles
  /** Who may connect to the listeners https and mtls. Default: everyone, without a limit, and no load balancer. */
  readonly admission?: Omit<ConnectionAdmissionOptions, 'headerTimeoutMs'>
  readonly limits?: ConnectionLimits
  /** How many connections the system holds for each listening socket until they are accepted. */
  readonly backlog?: number
  /** Another process accepts the connections and hands them over. */
  readonly acceptElsewhere?: AcceptElsewhere
  /** The clients' timeouts do not run while nothing is read. */
  readonly loopDelay: LoopDelay
  /** Called for every connection that is accepted. */
  readonly onConnection?: (listener: ListenerKind) => void
  readonly headerTimeoutMs: number
  readonly bodyTimeoutMs: number
  /** The response to the client when there is no request that a handler could answer. */
  readonly onBadConnection: (problem: ConnectionProblem) => RawResponse
  /** Called, with one line, for problems that the listener survives. */
  readonly warn?: (message: string) => void
}

export interface Listener {
  readonly listenerKind: ListenerKind
  readonly url: string
  readonly port: number
  /**
   * Reads key and certificate again, as on SIGHUP; returns whether they are in use now. Without TLS there is nothing to
   * do.
   */
  reload(): Promise<boolean>
  /**
   * Accepts no more connections, lets requests in flight finish, and resolves when the last connection is gone. Idle
   * connections are closed after the grace time, each with its next response before.
   */
  stopAccepting(graceMs?: number): Promise<void>
  /** Closes the remaining connections at once. */
  closeNow(): Promise<void>
}

const keepAliveTimeoutMs = 72_000
const checkingIntervalMs = 1_000
// A client that was refused is asked to retry within seven seconds, and should find its connection then.
const usualLimits: ConnectionLimits = { most: 10_000, idleMs: 10_000 }

/** Opens one listener, or rejects with ListenFailure, whose message is one line for the operator. */
export async function openListener(handle: RequestHandler, options: ListenerOptions): Promise<Listener> {
  const { listenerKind, host, limits = usualLimits, headerTimeoutMs, onBadConnection } = options
  const { warn = () => {}, onConnection = () => {} } = options
  const isTls = listenerKind === 'https' || listenerKind === 'mtls'
  if (isTls !== (options.tls !== undefined))
    throw new TypeError(`The listener ${listenerKind} must have TLS files if and only if it uses TLS.`)

  const { server, secure } = await buildServer(options)
  compensateLoopDelay(server, options.loopDelay)
  const admission =
    isTls && options.admission
      ? admitConnections(server, {
          ...options.admission,
          headerTimeoutMs,
          asksForCertificates: listenerKind === 'mtls',
        })
      : admitAllConnections()
  const connections = trackConnections(server, { isTls, limits })
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const address = admission.addressOf(request.socket)
    // A connection without an address has ended, and so have its requests.
    if (address === undefined || !connections.begin(request, response)) return
    if (!hasOneHost(request)) refuseRequest(response, onBadConnection('MALFORMED'))
    else handle(request, response, { listenerKind, address })
  }
  // An unknown expectation is no reason to refuse; Node would answer it without a body.
  server.on('request', onRequest).on('checkExpectation', onRequest)
  answerBadConnections(server, { connections, onBadConnection })

  // All connections are passed to the server in the end, whichever socket accepted them.
  server.on('connection', () => onConnection(listenerKind))
  const listening = options.acceptElsewhere
    ? await receiveConnections(server, options, { acceptElsewhere: options.acceptElsewhere, most: limits.most })
    : await acceptHere(server, options, { isTls, most: limits.most, warn })
  const actualPort = listening.port
  const watch = secure?.watch(warn)
  const stop = stopOnce({ server, listening, connections, onStopped: () => watch?.stop() })
  return {
    listenerKind,
    url: `${isTls ? 'https' : 'http'}://${shownHost(host)}:${actualPort}`,
    port: actualPort,
    reload: async () => (await watch?.reload()) ?? false,
    stopAccepting: stop,
    closeNow: () => {
      const stopped = stop()
      connections.closeNow()
      return stopped
    },
  }
}

interface BuiltServer {
  readonly server: HttpServer
  readonly secure?: { watch(warn: (message: string) => void): TlsWatch }
}

async function buildServer({
  listenerKind,
  tls,
  headerTimeoutMs,
  bodyTimeoutMs,
}: ListenerOptions): Promise<BuiltServer> {
  const http = {
    headersTimeout: headerTimeoutMs,
    // Node counts this one from the first byte of the headers to the last byte of the body.
    requestTimeout: headerTimeoutMs + bodyTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(checkingIntervalMs, headerTimeoutMs),
    // Node would refuse with an empty body; this response has one.
    requireHostHeader: false,
  }
  if (tls === undefined) return { server: createServer(http) }

  const { context, state } = await readTlsFiles(tls)
  const server = createHttpsServer({
    ...http,
    ...context,
    handshakeTimeout: headerTimeoutMs,
    // The handshake proves that the client has the key. The gateway identifies the certificate by its fingerprint, on
    // each request: certificates are registered, not trusted for their issuer.
    requestCert: listenerKind === 'mtls',
    rejectUnauthorized: false,
  })
  const apply = (next: typeof context) => server.setSecureContext(next)
  return { server, secure: { watch: (warn) => watchTlsFiles(tls, { state, apply, warn }) } }
}

/** What passes connections to a server. */
interface Listening {
  readonly port: number
  /** Resolves when the last of its connections is gone. */
  stopAccepting(): Promise<unknown>
}

interface AcceptOptions {
  readonly isTls: boolean
  readonly most: number
  readonly warn: (message: string) => void
}

async function acceptHere(
  server: HttpServer,
  options: ListenerOptions,
  { isTls, most, warn }: AcceptOptions,
): Promise<Listening> {
  const bound = await listen(server, options, isTls)
  shareConnectionLimit(server, bound, most)
  for (const each of bound) {
    // Without a listener, one failed accept (no file handles left, for example) would end the process.
    each.on('error', (error) =>
      warn(`The listener ${options.listenerKind} failed to accept a connection: ${error.message}.`),
    )
  }
  return {
    port: portOf(server, options.port),
    stopAccepting: () =>
      Promise.all(bound.map((each) => new Promise((done) => NetServer.prototype.close.call(each, done)))),
  }
}

/** Returns everything that listens: the server, and others that pass their connections to it. */
async function listen(server: HttpServer, options: ListenerOptions, isTls: boolean): Promise<readonly NetServer[]> {
  // The same as Node's own servers: HTTP handles half-open connections itself, TLS has none.
  const twin = () =>
    createNetServer({ allowHalfOpen: !isTls, noDelay: true }, (socket) => server.emit('connection', socket))
  const { host, port } = options
  if (host !== 'localhost') return bindSockets(server, twin, { ...options, host })
  const first = await bindSockets(server, twin, { ...options, host: '127.0.0.1' })
  try {
    const second = await bindSockets(twin(), twin, { ...options, host: '::1', port: portOf(server, port) })
    return [...first, ...second]
  } catch (error) {
    const code = error instanceof ListenFailure ? error.code : undefined
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return first
    for (const each of first) each.close()
    throw error
  }
}

interface Stoppable {
  readonly server: HttpServer
  readonly listening: Listening
  readonly connections: Connections
  readonly onStopped: () => void
}

function stopOnce({ server, listening, connections, onStopped }: Stoppable): (graceMs?: number) => Promise<void> {
  let stopped: Promise<void> | undefined
  const stop = async (graceMs: number) => {
    // The close of http.Server would also stop the timeout checks, and a slow client could delay the stop.
    const closing = listening.stopAccepting()
    if (graceMs > 0) {
      connections.retire()
      await withTimeout(closing, { timeoutMs: graceMs, onTimeout: () => undefined })
    }
    connections.stop()
    await closing
    server.close()
    onStopped()
  }
  return (graceMs = 0) => {
    stopped ??= stop(graceMs)
    return stopped
  }
}

/** HTTP/1.1 requires one Host header, and a 400 response without one and with two. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1') return true
  let hosts = 0
  // Names and values alternate. Node's own way to count them builds a list of every header, for each request.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1
}

function portOf(server: NetServer, requested: number): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : requested
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
