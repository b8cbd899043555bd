// Exact decimals as text: the canonical form of amounts, prices, rates and percentages. No floating point anywhere.

/** Most amounts are written that way. */
const alreadyShortest = /^(?:0|-?(?:0(?=\.)|[1-9][0-9]*)(?:\.[0-9]*[1-9])?)$/

/** The shortest text of a decimal: no leading zeros, no trailing zeros after the point, no negative zero. */
export function normaliseDecimal(source: string): string {
  if (alreadyShortest.test(source)) return source
  const negative = source.startsWith('-')
  const [whole = '', fraction = ''] = source.slice(negative ? 1 : 0).split('.')
  const shortWhole = whole.replace(/^0+(?=\d)/, '')
  const shortFraction = fraction.replace(/0+$/, '')
  const shortest = shortFraction ? `${shortWhole}.${shortFraction}` : shortWhole
  return negative && shortest !== '0' ? `-${shortest}` : shortest
}

const doubleExactLength = 15

/** Negative, zero or positive, as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  // Up to fifteen digits a double distinguishes all decimals.
  if (a.length <= doubleExactLength && b.length <= doubleExactLength) return Math.sign(Number(a) - Number(b))
  const scale = Math.max(decimalsOf(a), decimalsOf(b))
  const difference = scaled(a, scale) - scaled(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function addDecimals(...terms: readonly string[]): string {
  const scale = Math.max(0, ...terms.map(decimalsOf))
  return unscaled(
    terms.reduce((sum, term) => sum + scaled(term, scale), 0n),
    scale,
  )
}

export function multiplyDecimals(a: string, b: string): string {
  const [scaleA, scaleB] = [decimalsOf(a), decimalsOf(b)]
  return unscaled(scaled(a, scaleA) * scaled(b, scaleB), scaleA + scaleB)
}

export function negateDecimal(value: string): string {
  return normaliseDecimal(value.startsWith('-') ? value.slice(1) : `-${value}`)
}

function decimalsOf(value: string): number {
  return value.split('.')[1]?.length ?? 0
}

function scaled(value: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function unscaled(value: bigint, scale: number): string {
  const negative = value < 0n
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0')
  const cut = digits.length - scale
  return normaliseDecimal(`${negative ? '-' : ''}${digits.slice(0, cut)}${scale ? `.${digits.slice(cut)}` : ''}`)
}
