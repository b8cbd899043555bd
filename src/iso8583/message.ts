// A message: its type and the values of its fields. Secrets and binary fields are bytes, everything else is text.

export type FieldValue = string | Buffer

/** Where the values of a message that was received are read from, on first access. */
interface Received {
  readonly bytes: ReceivedBytes
  readonly readers: readonly (FieldReader | undefined)[]
}

export interface FieldReader {
  readonly isSecret: boolean
  valueAt(received: ReceivedBytes, start: number, length: number): FieldValue
}

/** A place in a message and the length of the value there, in one number. */
const lengthLimit = 0x4000

export class Iso8583Message {
  /** Four digits. */
  type: string
  readonly #values: (FieldValue | undefined)[] = []
  readonly #places: number[] = []
  readonly #received: Received | undefined
  /** Bytes that hold secrets of this message, beside those that were received. */
  readonly #secrets: Buffer[] = []

  constructor(type: string, received?: Received) {
    this.type = type
    this.#received = received
  }

  set(field: number, value: FieldValue): this {
    this.#values[field] = value
    return this
  }

  /** Its bytes are overwritten with the others when the message is wiped. */
  setSecret(field: number, value: Buffer): this {
    this.#secrets.push(value)
    return this.set(field, value)
  }

  /** The value of a field was found here; it is read on first access. */
  place(field: number, start: number, length: number): void {
    this.#places[field] = start * lengthLimit + length
  }

  delete(field: number): void {
    this.#values[field] = undefined
    this.#places[field] = -1
  }

  value(field: number): FieldValue | undefined {
    const value = this.#values[field]
    return value === undefined && this.#received ? this.#read(field, this.#received) : value
  }

  #read(field: number, { bytes, readers }: Received): FieldValue | undefined {
    const place = this.#places[field]
    const reader = readers[field]
    if (place === undefined || place < 0 || !reader) return undefined
    const value = reader.valueAt(bytes, Math.floor(place / lengthLimit), place % lengthLimit)
    if (reader.isSecret) this.setSecret(field, value as Buffer)
    else this.#values[field] = value
    return value
  }

  /** Of a field that is text. */
  text(field: number): string | undefined {
    const value = this.value(field)
    if (value === undefined || typeof value === 'string') return value
    throw new TypeError(`DE ${field} is read as bytes`)
  }

  /** Of a field that is binary or secret. */
  bytes(field: number): Buffer | undefined {
    const value = this.value(field)
    if (typeof value === 'string') throw new TypeError(`DE ${field} is read as text`)
    return value
  }

  has(field: number): boolean {
    return this.#values[field] !== undefined || (this.#places[field] ?? -1) >= 0
  }

  /** One more than the highest field that was set. */
  get fieldsEnd(): number {
    return Math.max(this.#values.length, this.#places.length)
  }

  fields(): readonly number[] {
    const numbers: number[] = []
    for (let field = 2; field < this.fieldsEnd; field += 1) if (this.has(field)) numbers.push(field)
    return numbers
  }

  /** Every field that is set and its value, in the order of their numbers. */
  forEach(visit: (field: number, value: FieldValue) => void): void {
    const values = this.#values
    const received = this.#received
    const end = this.fieldsEnd
    for (let field = 2; field < end; field += 1) {
      const value = values[field] ?? (received && this.#read(field, received))
      if (value !== undefined) visit(field, value)
    }
  }

  /** Overwrites every secret of the message, also where it was received; the message has no bytes any more. */
  wipe(): void {
    for (const secret of this.#secrets) secret.fill(0)
    this.#secrets.length = 0
    const readers = this.#received?.readers
    const end = this.fieldsEnd
    for (let field = 2; field < end; field += 1) {
      const isSecret = readers?.[field]?.isSecret === true && this.has(field)
      if (isSecret || typeof this.#values[field] === 'object') this.delete(field)
    }
    this.#received?.bytes.wipe()
  }
}

// The bytes of a message that was received, and their text. Text is made of all of them at once, which is several times
// faster than field by field, and has blanks in the place of secrets: those never become a string.

/** Nothing waits while it is used, so that one is enough for all; it has no secrets afterwards. */
let scratch = Buffer.alloc(4_096)

export class ReceivedBytes {
  readonly bytes: Buffer
  /** Where secrets begin and end. */
  readonly #secrets: number[] = []
  #latin1: string | undefined
  #hexadecimal: string | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  hide(start: number, end: number): void {
    this.#secrets.push(start, end)
  }

  latin1(start: number, end: number): string {
    this.#latin1 ??= this.#text('latin1')
    return this.#latin1.slice(start, end)
  }

  /** Of the characters from `start` to `end`, two for each byte. */
  hexadecimal(start: number, end: number): string {
    this.#hexadecimal ??= this.#text('hex')
    return this.#hexadecimal.slice(start, end)
  }

  wipe(): void {
    for (let at = 0; at < this.#secrets.length; at += 2) this.bytes.fill(0, this.#secrets[at], this.#secrets[at + 1])
  }

  #text(encoding: 'latin1' | 'hex'): string {
    const { length } = this.bytes
    if (this.#secrets.length === 0) return this.bytes.toString(encoding)
    if (scratch.length < length) scratch = Buffer.alloc(length)
    scratch.set(this.bytes)
    for (let at = 0; at < this.#secrets.length; at += 2) {
      const end = this.#secrets[at + 1] as number
      for (let place = this.#secrets[at] as number; place < end; place += 1) scratch[place] = 0
    }
    return scratch.toString(encoding, 0, length)
  }
}
