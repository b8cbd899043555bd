// Rules for payment links that are sent by e-mail. The mail comes from the operator's server, therefore nobody may use it for
// anything but a request to pay through the link.
import { mayHoldAccountNumber } from '../../kernel/account-numbers-in-text.ts'
import { paymentLinkMessageLengthMax } from './payment-link.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How many e-mails a merchant may send: in an hour, in a day, and to one address in a day. */
export const paymentLinkEmailLimits = {
  HOUR: { max: 60, perMs: hourMs },
  DAY: { max: 300, perMs: dayMs },
  ADDRESS: { max: 3, perMs: dayMs },
} as const

export type PaymentLinkEmailLimit = keyof typeof paymentLinkEmailLimits

export function reachedLimit(sent: Readonly<Record<PaymentLinkEmailLimit, number>>): PaymentLinkEmailLimit | undefined {
  const names = Object.keys(paymentLinkEmailLimits) as PaymentLinkEmailLimit[]
  return names.find((name) => sent[name] >= paymentLinkEmailLimits[name].max)
}

/** As payers and browsers read it: without characters that are not shown, and with full-width and ideographic dots as dots. */
function visibleText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.')
}

const webAddresses: readonly RegExp[] = [
  /[a-z][a-z0-9+.-]*:\/\/|\bwww\.|mailto:|@/iu,
  // Names in any script, or of symbols.
  /[^\s.]\.\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}]/u,
  /\b\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/u,
]

/**
 * Whether mail programs could make a link of a part of the text: an address with a scheme, of a site, or of a mailbox. "No.17",
 * "z.B." and "12.50" are none.
 */
export function holdsWebAddress(text: string): boolean {
  const visible = visibleText(text)
  return webAddresses.some((each) => each.test(visible))
}

/** Characters that change the order or the structure of a text without being seen. Line breaks are none of them. */
const hidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

export type PaymentLinkMessageFault = 'TOO_LONG' | 'WEB_ADDRESS' | 'ACCOUNT_NUMBER' | 'HIDDEN_CHARACTERS'

export function paymentLinkMessageFault(message: string): PaymentLinkMessageFault | undefined {
  if ([...message].length > paymentLinkMessageLengthMax) return 'TOO_LONG'
  if (hidden.test(message.replaceAll(/\r?\n/g, ''))) return 'HIDDEN_CHARACTERS'
  if (holdsWebAddress(message)) return 'WEB_ADDRESS'
  // Neither a card nor a bank account to which the payer should send money instead.
  return mayHoldAccountNumber(visibleText(message)) || holdsIban(message) ? 'ACCOUNT_NUMBER' : undefined
}

/** What an e-mail says about the purpose of a link, on one line; undefined where the description could mislead payers. */
export function emailPurpose(description: string): string | undefined {
  const line = description.replaceAll(/\s+/g, ' ').trim()
  return line === '' || hidden.test(line) || holdsWebAddress(line) || holdsIban(line) ? undefined : line
}

const ibanLengths = { min: 15, max: 34 }
/** At every place of the text: two letters, two digits, and the rest with whatever is put between groups. */
const ibanStarts = /(?=([A-Z]{2}\d{2}(?:[^\p{L}\p{N}]{0,3}[A-Z0-9]){11,30}))/gu

function holdsIban(text: string): boolean {
  return [...visibleText(text).toUpperCase().matchAll(ibanStarts)].some(([, start = '']) => {
    const characters = start.replaceAll(/[^A-Z0-9]/g, '')
    for (let length = ibanLengths.min; length <= Math.min(ibanLengths.max, characters.length); length += 1)
      if (hasIbanCheckDigits(characters.slice(0, length))) return true
    return false
  })
}

/** ISO 13616: with its first four characters at the end and letters as 10 to 35, it leaves 1 when divided by 97. */
function hasIbanCheckDigits(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((character) => Number.parseInt(character, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
