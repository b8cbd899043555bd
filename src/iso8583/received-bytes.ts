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
