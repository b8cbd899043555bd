// Requests that wait for their answers, on all connections of a link. An answer is matched by its type, transmission time and
// trace number, and by institution, terminal, card acceptor and function where it has them; never by less.
import type { Iso8583Message } from '../../../iso8583/index.ts'
import { responseType } from '../messages.ts'

export type MessageExchange =
  | { readonly kind: 'ANSWER'; readonly message: Iso8583Message }
  | { readonly kind: 'NO_ANSWER'; readonly why: string }

/** A request that certainly did not leave this process, or its result. */
export type SentExchange = MessageExchange | { readonly kind: 'NOT_SENT'; readonly why: string }

/** Unexpected answers: late, duplicate, or without a request. */
export type UnexpectedResponse = 'late' | 'duplicate' | 'unsolicited'

interface WaitingRequest {
  readonly connection: object
  readonly matched: readonly (string | undefined)[]
  readonly resolve: (exchange: MessageExchange) => void
  readonly timer: NodeJS.Timeout
}

/** The number of past requests that are remembered, to distinguish late answers from those without a request. */
const rememberedMax = 20_000

/** Acquiring institution, terminal, card acceptor, and the function of network management. */
const matchedFields = [32, 41, 42, 70] as const

export class RequestsInFlight {
  readonly #waiting = new Map<string, WaitingRequest[]>()
  readonly #ended = new Map<string, 'late' | 'duplicate'>()
  readonly #perConnection = new Map<object, number>()

  /** The response to a message that is about to be sent on a connection. */
  expect(message: Iso8583Message, connection: object, timeoutMs: number): Promise<MessageExchange> {
    const { promise, resolve } = Promise.withResolvers<MessageExchange>()
    const key = keyOf(responseType(message.type), message)
    const request: WaitingRequest = {
      connection,
      matched: matchedFields.map((field) => message.text(field)?.trimEnd()),
      resolve,
      timer: setTimeout(() => this.#abandon(key, request, `no answer within ${timeoutMs} ms`), timeoutMs),
    }
    // The same message may be sent twice at once; one response is for both.
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(request)
    else this.#waiting.set(key, [request])
    this.#count(connection, 1)
    return promise
  }

  /** Undefined when a request waited for the response. */
  take(response: Iso8583Message): UnexpectedResponse | undefined {
    const key = keyOf(response.type, response)
    const waiting = this.#waiting.get(key)
    if (!waiting) {
      const ended = this.#ended.get(key)
      // One response more than there should be: those after it are about nothing.
      this.#ended.delete(key)
      return ended ?? 'unsolicited'
    }
    const [first] = waiting
    if (!first || !isAbout(first, response)) return 'unsolicited'
    this.#waiting.delete(key)
    this.#remember(key, 'duplicate')
    for (const request of waiting) this.#end(request, { kind: 'ANSWER', message: response })
    return undefined
  }

  /** A response that is not trusted: its request has no response. */
  distrust(response: Iso8583Message, why: string): void {
    const key = keyOf(response.type, response)
    for (const request of [...(this.#waiting.get(key) ?? [])]) this.#abandon(key, request, why)
  }

  /** The connection is gone: what was sent on it is not answered any more. */
  lose(connection: object, why: string): void {
    for (const [key, requests] of this.#waiting)
      for (const request of [...requests]) if (request.connection === connection) this.#abandon(key, request, why)
  }

  countOn(connection: object): number {
    return this.#perConnection.get(connection) ?? 0
  }

  #abandon(key: string, request: WaitingRequest, why: string): void {
    const left = (this.#waiting.get(key) ?? []).filter((each) => each !== request)
    if (left.length === 0) this.#waiting.delete(key)
    else this.#waiting.set(key, left)
    this.#remember(key, 'late')
    this.#end(request, { kind: 'NO_ANSWER', why })
  }

  #end({ timer, connection, resolve }: WaitingRequest, exchange: MessageExchange): void {
    clearTimeout(timer)
    this.#count(connection, -1)
    resolve(exchange)
  }

  #count(connection: object, change: number): void {
    const count = (this.#perConnection.get(connection) ?? 0) + change
    if (count === 0) this.#perConnection.delete(connection)
    else this.#perConnection.set(connection, count)
  }

  #remember(key: string, what: 'late' | 'duplicate'): void {
    this.#ended.delete(key)
    this.#ended.set(key, what)
    if (this.#ended.size <= rememberedMax) return
    const { value: oldest } = this.#ended.keys().next()
    if (oldest !== undefined) this.#ended.delete(oldest)
  }
}

function keyOf(type: string, message: Iso8583Message): string {
  return `${type} ${message.text(7)} ${message.text(11)}`
}

function isAbout({ matched }: WaitingRequest, response: Iso8583Message): boolean {
  return matchedFields.every((field, index) => {
    const value = response.text(field)?.trimEnd()
    return value === undefined || value === matched[index]
  })
}
