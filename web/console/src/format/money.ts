// Formats amounts. They stay decimal text, since a number cannot represent all of them exactly.
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'code' })
  formats.set(currency, made)
  return made
}

/** "1,234.50 USD": the amount as the viewer writes numbers, the currency beside it, since there are many dollars. */
export function moneyText(amount: string, currency: string): string {
  return `${amountText(amount, currency)} ${currency}`
}

export function amountText(amount: string, currency: string): string {
  try {
    const decimals = amount.split('.')[1]?.length ?? 0
    const parts = formatOf(currency).formatToParts(amount as Intl.StringNumericLiteral)
    const text = parts
      .filter(({ type }) => type !== 'currency' && type !== 'literal')
      .map(({ value }) => value)
      .join('')
    // A currency that the browser knows with fewer decimals than the gateway: nothing may be lost.
    const shown = parts.find(({ type }) => type === 'fraction')?.value.length ?? 0
    return shown < decimals && /[1-9]/.test(amount.slice(amount.length - decimals + shown)) ? amount : text
  } catch {
    return amount
  }
}

/** For drawing only: the position of a point in a chart. Never for anything that is added or sent. */
export function heightOf(amount: string): number {
  return Number(amount)
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount)
}
