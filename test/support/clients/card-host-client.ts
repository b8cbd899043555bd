// A client of an ISO 8583 host: many requests in flight on one connection, answers matched by trace number.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import {
  compileCodec,
  type Framing,
  framing,
  Iso8583Message,
  isMacRight,
  type MacAlgorithm,
  messageMac,
  shippedSpecifications,
} from '../../../src/iso8583/index.ts'
import { until } from '../checks/poll.ts'

export const binarySpecification =
  shippedSpecifications.find(({ name }) => name === 'iso87-binary') ?? assert.fail('iso87-binary is shipped')

export type MessageFields = Readonly<Record<number, string>>

export interface CardHostClient {
  /** Sends a message and resolves with its response. */
  ask(type: string, fields: MessageFields): Promise<Iso8583Message>
  /** Sends without waiting. */
  send(type: string, fields: MessageFields): void
  sendBytes(bytes: Buffer): void
  signOn(): Promise<string | undefined>
  /** Everything received, but for the host's own requests, which are answered. */
  readonly received: readonly Iso8583Message[]
  readonly requests: readonly Iso8583Message[]
  /** Frames that were no messages, and messages whose authentication failed. */
  readonly unreadable: number
  readonly isClosed: boolean
  /** The key for everything that follows. */
  useKey(key: Buffer): void
  close(): void
}

export interface ClientOptions {
  readonly port: number
  readonly framing?: Framing
  readonly mac?: { readonly algorithm: MacAlgorithm; readonly key: Buffer }
  readonly tls?: ConnectionOptions
  /** Answers a request of the host's own; by default with approval. */
  answer?(request: Iso8583Message): Iso8583Message | undefined
}

const codec = compileCodec(binarySpecification)

export async function connectToHost(options: ClientOptions): Promise<CardHostClient> {
  const { port, mac } = options
  const framer = framing(options.framing ?? { length: 'binary-2' })
  const socket: Socket = options.tls
    ? connectTls({ port, host: '127.0.0.1', ...options.tls })
    : connect(port, '127.0.0.1')
  await once(socket, options.tls ? 'secureConnect' : 'connect')
  const reader = framer.reader()
  const received: Iso8583Message[] = []
  const requests: Iso8583Message[] = []
  const waiting = new Map<string, (response: Iso8583Message) => void>()
  const state = { unreadable: 0, isClosed: false, key: mac?.key }

  // Everything of one turn of the event loop arrives together.
  const writeBytes = (bytes: Buffer) => {
    socket.cork()
    process.nextTick(() => socket.uncork())
    socket.write(bytes)
  }
  const write = (message: Iso8583Message) => {
    const { key } = state
    if (!mac || !key) return writeBytes(framer.frame(codec.pack(message)))
    const packed = codec.pack(message.set(message.fieldsEnd > 65 ? 128 : 64, Buffer.alloc(8)))
    messageMac(mac.algorithm, key, packed.subarray(0, -8)).copy(packed, packed.length - 8)
    writeBytes(framer.frame(packed))
  }
  const take = (bytes: Buffer) => {
    const message = codec.unpack(bytes)
    if (mac && state.key) {
      const code = message.bytes(message.has(128) ? 128 : 64) ?? Buffer.alloc(0)
      assert.ok(isMacRight(mac.algorithm, state.key, bytes.subarray(0, -8), code), 'the authentication code is wrong')
    }
    if (message.type === '0800') {
      requests.push(message)
      const response = (options.answer ?? approvalOf)(message)
      if (response) write(response)
      return
    }
    received.push(message)
    waiting.get(message.text(11) ?? '')?.(message)
  }
  socket.on('data', (chunk: Buffer) => {
    for (const { message } of reader.push(chunk)) {
      try {
        take(message)
      } catch {
        state.unreadable += 1
      }
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    state.isClosed = true
  })

  const client: CardHostClient = {
    received,
    requests,
    get unreadable() {
      return state.unreadable
    },
    get isClosed() {
      return state.isClosed
    },
    send: (type, fields) => write(messageOf(type, fields)),
    sendBytes: writeBytes,
    ask(type, fields) {
      const { promise, resolve } = Promise.withResolvers<Iso8583Message>()
      waiting.set(fields[11] ?? '', resolve)
      write(messageOf(type, fields))
      return promise
    },
    async signOn() {
      const response = await client.ask('0800', { ...identity(), 70: '001' })
      return response.text(39)
    },
    useKey(key) {
      state.key = key
    },
    close: () => void socket.destroy(),
  }
  return client
}

export function messageOf(type: string, fields: MessageFields): Iso8583Message {
  const message = new Iso8583Message(type)
  for (const [number, value] of Object.entries(fields))
    if (number === '2') message.setSecret(2, Buffer.from(value, 'latin1'))
    else message.set(Number(number), value)
  return message
}

export function approvalOf(request: Iso8583Message): Iso8583Message {
  const response = new Iso8583Message('0810').set(39, '00')
  for (const field of [7, 11, 70]) response.set(field, request.text(field) ?? '')
  return response
}

let traces = 0

/** Trace number and time that were not used before. */
export function identity(): MessageFields {
  traces += 1
  return {
    7: `1116${String(120_000 + Math.floor(traces / 1_000_000)).padStart(6, '0')}`,
    11: String(traces % 1_000_000).padStart(6, '0'),
  }
}

/** A payment with a test card. */
export function payment(differences: MessageFields = {}): MessageFields {
  const own = identity()
  return {
    2: '5123450000000008',
    3: '000000',
    4: '000000001000',
    ...own,
    12: '120000',
    13: '1116',
    14: '3901',
    18: '5999',
    22: '812',
    25: '59',
    32: '12345',
    37: `rrn${own[11]}`.padEnd(12, '0'),
    41: 'TERM0001',
    42: 'SHOP',
    48: `0103100${taggedValue('20', `ref-${own[11]}`)}`,
    49: '840',
    ...differences,
  }
}

export function taggedValue(tag: string, value: string): string {
  return `${tag}${String(value.length).padStart(2, '0')}${value}`
}

/** DE 90 of a message. */
export function originalOf(type: string, fields: MessageFields): string {
  return `${type}${fields[11]}${fields[7]}${(fields[32] ?? '').padStart(11, '0')}${'0'.repeat(11)}`
}

/** A later message about another one, from the same terminal. */
export function messageAbout(type: string, original: MessageFields, differences: MessageFields = {}): MessageFields {
  const { 2: _number, 14: _expiry, ...rest } = payment()
  return {
    ...rest,
    4: original[4] ?? '',
    42: original[42] ?? '',
    49: original[49] ?? '',
    90: originalOf(type, original),
    ...differences,
  }
}

export function untilClosed(client: CardHostClient): Promise<void> {
  return until(() => client.isClosed, 'the host has closed the connection')
}
