// Recognises a card's brand while it is typed, and how its number is written on the card.

const upTo19 = [12, 13, 14, 15, 16, 17, 18, 19]
const from14 = upTo19.slice(2)
const from16 = upTo19.slice(4)

/** First and last prefix, brand, lengths: the gateway's own table. The longest prefix that fits wins.
 * @type {readonly (readonly [from: string, to: string, brand: string, lengths: readonly number[]])[]} */
const ranges = [
  ['4', '4', 'VISA', [13, 16, 19]],
  ['51', '55', 'MASTERCARD', [16]],
  ['2221', '2720', 'MASTERCARD', [16]],
  ['50', '50', 'MAESTRO', upTo19],
  ['56', '58', 'MAESTRO', upTo19],
  ['6', '6', 'MAESTRO', upTo19],
  ['34', '34', 'AMEX', [15]],
  ['37', '37', 'AMEX', [15]],
  ['300', '305', 'DINERS_CLUB', from14],
  ['3095', '3095', 'DINERS_CLUB', from14],
  ['36', '36', 'DINERS_CLUB', from14],
  ['38', '39', 'DINERS_CLUB', from14],
  ['6011', '6011', 'DISCOVER', from16],
  ['644', '649', 'DISCOVER', from16],
  ['65', '65', 'DISCOVER', from16],
  ['3528', '3589', 'JCB', from16],
  ['62', '62', 'CHINA_UNIONPAY', from16],
  ['1', '1', 'UATP', [15]],
  ['508500', '508999', 'RUPAY', [16]],
  ['606985', '607984', 'RUPAY', [16]],
  ['608001', '608500', 'RUPAY', [16]],
  ['652150', '653149', 'RUPAY', [16]],
]

/** @param {string} number */
function rangeOf(number) {
  return ranges
    .filter(([from, to]) => number.length >= from.length && isBetween(number.slice(0, from.length), from, to))
    .toSorted(([a], [b]) => b.length - a.length)[0]
}

/** @param {string} prefix @param {string} from @param {string} to */
function isBetween(prefix, from, to) {
  return prefix >= from && prefix <= to
}

/** UNKNOWN until enough is typed, and for unknown brands.
 * @param {string} number */
export function brandOf(number) {
  return rangeOf(number)?.[2] ?? 'UNKNOWN'
}

/** Nine to nineteen digits; those of a known brand have its length and a right check digit.
 * @param {string} number */
export function cardFits(number) {
  if (!/^[0-9]{9,19}$/.test(number)) return false
  const range = rangeOf(number)
  if (!range) return true
  return range[3].includes(number.length) && passesLuhn(number)
}

/** @param {string} digits */
function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((total, each, index) => {
    const weighted = Number(each) * (index % 2 === 0 ? 1 : 2)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}

/** In the groups that the card has it in.
 * @param {string} digits */
export function embossed(digits) {
  const brand = brandOf(digits)
  const inLongGroups = brand === 'AMEX' || brand === 'UATP'
  const groups = inLongGroups ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)] : digits.match(/.{1,4}/g)
  return (groups ?? []).filter(Boolean).join(' ')
}
