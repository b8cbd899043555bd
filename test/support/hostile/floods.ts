// Content that is as long as there is room, and made to keep its reader busy.

/** Made for a number of bytes. */
export type Flood = (room: number) => string
export type Floods = Readonly<Record<string, Flood>>

/** Making one takes longer than reading it: the next request has the same, up to a few hundred bytes. */
function madeOnce(floods: Floods): Floods {
  const step = 256
  const remembered = (flood: Flood): Flood => {
    const made = new Map<number, string>()
    return (room) => {
      const size = Math.floor(room / step) * step
      const text = made.get(size) ?? flood(size)
      made.set(size, text)
      return text
    }
  }
  return Object.fromEntries(Object.entries(floods).map(([what, flood]) => [what, remembered(flood)]))
}

const repeated = (piece: string, room: number) => piece.repeat(Math.max(0, Math.floor(room / Buffer.byteLength(piece))))

/** Pieces that differ, one after the other. */
function numbered(room: number, pieceOf: (number: number) => string): string {
  const pieces: string[] = []
  for (let left = room, number = 0; ; number += 1) {
    const piece = pieceOf(number)
    left -= piece.length
    if (left < 0) return pieces.join('')
    pieces.push(piece)
  }
}

/** What searches for account numbers, patterns and characters are slow on. */
export const texts: Floods = madeOnce({
  letters: (room) => repeated('a', room),
  digits: (room) => repeated('5', room),
  'digits apart': (room) => repeated('5 ', room),
  'digits of a card number, again and again': (room) => repeated('5123450000000008-', room),
  blanks: (room) => repeated(' ', room),
  emoji: (room) => repeated('😀', room),
  'parts of addresses': (room) => repeated('a@b.', room),
  markup: (room) => repeated('<a b="', room),
})

const word = (number: number) => `n${number.toString(36)}`
const unended = (text: string) => text.replace(/,$/, '')

/** Members of a JSON object, without its braces. */
export const members: Floods = madeOnce({
  'unknown names': (room) => unended(numbered(room, (n) => `"${word(n)}":1,`)),
  'unknown names of texts': (room) => unended(numbered(room, (n) => `"${word(n)}":"",`)),
  'unknown names like known ones': (room) => unended(numbered(room, (n) => `"sourceOfFund${word(n)}":"a",`)),
  'names with nothing': (room) => unended(numbered(room, (n) => `"${word(n)}":null,`)),
  'names with empty objects': (room) => unended(numbered(room, (n) => `"${word(n)}":{},`)),
  'names that are numbers': (room) => unended(numbered(room, (n) => `"${n}":1,`)),
  'one name again and again': (room) => unended(repeated('"a":1,', room)),
  'long names': (room) => unended(numbered(room, (n) => `"${word(n).repeat(200)}":1,`)),
  'a name of escapes': (room) => `"${repeated('\\u0061', room - 8)}":1`,
  numbers: (room) => `"a":[${unended(repeated('1,', room - 8))}]`,
  'numbers with exponents': (room) => `"a":[${unended(repeated('1e2,', room - 8))}]`,
  'numbers that no double holds': (room) => `"a":[${unended(repeated('99999999999999999,', room - 8))}]`,
  'a number of all digits': (room) => `"a":${repeated('9', room - 8)}`,
  'empty objects': (room) => `"a":[${unended(repeated('{},', room - 8))}]`,
  'objects of one member': (room) => `"a":[${unended(repeated('{"a":1},', room - 8))}]`,
  'nested lists': (room) => `"a":${'['.repeat((room - 8) / 2)}${']'.repeat((room - 8) / 2)}`,
  'lists nested as deep as may be': (room) =>
    `"a":[${unended(repeated(`${'['.repeat(29)}${']'.repeat(29)},`, room - 8))}]`,
  'nested objects': (room) => `${'"a":{'.repeat((room - 8) / 7)}"a":1${'}'.repeat((room - 8) / 7)}`,
  'a list that does not end': (room) => `"a":${'['.repeat(room - 8)}`,
  'a text': (room) => `"a":"${repeated('a', room - 8)}"`,
  'a text of escapes': (room) => `"a":"${repeated('\\u0041', room - 8)}"`,
  'a text of halves of characters': (room) => `"a":"${repeated('\\ud800', room - 8)}"`,
  'a text of digits': (room) => `"a":"${repeated('5 ', room - 8)}"`,
  blanks: (room) => `"a":1${repeated(' ', room - 8)}`,
})

/** Pairs of a form. */
export const pairs: Floods = madeOnce({
  names: (room) => numbered(room, (n) => `&${word(n)}=1`),
  'names without values': (room) => numbered(room, (n) => `&${word(n)}`),
  separators: (room) => repeated('&', room),
  'one name again and again': (room) => repeated('&a=1', room),
  'names with dots': (room) => numbered(room, (n) => `&a.${word(n)}=1`),
  'names of many parts': (room) => numbered(room, (n) => `&${'a.'.repeat(30)}${word(n)}=1`),
  'a name of all parts': (room) => `&${'a.'.repeat((room - 8) / 2)}a=1`,
  'names of items': (room) => numbered(room, (n) => `&order.item[${n}].name=1`),
  'names of items far apart': (room) => numbered(room, (n) => `&a[${999_999_999 - n}]=1`),
  'names outside the basic plane': (room) => numbered(room, (n) => `&😀${word(n)}`),
  'a value': (room) => `&a=${repeated('a', room - 8)}`,
  'a value of escapes': (room) => `&a=${repeated('%F0%9F%98%80', room - 16)}`,
  'a value of broken escapes': (room) => `&a=${repeated('%', room - 8)}`,
  'a value of plus signs': (room) => `&a=${repeated('5+', room - 8)}`,
})

/** Values of headers. */
export const headerValues: Floods = madeOnce({
  commas: (room) => repeated(',', room),
  'short items': (room) => repeated('a,', room),
  'short pairs': (room) => repeated('a=b; ', room),
  'items with weights': (room) => repeated('a;q=0.1,', room),
  quotes: (room) => repeated('for="', room),
  colons: (room) => repeated('1:', room),
  slashes: (room) => repeated('/a', room),
  digits: (room) => repeated('5 ', room),
})
