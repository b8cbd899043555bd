// Finds what could be an account number in free text from outside. Linear in the length of the text: the text may be as
// long as a request, and may have been written to consume our time.
//
// Two questions, two answers. What is shown or logged contains nothing that could be any account number. What a
// merchant sends is checked more narrowly, for numbers of known card ranges: order ids are digits too, and one in ten
// passes the Luhn check.
import { isKnownCardNumber } from './instrument.ts'
import { maskCardNumber } from './secret.ts'

/** Nine digits or more, of any script's width, with at most two separators between one and the next. */
const digitRuns = /[0-9\uff10-\uff19](?:[ .\-/\u00a0]{0,2}[0-9\uff10-\uff19]){8,}/g
const digitGroups = /[0-9\uff10-\uff19]+/g
const shortest = 12
const longest = 19

/** True when a text holds a run of digits that could be an account number. */
export function mayHoldAccountNumber(text: string): boolean {
  for (const [run] of text.matchAll(digitRuns)) if (holdsLuhnNumber(digitsOf(run))) return true
  return false
}

/** Replaces every such run by x's, keeping the text around it. */
export function scrubAccountNumbers(text: string): string {
  return text.replace(digitRuns, (run) => (holdsLuhnNumber(digitsOf(run)) ? 'x'.repeat(run.length) : run))
}

function digitsOf(run: string): string {
  return run.normalize('NFKC').replace(/[^0-9]/g, '')
}

/**
 * Whether the digits as a whole, or any 12 to 19 of them in a row, pass the Luhn check; zeros alone are no number, or
 * the bound 1000000000000 would contain one. The check sum of any window is the difference of two running sums, so each
 * window costs the same whatever its length. `onWindow` counts them.
 */
export function holdsLuhnNumber(digits: string, onWindow: () => void = () => {}): boolean {
  const { length } = digits
  // Running sums in which the digits at even, or at odd, places are the ones that are not doubled.
  const even = new Int32Array(length + 1)
  const odd = new Int32Array(length + 1)
  const nonZero = new Int32Array(length + 1)
  for (let i = 0; i < length; i += 1) {
    const digit = digits.charCodeAt(i) - 48
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    const isEven = i % 2 === 0
    even[i + 1] = (even[i] as number) + (isEven ? digit : doubled)
    odd[i + 1] = (odd[i] as number) + (isEven ? doubled : digit)
    nonZero[i + 1] = (nonZero[i] as number) + (digit > 0 ? 1 : 0)
  }
  const isNumber = (start: number, end: number) => {
    onWindow()
    const sums = (end - 1) % 2 === 0 ? even : odd
    const sum = (sums[end] as number) - (sums[start] as number)
    return sum % 10 === 0 && (nonZero[end] as number) > (nonZero[start] as number)
  }
  if (length > 0 && isNumber(0, length)) return true
  for (let start = 0; start + shortest <= length; start += 1)
    for (let end = start + shortest; end <= Math.min(start + longest, length); end += 1)
      if (isNumber(start, end)) return true
  return false
}

/** Groups of fewer digits are parts of a card number only when the whole run is: house numbers appear beside them. */
const partDigitsMin = 3

interface CardNumberPlace {
  readonly start: number
  readonly end: number
  readonly digits: string
}

/**
 * True when a text holds a card number: 12 to 19 digits, in groups or not, of a known card range and with the right
 * check digit. `digitsMin` is for texts where shorter numbers have another meaning.
 */
export function holdsCardNumber(text: string, { digitsMin = shortest } = {}): boolean {
  return cardNumbersIn(text).some(({ digits }) => digits.length >= digitsMin)
}

/**
 * The text with every card number masked: first six and last four digits, as answers show a card. Never longer than it
 * was.
 */
export function maskCardNumbers(text: string, { digitsMin = shortest } = {}): string {
  let masked = ''
  let end = 0
  for (const cardNumber of cardNumbersIn(text)) {
    if (cardNumber.digits.length < digitsMin) continue
    masked += text.slice(end, cardNumber.start) + maskCardNumber(cardNumber.digits)
    end = cardNumber.end
  }
  return masked + text.slice(end)
}

function cardNumbersIn(text: string): readonly CardNumberPlace[] {
  return [...text.matchAll(digitRuns)].flatMap(({ 0: run, index }) =>
    cardNumbersOf(run).map(({ start, end, digits }) => ({ start: index + start, end: index + end, digits })),
  )
}

function cardNumbersOf(run: string): readonly CardNumberPlace[] {
  const whole = digitsOf(run)
  if (isCardNumber(whole)) return [{ start: 0, end: run.length, digits: whole }]
  const groups = [...run.matchAll(digitGroups)].map(({ 0: group, index }) => ({
    start: index,
    end: index + group.length,
    digits: digitsOf(group),
  }))
  const cardNumbers: CardNumberPlace[] = []
  for (let first = 0; first < groups.length; first += 1) {
    const cardNumber = cardNumberFrom(groups, first)
    if (!cardNumber) continue
    cardNumbers.push(cardNumber)
    while (first + 1 < groups.length && (groups[first + 1] as CardNumberPlace).end <= cardNumber.end) first += 1
  }
  return cardNumbers
}

/** The longest card number that begins with this group. A group has at least three digits, so few groups can follow. */
function cardNumberFrom(groups: readonly CardNumberPlace[], first: number): CardNumberPlace | undefined {
  let digits = ''
  let longestFound: CardNumberPlace | undefined
  const start = groups[first]?.start ?? 0
  for (const group of groups.slice(first, first + Math.ceil(longest / partDigitsMin))) {
    if (group.digits.length < partDigitsMin) break
    digits += group.digits
    if (digits.length > longest) break
    if (isCardNumber(digits)) longestFound = { start, end: group.end, digits }
  }
  return longestFound
}

function isCardNumber(digits: string): boolean {
  return digits.length >= shortest && digits.length <= longest && isKnownCardNumber(digits)
}
