// The adapter of the imaginary bank: one module, which imports nothing of the gateway but types.
import * as http from 'node:http'
import * as https from 'node:https'
import type {
  Acquirer,
  AcquirerAdapter,
  AcquirerRequest,
  AcquirerRequestKind,
  AcquirerResponse,
  AcquirerResult,
  BookEntry,
  ConnectionState,
  RefusalTable,
  SendDeadline,
  SettingFault,
  SettingValues,
} from '../../src/acquirers/adapter.ts'

const adapter: AcquirerAdapter = {
  name: 'harbor-bank',
  title: 'Harbor Bank, an imaginary bank with an HTTP interface',
  settings: {
    properties: {
      url: {
        type: 'string',
        title: 'Address of the bank',
        description: 'For example https://api.harbor-bank.example.',
        pattern: '^https?://[^/?#@\\s]+/?$',
        isIdentity: true,
        address: 'URL',
      },
      apiKey: { type: 'string', title: 'API key', minLength: 8, isSecret: true },
      connectTimeoutMs: { type: 'integer', title: 'Connection time-out (ms)', default: 5_000, minimum: 100 },
      requestTimeoutMs: { type: 'integer', title: 'Request time-out (ms)', default: 20_000, minimum: 100 },
    },
    required: ['url', 'apiKey'],
  },
  checkSettings,
  open: ({ settings, clock, log }) => openLink(settings, clock, log),
}

export default adapter

/** What the schema cannot say. Called when a link is created or changed, with the defaults in place. */
function checkSettings({ url }: SettingValues): SettingFault | undefined {
  if (!URL.canParse(String(url))) return { setting: 'url', reason: 'is not an address' }
  const { protocol, hostname } = new URL(String(url))
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return protocol === 'https:' || isLocal ? undefined : { setting: 'url', reason: 'must begin with https://' }
}

type BankType = 'check' | 'sale' | 'hold' | 'capture' | 'credit' | 'cancel'

/** The bank's word for each kind of request; what has none is answered with NOT_SUPPORTED, and nothing is sent. */
const bankTypes: Partial<Readonly<Record<AcquirerRequestKind, BankType>>> = {
  VERIFY: 'check',
  PAY: 'sale',
  AUTHORIZE: 'hold',
  CAPTURE: 'capture',
  REFUND: 'credit',
  STANDALONE_REFUND: 'credit',
  VOID: 'cancel',
}

/** The bank's codes. One that is not here is not understood, and what is not understood is no response. */
const bankCodes: Readonly<Record<string, AcquirerResponse['gatewayCode']>> = {
  '00': 'APPROVED',
  '05': 'DECLINED',
  '10': 'PARTIALLY_APPROVED',
  '12': 'UNSPECIFIED_FAILURE',
  '21': 'CANCELLED',
  '25': 'UNSPECIFIED_FAILURE',
  '51': 'INSUFFICIENT_FUNDS',
  '61': 'DECLINED',
}

/**
 * What each failure means: whether the bank has decided, or the same request may succeed later. Its codes say that nothing was
 * done; a wrong API key is no decision about a payment.
 */
const failures = { ACQUIRER_SYSTEM_ERROR: 'NOT_NOW', CANCELLED: 'DECIDED', DECLINED: 'DECIDED' } as const
const notOffered = { NOT_SUPPORTED: 'DECIDED' } as const
const ofCards = {
  ...failures,
  ...notOffered,
  INSUFFICIENT_FUNDS: 'DECIDED',
  UNSPECIFIED_FAILURE: 'UNEXPLAINED',
} as const
/** Here the bank has looked at the original: there is none, it is settled, or something depends on it. */
const ofFollowing = { ...failures, UNSPECIFIED_FAILURE: 'DECIDED' } as const

const refusals: RefusalTable = {
  AUTHORIZE: ofCards,
  CAPTURE: ofFollowing,
  PAY: ofCards,
  REFUND: ofFollowing,
  STANDALONE_CAPTURE: notOffered,
  STANDALONE_REFUND: ofCards,
  UPDATE_AUTHORIZATION: notOffered,
  VERIFY: ofCards,
  VOID: ofFollowing,
}

interface BankRecord {
  readonly reference: string
  readonly type: BankType
  readonly amount: string
  readonly currency: string
  readonly target?: string
  readonly id: string
  readonly status: 'approved' | 'declined'
  readonly code: string
  readonly text: string
  readonly approved: string
  readonly approval?: string
  readonly day: string
  readonly reversed?: boolean
}

type Clock = { now(): Date }
type Log = (message: string, details?: object) => void

function openLink(settings: SettingValues, clock: Clock, log: Log): ReturnType<AcquirerAdapter['open']> {
  const bank = openConnection(settings, clock, log)
  const acquirer: Acquirer = {
    capabilities: {
      timeoutPolicies: {
        ...{ AUTHORIZE: 'REVERSE', CAPTURE: 'REVERSE', PAY: 'REVERSE', REFUND: 'REVERSE', VERIFY: 'REVERSE' },
        ...{ STANDALONE_CAPTURE: 'REVERSE', STANDALONE_REFUND: 'REVERSE', UPDATE_AUTHORIZATION: 'ASK', VOID: 'ASK' },
      },
      refusals,
      canInquire: true,
      canReverse: true,
      holdsEarlyReversals: true,
      lateArrivalMs: 60_000,
      canCapturePartially: true,
      canVerifyZeroAmount: true,
      closesBatches: false,
    },

    async isReachable() {
      const result = await bank.send('GET', '/status')
      return result.kind === 'RESPONSE' && result.status === 200
    },

    async ask(question, terms) {
      const type = bankTypes[question.kind]
      const card = cardOf(question)
      if (!type || card === 'NOT_A_CARD') return { kind: 'ANSWERED', response: { gatewayCode: 'NOT_SUPPORTED' } }
      const body = {
        type,
        amount: 'amountMinor' in question ? String(question.amountMinor) : '0',
        currency: question.currency,
        ...(card && { card }),
        ...('original' in question && { target: question.original.reference }),
      }
      const result = await bank.send('PUT', pathOf(question), { body, terms })
      if (result.kind !== 'RESPONSE') return result
      // A well-formed refusal says that nothing was done. Another reference, 5xx and the like say nothing.
      if (result.status === 400) return { kind: 'ANSWERED', response: { gatewayCode: 'UNSPECIFIED_FAILURE' } }
      if (result.status === 401) return { kind: 'ANSWERED', response: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR' } }
      const record = result.body as BankRecord
      const isSame = record.reference === question.reference && record.type === type && record.amount === body.amount
      if (result.status !== 200 || !isSame || record.currency !== question.currency) return { kind: 'NO_ANSWER' }
      return resultFrom(record)
    },

    async inquire(target) {
      const result = await bank.send('GET', pathOf(target))
      if (result.kind === 'RESPONSE' && result.status === 404) return { kind: 'NOT_FOUND' }
      if (result.kind !== 'RESPONSE' || result.status !== 200) return { kind: 'NO_ANSWER' }
      const record = result.body as BankRecord
      if (record.reference !== target.reference) return { kind: 'NO_ANSWER' }
      // Of a reversed request never the approval that was reversed.
      if (record.reversed) return { kind: 'ANSWERED', response: { gatewayCode: 'CANCELLED' } }
      const recorded = resultFrom(record)
      return recorded.kind === 'ANSWERED' ? recorded : { kind: 'NO_ANSWER' }
    },

    async reverse(target) {
      const result = await bank.send('DELETE', pathOf(target))
      const isReversed = result.kind === 'RESPONSE' && result.status === 200
      return { kind: isReversed ? 'ACKNOWLEDGED' : 'NO_ANSWER' }
    },

    // The bank settles each day by itself.
    closeBatch: async () => ({ kind: 'NOTHING_OPEN' }),
  }
  return {
    acquirer,
    books: {
      async list({ acquirerMerchantId, afterReference = '', limit }) {
        const path = `/merchants/${encodeURIComponent(acquirerMerchantId)}/requests`
        const result = await bank.send('GET', `${path}?after=${encodeURIComponent(afterReference)}&limit=${limit}`)
        if (result.kind !== 'RESPONSE' || result.status !== 200) throw new Error('The bank did not give its records.')
        return (result.body as { requests: BankRecord[] }).requests.map(entryFrom)
      },
    },
    connections: () => [bank.state()],
    close: async () => bank.close(),
  }
}

function pathOf({ acquirerMerchantId, reference }: { acquirerMerchantId: string; reference: string }): string {
  return `/merchants/${encodeURIComponent(acquirerMerchantId)}/requests/${encodeURIComponent(reference)}`
}

function cardOf(question: AcquirerRequest) {
  if (!('instrument' in question)) return undefined
  const { instrument } = question
  if (instrument.kind !== 'CARD') return 'NOT_A_CARD'
  const { number, expiry, securityCode } = instrument
  return {
    number: number.open(),
    expiry: expiry ? `${expiry.year.padStart(2, '0')}${expiry.month.padStart(2, '0')}` : '',
    ...(securityCode && { code: securityCode.open() }),
  }
}

function resultFrom(record: BankRecord): AcquirerResult {
  const { code, status, text, approved, type } = record
  const gatewayCode = bankCodes[code]
  if (!gatewayCode || (status === 'approved') !== (code === '00' || code === '10')) return { kind: 'NO_ANSWER' }
  const hasAmount = status === 'approved' && type !== 'check' && type !== 'cancel'
  return {
    kind: 'ANSWERED',
    response: {
      gatewayCode,
      acquirerCode: code,
      acquirerMessage: text,
      transactionId: record.id,
      settlementDate: record.day,
      ...(hasAmount && { approvedMinor: BigInt(approved) }),
      ...(record.approval !== undefined && { authorizationCode: record.approval }),
    },
  }
}

const kindsOfTypes: Readonly<Record<BankType, AcquirerRequestKind>> = {
  check: 'VERIFY',
  sale: 'PAY',
  hold: 'AUTHORIZE',
  capture: 'CAPTURE',
  credit: 'REFUND',
  cancel: 'VOID',
}

function entryFrom(record: BankRecord): BookEntry {
  const { reference, type, currency, target, status, approved, reversed = false } = record
  const isApproved = status === 'approved'
  return {
    reference,
    kind: type === 'credit' && target === undefined ? 'STANDALONE_REFUND' : kindsOfTypes[type],
    currency,
    standingMinor: isApproved && !reversed ? BigInt(approved) : 0n,
    ...(target !== undefined && { originalReference: target }),
    isApproved,
    isReversed: reversed,
    timesAsked: 1,
  }
}

/** notSent: no byte was handed to the operating system. Anything later is noAnswer. */
type HttpResult =
  | { readonly kind: 'RESPONSE'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'NOT_SENT'; readonly why: string }
  | { readonly kind: 'NO_ANSWER' }

interface SendOptions {
  readonly body?: object
  readonly terms?: SendDeadline
}

function openConnection(settings: SettingValues, clock: Clock, log: Log) {
  const { url, apiKey } = settings
  const [connectTimeoutMs, requestTimeoutMs] = [
    Number(settings['connectTimeoutMs']),
    Number(settings['requestTimeoutMs']),
  ]
  const { protocol, hostname, port, host } = new URL(String(url))
  const { request: makeRequest, Agent } = protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  let known: Pick<ConnectionState, 'state' | 'sinceMs' | 'reason'> = {
    state: 'SIGNING_ON',
    sinceMs: clock.now().getTime(),
  }
  let inFlight = 0

  function become(state: ConnectionState['state'], reason?: string): void {
    if (known.state === state && known.reason === reason) return
    known = { state, sinceMs: clock.now().getTime(), ...(reason !== undefined && { reason }) }
    log(`the bank is ${state}`, { reason })
  }

  function exchange(method: string, path: string, { body, terms }: SendOptions): Promise<HttpResult> {
    const { promise, resolve } = Promise.withResolvers<HttpResult>()
    const text = body ? JSON.stringify(body) : ''
    const headers = { authorization: `Bearer ${apiKey}`, 'content-length': String(Buffer.byteLength(text)) }
    const request = makeRequest({ agent, host: hostname, port, method, path, headers })
    const { sendBefore } = terms ?? { sendBefore: Number.POSITIVE_INFINITY }
    let isWritten = false
    let timer = setTimeout(() => fail('no connection in time'), connectTimeoutMs)

    function end(result: HttpResult): void {
      clearTimeout(timer)
      if (result.kind !== 'RESPONSE') request.destroy()
      resolve(result)
    }
    function fail(why: string): void {
      end(isWritten ? { kind: 'NO_ANSWER' } : { kind: 'NOT_SENT', why })
    }
    /** Only once the connection stands, so that nothing waits in a buffer of this process. */
    function write(): void {
      if (performance.now() >= sendBefore) {
        fail('it was too late to send it')
        return
      }
      clearTimeout(timer)
      isWritten = true
      timer = setTimeout(() => fail('no answer in time'), requestTimeoutMs)
      request.end(text, () => {
        if (performance.now() >= sendBefore) fail('it was sent too late')
      })
    }

    request.on('socket', (socket) => {
      if (!socket.connecting && !('secureConnecting' in socket && socket.secureConnecting)) write()
      else socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', write)
    })
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', () => fail('the answer ended too early'))
      response.on('end', () => {
        if (!response.complete) return fail('the answer ended too early')
        const parsed = parse(Buffer.concat(chunks).toString('utf8'))
        end(parsed ? { kind: 'RESPONSE', status: response.statusCode ?? 0, body: parsed } : { kind: 'NO_ANSWER' })
      })
    })
    request.on('error', (error) => fail(error.message))
    request.on('close', () => fail('the connection was closed'))
    return promise
  }

  return {
    async send(method: 'GET' | 'PUT' | 'DELETE', path: string, options: SendOptions = {}): Promise<HttpResult> {
      inFlight += 1
      const result = await exchange(method, path, options)
      inFlight -= 1
      if (result.kind === 'RESPONSE') {
        if (result.status === 401) become('DOWN', 'the bank refuses the API key')
        else become('UP')
      } else if (result.kind === 'NOT_SENT' && !result.why.includes('too late')) become('DOWN', result.why)
      return result
    },
    state: (): ConnectionState => ({ name: host, ...known, inFlight }),
    close: () => agent.destroy(),
  }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
