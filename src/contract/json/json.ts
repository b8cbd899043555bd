// Reads the JSON text of a request without losing anything a payment could depend on.
//
// The platform's own parser is several times faster than the strict one, and right for nearly every request. It is used
// where its result is certain to be the same: a scan of the text beforehand finds what needs care.
import { depthMax, parseJsonCarefully } from './json-parser.ts'
import { isAbsent, JsonNumber, type JsonValue } from './json-value.ts'

export { JsonSyntaxError } from './json-parser.ts'
export { isJsonObject, JsonNumber, type JsonObject, type JsonValue } from './json-value.ts'

export function parseJson(text: string): JsonValue {
  return parseQuickly(text) ?? parseJsonCarefully(text)
}

/** The value, or undefined where only the strict parser can decide. */
function parseQuickly(text: string): JsonValue | undefined {
  const members = countMembers(text)
  if (members === undefined) return undefined
  try {
    const tally: Tally = { members: 0, isExact: true }
    const value = toJsonValue(JSON.parse(text), tally)
    // Fewer members than the text has: one was given twice, and the last has silently won.
    return tally.isExact && tally.members === members ? value : undefined
  } catch {
    return undefined
  }
}

interface Tally {
  members: number
  isExact: boolean
}

/** Numbers as their text, absent members dropped, everything else unchanged. */
function toJsonValue(value: unknown, tally: Tally): JsonValue {
  if (typeof value === 'number') {
    const text = String(value)
    if (text.includes('e')) tally.isExact = false
    return new JsonNumber(text)
  }
  if (typeof value !== 'object' || value === null) return value as JsonValue
  const members = value as Record<string, JsonValue>
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) value[i] = toJsonValue(value[i], tally)
    return value as readonly JsonValue[]
  }
  for (const name in members) {
    tally.members += 1
    const before = members[name]
    if (typeof before === 'string') continue
    const settled = toJsonValue(before, tally)
    if (isAbsent(settled)) delete members[name]
    else if (settled !== before) members[name] = settled
  }
  return members
}

/** Of up to this many characters, a plain decimal comes back from a double as it was. */
const exactNumberLengthMax = 14

/** How many members the objects of a text have; undefined when it contains a number or a depth that needs care. */
function countMembers(text: string): number | undefined {
  let members = 0
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      at = endOfString(text, at)
      if (at < 0) return undefined
    } else if (code === 0x3a) members += 1
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      if (depth > depthMax) return undefined
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === 0x2d) {
      // Minus zero has no separate text.
      if (!(text.charCodeAt(at + 1) >= 0x31 && text.charCodeAt(at + 1) <= 0x39)) return undefined
    } else if (code >= 0x30 && code <= 0x39) {
      at = endOfPlainNumber(text, at)
      if (at < 0) return undefined
    }
  }
  return members
}

/** The closing quote of a string; a quote after an odd number of backslashes belongs to the string. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && text.charCodeAt(end - 1) === 0x5c) {
    let backslashes = 1
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1
    if (backslashes % 2 === 0) return end
    end = text.indexOf('"', end + 1)
  }
  return end
}

/** The last digit of a short decimal without exponent and without zeros after its fraction, or -1. */
function endOfPlainNumber(text: string, start: number): number {
  let end = start
  let hasPoint = false
  for (;;) {
    const code = text.charCodeAt(end + 1)
    if (code === 0x2e) hasPoint = true
    else if (!(code >= 0x30 && code <= 0x39)) {
      const isPlain = code !== 0x65 && code !== 0x45 && !(hasPoint && text.charCodeAt(end) === 0x30)
      return isPlain && end - start < exactNumberLengthMax ? end : -1
    }
    end += 1
  }
}
