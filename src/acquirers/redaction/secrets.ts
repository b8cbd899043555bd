// The secrets that an acquirer's response could repeat: those of the request, and those of the link that it was sent over.

import { Secret } from '../../kernel/secret.ts'
import type { SettingsSchema, SettingValues } from '../../kernel/settings-schema.ts'
import { lettersOf, type Spelling, spellingMin } from './secret-index.ts'

/** Every secret value in a request, wherever it is: a new field is found as the old ones are. */
export function secretsIn(request: unknown): readonly Secret[] {
  const found: Secret[] = []
  collect(request, found, 0)
  return found
}

const depthMax = 16

function collect(value: unknown, found: Secret[], depth: number): void {
  if (value instanceof Secret) found.push(value)
  else if (typeof value === 'object' && value !== null && depth < depthMax)
    for (const name in value) collect((value as Record<string, unknown>)[name], found, depth + 1)
}

export interface LinkSecret {
  readonly value: string
  /** Text in PEM format, which is found by its parts. */
  readonly isKey?: boolean
}

/** Of settings of several lines each line: a password for each merchant, a private key. */
export function secretsOfSettings({ properties }: SettingsSchema, settings: SettingValues): readonly LinkSecret[] {
  return Object.entries(properties).flatMap(([name, { isSecret, isMultiline }]): readonly LinkSecret[] => {
    const value = isSecret ? settings[name] : undefined
    if (typeof value !== 'string') return []
    if (!isMultiline) return [{ value }]
    if (value.includes('PRIVATE KEY-----')) return [{ value: value.replace(/-----[^-]*-----/g, ''), isKey: true }]
    // Merchant, colon, password; or one secret alone.
    const lines = value.split('\n').map((line) => line.slice(line.indexOf(':') + 1).trim())
    return lines.filter((line) => line !== '').map((line) => ({ value: line }))
  })
}

/** An account number may be shown by its first six and last four digits: one more in a row is too much. */
const shownInARow = 10
/** So much of a key, a track or a cryptogram is a part of it and no accident. */
const partMin = 16

/** How a long secret could be spelled in a response; nothing of a short one. */
export function spellingsOf({ value, isKey = false }: LinkSecret): Spelling[] {
  const letters = lettersOf(value)
  if (letters.length < spellingMin) return []
  const isNumber = /^[0-9]+$/.test(letters)
  const partOf = (length: number) => (isNumber ? shownInARow + 1 : partMin) < length
  const tooMany = partOf(letters.length) ? (isNumber ? shownInARow + 1 : partMin) : letters.length
  const own: Spelling = { letters, tooMany }
  if (isKey) return [own]
  if (isNumber)
    return [own, whole([...letters].toReversed().join('')), whole([...letters].map((digit) => `f${digit}`).join(''))]
  const bytes = Buffer.from(value)
  return [own, whole(bytes.toString('hex')), ...[0, 1, 2].map((before) => whole(inBase64(bytes, before)))]
}

function whole(letters: string): Spelling {
  return { letters, tooMany: letters.length }
}

/** After so many other bytes; without the characters that depend on the neighbours. */
function inBase64(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return lettersOf(text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)))
}

/** Found by their digits, in texts and as whole values: a shorter one is none. */
const shortMin = 3

/** Security codes, PINs, short account numbers and passwords. */
export function isShortSecret(value: string): boolean {
  return value.length >= shortMin && lettersOf(value).length < spellingMin
}
