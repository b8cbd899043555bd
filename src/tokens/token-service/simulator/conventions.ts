// What a tester can trigger at the simulated token service: by the card's expiry, or by the identifier of a pushed
// card.
import type { CardScheme, Expiry } from '../../../kernel/instrument.ts'

/**
 * - GIVEN: a scheme token is issued.
 * - REFUSED: the service will not issue one for this card.
 * - ANSWER_LOST_ONCE: one is issued, and the first response is lost.
 * - ANSWER_LOST: one is issued, and no response ever comes.
 * - GIVEN_UP_SLOWLY: issued; giving it up is acknowledged only at the second message.
 */
export type ProvisionOutcome = 'GIVEN' | 'REFUSED' | 'ANSWER_LOST_ONCE' | 'ANSWER_LOST' | 'GIVEN_UP_SLOWLY'

const outcomeByExpiry: Readonly<Record<string, ProvisionOutcome>> = {
  '7/38': 'REFUSED',
  '8/38': 'ANSWER_LOST_ONCE',
  '9/38': 'ANSWER_LOST',
  '10/38': 'GIVEN_UP_SLOWLY',
}

/** Month/year, as printed on a card. */
export function formatCardExpiry(expiry: Expiry | undefined): string {
  return expiry ? `${Number(expiry.month)}/${expiry.year.slice(-2)}` : ''
}

export function provisionOutcome(printedExpiry: string): ProvisionOutcome {
  return outcomeByExpiry[printedExpiry] ?? 'GIVEN'
}

export type PushedOutcome =
  | { readonly kind: 'PUSHED'; readonly number: string; readonly expiry: Expiry }
  | { readonly kind: 'UNKNOWN' | 'NO_ANSWER' }

/** Issuers' identifiers are recognized by their prefix: a tester needs no preparation. */
const pushedCards: readonly (readonly [beginning: string, number: string])[] = [
  ['TEST-PUSH-MASTERCARD', '5123450000000008'],
  ['TEST-PUSH-VISA', '4508750015741019'],
]

export function pushedOutcome(identifier: string): PushedOutcome {
  if (identifier.startsWith('TEST-PUSH-SILENT')) return { kind: 'NO_ANSWER' }
  const [, number] = pushedCards.find(([beginning]) => identifier.startsWith(beginning)) ?? []
  return number === undefined ? { kind: 'UNKNOWN' } : { kind: 'PUSHED', number, expiry: { month: '1', year: '39' } }
}

interface NumberRange {
  /** The first six digits of a published test card, and a 9 that none of the published cards has there. */
  readonly prefix: string
  readonly length: number
}

/** The number ranges of scheme tokens: they look like cards of their scheme, and belong to no card. */
const ranges: Readonly<Record<CardScheme, NumberRange | undefined>> = {
  AMEX: { prefix: '3714499', length: 15 },
  CHINA_UNIONPAY: { prefix: '6200009', length: 16 },
  DINERS_CLUB: { prefix: '3012349', length: 14 },
  DISCOVER: { prefix: '6011009', length: 16 },
  JCB: { prefix: '3528009', length: 16 },
  MASTERCARD: { prefix: '5123459', length: 16 },
  RUPAY: { prefix: '5085009', length: 16 },
  UATP: { prefix: '1354929', length: 15 },
  VISA: { prefix: '4508759', length: 16 },
  // For cards of no known scheme there is no token service.
  OTHER: undefined,
}

export function hasTokens(scheme: CardScheme): boolean {
  return ranges[scheme] !== undefined
}

/** The same serial always gives the same number; two serials give two. */
export function schemeTokenNumber(scheme: CardScheme, serial: bigint, passesLuhn: (digits: string) => boolean): string {
  const range = ranges[scheme]
  if (!range) throw new Error(`there are no tokens of the scheme ${scheme}`)
  const room = range.length - range.prefix.length - 1
  const body = range.prefix + String(serial % 10n ** BigInt(room)).padStart(room, '0')
  const check = '0123456789'.split('').find((digit) => passesLuhn(body + digit))
  return `${body}${check}`
}
