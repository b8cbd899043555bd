// Reads JSON text strictly: numbers keep their source text, a repeated member is an error instead of a silent choice,
// nesting is bounded, `__proto__` is a name like any other, and an error is reported with its position.
// Empty members count as absent.

export class JsonNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type JsonValue = string | boolean | null | JsonNumber | JsonObject | readonly JsonValue[]
export interface JsonObject {
  readonly [name: string]: JsonValue
}

/** Null and an empty object. An object of such members has already become an empty one. */
export function isAbsent(value: JsonValue): boolean {
  if (typeof value !== 'object') return false
  if (value === null) return true
  if (!isJsonObject(value)) return false
  for (const _ in value) return false
  return true
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/** Where and why a text is not JSON. Line and character count from 1. */
export class JsonSyntaxError extends Error {
  readonly line: number
  readonly character: number

  constructor(text: string, at: number, reason: string) {
    super(reason)
    const before = text.slice(0, at)
    this.line = before.split('\n').length
    this.character = at - before.lastIndexOf('\n')
  }
}

export const depthMax = 32
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const controlCharacter = /[\u0000-\u001f]/
const plainStringPattern = /[^"\\\u0000-\u001f]*/y
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

/** Members that are null, or empty objects, count as absent and are dropped while reading. */
export function parseJsonCarefully(text: string): JsonValue {
  const parser = new Parser(text)
  const value = parser.value(0)
  parser.end()
  return value
}

class Parser {
  readonly #text: string
  /** Most texts have neither, and then a string ends at the next quote, whatever it is. */
  readonly #mayHoldEscapes: boolean
  readonly #mayHoldControls: boolean
  #at = 0

  constructor(text: string) {
    this.#text = text
    this.#mayHoldEscapes = text.includes('\\')
    this.#mayHoldControls = controlCharacter.test(text)
  }

  value(depth: number): JsonValue {
    this.#skipSpace()
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x22:
        return this.#string()
      case 0x7b:
        return this.#object(depth)
      case 0x5b:
        return this.#array(depth)
      case 0x74:
        return this.#word('true', true)
      case 0x66:
        return this.#word('false', false)
      case 0x6e:
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  end(): void {
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail('there is something after the end of the document')
  }

  #object(depth: number): JsonObject {
    if (depth >= depthMax) this.#fail(`objects and arrays are nested more than ${depthMax} deep`)
    const object: Record<string, JsonValue> = {}
    let dropped: Set<string> | undefined
    this.#at += 1
    this.#skipSpace()
    if (this.#peek() === 0x7d) {
      this.#at += 1
      return object
    }
    for (;;) {
      this.#skipSpace()
      const start = this.#at
      if (this.#peek() !== 0x22) this.#fail('a member name in double quotes is expected')
      const name = this.#string()
      // Reading first is cheap, and nearly always the whole response; names that every object has need the second look.
      const isRepeated = (object[name] !== undefined && Object.hasOwn(object, name)) || dropped?.has(name)
      if (isRepeated) this.#failAt(start, 'a member occurs twice')
      this.#expect(0x3a, 'a colon is expected')
      const value = this.value(depth + 1)
      if (isAbsent(value)) dropped = (dropped ?? new Set()).add(name)
      else if (name === '__proto__') Object.defineProperty(object, name, ownMember(value))
      else object[name] = value
      this.#skipSpace()
      const next = this.#peek()
      this.#at += 1
      if (next === 0x7d) return object
      if (next !== 0x2c) this.#failAt(this.#at - 1, 'a comma or a closing brace is expected')
    }
  }

  #array(depth: number): readonly JsonValue[] {
    if (depth >= depthMax) this.#fail(`objects and arrays are nested more than ${depthMax} deep`)
    const items: JsonValue[] = []
    this.#at += 1
    this.#skipSpace()
    if (this.#peek() === 0x5d) {
      this.#at += 1
      return items
    }
    for (;;) {
      items.push(this.value(depth + 1))
      this.#skipSpace()
      const next = this.#peek()
      this.#at += 1
      if (next === 0x5d) return items
      if (next !== 0x2c) this.#failAt(this.#at - 1, 'a comma or a closing bracket is expected')
    }
  }

  #string(): string {
    const text = this.#text
    const start = this.#at + 1
    const end = text.indexOf('"', start)
    if (end < 0) this.#fail('a text is not closed')
    const raw = text.slice(start, end)
    if (this.#mayHoldEscapes && raw.includes('\\')) return this.#stringWithEscapes()
    if (this.#mayHoldControls && controlCharacter.test(raw)) this.#fail('a text holds a control character')
    this.#at = end + 1
    return raw
  }

  #stringWithEscapes(): string {
    const text = this.#text
    let result = ''
    this.#at += 1
    for (;;) {
      plainStringPattern.lastIndex = this.#at
      plainStringPattern.test(text)
      const end = plainStringPattern.lastIndex
      result += text.slice(this.#at, end)
      this.#at = end
      const code = text.charCodeAt(end)
      if (code === 0x22) {
        this.#at += 1
        return result
      }
      if (code !== 0x5c) this.#fail('a text is not closed, or holds a control character')
      result += this.#escape()
    }
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1] ?? ''
    if (letter === 'u') {
      const hex = this.#text.slice(this.#at + 2, this.#at + 6)
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#fail('an escape needs four hexadecimal digits')
      this.#at += 6
      return String.fromCharCode(Number.parseInt(hex, 16))
    }
    const character = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined
    if (character === undefined) this.#fail('an unknown escape')
    this.#at += 2
    return character
  }

  #number(): JsonNumber {
    numberPattern.lastIndex = this.#at
    const text = numberPattern.exec(this.#text)?.[0]
    if (text === undefined) this.#fail('a value is expected')
    this.#at += text.length
    return new JsonNumber(text)
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('a value is expected')
    this.#at += word.length
    return value
  }

  #expect(code: number, reason: string): void {
    this.#skipSpace()
    if (this.#peek() !== code) this.#fail(reason)
    this.#at += 1
  }

  #peek(): number {
    return this.#text.charCodeAt(this.#at)
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at += 1
    }
  }

  #fail(reason: string): never {
    this.#failAt(this.#at, reason)
  }

  #failAt(at: number, reason: string): never {
    throw new JsonSyntaxError(this.#text, Math.min(at, this.#text.length), reason)
  }
}

function ownMember(value: JsonValue): PropertyDescriptor {
  return { value, enumerable: true, writable: true, configurable: true }
}
