// Results of the issuer's checks and risk rules as users know them: the other half of ../labels.ts, which pages without them
// need not load.
import { codeText, textIn, wordsInSentence } from '../../kernel/labels.ts'

/** What the issuer said of the payer's address; "NOT_VERIFIED" and the rest say that there was no comparison. */
export const addressCheckTexts: Readonly<Record<string, string>> = {
  ADDRESS_MATCH: 'AVS: street matches, postcode does not',
  ADDRESS_ZIP_MATCH: 'AVS: street and postcode match',
  NAME_ADDRESS_MATCH: 'AVS: name and street match',
  NAME_MATCH: 'AVS: only the name matches',
  NAME_ZIP_MATCH: 'AVS: name and postcode match',
  NOT_AVAILABLE: 'AVS: no address information available',
  NOT_REQUESTED: 'AVS: not requested',
  NOT_VERIFIED: 'AVS: not verified',
  NO_MATCH: 'AVS: no match',
  SERVICE_NOT_AVAILABLE_RETRY: 'AVS: service unavailable',
  SERVICE_NOT_SUPPORTED: 'AVS: not supported by the issuer',
  ZIP_MATCH: 'AVS: postcode matches, street does not',
}

export const securityCodeTexts: Readonly<Record<string, string>> = {
  MATCH: 'Security code matches',
  NOT_PRESENT: 'Security code not on the card',
  NOT_PROCESSED: 'Security code not checked',
  NOT_SUPPORTED: 'Security code not supported by the issuer',
  NO_MATCH: 'Security code does not match',
}

export const ruleTexts: Readonly<Record<string, string>> = {
  '3D_SECURE': 'Payer authentication',
  AVS: 'Address check',
  BIN_RANGE: 'Card range',
  CSC: 'Security code check',
  IP_ADDRESS_RANGE: 'IP address range',
  IP_COUNTRY: 'Country of the IP address',
  MSO_SUSPECT_CARD_LIST: 'Suspect cards of the operator',
  SUSPECT_CARD_LIST: 'Suspect cards',
  TRUSTED_CARD_LIST: 'Trusted cards',
}

export function addressCheckText(code: string): string {
  return textIn(addressCheckTexts, code) ?? `AVS: ${wordsInSentence(code)}`
}

export function securityCodeText(code: string): string {
  return textIn(securityCodeTexts, code) ?? `Security code: ${wordsInSentence(code)}`
}

/** "Address check (postcode matches, street does not)": a risk rule with the fact it was applied to. */
export function ruleText({ name, data }: { readonly name: string; readonly data?: string | undefined }): string {
  const fact = data === undefined ? '' : ` (${ruleFact({ name, data })})`
  return ruleName(name) + fact
}

/** MERCHANT_AVS and MSO_AVS are rules of one kind. */
function kindOfRule(name: string): string {
  return name.replace(/^(MERCHANT|MSO)_(?!SUSPECT|VELOCITY)/, '')
}

export function ruleName(name: string): string {
  const kind = kindOfRule(name)
  if (name.startsWith('MSO_VELOCITY_')) return `Velocity limit: ${wordsInSentence(name.slice('MSO_VELOCITY_'.length))}`
  const text = textIn(ruleTexts, kind) ?? codeText(kind)
  return name === kind || !name.startsWith('MSO_') ? text : `${text}, rule of the operator`
}

/** What a rule was applied to: the result of a check, the beginning of a card number, a country. */
export function ruleFact({ name, data }: { readonly name: string; readonly data: string }): string {
  const kind = kindOfRule(name)
  // The name of the rule says what was checked.
  if (kind === 'AVS') return addressCheckText(data).replace(/^AVS: /, '')
  if (kind === 'CSC') return securityCodeText(data).replace(/^Security code:? /, '')
  if (kind === '3D_SECURE') return wordsInSentence(data)
  return data
}
