// Reads the JSON text of a request without losing anything a payment could depend on.
//
// The platform's own parser is several times faster than the strict one, and right for nearly every request. It is used
// where its result is certain to be the same. Most clients send no character that could be left out, which the length alone
// shows; of other texts a scan finds what needs care.

import { Secret } from '../../kernel/secret.ts'
import { isGroup } from '../../kernel/values.ts'
import { depthMax, isAbsent, JsonNumber, type JsonObject, type JsonValue, parseJsonCarefully } from './json-parser.ts'

export { isJsonObject, JsonNumber, type JsonObject, JsonSyntaxError, type JsonValue } from './json-parser.ts'

export function parseJson(text: string): JsonValue {
  return parseQuickly(text) ?? parseJsonCarefully(text)
}

/** The value, or undefined where only the strict parser can decide. */
function parseQuickly(text: string): JsonValue | undefined {
  try {
    const tally: Tally = { members: 0, length: 0, isExact: true, mayBeExponent: false }
    const value = toJsonValue(JSON.parse(text), tally, 0)
    if (!tally.isExact) return undefined
    // No text of this value is shorter: no member was given twice, and every number is written as it comes back.
    if (tally.length === text.length && !(tally.mayBeExponent && exponent.test(text))) return value
    // Fewer members than the text has: one was given twice, and the last has silently won.
    return tally.members === countMembers(text) ? value : undefined
  } catch {
    return undefined
  }
}

interface Tally {
  members: number
  /** Of the shortest text, with numbers as they come back from a double. */
  length: number
  isExact: boolean
  /** A number could have been sent with an exponent, in no more characters. */
  mayBeExponent: boolean
}

/** Numbers as their text, absent members dropped, everything else unchanged. */
function toJsonValue(value: unknown, tally: Tally, depth: number): JsonValue {
  if (typeof value === 'number') return toJsonNumber(value, tally)
  if (typeof value !== 'object' || value === null) {
    tally.length += typeof value === 'string' ? value.length + 2 : value === false ? 5 : 4
    return value as JsonValue
  }
  if (depth >= depthMax) tally.isExact = false
  if (!tally.isExact) return null
  if (Array.isArray(value)) {
    tally.length += 1 + Math.max(value.length, 1)
    for (let i = 0; i < value.length; i += 1) value[i] = toJsonValue(value[i], tally, depth + 1)
    return value as readonly JsonValue[]
  }
  const members = value as Record<string, JsonValue>
  let count = 0
  for (const name in members) {
    count += 1
    const before = members[name]
    // Quotes and a colon.
    tally.length += name.length + 3
    if (typeof before === 'string') {
      tally.length += before.length + 2
      continue
    }
    const settled = toJsonValue(before, tally, depth + 1)
    if (isAbsent(settled)) delete members[name]
    else if (settled !== before) members[name] = settled
  }
  tally.members += count
  // Braces, and commas between the members.
  tally.length += 1 + Math.max(count, 1)
  return members
}

/**
 * Up to this many characters of a decimal without exponent, its double has one shortest text: none is shorter, and the only
 * one of this length is the one that was sent.
 */
const shortestTextLengthMax = 15
const exponent = /[0-9][eE][-+0-9]/
/** 1e2 is as short as 100, and 5e-2 as 0.05. */
const exponentIsAsShort = /00$|^-?0\.0/

function toJsonNumber(value: number, tally: Tally): JsonNumber {
  const text = String(value)
  if (text.length > shortestTextLengthMax || text.includes('e') || !Number.isFinite(value)) tally.isExact = false
  if (exponentIsAsShort.test(text)) tally.mayBeExponent = true
  tally.length += text.length
  return new JsonNumber(text)
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

/** Canonical values in the form of a request body, for the contract to read again. */
export function asJson(values: object): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return []
      if (value instanceof Secret) return [[name, value.open()]]
      return [[name, isGroup(value) ? asJson(value) : value]]
    }),
  ) as JsonObject
}
