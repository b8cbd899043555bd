// Finds long secrets in texts, in whatever way they are grouped and in upper or lower case: only letters and digits are
// compared. Made for every payment, and used on every string of its response: a scan looks at each character once, and goes
// on only where five in a row are those of a secret.

/** The letters and digits of a secret, or of one of its encodings. */
export interface Spelling {
  readonly letters: string
  /** So many of them in a row are too much of it. */
  readonly tooMany: number
}

/** From the first to after the last character. */
export type Span = readonly [start: number, end: number]

export interface SecretIndex {
  /** Where a text holds too much of a secret. */
  find(text: string): readonly Span[]
  /** Whether a secret may have these five letters and digits in a row; certain only where it says no. */
  readonly filter: Uint8Array
  has(gram: number): boolean
}

/** How many letters and digits a spelling has at least. */
export const spellingMin = 8

const gramLength = 5
const gramMask = 0x3fff_ffff
const filterSize = 4_096

/** Six bits for each letter and digit, upper and lower case alike; 0 for everything else. */
const valueOfCode = new Uint8Array(128)
for (let each = 0; each < 10; each += 1) valueOfCode[48 + each] = each + 1
for (let each = 0; each < 26; each += 1) {
  valueOfCode[65 + each] = each + 11
  valueOfCode[97 + each] = each + 11
}

export function lettersOf(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}

interface Beginning {
  readonly spelling: Spelling
  readonly offset: number
}

/** Beginnings of one length, by their letters: however many secrets begin alike, one look finds the right one. */
interface BeginningsOfLength {
  readonly length: number
  readonly byLetters: Map<string, Beginning>
}

type Beginnings = Map<number, BeginningsOfLength[]>

const nothing: readonly Span[] = []

export function openSecretIndex(spellings: readonly Spelling[]): SecretIndex {
  const filter = new Uint8Array(filterSize)
  const beginnings: Beginnings = new Map()
  for (const spelling of spellings) {
    const { letters, tooMany } = spelling
    if (letters.length < spellingMin) continue
    for (let offset = 0; offset + tooMany <= letters.length; offset += 1) {
      if (isOneLetter(letters, offset, tooMany)) continue
      let gram = 0
      for (let at = 0; at < gramLength; at += 1)
        gram = (gram << 6) | (valueOfCode[letters.charCodeAt(offset + at)] as number)
      filter[filterPlaceOf(gram)] = 1
      addBeginning(beginnings, gram, { spelling, offset })
    }
  }

  return {
    filter,
    has: (gram) => beginnings.has(gram),
    find: (text) => (beginnings.size === 0 || text.length < spellingMin ? nothing : findClosely(text, beginnings)),
  }
}

function addBeginning(beginnings: Beginnings, gram: number, beginning: Beginning): void {
  const { letters, tooMany: length } = beginning.spelling
  const known = beginnings.get(gram) ?? []
  if (known.length === 0) beginnings.set(gram, known)
  let ofLength = known.find((each) => each.length === length)
  if (!ofLength) {
    ofLength = { length, byLetters: new Map() }
    known.push(ofLength)
  }
  const begun = letters.slice(beginning.offset, beginning.offset + length)
  if (!ofLength.byLetters.has(begun)) ofLength.byLetters.set(begun, beginning)
}

/** What a first look at a text shows; bits of a number. */
export const glances = {
  /** An escape, or a character beyond ASCII. */
  escape: 1,
  space: 2,
  /** At least three. */
  digits: 4,
  /** Three digits in base64. */
  base64: 8,
  /** Three digits in hex. */
  hex: 16,
  /** Five letters and digits in a row that a long secret has. */
  long: 32,
  /** The first three digits of a short secret, whatever is between them. */
  short: 64,
} as const

/** What to look for. */
export interface GlanceTerms {
  readonly first: Pick<SecretIndex, 'filter' | 'has'>
  readonly second: Pick<SecretIndex, 'filter' | 'has'>
  /** By three digits: 1 where a short secret begins with them. */
  readonly short: Uint8Array
}

export function shortFilterOf(secrets: readonly string[]): Uint8Array {
  const filter = new Uint8Array(1_000)
  for (const secret of secrets) if (/^[0-9]{3}/.test(secret)) filter[Number(secret.slice(0, 3))] = 1
  return filter
}

const isEscape = new Uint8Array(128)
for (const character of '%&\\') isEscape[character.charCodeAt(0)] = 1

/** By character, which of the four places it may have in the base64 of digits: a bit for each. */
const base64Places = new Uint8Array(128)
for (const [place, characters] of ['MNO', 'DTjz', 'AEIMQUYcgk', 'wxyz012345'].entries())
  for (const character of characters) {
    const code = character.charCodeAt(0)
    base64Places[code] = (base64Places[code] as number) | (1 << place)
  }

const [firstPlace, secondPlace, fourthPlace] = [1, 2, 8] as const

/** The places after these; the first comes after the fourth. */
function afterPlaces(places: number): number {
  return ((places << 1) | (places >> 3)) & 15
}

/** One pass over every string of every response; most have nothing that needs a closer look. */
export function glanceAt(text: string, { first, second, short }: GlanceTerms): number {
  const { length } = text
  let seen = 0
  let digits = 0
  let lastDigits = 0
  let gram = 0
  let count = 0
  let before = 0
  /** The places that the characters before this one may have in the base64 of digits: one, two and three of them in a row. */
  let one = 0
  let two = 0
  let three = 0
  /** Digits in hex one after the other, that end at an even or at an odd place. */
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    const value = code < 128 ? (valueOfCode[code] as number) : 0
    if (value === 0) {
      if (code <= 32) seen |= glances.space
      else if (code >= 128 || isEscape[code] === 1) seen |= glances.escape
      one = 0
      two = 0
      three = 0
      continue
    }
    count += 1
    const places = base64Places[code] as number
    // Three digits have four such characters, or three where they begin with the last byte of a group.
    if ((afterPlaces(three) & places & (firstPlace | fourthPlace)) !== 0) seen |= glances.base64
    three = afterPlaces(two) & places
    if ((three & secondPlace) !== 0) seen |= glances.base64
    two = afterPlaces(one) & places
    one = places
    if (value <= 10) {
      digits += 1
      lastDigits = (lastDigits % 100) * 10 + value - 1
      if (digits >= 3 && short[lastDigits] === 1) seen |= glances.short
      const chain = before === 51 ? (count & 1 ? odd : even) + 1 : 0
      if (chain >= 3) seen |= glances.hex
      if (count & 1) odd = chain
      else even = chain
    } else if (count & 1) odd = 0
    else even = 0
    before = code
    gram = ((gram << 6) | value) & gramMask
    if (count < gramLength) continue
    const place = filterPlaceOf(gram)
    if (first.filter[place] === 1 && first.has(gram)) seen |= glances.long
    else if (second.filter[place] === 1 && second.has(gram)) seen |= glances.long
  }
  if (digits >= 3) seen |= glances.digits
  return seen
}

/** Zeros in a row are in many a reference, and say nothing about a number. */
function isOneLetter(letters: string, offset: number, length: number): boolean {
  const first = letters.charCodeAt(offset)
  for (let at = 1; at < length; at += 1) if (letters.charCodeAt(offset + at) !== first) return false
  return true
}

function filterPlaceOf(gram: number): number {
  return (gram ^ (gram >>> 11) ^ (gram >>> 21)) & (filterSize - 1)
}

function findClosely(text: string, beginnings: Beginnings): readonly Span[] {
  const letters = lettersOf(text)
  const places: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 128 && valueOfCode[code] !== 0) places.push(at)
  }
  const found: Span[] = []
  let gram = 0
  let covered = 0
  for (let at = 0; at < letters.length; at += 1) {
    gram = ((gram << 6) | (valueOfCode[letters.charCodeAt(at)] as number)) & gramMask
    const start = at - gramLength + 1
    if (start < covered) continue
    const end = endOfRepetition(letters, start, beginnings.get(gram))
    if (end === undefined) continue
    const span = withNeighbours(text, [places[start] as number, (places[end - 1] as number) + 1])
    found.push(span)
    covered = end
    while (covered < places.length && (places[covered] as number) < span[1]) covered += 1
  }
  return found
}

/** The longest of the secrets that begin here, if it is too much of one. */
function endOfRepetition(
  letters: string,
  start: number,
  beginnings: readonly BeginningsOfLength[] = [],
): number | undefined {
  let longest: number | undefined
  for (const { length: begun, byLetters } of beginnings) {
    const beginning = byLetters.get(letters.slice(start, start + begun))
    if (!beginning) continue
    const { spelling, offset } = beginning
    let length = begun
    while (
      offset + length < spelling.letters.length &&
      start + length < letters.length &&
      letters.charCodeAt(start + length) === spelling.letters.charCodeAt(offset + length)
    )
      length += 1
    longest = Math.max(longest ?? 0, start + length)
  }
  return longest
}

/** What follows the number on a card's tracks: expiry, service code and verification values, on the first after the name. */
const restOfTrack = /[=d][0-9]{4,}|\^[^^]{0,40}\^[0-9]{4,}/iy

/** Digits beside it may be the rest of the same number, or the code after it. */
function withNeighbours(text: string, [start, end]: Span): Span {
  let first = start
  let after = end
  while (isDigit(text.charCodeAt(first)) && isDigit(text.charCodeAt(first - 1))) first -= 1
  while (isDigit(text.charCodeAt(after - 1)) && isDigit(text.charCodeAt(after))) after += 1
  restOfTrack.lastIndex = after
  return [first, after + (restOfTrack.exec(text)?.[0].length ?? 0)]
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
