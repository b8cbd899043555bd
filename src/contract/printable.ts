// What an explanation may show of a request: short, printable, and never anything that could be an account number.
import { mayHoldAccountNumber } from '../kernel/account-numbers-in-text.ts'
import { JsonNumber, type JsonValue } from './json/json.ts'

const shownLengthMax = 100

/**
 * As much of a text as decides what is shown of it: what is shown, in surrogate pairs at the worst, and the rest of a
 * number that begins in it. The text itself may be as long as a request.
 */
const lookedAtMax = 2 * shownLengthMax + 60

/** A value as an explanation may show it: short, printable, and never anything that could be an account number. */
export function printableValue(value: JsonValue): string | undefined {
  const text = value instanceof JsonNumber ? value.text : typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string' || text === '' || mayHoldAccountNumber(text.slice(0, lookedAtMax))) return undefined
  return printable(text)
}

/** Names come from the request too, so they are shown with the same care; an empty one is shown as two quotes. */
export function printableName(name: string): string {
  if (name === '') return "''"
  return mayHoldAccountNumber(name.slice(0, lookedAtMax)) ? 'x'.repeat(Math.min(name.length, 16)) : printable(name)
}

function printable(text: string): string {
  const clean = text
    .slice(0, lookedAtMax)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
  return clean.length > shownLengthMax ? `${[...clean].slice(0, shownLengthMax).join('')}...` : clean
}
