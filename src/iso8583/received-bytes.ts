// The bytes of a message that was received, and their text. Text is made of all of them at once, which is several times
// faster than field by field, and has blanks in the place of secrets: those never become a string.

export class ReceivedBytes {
  readonly bytes: Buffer
  /** Where secrets begin and end. */
  readonly #secrets: number[] = []
  #latin1: string | undefined
  #hexadecimal: string | undefined
  #shown: Buffer | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  hide(start: number, end: number): void {
    this.#secrets.push(start, end)
  }

  latin1(start: number, end: number): string {
    this.#latin1 ??= this.#withoutSecrets().toString('latin1')
    return this.#latin1.slice(start, end)
  }

  /** Of the characters from `start` to `end`, two for each byte. */
  hexadecimal(start: number, end: number): string {
    this.#hexadecimal ??= this.#withoutSecrets().toString('hex')
    return this.#hexadecimal.slice(start, end)
  }

  wipe(): void {
    for (let at = 0; at < this.#secrets.length; at += 2) this.bytes.fill(0, this.#secrets[at], this.#secrets[at + 1])
  }

  #withoutSecrets(): Buffer {
    if (this.#secrets.length === 0) return this.bytes
    if (this.#shown) return this.#shown
    const copy = Buffer.from(this.bytes)
    for (let at = 0; at < this.#secrets.length; at += 2) copy.fill(0, this.#secrets[at], this.#secrets[at + 1])
    this.#shown = copy
    return copy
  }
}
