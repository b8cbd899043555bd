// Removes secrets from what an acquirer has answered. A repeated secret is found in plain, grouped and encoded spellings;
// what remains of it are asterisks.
//
// A long secret (account number, track, cryptogram, key) is removed wherever it is. A security code has three digits, which
// are in every other amount and reference by chance: it is removed from texts, where it stands by itself, and a value
// that is the code and nothing else is dropped by its field (response-rows.ts).
import { JsonNumber } from '../../contract/json/json.ts'
import { holdsCardNumber, scrubAccountNumbers } from '../../kernel/account-numbers-in-text.ts'
import { Secret } from '../../kernel/secret.ts'
import { base64, type DecodedRun, encodedRuns, hex, type ReadableText, readableText } from './readable-text.ts'
import {
  type GlanceTerms,
  glanceAt,
  glances,
  openSecretIndex,
  type SecretIndex,
  type Span,
  shortFilterOf,
} from './secret-index.ts'
import { isShortSecret, type LinkSecret, secretsIn, spellingsOf } from './secrets.ts'

export interface Redactor {
  /** A text for people: without secrets, and without anything that could be an account number. */
  text(received: string): string
  /** A code or an identifier; undefined when it holds a secret. */
  code(received: string): string | undefined
  /** The name of a member. */
  name(received: string): string
  /** Every string, name and number of a value; the value itself where nothing changes. */
  all<Value>(received: Value): Value
}

/** What is known of the request that a response is about. */
export interface RedactedRequest {
  /** With its secrets, as it was sent; of an inquiry nothing is known. */
  readonly request?: unknown
  /** The first six and last four digits of the account number, as answers show them. */
  readonly maskedNumber?: string | undefined
  /** A response that may repeat a request of which the secrets are not known here: its texts keep no digits. */
  readonly isOfUnknownSecrets?: boolean
}

/** For the answers to one link's requests. */
export interface LinkRedactor {
  of(about: RedactedRequest): Redactor
}

export function openLinkRedactor(secrets: readonly LinkSecret[]): LinkRedactor {
  const ofLink = openSecretIndex(secrets.flatMap(spellingsOf))
  const shortOfLink = secrets.map(({ value }) => value).filter(isShortSecret)
  return {
    of({ request, maskedNumber, isOfUnknownSecrets = false }) {
      const values = [...new Set(secretsIn(request).map((secret) => secret.open()))]
      return redactor({
        ofLink,
        ofRequest: openSecretIndex(values.flatMap((value) => spellingsOf({ value }))),
        short: [...shortOfLink, ...values.filter(isShortSecret)],
        maskedNumber,
        isOfUnknownSecrets,
      })
    },
  }
}

interface KnownSecrets {
  readonly ofLink: SecretIndex
  readonly ofRequest: SecretIndex
  readonly short: readonly string[]
  readonly maskedNumber: string | undefined
  readonly isOfUnknownSecrets: boolean
}

/** A value in which something was removed, and that is therefore no code or identifier any more. */
const removed = '***'

/** Between the digits of a number that is written in groups. */
const separator = '[^0-9A-Za-z]{0,2}'

/** What a security code is called, directly before it. */
const codeName = '(?:cv[vcn]2?|csc|cid|code|pin)[^0-9A-Za-z]{0,3}'

/** A text is for people. A code has no spaces, and holds digits by its nature. */
type StringKind = 'TEXT' | 'CODE'

function redactor(known: KnownSecrets): Redactor {
  const { ofLink, ofRequest, short, maskedNumber, isOfUnknownSecrets } = known
  const hasWords = short.some((secret) => !digitsAlone.test(secret))
  const glance: GlanceTerms = { first: ofLink, second: ofRequest, short: shortFilterOf(short) }
  /** What needs a closer look: three digits only where they could be any code, or the middle of a number. */
  const isCloser = (seen: number) =>
    hasWords ||
    (seen & unusual) !== 0 ||
    ((isOfUnknownSecrets || maskedNumber !== undefined) && (seen & glances.digits) !== 0)
  const patterns = lazily(() => ({
    TEXT: isOfUnknownSecrets ? anyDigits : patternOf(short, standingAlone),
    CODE: patternOf(short, (secret) => `${codeName}${standingAlone(secret)}`),
    ofNumber: maskedNumber === undefined ? undefined : patternOfMasked(maskedNumber),
  }))

  function find(text: string, kind: StringKind, seen: number): readonly Span[] {
    let found: readonly Span[] = nothing
    if (seen & glances.long) found = both(ofLink.find(text), ofRequest.find(text))
    const hasDigits = (seen & glances.digits) !== 0
    if (hasDigits && maskedNumber !== undefined) found = both(found, spansOf(patterns().ofNumber, text))
    const mayHoldShort = (seen & glances.short) !== 0 || hasWords || (hasDigits && isOfUnknownSecrets)
    return mayHoldShort ? both(found, spansOf(patterns()[kind], text)) : found
  }

  /** How many more characters of a response are looked at closely. */
  let left = 0

  /** False when a response takes too much work: what it needs a closer look for is then removed unseen. */
  function spend(characters: number): boolean {
    left -= characters
    return left >= 0
  }

  /** With asterisks in the place of secrets; the string itself if it has none. */
  function redact(received: string, kind: StringKind | undefined, encodings = 0): string {
    if (received.length < lengthMin) return received
    let seen = glanceAt(received, glance)
    if (!isCloser(seen)) return received
    if ((seen & unusual) !== 0 && !spend(received.length)) return removed
    if ((seen & glances.long) !== 0 && !spend(received.length)) return removed
    let read: ReadableText = { text: received }
    if (seen & glances.escape) {
      read = readableText(received)
      if (!spend(received.length - read.text.length)) return removed
      seen = glanceAt(read.text, glance)
    }
    const { text, places } = read
    const kindHere = kind ?? (seen & glances.space ? 'TEXT' : 'CODE')
    const isEncoded = encodings > 0 || places !== undefined
    // A card number that is not the request's would have no reason to be encoded.
    if (isEncoded && isOfUnknownSecrets && holdsCardNumber(text, { digitsMin: 13 })) return removed
    const spans = both(find(text, kindHere, seen), encodings < encodingsMax ? encoded(text, kindHere, seen) : nothing)
    return spans.length === 0 ? received : withoutSpans(received, spans, places)

    function encoded(plain: string, inside: StringKind, glanced: number): readonly Span[] {
      const look = (decode: () => Buffer): DecodedRun => {
        if (!spend(decodingCost)) return 'TOO_MUCH_WORK'
        const content = decode().toString('latin1')
        return redact(content, inside, encodings + 1) === content ? 'HOLDS_NONE' : 'HOLDS_SECRET'
      }
      const inBase64 = glanced & glances.base64 ? encodedRuns(plain, base64, look) : nothing
      return glanced & glances.hex ? both(inBase64, encodedRuns(plain, hex, look)) : inBase64
    }
  }

  function isLong(digits: string): boolean {
    const seen = glanceAt(digits, glance)
    if ((seen & glances.long) !== 0 && !spend(digits.length)) return true
    return find(digits, 'CODE', seen).length > 0
  }

  function all(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return redact(value, undefined)
      case 'number':
      case 'bigint':
        return isLong(String(value)) ? undefined : value
      case 'object':
        return value === null || value instanceof Secret || value instanceof Date ? value : members(value, depth)
      default:
        return value
    }
  }

  function members(value: object, depth: number): unknown {
    if (value instanceof JsonNumber) return isLong(value.text) ? removed : value
    if (depth >= depthMax) return undefined
    if (Array.isArray(value)) {
      const items = value.map((item) => all(item, depth + 1))
      return items.some((item, index) => item !== value[index]) ? items : value
    }
    let changed: Record<string, unknown> | undefined
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name]
      const kept = all(member, depth + 1)
      const keptName = redact(name, 'TEXT')
      if (kept === member && keptName === name) continue
      changed ??= { ...value }
      delete changed[name]
      if (kept !== undefined) changed[keptName] = kept
    }
    return changed ?? value
  }

  function begin(received: string, kind: StringKind | undefined): string {
    left = closeLookMax
    return redact(received, kind)
  }

  return {
    text: (received) => scrubAccountNumbers(begin(received, 'TEXT')),
    code(received) {
      if (received.includes(removed)) return undefined
      // Where nothing is known of the request, digits are as they should be in a code.
      if (begin(received, isOfUnknownSecrets ? 'CODE' : undefined) !== received) return undefined
      return short.length > 0 && short.includes(readableText(received).text.trim()) ? undefined : received
    },
    name: (received) => begin(received, 'TEXT'),
    all<Value>(received: Value) {
      left = closeLookMax
      return all(received, 0) as Value
    },
  }
}

/** The shortest secret has three digits. */
const lengthMin = 3

const unusual = glances.escape | glances.base64 | glances.hex | glances.long | glances.short

/** Deeper than any response; an adapter's object may also contain itself. */
const depthMax = 32

/** In characters: the longest page that a response may hold, with all its escapes, and the rest of a usual answer. */
const closeLookMax = 69_632
/** As many characters take as long. */
const decodingCost = 160

/** Texts inside texts, such as JSON in base64. */
const encodingsMax = 2

function withoutSpans(received: string, spans: readonly Span[], places: ReadableText['places']): string {
  let kept = ''
  let done = 0
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(done, places ? (places.starts[from] as number) : from)
    const end = places ? (places.ends[to - 1] as number) : to
    if (end <= start) continue
    kept += received.slice(done, start) + '*'.repeat(end - start)
    done = end
  }
  return kept + received.slice(done)
}

const nothing: readonly Span[] = []

function both(some: readonly Span[], others: readonly Span[]): readonly Span[] {
  if (some.length === 0) return others
  return others.length === 0 ? some : [...some, ...others]
}

const digitsAlone = /^[0-9]+$/

/** With no letter or digit beside a word, and no digit beside a number. */
function standingAlone(secret: string): string {
  if (!digitsAlone.test(secret)) return `(?<![0-9A-Za-z])${escaped(secret)}(?![0-9A-Za-z])`
  return `(?<![0-9])${[...secret].join(separator)}(?![0-9])`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}

function patternOf(secrets: readonly string[], part: (secret: string) => string): RegExp | undefined {
  return secrets.length === 0 ? undefined : new RegExp(secrets.map(part).join('|'), 'gi')
}

/** Three digits could be a security code. */
const anyDigits = /[0-9](?:[ .,-]?[0-9]){2,}/g

/** The digits that are shown, and as many between them as are not. */
function patternOfMasked(number: string): RegExp | undefined {
  const [, first, hidden, last] = /^([0-9]{6})(x+)([0-9]{4})$/.exec(number) ?? []
  if (first === undefined || hidden === undefined || last === undefined) return undefined
  const between = `(?:[0-9]${separator}){${hidden.length}}`
  const ends = (digits: string) => [...digits].map((digit) => `${digit}${separator}`).join('')
  return new RegExp(`${ends(first)}${between}${ends(last.slice(0, 3))}${last[3]}`, 'g')
}

function spansOf(pattern: RegExp | undefined, text: string): readonly Span[] {
  if (!pattern) return nothing
  return [...text.matchAll(pattern)].map(({ 0: { length }, index }) => [index, index + length])
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
