// A merchant's program: sends requests over real sockets and reads what comes back.
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { testPassword } from '../gateway/database.ts'

export interface ApiResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Parsed; fails the test when the body is no JSON object. */
  readonly body: Body
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads members of responses whose shape the contract check has verified
export type Body = any

export interface ClientRequest {
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  /** Sent as they are, in place of a JSON body. */
  readonly bytes?: Buffer | string
  readonly headers?: Record<string, string>
  /** userid:password; null sends none. */
  readonly login?: string | null
  readonly tls?: AgentOptions
  /** Uses a connection again that an earlier request has left open; on plain HTTP only. */
  readonly isKeptAlive?: boolean
  /** Connections to use again over TLS. */
  readonly agent?: HttpsAgent
  /** The address it seems to come from; of injected requests only. */
  readonly from?: string
}

export const merchantId = 'TESTMERCHANT'

const keptAlive = new HttpAgent({ keepAlive: true })

/** Saves the system's look-up of `localhost`, which costs as much as the connection. */
const onLoopback: LookupFunction = (_name, _options, found) => found(null, '127.0.0.1', 4)

interface Prepared {
  readonly payload: Buffer | string | undefined
  readonly headers: Record<string, string>
}

function prepare(sent: ClientRequest): Prepared {
  const login = sent.login === undefined ? `merchant.${merchantId}:${testPassword}` : sent.login
  const payload = sent.bytes ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers: Record<string, string> = {
    ...(login !== null && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
    ...sent.headers,
  }
  return { payload, headers }
}

function responseOf(status: number, headers: IncomingHttpHeaders, text: string): ApiResponse {
  return {
    status,
    headers,
    text,
    get body(): Body {
      return JSON.parse(text)
    },
  }
}

/** Without a socket: for the many requests of a test whose subject is what the gateway makes of them. */
export async function inject(server: FastifyInstance, sent: ClientRequest): Promise<ApiResponse> {
  const { payload, headers } = prepare(sent)
  const method = (sent.method ?? 'GET') as NonNullable<InjectOptions['method']>
  const from = sent.from === undefined ? {} : { remoteAddress: sent.from }
  const request = { method, url: sent.path, headers, ...(payload !== undefined && { payload }), ...from }
  const { statusCode, headers: answered, body } = await server.inject(request)
  return responseOf(statusCode, textHeaders(answered), body)
}

/** As they would arrive: light-my-request leaves numbers as they are. */
function textHeaders(headers: OutgoingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  )
}

export function send(baseUrl: string, sent: ClientRequest): Promise<ApiResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ApiResponse>()
  const { payload, headers } = prepare(sent)
  const url = new URL(baseUrl)
  const isTls = url.protocol === 'https:'
  const options: RequestOptions = {
    host: url.hostname,
    port: url.port,
    // Not through URL: it would tidy up the odd paths that some tests send.
    path: sent.path,
    method: sent.method ?? 'GET',
    headers,
    ...(url.hostname === 'localhost' && { family: 4, lookup: onLoopback }),
  }
  const request = isTls
    ? httpsRequest({ ...options, agent: sent.agent ?? new HttpsAgent({ rejectUnauthorized: false, ...sent.tls }) })
    : httpRequest({ ...options, agent: sent.isKeptAlive ? keptAlive : false })
  request.on('error', reject)
  request.on('response', (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      resolve(responseOf(response.statusCode ?? 0, response.headers, text))
    })
  })
  request.end(payload)
  return promise
}

export function apiPath(
  rest: string,
  { version = 100, merchant = merchantId }: { version?: number | string; merchant?: string } = {},
): string {
  return `/api/rest/version/${version}/merchant/${merchant}${rest}`
}

let orders = 0

/** An order id that is unused in this process. */
export function newOrderId(): string {
  orders += 1
  return `order-${orders}`
}

/** A card whose expiry decides the outcome, by the published test data. */
export function cardSource(differences: object = {}): object {
  return {
    type: 'CARD',
    provided: {
      card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100', ...differences },
    },
  }
}

export function verifyBody(differences: object = {}): object {
  return { apiOperation: 'VERIFY', order: { currency: 'USD' }, sourceOfFunds: cardSource(), ...differences }
}

export function authorizeBody(differences: object = {}): object {
  return { ...payBody(differences), apiOperation: 'AUTHORIZE' }
}

export function payBody(differences: object = {}): object {
  return {
    apiOperation: 'PAY',
    order: { amount: '100.00', currency: 'USD' },
    sourceOfFunds: cardSource(),
    ...differences,
  }
}

/** A card with another expiry date, which is what the simulated acquirer decides by. */
export function cardExpiring(month: string, year: string, differences: object = {}): object {
  return cardSource({ expiry: { month, year }, ...differences })
}

export function captureBody(amount = '100.00', transaction: object = {}): object {
  return { apiOperation: 'CAPTURE', transaction: { amount, currency: 'USD', ...transaction } }
}

export function refundBody(amount = '100.00', transaction: object = {}): object {
  return { apiOperation: 'REFUND', transaction: { amount, currency: 'USD', ...transaction } }
}

export function voidBody(targetTransactionId: string, transaction: object = {}): object {
  return { apiOperation: 'VOID', transaction: { targetTransactionId, ...transaction } }
}

/** Without an amount it only makes the authorization last longer. */
export function updateBody(amount?: string, transaction: object = {}): object {
  return {
    apiOperation: 'UPDATE_AUTHORIZATION',
    ...(amount !== undefined && { transaction: { amount, currency: 'USD', ...transaction } }),
  }
}
