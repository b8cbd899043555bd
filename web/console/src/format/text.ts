// Codes of the gateway as words.

/** Card schemes as they write their own names. */
const schemeNames: Readonly<Record<string, string>> = {
  AMEX: 'American Express',
  CHINA_UNIONPAY: 'UnionPay',
  DINERS_CLUB: 'Diners Club',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  MAESTRO: 'Maestro',
  MASTERCARD: 'Mastercard',
  RUPAY: 'RuPay',
  UATP: 'UATP',
  VISA: 'Visa',
}

const abbreviations: ReadonlySet<string> = new Set([
  'ACH',
  'API',
  'AVS',
  'BIN',
  'CSC',
  'DNS',
  'IP',
  'PIN',
  'TLS',
  'URL',
])

/** PARTIALLY_CAPTURED becomes "Partially captured". */
export function codeText(code: string): string {
  const words = wordsInSentence(code)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** PARTIALLY_CAPTURED becomes "partially captured"; names and abbreviations keep their capitals. */
export function wordsInSentence(code: string): string {
  const name = Object.hasOwn(schemeNames, code) ? schemeNames[code] : undefined
  if (name !== undefined) return name
  const words = code.split('_').map((word) => (abbreviations.has(word) ? word : word.toLowerCase()))
  return words.join(' ')
}

/** "1 order", "1,204 orders". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`
}
