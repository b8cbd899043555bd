// What the published test cards choose: the outcome by the expiry date, the checks by security code and street. This is the
// host's own table, so that the gateway's mapping of response codes is compared with something that it did not make.

/** Response codes (DE 39) by the expiry date as it is on the line: year and month. Every other date is approved. */
const codeByExpiry: Readonly<Record<string, string>> = {
  '3903': 'N7',
  '3904': '93',
  '3905': '05',
  '3906': '51',
  '3907': '10',
  '3908': '01',
  '3909': '04',
  '3910': '57',
  '3911': '09',
  '3912': '08',
  '3801': 'N1',
  '3802': 'N3',
  '3803': 'N2',
  '3804': '94',
  '3805': '09',
  '3806': '96',
  '3807': '05',
  '3808': '55',
  '3809': '86',
  '3810': '1A',
  '3811': '1B',
  '3812': '75',
  '3701': '96',
  '3702': '06',
  '3703': '05',
  '3705': '68',
  '2704': '54',
  '2801': '06',
}

const alwaysDeclined = '5019994000124034'

/** Approved in the books, though the response leaves it open. */
export const openCodes: ReadonlySet<string> = new Set(['09', '68'])

export const approvals: ReadonlySet<string> = new Set(['00', '08', '10'])

export function codeOfCard(account: Buffer | undefined, expiry: string | undefined): string {
  if (account?.equals(alwaysDeclinedAccount)) return '05'
  return codeByExpiry[expiry ?? ''] ?? '00'
}

const alwaysDeclinedAccount = Buffer.from(alwaysDeclined, 'latin1')

const checkBySecurityCode: Readonly<Record<string, string>> = { '101': 'P', '102': 'N', '103': 'U' }

/** American Express codes have a fourth digit, 0, after the same three. */
export function securityCodeCheck(code: string | undefined): string {
  if (code === undefined) return 'S'
  return checkBySecurityCode[code.length === 4 && code.endsWith('0') ? code.slice(0, 3) : code] ?? 'M'
}

const checkByStreet: Readonly<Record<string, string>> = {
  alpha: 'A',
  kilo: 'K',
  lima: 'L',
  november: 'N',
  oscar: 'O',
  romeo: 'R',
  sierra: 'S',
  uniform: 'U',
  victor: 'I',
  zulu: 'Z',
}

/** The word before "St" decides, with or without a house number: "1 Zulu St". */
export function addressCheck({ postcode, street }: { readonly postcode?: string; readonly street?: string }): string {
  if (postcode === undefined && street === undefined) return '0'
  const word = /(?:^|\s)([a-z]+) st\b/i.exec(street ?? '')?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(checkByStreet, word) ? (checkByStreet[word] ?? 'Y') : 'Y'
}
