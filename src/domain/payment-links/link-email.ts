// Rules for payment links that are sent by e-mail. The mail comes from the operator's server, therefore nobody may use it for
// anything but a request to pay through the link.
import { mayHoldAccountNumber } from '../account-numbers-in-text.ts'
import { linkMessageLengthMax } from './payment-link.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How many e-mails a merchant may send: in an hour, in a day, and to one address in a day. */
export const linkEmailLimits = {
  HOUR: { max: 60, perMs: hourMs },
  DAY: { max: 300, perMs: dayMs },
  ADDRESS: { max: 3, perMs: dayMs },
} as const

export type LinkEmailLimit = keyof typeof linkEmailLimits

export function reachedLimit(sent: Readonly<Record<LinkEmailLimit, number>>): LinkEmailLimit | undefined {
  const names = Object.keys(linkEmailLimits) as LinkEmailLimit[]
  return names.find((name) => sent[name] >= linkEmailLimits[name].max)
}

/**
 * Whether mail programs could make a link of a part of the text: an address with a scheme, of a site, or of a mailbox. Full-width
 * and ideographic dots count, since browsers read them as dots. "No.17", "z.B." and "12.50" are none.
 */
export function holdsWebAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll('。', '.')
  return /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|mailto:|@|[\p{L}\p{N}-]\.\p{L}[\p{L}\p{N}-]*\p{L}/iu.test(plain)
}

/** Characters that change the order or the structure of a text without being seen. Line breaks are none of them. */
const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

export type LinkMessageFault = 'TOO_LONG' | 'WEB_ADDRESS' | 'ACCOUNT_NUMBER' | 'HIDDEN_CHARACTERS'

export function linkMessageFault(message: string): LinkMessageFault | undefined {
  if ([...message].length > linkMessageLengthMax) return 'TOO_LONG'
  if (hidden.test(message.replaceAll(/\r?\n/g, ''))) return 'HIDDEN_CHARACTERS'
  if (holdsWebAddress(message)) return 'WEB_ADDRESS'
  // Neither a card nor a bank account to which the payer should send money instead.
  return mayHoldAccountNumber(message) || holdsIban(message) ? 'ACCOUNT_NUMBER' : undefined
}

function holdsIban(text: string): boolean {
  return /\b[A-Z]{2}\d{2}[ -]?(?:[A-Z0-9]{4}[ -]?){2,}/i.test(text)
}

/** For the audit log, which is kept for ever: enough to recognise it. */
export function maskedAddress(address: string): string {
  return address.replace(/^(.).*@/, '$1***@')
}
