// A value that must not be seen: printing, logging or serialising one shows a mask; opening it is a call one can search for.
import { inspect } from 'node:util'

/**
 * Why a value is secret decides what may be kept of it.
 *
 * - ACCOUNT: a card or bank account number. Sealed at rest, masked in answers, compared by keyed hash.
 * - AUTHENTICATION: security code, PIN, track data, cryptogram. Never kept, not even as a hash.
 * - CREDENTIAL: something whose knowledge gives access, such as a session id. Never shown or logged.
 */
export type SecretKind = 'ACCOUNT' | 'AUTHENTICATION' | 'CREDENTIAL'

export class Secret {
  readonly kind: SecretKind
  readonly #value: string

  constructor(kind: SecretKind, value: string) {
    this.kind = kind
    this.#value = value
  }

  /** The clear value. Every call is a place an auditor looks at. */
  open(): string {
    return this.#value
  }

  /** What may be shown: an account number by its ends, anything else not at all. */
  get masked(): string {
    return this.kind === 'ACCOUNT' ? maskAccountNumber(this.#value) : 'xxx'
  }

  toString(): string {
    return this.masked
  }

  toJSON(): string {
    return this.masked
  }

  [inspect.custom](): string {
    return `Secret(${this.kind} ${this.masked})`
  }
}

/** Shows the first six and last four from 13 characters on; shorter numbers would be guessable, so only the last four. */
export function maskAccountNumber(number: string): string {
  const tail = number.slice(-4)
  if (number.length >= 13) return number.slice(0, 6) + 'x'.repeat(number.length - 10) + tail
  return 'x'.repeat(Math.max(number.length - 4, 0)) + (number.length > 4 ? tail : 'x'.repeat(tail.length))
}
