// An upstream gateway that a test cannot trust: it answers each request as badly as the test wants, and repeats what it got.
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { SecureVersion } from 'node:tls'
import type { certificateFor } from './tls-server.ts'

export interface UpstreamRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: as it was sent
  readonly body: any
  readonly merchantId: string
  readonly orderId: string
  readonly transactionId: string
  readonly correlationId: string
}

/** A status and a body, or a way to answer that is none. */
export type UpstreamResponse =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly respond: (response: ServerResponse) => void }

export type Behaviour = (request: UpstreamRequest) => UpstreamResponse

export interface HostileUpstream {
  readonly url: string
  /** How requests about orders are answered from now on; others are answered as they should. */
  behave(behaviour: Behaviour): void
  /** Requests about orders. */
  readonly received: readonly UpstreamRequest[]
  close(): Promise<void>
}

interface HostileOptions {
  /** Without TLS. */
  readonly isPlain?: boolean
  readonly tlsVersion?: SecureVersion
}

const operating = { status: 200, body: { status: 'OPERATING' } }

export async function openHostileUpstream(
  certificate: Awaited<ReturnType<typeof certificateFor>>,
  { isPlain = false, tlsVersion }: HostileOptions = {},
): Promise<HostileUpstream> {
  let behaviour: Behaviour = approve
  const received: UpstreamRequest[] = []
  const open = new Set<Socket>()

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming)
    if (!request) return
    const isAboutOrder = request.path.includes('/order/')
    if (isAboutOrder) received.push(request)
    write(response, isAboutOrder ? behaviour(request) : operating)
  }

  const versions = tlsVersion && { minVersion: tlsVersion, maxVersion: tlsVersion, ciphers: 'DEFAULT@SECLEVEL=0' }
  const server: Server = isPlain ? createHttpServer(answer) : createServer({ ...certificate, ...versions }, answer)
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    behave(next) {
      behaviour = next
    },
    received,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<UpstreamRequest | undefined> {
  const { method = '', url: path = '', headers } = incoming
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
  } catch {
    return undefined
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const body = text === '' ? {} : JSON.parse(text)
  const { pathname, searchParams } = new URL(path, 'https://upstream')
  const [, merchantId = '', orderId = '', transactionId = ''] =
    /\/merchant\/([^/]+)\/order\/([^/]+)(?:\/transaction\/([^/]+))?$/.exec(pathname) ?? []
  const correlationId = body.correlationId ?? searchParams.get('correlationId') ?? ''
  return { method, path, headers, text, body, merchantId, orderId, transactionId, correlationId }
}

function write(http: ServerResponse, response: UpstreamResponse): void {
  if ('respond' in response) {
    response.respond(http)
    return
  }
  const { status, body, headers = {} } = response
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  http.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  http.end(text)
}

const types: Readonly<Record<string, string>> = {
  AUTHORIZE: 'AUTHORIZATION',
  CAPTURE: 'CAPTURE',
  PAY: 'PAYMENT',
  REFUND: 'REFUND',
  VERIFY: 'VERIFICATION',
  VOID: 'VOID_PAYMENT',
}

/** As an honest upstream answers; a test changes what it wants. */
export function approvalOf({ body, merchantId, orderId, transactionId, correlationId }: UpstreamRequest) {
  const { amount = body.transaction?.amount ?? 0, currency = body.transaction?.currency ?? 'USD' } = body.order ?? {}
  const money = { amount: Number(amount), currency }
  return {
    correlationId,
    merchant: merchantId,
    result: 'SUCCESS',
    order: { id: orderId, ...money },
    response: { gatewayCode: 'APPROVED' },
    transaction: { id: transactionId, type: types[body.apiOperation] ?? 'PAYMENT', ...money, acquirer: { batch: 1 } },
  }
}

export const approve: Behaviour = (request) => ({ status: 201, body: approvalOf(request) })

/** A body with another value at a place such as `response.acquirerMessage`. */
export function withMember(body: object, path: string, value: unknown): object {
  const [name = '', ...rest] = path.split('.')
  const members = body as Record<string, unknown>
  const inside =
    rest.length > 0 ? withMember((members[name] as object | undefined) ?? {}, rest.join('.'), value) : value
  return { ...members, [name]: inside }
}
