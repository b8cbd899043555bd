// The published test data of the simulated directory and issuers: which cards take part, and the result of an
// authentication without a challenge.
import { cardKindOf } from '../../kernel/instrument.ts'
import type { AuthenticationProof, PayerProof } from '../../payments/index.ts'

/** The published cards that are enrolled; any other card of a scheme with 3-D Secure is not. */
const enrolled: ReadonlySet<string> = new Set([
  '5123450000000008',
  '2223000000000007',
  '4508750015741019',
  '345678901234564',
  '30123400000000',
  '3528000000000007',
  '6011003179988686',
  '5000000000000000005',
])

export type Enrollment = 'ENROLLED' | 'NOT_ENROLLED' | 'NOT_SUPPORTED'

export function enrollmentOf(number: string): Enrollment {
  if (cardKindOf(number).scheme === 'UATP') return 'NOT_SUPPORTED'
  return enrolled.has(number) ? 'ENROLLED' : 'NOT_ENROLLED'
}

interface Expiry {
  readonly month: string
  readonly year: string
}

function printed(expiry: Expiry | undefined): string {
  return expiry ? `${Number(expiry.month)}/${expiry.year.slice(-2)}` : ''
}

/** In 3-D Secure 1: the directory cannot say whether the card takes part. */
export function isUndetermined(expiry: Expiry | undefined): boolean {
  return printed(expiry) === '7/40'
}

/**
 * In EMV 3-D Secure: the issuer decides without a challenge, or does not answer. The acquirer approves all of these.
 */
const decidedByExpiry: Readonly<Record<string, PayerProof['status'] | 'SILENT'>> = {
  '1/40': 'Y',
  '2/40': 'A',
  '3/40': 'N',
  '4/40': 'R',
  '5/40': 'U',
  '6/40': 'SILENT',
  '8/40': 'I',
}

/** Without a browser there is no page to challenge the payer on. */
export function decisionOn(
  expiry: Expiry | undefined,
  { hasBrowser }: { readonly hasBrowser: boolean },
): PayerProof['status'] | 'SILENT' {
  return decidedByExpiry[printed(expiry)] ?? (hasBrowser ? 'C' : 'Y')
}

/** The indicator of electronic commerce that goes into the payment: two families, by scheme. */
const indicators = {
  MASTERCARD: { Y: '02', A: '01', I: '06', U: '00' },
  OTHERS: { Y: '05', A: '06', I: '07', U: '07' },
} as const

export function eciOf(scheme: string, status: PayerProof['status']): string | undefined {
  const family: Readonly<Partial<Record<PayerProof['status'], string>>> =
    indicators[scheme === 'MASTERCARD' ? 'MASTERCARD' : 'OTHERS']
  return family[status]
}

/** Only a payer who was authenticated, or whose authentication was attempted, gets proof of it. */
export function isProven(status: PayerProof['status'] | AuthenticationProof['status']): boolean {
  return status === 'Y' || status === 'A'
}
