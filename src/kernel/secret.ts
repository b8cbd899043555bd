// A value that must not be seen: printing, logging or serializing one shows a mask; opening it is a call that can be
// searched for.
import { inspect } from 'node:util'

/**
 * Why a value is secret decides what may be stored of it.
 *
 * - ACCOUNT: a card number. Sealed at rest, masked in responses, compared by keyed hash.
 * - BANK_ACCOUNT: any other account number, treated alike; but its beginning reveals the bank, so only its end is
 *   shown.
 * - AUTHENTICATION: security code, PIN, track data, cryptogram. Never stored, not even as a hash.
 * - CREDENTIAL: something whose knowledge gives access, such as a session id. Never shown or logged.
 */
export type SecretKind = 'ACCOUNT' | 'BANK_ACCOUNT' | 'AUTHENTICATION' | 'CREDENTIAL'

export class Secret {
  readonly kind: SecretKind
  readonly #value: string

  constructor(kind: SecretKind, value: string) {
    this.kind = kind
    this.#value = value
  }

  /** The clear value. Auditors review every call. */
  open(): string {
    return this.#value
  }

  /** The number of an account: stored masked, and compared by keyed hash. */
  get isAccount(): boolean {
    return this.kind === 'ACCOUNT' || this.kind === 'BANK_ACCOUNT'
  }

  /**
   * What may be shown: a card number by its ends, another account's by its last characters, anything else not at all.
   */
  get masked(): string {
    if (this.kind === 'ACCOUNT') return maskCardNumber(this.#value)
    return this.kind === 'BANK_ACCOUNT' ? showEnd(this.#value) : 'xxx'
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

/** The first six and last four from 13 digits on; for shorter numbers that would leave too little to guess. */
export function maskCardNumber(number: string): string {
  if (number.length < 13) return showEnd(number)
  return number.slice(0, 6) + 'x'.repeat(number.length - 10) + number.slice(-4)
}

const shownAtEnd = 4

/** The last four characters, unless they are all there is. */
function showEnd(number: string): string {
  const hidden = number.length > shownAtEnd ? number.length - shownAtEnd : number.length
  return 'x'.repeat(hidden) + number.slice(hidden)
}
