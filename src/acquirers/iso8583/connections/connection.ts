// One long-lived connection to a host: connects to the first address that answers, signs on, sends echoes when idle, answers
// the host's own requests, and connects again after growing pauses when it is lost.

import type { Socket } from 'node:net'
import { Iso8583Error, type Iso8583Message } from '../../../iso8583/index.ts'
import { omitUndefined } from '../../../kernel/omit-undefined.ts'
import { elapsedMs } from '../../../platform/concurrency/elapsed-time.ts'
import type { ConnectionState } from '../../ports/link-states.ts'
import type { MacCheck } from '../keys/link-keys.ts'
import type { LinkParts } from '../link-parts.ts'
import { networkFunctions as functions } from '../messages.ts'
import { FrameWriter, ReceivedFrames } from './frames.ts'
import type { SentExchange } from './in-flight.ts'
import { FirstSignOn, networkRequest, networkResponse, noteNetworkRequest } from './network.ts'
import { openSocket, watchSocket } from './open-socket.ts'

export class HostConnection {
  readonly #parts: LinkParts
  readonly #name: string
  #state: ConnectionState['state'] = 'SIGNING_ON'
  #sinceMs: number
  #reason: string | undefined
  #lastError: string | undefined
  #socket: Socket | undefined
  #writer: FrameWriter | undefined
  #echo: { readonly echoMs: number; readonly echoAtMs: number } | undefined
  #failures = 0
  readonly #firstSignOn = new FirstSignOn()
  #isClosed = false
  #idle: NodeJS.Timeout | undefined
  #pause: NodeJS.Timeout | undefined
  #opening: Promise<void> | undefined
  readonly #waiting: (() => void)[] = []

  constructor(name: string, parts: LinkParts) {
    this.#name = name
    this.#parts = parts
    this.#sinceMs = parts.clock.now().getTime()
  }

  state(): ConnectionState {
    return {
      name: this.#name,
      state: this.#state,
      sinceMs: this.#sinceMs,
      inFlight: this.#parts.inFlight.countOn(this),
      ...omitUndefined({ reason: this.#reason, lastError: this.#lastError }),
      ...this.#echo,
    }
  }

  get isUp(): boolean {
    return this.#state === 'UP'
  }

  /** Begins to connect, if that is not under way. */
  connect(): void {
    if (this.#isClosed || this.#state === 'UP' || this.#opening || this.#pause) return
    this.#firstSignOn.begin(this.#parts.settings.connectTimeoutMs)
    this.#opening = this.#connectInTurn()
      .catch((error: Error) => this.#lose(error.message))
      .finally(() => {
        this.#opening = undefined
        this.#wake()
      })
  }

  /** Resolves when it is up, or could not be opened. */
  async settled(): Promise<void> {
    this.connect()
    if (this.#opening || this.#isFirstSignOn) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  get #isFirstSignOn(): boolean {
    return this.#state === 'SIGNING_ON' && this.#firstSignOn.isUnderWay
  }

  #wake(): void {
    if (!this.#isFirstSignOn) for (const wake of this.#waiting.splice(0)) wake()
  }

  /**
   * Sends a message and waits for its answer. Nothing is sent after the time; what could not be written by then never is,
   * for which the connection is given up.
   */
  async exchange(
    message: Iso8583Message,
    { sendBefore, timeoutMs }: { readonly sendBefore: number; readonly timeoutMs: number },
  ): Promise<SentExchange> {
    const { keys, codec, framer, inFlight } = this.#parts
    const writer = this.#writer
    let frame: Buffer
    try {
      const packed = keys.pack(message, codec)
      frame = framer.frame(packed)
      packed.fill(0)
    } catch (error) {
      if (!(error instanceof Iso8583Error)) throw error
      return { kind: 'NOT_SENT', why: error.message }
    } finally {
      message.wipe()
    }
    if (!writer?.isReady) return { kind: 'NOT_SENT', why: 'the connection takes no messages' }
    if (elapsedMs() >= sendBefore) return { kind: 'NOT_SENT', why: 'it was too late to send it' }
    const response = inFlight.expect(message, this, timeoutMs)
    writer.write(frame, sendBefore)
    const exchange = await response
    if (exchange.kind === 'NO_ANSWER') this.#lastError = exchange.why
    return exchange
  }

  /** True when the host answers an echo. */
  async echo(): Promise<boolean> {
    const startedMs = performance.now()
    const response = await this.#askNetwork(functions.echo, this.#parts.settings.echoTimeoutMs)
    const isAnswered = response?.kind === 'ANSWER' && response.message.text(39) === '00'
    const { clock } = this.#parts
    if (isAnswered) this.#echo = { echoMs: Math.round(performance.now() - startedMs), echoAtMs: clock.now().getTime() }
    else if (this.isUp) this.#lose('an echo was not answered')
    return isAnswered
  }

  /** Signs off and closes. */
  async close(): Promise<void> {
    const { settings } = this.#parts
    this.#isClosed = true
    clearTimeout(this.#pause)
    clearTimeout(this.#idle)
    if (this.isUp && settings.signsOn)
      await this.#askNetwork(functions.signOff, Math.min(settings.echoTimeoutMs, 1_000))
    this.#become('DOWN', 'closed')
    this.#wake()
    this.#parts.inFlight.lose(this, 'the connection was closed')
    this.#socket?.destroy()
  }

  async #connectInTurn(): Promise<void> {
    const { settings, keys } = this.#parts
    let failure = 'not connected'
    for (const address of settings.addresses) {
      if (this.#isClosed) return
      this.#become('SIGNING_ON')
      try {
        const socket = await openSocket(address, settings, this.#parts)
        this.#take(socket)
        await keys.load()
        if (settings.signsOn) await this.#signOn()
        if (this.#socket !== socket) throw new Error(this.#lastError ?? 'the connection was closed')
        this.#failures = 0
        this.#firstSignOn.end()
        this.#become('UP')
        this.#watchIdle()
        return
      } catch (error) {
        failure = `${address.host}:${address.port}: ${(error as Error).message}`
        this.#lastError = failure
        this.#drop()
      }
    }
    throw new Error(failure)
  }

  #take(socket: Socket): void {
    this.#socket = socket
    const received = new ReceivedFrames(this.#parts, {
      onRequest: (request, check) => void this.#answerNetwork(request, check),
      onDistrust: (why) => {
        this.#lastError = why
      },
      onEnd: (why) => this.#socket === socket && this.#lose(why),
    })
    this.#writer = new FrameWriter(socket, () => {
      if (this.#socket === socket) this.#lose('a message could not be written in time')
    })
    watchSocket(socket, {
      onBytes: (bytes) => {
        if (this.#socket !== socket) return
        if (this.isUp) this.#watchIdle()
        received.push(bytes)
      },
      onClose: (problem) => this.#socket === socket && this.#lose(problem),
    })
  }

  async #signOn(): Promise<void> {
    const response = await this.#askNetwork(functions.signOn, this.#parts.settings.connectTimeoutMs)
    if (response?.kind !== 'ANSWER') throw new Error(response?.why ?? 'no trace number is free')
    const code = response.message.text(39)
    if (code === '00') return
    this.#firstSignOn.end()
    throw new Error(`the host refused the sign-on with code ${code ?? 'none'}`)
  }

  async #askNetwork(code: string, timeoutMs: number): Promise<SentExchange | undefined> {
    const { settings, traceNumbers } = this.#parts
    const request = await networkRequest(code, settings.institutionId, traceNumbers).catch(() => undefined)
    return request && this.exchange(request, { sendBefore: Number.POSITIVE_INFINITY, timeoutMs })
  }

  async #answerNetwork(request: Iso8583Message, check: MacCheck): Promise<void> {
    const { keys, codec, framer } = this.#parts
    const code = request.text(70)
    const socket = this.#socket
    const answered = await networkResponse(request, check, keys)
    noteNetworkRequest(code, answered, this.#parts)
    request.wipe()
    if (!socket || this.#socket !== socket || !this.#writer?.isReady) return
    this.#writer.write(framer.frame(keys.packResponse(answered.response, codec, check)))
    // Nothing more is sent to it; what is in flight may still be answered.
    if (code === functions.signOff && answered.why === undefined && this.isUp) this.#retire(socket)
  }

  /** The host has signed off: another connection is opened when it has closed this one, or soon. */
  #retire(socket: Socket): void {
    this.#become('DOWN', 'the host signed off')
    setTimeout(() => {
      if (this.#socket === socket) this.#lose('the host signed off')
    }, this.#parts.settings.reconnectMinMs).unref()
  }

  #watchIdle(): void {
    clearTimeout(this.#idle)
    if (this.#isClosed) return
    this.#idle = setTimeout(() => {
      void this.echo().then((isAnswered) => {
        if (isAnswered) this.#watchIdle()
      })
    }, this.#parts.settings.echoIntervalMs).unref()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#writer = undefined
    socket?.destroy()
    this.#parts.inFlight.lose(this, this.#lastError ?? 'the connection was lost')
  }

  /** Down; connects again after a pause that grows with each failure. */
  #lose(why: string): void {
    const { settings } = this.#parts
    clearTimeout(this.#idle)
    this.#lastError = why
    this.#drop()
    if (this.#isClosed) return
    const pauseMs = Math.min(settings.reconnectMinMs * 2 ** this.#failures, settings.reconnectMaxMs)
    if (!this.#isFirstSignOn) this.#failures = Math.min(this.#failures + 1, 20)
    if (!this.#isFirstSignOn) this.#become('DOWN', why)
    clearTimeout(this.#pause)
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.connect()
    }, pauseMs).unref()
  }

  #become(state: ConnectionState['state'], reason?: string): void {
    if (this.#state === state && this.#reason === reason) return
    this.#state = state
    this.#reason = reason
    this.#sinceMs = this.#parts.clock.now().getTime()
    if (state === 'DOWN' && !this.#isClosed) this.#parts.log('a connection to the host is down', { reason })
    if (state === 'UP') this.#parts.log('signed on to the host')
  }
}
