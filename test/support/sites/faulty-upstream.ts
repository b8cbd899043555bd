// A small upstream gateway with TLS in the test's process, which executes payments, voids and refunds, keeps books, and
// treats each request as badly as a test wants.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import type { certificateFor } from './tls-server.ts'

/** What is done to a request before it is read, or to its response. */
export const upstreamFaults = [
  'NONE',
  'CLOSES_AFTERWARDS',
  'CONTINUE_FIRST',
  'DUPLICATE',
  'LATE_DUPLICATE',
  // From now on every request on the connection gets the response to the one before.
  'BEHIND',
  'RESET_UNREAD',
  'RESET_READ',
  'SILENCE',
  'TRICKLE',
  'TRUNCATED',
  'TRUNCATED_CHUNKS',
  'NO_HTTP',
  'HTML_OK',
  'HTML_BAD_REQUEST',
  'HTML_BAD_GATEWAY',
  'OTHER_IDS',
  'OTHER_CORRELATION',
  'OTHER_ERROR',
  'WRONG_AMOUNT',
  'WRONG_CURRENCY',
  'WRONG_RESULT',
  'UNKNOWN_CODE',
  'COMPRESSED',
  'NO_CONTENT',
  'ACCEPTED',
  'REDIRECT',
  'TIMEOUT_408',
  'TOO_MANY_429',
  'ERROR_500',
  'ERROR_502',
  'BUSY_503',
  'ERROR_504',
] as const
export type UpstreamFault = (typeof upstreamFaults)[number]

/** What happens to a new connection before a byte of a request is sent. */
export const connectionFaults = ['RESET', 'HANGS_UP', 'NO_TLS'] as const
export type ConnectionFault = (typeof connectionFaults)[number]

/** With these the client learns nothing until its own time-out. */
export const silentFaults: ReadonlySet<UpstreamFault> = new Set(['SILENCE', 'TRICKLE'])

interface Recorded {
  readonly id: string
  readonly type: string
  readonly amount: number
  readonly isApproved: boolean
  readonly target?: string
}

export interface FaultyUpstream {
  readonly url: string
  /** The fault of the next request whose path ends so; afterwards there is none. */
  plan(pathEnd: string, fault: UpstreamFault): void
  /** The fault of every request about an order for which none was planned. */
  planOthers(choose: (request: { readonly method: string; readonly path: string }) => UpstreamFault): void
  /** The fault of every new connection. */
  planConnections(choose: () => ConnectionFault | 'NONE'): void
  /** New connections are refused while the work lasts; those that are open stay. */
  refusing<T>(work: () => Promise<T>): Promise<T>
  /** Requests of which at least the headers arrived. */
  readonly received: readonly { readonly method: string; readonly path: string }[]
  /** What counts under a reference after all that was executed. */
  isStanding(reference: string): boolean
  isRecorded(reference: string): boolean
  /** How many connections it was asked for. */
  connections(): number
  close(): Promise<void>
}

const merchantId = 'BANK1'

export async function openFaultyUpstream(
  certificate: Awaited<ReturnType<typeof certificateFor>>,
): Promise<FaultyUpstream> {
  // A reset is sent below TLS.
  const plainSockets = new Map<number | undefined, Socket>()
  /** The answers that connections still owe. */
  const behind = new WeakMap<object, string>()
  const planned = new Map<string, UpstreamFault>()
  let chooseOther: Parameters<FaultyUpstream['planOthers']>[0] = () => 'NONE'
  const received: { method: string; path: string }[] = []
  const orders = new Map<string, Map<string, Recorded>>()
  const find = (reference: string) => [...orders.values()].flatMap((order) => order.get(reference) ?? [])[0]

  const server = createServer(certificate, async (request, response) => {
    const { method = '', url: path = '', socket } = request
    received.push({ method, path })
    const fault = faultFor(method, path)
    if (fault === 'RESET_UNREAD') {
      plainSockets.get(socket.remotePort)?.resetAndDestroy()
      return
    }
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const { status, body } = execute(method, new URL(path, 'https://upstream'), Buffer.concat(chunks).toString('utf8'))
    const previous = behind.get(socket)
    if (previous !== undefined || fault === 'BEHIND') behind.set(socket, rawResponse(JSON.stringify(body), status))
    if (fault === 'RESET_READ') plainSockets.get(socket.remotePort)?.resetAndDestroy()
    else if (previous !== undefined) socket.write(previous)
    else answerWith(fault, { status, body }, request, response)
  })

  function faultFor(method: string, path: string): UpstreamFault {
    const [plain = ''] = path.split('?')
    const end = [...planned.keys()].find((each) => plain.endsWith(each))
    const fault = end === undefined ? undefined : planned.get(end)
    if (end !== undefined) planned.delete(end)
    return fault ?? (plain.includes('/order/') ? chooseOther({ method, path: plain }) : 'NONE')
  }

  function execute(method: string, { pathname, searchParams }: URL, text: string): ApiResponse {
    const [, orderId = '', transactionId] = /\/order\/([^/]+)(?:\/transaction\/([^/]+))?$/.exec(pathname) ?? []
    if (pathname.endsWith('/information')) return { status: 200, body: { status: 'OPERATING' } }
    const sent = text ? JSON.parse(text) : {}
    const correlationId: string = sent.correlationId ?? searchParams.get('correlationId')
    const order = orders.get(orderId)
    if (method === 'GET') {
      if (!order) return refusal(`There is no order '${orderId}'.`, correlationId)
      const transaction = [...order.values()].map((each) => describe(orderId, each))
      return { status: 200, body: { id: orderId, merchant: merchantId, result: 'SUCCESS', correlationId, transaction } }
    }
    const made = order?.get(transactionId ?? '') ?? make(orderId, transactionId ?? '', sent)
    if (!made) return refusal('There is nothing to do that to.', correlationId)
    return { status: 201, body: { ...describe(orderId, made), correlationId } }
  }

  function make(orderId: string, id: string, sent: SentRequest): Recorded | undefined {
    const order = orders.get(orderId)
    const target = sent.transaction?.targetTransactionId
    const amount = Number(sent.order?.amount ?? sent.transaction?.amount ?? 0)
    const types: Record<string, string> = { PAY: 'PAYMENT', VOID: 'VOID_PAYMENT', REFUND: 'REFUND' }
    if (target !== undefined && !order?.get(target)?.isApproved) return undefined
    // Card numbers that end in 16 are declined; amounts of a million are settled at once, and refuse a void.
    const isDeclined = sent.sourceOfFunds?.provided.card.number.endsWith('16') ?? false
    if (sent.apiOperation === 'VOID' && (order?.get(target ?? '')?.amount ?? 0) >= 1_000_000) return undefined
    const made: Recorded = {
      id,
      type: types[sent.apiOperation] ?? '',
      amount: sent.apiOperation === 'VOID' ? (order?.get(target ?? '')?.amount ?? 0) : amount,
      isApproved: !isDeclined,
      ...(target !== undefined && { target }),
    }
    orders.set(orderId, (order ?? new Map()).set(id, made))
    return made
  }

  server.on('clientError', (_error, socket) => socket.destroy())
  let connections = 0
  let chooseConnection: Parameters<FaultyUpstream['planConnections']>[0] = () => 'NONE'
  const open = new Set<Socket>()
  const listener = createPlainServer((socket) => {
    connections += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    const fault = chooseConnection()
    if (fault === 'NONE') {
      plainSockets.set(socket.remotePort, socket)
      server.emit('connection', socket)
      return
    }
    socket.on('error', () => undefined)
    if (fault === 'RESET') socket.resetAndDestroy()
    else if (fault === 'HANGS_UP') socket.destroy()
    else socket.end('HTTP/1.1 400 Bad\r\n\r\n')
  })
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return (listener.address() as AddressInfo).port
  }
  const port = await listen(0)
  let refusals = 0
  let isClosed = false
  let changing = Promise.resolve()
  /** One change after the other: a listener takes a while to begin. */
  const listenIfWanted = () => {
    changing = changing.then(async () => {
      const isWanted = refusals === 0 && !isClosed
      if (isWanted && !listener.listening) await listen(port)
      if (!isWanted && listener.listening) listener.close()
    })
    return changing
  }
  return {
    url: `https://localhost:${port}`,
    planConnections(choose) {
      chooseConnection = choose
    },
    async refusing(work) {
      refusals += 1
      await listenIfWanted()
      try {
        return await work()
      } finally {
        refusals -= 1
        await listenIfWanted()
      }
    },
    plan: (pathEnd, fault) => planned.set(pathEnd, fault),
    planOthers(choose) {
      chooseOther = choose
    },
    connections: () => connections,
    received,
    isRecorded: (reference) => find(reference) !== undefined,
    isStanding(reference) {
      const undone = [...orders.values()].some((order) =>
        [...order.values()].some(({ target }) => target === reference),
      )
      return find(reference)?.isApproved === true && !undone
    },
    async close() {
      isClosed = true
      await listenIfWanted()
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

interface SentRequest {
  readonly apiOperation: string
  readonly order?: { readonly amount?: string }
  readonly transaction?: { readonly amount?: string; readonly targetTransactionId?: string }
  readonly sourceOfFunds?: { readonly provided: { readonly card: { readonly number: string } } }
}

interface ApiResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the faults change members at will
  readonly body: any
}

function describe(orderId: string, { id, type, amount, isApproved }: Recorded): object {
  return {
    merchant: merchantId,
    result: isApproved ? 'SUCCESS' : 'FAILURE',
    order: { id: orderId, amount, currency: 'USD' },
    response: { gatewayCode: isApproved ? 'APPROVED' : 'DECLINED' },
    transaction: { id, type, amount, currency: 'USD', acquirer: { id: 'A', batch: 1 } },
  }
}

function refusal(explanation: string, correlationId: string): ApiResponse {
  return { status: 400, body: { correlationId, result: 'ERROR', error: { cause: 'INVALID_REQUEST', explanation } } }
}

function rawResponse(text: string, code: number, length = Buffer.byteLength(text)): string {
  return `HTTP/1.1 ${code} Whatever\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`
}

const html = '<html><body><h1>Something else</h1></body></html>'

type ResponseFault = Exclude<UpstreamFault, 'RESET_READ' | 'RESET_UNREAD'>

function answerWith(
  fault: ResponseFault,
  { status, body }: ApiResponse,
  { socket }: IncomingMessage,
  response: ServerResponse,
): void {
  const say = (code: number, content: unknown = body, headers: Record<string, string> = {}) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    response.writeHead(code, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...headers,
    })
    response.end(text)
  }
  const raw = (text: string, code = status, length = Buffer.byteLength(text)) => rawResponse(text, code, length)
  const busy = { result: 'ERROR', error: { cause: 'SERVER_BUSY', explanation: 'Later.' } }
  const refused = { result: 'ERROR', error: { cause: 'INVALID_REQUEST', explanation: 'No.' } }
  const text = JSON.stringify(body)
  const responses: Readonly<Record<ResponseFault, () => void>> = {
    NONE: () => {
      say(status)
    },
    CLOSES_AFTERWARDS: () => {
      say(status, body, { connection: 'close' })
    },
    CONTINUE_FIRST: () => {
      response.writeContinue()
      say(status)
    },
    DUPLICATE: () => {
      say(status)
      socket.write(raw(text))
    },
    BEHIND: () => {
      say(status)
    },
    LATE_DUPLICATE: () => {
      say(status)
      setImmediate(() => socket.write(raw(JSON.stringify(refused), 400)))
    },
    SILENCE: () => {},
    TRICKLE: () => {
      socket.write(raw('', status, 1000))
      const trickle = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(trickle))
    },
    TRUNCATED: () => {
      socket.end(raw(text, status, Buffer.byteLength(text) + 10))
    },
    TRUNCATED_CHUNKS: () => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.write(text)
      socket.end()
    },
    NO_HTTP: () => {
      socket.end('220 mail.example ESMTP\r\n')
    },
    HTML_OK: () => {
      say(200, html, { 'content-type': 'text/html' })
    },
    HTML_BAD_REQUEST: () => {
      say(400, html, { 'content-type': 'text/html' })
    },
    HTML_BAD_GATEWAY: () => {
      say(502, html, { 'content-type': 'text/html' })
    },
    OTHER_IDS: () => {
      say(status, { ...body, id: 'other', transaction: { ...body.transaction, id: 'other' } })
    },
    OTHER_CORRELATION: () => {
      say(status, { ...body, correlationId: 'other' })
    },
    OTHER_ERROR: () => {
      say(400, { ...refused, correlationId: 'other' })
    },
    WRONG_AMOUNT: () => {
      say(status, { ...body, id: 'other', transaction: { ...body.transaction, amount: 999_999 } })
    },
    WRONG_CURRENCY: () => {
      say(status, { ...body, id: 'other', transaction: { ...body.transaction, currency: 'EUR' } })
    },
    WRONG_RESULT: () => {
      say(status, { ...body, id: 'other', result: 'PENDING' })
    },
    UNKNOWN_CODE: () => {
      say(status, { ...body, id: 'other', response: { gatewayCode: 'PROBABLY_FINE' } })
    },
    COMPRESSED: () => {
      say(status, body, { 'content-encoding': 'gzip' })
    },
    NO_CONTENT: () => {
      response.writeHead(204).end()
    },
    ACCEPTED: () => {
      say(202)
    },
    REDIRECT: () => {
      say(302, refused, { location: 'https://localhost/elsewhere' })
    },
    TIMEOUT_408: () => {
      say(408, refused)
    },
    TOO_MANY_429: () => {
      say(429, refused)
    },
    ERROR_500: () => {
      say(500, refused)
    },
    ERROR_502: () => {
      say(502, refused)
    },
    BUSY_503: () => {
      say(503, busy)
    },
    ERROR_504: () => {
      say(504, refused)
    },
  }
  responses[fault]()
}
