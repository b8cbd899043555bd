// Numbers by which searches find texts in one index: one for every three characters in a row, one for every whole word and
// one for every amount. The merchant is part of each number, so that a merchant's searches read nothing of the others.

const partLength = 3

/** Of a query: a few parts are as selective as all of them. */
const partsMax = 10

/** Upper and lower case, accents and kinds of spaces do not matter: "Müller" is found as "muller". */
export function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

export function wordsOf(text: string): readonly string[] {
  return normalizeText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Long enough to be found inside of other texts. */
export function hasParts(word: string): boolean {
  return word.length >= partLength
}

export interface SearchKeys {
  whole(word: string): number
  /** Of an amount without trailing zeros. */
  amount(decimal: string): number
  /** Of every place in a word; none of a short one. */
  parts(word: string): readonly number[]
  /** Enough of them to find the word. */
  somePartsOf(word: string): readonly number[]
}

export function searchKeysOf(merchantId: string): SearchKeys {
  const owner = mix(offsetBasis, `${merchantId}\0`)
  const start = { part: mix(owner, '*'), whole: mix(owner, '='), amount: mix(owner, '#') }
  const parts = (word: string) =>
    Array.from({ length: Math.max(word.length - partLength + 1, 0) }, (_, at) =>
      finish(mix(start.part, word.slice(at, at + partLength))),
    )
  return {
    whole: (word) => finish(mix(start.whole, word)),
    amount: (decimal) => finish(mix(start.amount, decimal)),
    parts,
    somePartsOf(word) {
      const all = parts(word)
      const step = Math.ceil(all.length / partsMax)
      return all.filter((_, index) => index % step === 0 || index === all.length - 1)
    },
  }
}

const offsetBasis = 0x811c9dc5

/** FNV-1a. */
function mix(state: number, text: string): number {
  let hash = state
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

/** FNV-1a changes the upper bits too little for texts of three characters: this spreads them over all 32. */
function finish(state: number): number {
  let hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}
