// One connection of the host: reads messages, has them decided, and responses, with the simulated faults.
import type { Socket } from 'node:net'
import { type FrameReader, Iso8583Error, Iso8583Message } from '../iso8583/index.ts'
import { behaviorFor } from './choose-behavior.ts'
import type { HostContext } from './context.ts'
import { codes } from './decide.ts'
import { describeSafely } from './describe.ts'
import type { ResponseFields } from './entry.ts'
import { garbage, isFaultDue, type RandomBehavior } from './faults.ts'
import type { OfferedKey } from './keys.ts'
import { functions, keyFields, type SignOnState, takeNetworkRequest } from './network.ts'
import { type HostRequest, readAdditional, readRequest, tags, typeOfResponse } from './request.ts'
import { takeMessage } from './take-message.ts'

/** What a response repeats of its request. */
const repeatedFields = [3, 4, 7, 11, 12, 13, 32, 33, 37, 41, 42, 49, 70] as const

interface Received {
  readonly message: Iso8583Message
  readonly header: Buffer
  /** The key that authenticated it. */
  readonly key: Buffer | undefined
}

export class AcceptedConnection {
  readonly #socket: Socket
  readonly #context: HostContext
  readonly #number: number
  readonly #reader: FrameReader
  readonly #signOn: SignOnState = { isSignedOn: false }
  /** The host's own requests that wait for a response, by trace number. */
  readonly #asked = new Map<string, NodeJS.Timeout>()
  readonly #timers = new Set<NodeJS.Timeout>()
  #echo: NodeJS.Timeout | undefined
  #trace = 0
  #isCorked = false

  constructor(socket: Socket, number: number, context: HostContext) {
    this.#socket = socket
    this.#context = context
    this.#number = number
    this.#reader = context.framer.reader()
    socket.setNoDelay(true)
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#end())
    this.#waitForEcho()
  }

  get isSignedOn(): boolean {
    return this.#signOn.isSignedOn
  }

  /** Sends the new key; the other side confirms it with its check value. */
  sendKey(offered: OfferedKey): void {
    this.#ask(functions.keyChange, keyFields(offered))
  }

  /** Signs off, and closes when everything is written. */
  close(): void {
    if (this.isSignedOn) this.#ask(functions.signOff)
    this.#end()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** A late request is executed nevertheless. */
  #end(): void {
    clearTimeout(this.#echo)
    for (const timer of this.#asked.values()) clearTimeout(timer)
    this.#signOn.isSignedOn = false
  }

  #take(bytes: Buffer): void {
    try {
      for (const { message, header } of this.#reader.push(bytes)) {
        this.#waitForEcho()
        // An empty frame keeps the connection alive.
        if (message.length > 0 && !this.#takeMessage(message, header)) return
      }
    } catch (error) {
      this.#giveUp(error)
    }
  }

  /** Hosts end a connection on which they cannot understand a message, without a response. */
  #giveUp(error: unknown): void {
    // A field that the specification has in another form than the host expects is a type error.
    if (!(error instanceof Iso8583Error || error instanceof TypeError)) throw error
    this.#context.counts.unreadable += 1
    this.#follow('received', undefined, error.message)
    this.#socket.destroy()
  }

  /** False when nothing more is read from this connection. */
  #takeMessage(bytes: Buffer, header: Buffer): boolean {
    const { codec, keys, counts } = this.#context
    const message = codec.unpack(bytes)
    counts.received += 1
    this.#follow('received', message)
    const key = keys.keyOf(message, bytes, codec)
    const received = { message, header, key }
    const isNetwork = message.type.startsWith('08')
    const hasMac = message.has(64) || message.has(128)
    if (keys.isUsed && !key && (!isNetwork || hasMac)) {
      counts.unauthenticated += 1
      message.wipe()
      return true
    }
    if (key) keys.noteUse(key)
    if (Number(message.type[2]) % 2 === 1) this.#takeResponse(message)
    else if (isNetwork) this.#takeNetwork(received)
    else return this.#takeMoney(received)
    return true
  }

  #takeNetwork(received: Received): void {
    const { faults, journal, keys } = this.#context
    const { message } = received
    const isSilent =
      faults && message.text(70) === functions.echo && isFaultDue(faults, `echo ${message.text(7)}${message.text(11)}`)
    const { code, additional } = takeNetworkRequest(received, this.#signOn, this.#context)
    if (isSilent) return
    const response = this.#responseTo(received, { 39: code, ...(additional !== undefined && { 48: additional }) })
    const isSignedOn = message.text(70) === functions.signOn && this.isSignedOn
    void journal.flushed().then(
      () => {
        this.#send(response, received)
        // It may have been away when the key was changed.
        const key = isSignedOn ? keys.changing : undefined
        if (key) this.sendKey(key)
      },
      () => undefined,
    )
  }

  #takeMoney(received: Received): boolean {
    const { message } = received
    const request = readRequest(message)
    if (!request || (this.#context.needsSignOn && !this.isSignedOn)) {
      this.#send(this.#responseTo(received, { 39: request ? codes.unavailable : codes.formatError }), received)
      message.wipe()
      return true
    }
    const behavior = behaviorFor(request, this.#context)
    if (behavior === 'disconnect') {
      this.#follow('sent', undefined, 'ends the connection', behavior)
      this.#socket.destroy()
      return false
    }
    if (behavior === 'lost') {
      this.#follow('sent', undefined, 'drops the message', behavior)
      message.wipe()
    } else if (behavior === 'late') this.#later(this.#context.lateMs, () => this.#carryOut(received, request, behavior))
    else this.#carryOut(received, request, behavior)
    return true
  }

  #carryOut(received: Received, request: HostRequest, behavior: RandomBehavior | undefined): void {
    const { state, journal, slowMs } = this.#context
    const fields = takeMessage(received.message, request, state, behavior === 'partial')
    const response = fields && this.#responseTo(received, fields)
    received.message.wipe()
    void journal.flushed().then(
      () => {
        if (!response || behavior === 'silent') this.#follow('sent', undefined, 'does not answer', behavior ?? 'silent')
        else if (behavior === 'slow') this.#later(slowMs, () => this.#send(response, received, behavior))
        else if (behavior === undefined) this.#send(response, received)
        else this.#sendBadly(response, received, behavior)
      },
      // The host stops when its books cannot be written.
      () => undefined,
    )
  }

  #sendBadly(response: Iso8583Message, received: Received, behavior: RandomBehavior): void {
    switch (behavior) {
      case 'duplicate':
        this.#send(response, received, behavior)
        break
      case 'wrongTrace':
        response.set(11, String((Number(response.text(11)) + 500_000) % 1_000_000).padStart(6, '0'))
        break
      case 'overstated':
        response.set(39, codes.approved).set(4, String(BigInt(response.text(4) ?? 0) + 1n).padStart(12, '0'))
        break
      case 'garbage':
        this.#follow('sent', undefined, 'sends bytes that are no message', behavior)
        this.#write(this.#context.framer.frame(garbage(response.text(11) ?? '')))
        return
      case 'halfway': {
        const frame = this.#frame(response, received)
        this.#follow('sent', undefined, 'ends the connection within its answer', behavior)
        this.#write(frame.subarray(0, Math.floor(frame.length / 2)))
        this.#socket.end()
        return
      }
      default:
    }
    this.#send(response, received, behavior)
    if (behavior === 'changeKey') this.#context.changeKey()
  }

  #responseTo({ message }: Received, fields: ResponseFields): Iso8583Message {
    const response = new Iso8583Message(typeOfResponse(message.type))
    for (const field of repeatedFields) {
      const value = message.has(field) ? message.text(field) : undefined
      if (value !== undefined) response.set(field, value)
    }
    for (const [field, value] of Object.entries(fields)) response.set(Number(field), value)
    return response
  }

  #send(response: Iso8583Message, received: Received, behavior?: RandomBehavior): void {
    this.#context.counts.answered += 1
    const frame = this.#frame(response, received)
    if (behavior === 'wrongMac' && received.key) frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 1
    this.#follow('sent', response, undefined, behavior)
    this.#write(frame)
  }

  #frame(response: Iso8583Message, { header, key }: Received): Buffer {
    const { framer, keys, codec } = this.#context
    return framer.frame(keys.pack(response, key, codec), framer.responseHeader(header))
  }

  /** Everything of one turn of the event loop goes out together. */
  #write(frame: Buffer): void {
    if (this.#socket.destroyed || !this.#socket.writable) return
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#socket.cork()
      process.nextTick(() => {
        this.#isCorked = false
        this.#socket.uncork()
      })
    }
    this.#socket.write(frame)
  }

  #later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, ms)
    this.#timers.add(timer)
  }

  /** A message of the host's own; a side that does not answer has lost the connection. */
  #ask(code: string, additional?: string): void {
    const { framer, keys, codec, state, answerMs } = this.#context
    this.#trace = (this.#trace % 999_999) + 1
    const trace = String(this.#trace).padStart(6, '0')
    const transmission = state.now().toISOString().slice(5, 19).replaceAll(/[-T:]/g, '')
    const message = new Iso8583Message('0800').set(7, transmission).set(11, trace).set(70, code)
    if (additional !== undefined) message.set(48, additional)
    this.#asked.set(
      trace,
      setTimeout(() => this.#socket.destroy(), answerMs),
    )
    const packed = keys.pack(message, keys.confirmed, codec)
    this.#follow('sent', message)
    this.#write(framer.frame(packed))
  }

  #takeResponse(message: Iso8583Message): void {
    const trace = message.text(11) ?? ''
    clearTimeout(this.#asked.get(trace))
    if (!this.#asked.delete(trace) || message.text(39) !== codes.approved) return
    const { keys } = this.#context
    const checkValue = readAdditional(message)?.[tags.checkValue]
    if (message.text(70) === functions.keyChange) keys.confirm(checkValue)
  }

  #waitForEcho(): void {
    clearTimeout(this.#echo)
    this.#echo = setTimeout(() => {
      if (this.isSignedOn) this.#ask(functions.echo)
    }, this.#context.echoMs)
  }

  #follow(direction: 'received' | 'sent', message: Iso8583Message | undefined, problem?: string, fault?: string): void {
    const { codec, state } = this.#context
    if (!this.#context.isFollowed()) return
    this.#context.follow({
      at: state.now().toISOString(),
      direction,
      connection: this.#number,
      message: message && describeSafely(message, codec.specification),
      problem,
      fault,
    })
  }
}
