// A card host that speaks ISO 8583 and does what a test says: answers, or is silent, late, wrong, or gone.

import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import {
  compileCodec,
  type Framing,
  framing,
  Iso8583Message,
  isMacRight,
  type MacAlgorithm,
  type MessageSpecification,
  messageMac,
  shippedSpecifications,
} from '../../../src/iso8583/index.ts'

export interface HostScript {
  readonly specification?: MessageSpecification
  readonly framing?: Framing
  readonly tls?: TlsOptions
  /** Default: a free one. */
  readonly port?: number
  readonly mac?: { readonly algorithm: MacAlgorithm; readonly key: Buffer }
  /** What to do about a request; by default it is approved. Network management is answered with 00 unless it says otherwise. */
  take?(request: Iso8583Message, connection: ScriptedConnection): unknown
}

export type ScriptedResponse = Readonly<Record<number, string>>

export interface ScriptedConnection {
  /** The usual answer, with other fields. */
  answer(request: Iso8583Message, fields?: ScriptedResponse): void
  send(message: Iso8583Message): void
  /** Without message authentication. */
  sendPlain(message: Iso8583Message): void
  sendBytes(bytes: Buffer): void
  /** What `send` has written, as an eavesdropper has it. */
  readonly sentFrames: readonly Buffer[]
  end(): void
  readonly isSignedOn: boolean
  /** The key for everything that follows. */
  useKey(key: Buffer): void
}

export interface ScriptedHost {
  readonly port: number
  readonly address: string
  /** Everything received, in order. */
  readonly received: readonly Iso8583Message[]
  /** As it arrived, for what was received. */
  readonly frames: readonly Buffer[]
  readonly connections: readonly ScriptedConnection[]
  readonly wrongMacs: number
  close(): Promise<void>
}

const isOrder = (message: Iso8583Message) => ['002', '101'].includes(message.text(70) ?? '')

const iso87Binary = shippedSpecifications.find(({ name }) => name === 'iso87-binary') as MessageSpecification
const repeatedFields = [3, 4, 7, 11, 32, 37, 41, 42, 49, 70] as const

export async function startScriptedHost(script: HostScript = {}): Promise<ScriptedHost> {
  const codec = compileCodec(script.specification ?? iso87Binary)
  const framer = framing(script.framing ?? { length: 'binary-2' })
  const received: Iso8583Message[] = []
  const frames: Buffer[] = []
  const connections: ScriptedConnection[] = []
  const sockets = new Set<Socket>()
  let wrongMacs = 0
  let approvals = 0

  function accept(socket: Socket): void {
    sockets.add(socket)
    let key = script.mac?.key
    let isSignedOn = false
    const reader = framer.reader()
    const sentFrames: Buffer[] = []

    function packed(message: Iso8583Message): Buffer {
      // Of network management, a host authenticates what changes something.
      const isPlain = message.type.startsWith('08') && !(message.type === '0800' && isOrder(message))
      if (!script.mac || !key || isPlain) return codec.pack(message)
      const field = message.fieldsEnd > 65 ? 128 : 64
      const bytes = codec.pack(message.set(field, Buffer.alloc(8)))
      messageMac(script.mac.algorithm, key, bytes.subarray(0, -8)).copy(bytes, bytes.length - 8)
      return bytes
    }

    const connection: ScriptedConnection = {
      answer(request, fields = {}) {
        const response = new Iso8583Message(`${request.type.slice(0, 2)}${Number(request.type[2]) + 1}0`)
        for (const field of repeatedFields) {
          const value = request.text(field)
          if (value !== undefined) response.set(field, value)
        }
        approvals += 1
        if (!request.type.startsWith('08'))
          response.set(38, String(approvals).padStart(6, '0')).set(63, '261116').set(44, 'YM')
        response.set(39, '00')
        for (const [field, value] of Object.entries(fields)) response.set(Number(field), value)
        connection.send(response)
      },
      send(message) {
        const frame = framer.frame(packed(message))
        sentFrames.push(Buffer.from(frame))
        socket.write(frame)
      },
      sendPlain: (message) => void socket.write(framer.frame(codec.pack(message))),
      sentFrames,
      sendBytes: (bytes) => void socket.write(bytes),
      end: () => socket.destroy(),
      get isSignedOn() {
        return isSignedOn
      },
      useKey(next) {
        key = next
      },
    }
    connections.push(connection)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes: Buffer) => {
      for (const { message: frame } of reader.push(bytes)) {
        const copy = Buffer.from(frame)
        const request = codec.unpack(frame)
        const field = request.has(128) ? 128 : 64
        if (script.mac && key && !request.type.startsWith('08')) {
          const mac = request.bytes(field)
          if (!mac || !isMacRight(script.mac.algorithm, key, copy.subarray(0, -8), mac)) {
            wrongMacs += 1
            continue
          }
        }
        received.push(request)
        frames.push(copy)
        if (request.text(70) === '001') isSignedOn = true
        if (script.take) script.take(request, connection)
        else if (request.type[2] !== '1') connection.answer(request)
      }
    })
  }

  const server: Server = script.tls ? createTlsServer(script.tls, accept) : createServer(accept)
  server.listen(script.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    address: `127.0.0.1:${port}`,
    received,
    frames,
    connections,
    get wrongMacs() {
      return wrongMacs
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
