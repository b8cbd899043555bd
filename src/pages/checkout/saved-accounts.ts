// The stored accounts that a page offers: the one whose token is in the session, and the cards that the merchant lists.
// Views and markup name them by their place in the list, so that no token reaches a browser.
import type { OpenedCheckout, PaymentChoice } from '../../checkout/index.ts'
import { cardKindOf, hasExpired } from '../../kernel/instrument.ts'
import { isRejection } from '../../kernel/rejection.ts'
import {
  type CardMasking,
  type Merchant,
  permitsScheme,
  permitsSource,
  resolveRepository,
} from '../../merchants/index.ts'
import type { StoredToken } from '../../tokens/index.ts'
import type { CheckoutPageDependencies } from '../dependencies.ts'
import type { SavedSource } from './form-fields.ts'
import type { SavedAccountView } from './page-view.ts'

/** What the payer has chosen in the form. */
export interface ReadChoice extends Omit<PaymentChoice, 'device' | 'payerAddress' | 'runsScripts'> {
  /** The stored account that the payer has chosen. */
  readonly saved?: SavedAccountView
}

type PageOfTokens = Pick<OpenedCheckout, 'merchant' | 'content'>

/** Only what can pay: of the merchant's repository, valid, and of a listed card not expired and accepted. */
export async function savedAccounts(
  page: PageOfTokens,
  { tokens, clock }: Pick<CheckoutPageDependencies, 'tokens' | 'clock'>,
): Promise<readonly SavedAccountView[]> {
  const { merchant, content } = page
  const repository = resolveRepository(merchant, content.order?.subMerchant)
  if (isRejection(repository)) return []
  const now = clock.expiryTime()
  const accounts = await Promise.all(
    savedTokens(page).map(async ({ source, token }) => {
      const stored = await tokens.find({ repositoryId: repository.id, token })
      if (stored?.state.status !== 'VALID' || stored.kind === 'PROVIDER_A') return []
      if (source !== 'STORED' && !canPay(stored, merchant, now)) return []
      return [describeAccount(source, stored, merchant)]
    }),
  )
  return accounts.flat()
}

/** What the payer has chosen, with the token behind a listed card. The session itself has the token of its own account. */
export function withSavedToken(page: PageOfTokens, { saved, ...choice }: ReadChoice): Omit<ReadChoice, 'saved'> {
  const chosen = savedTokens(page).find(({ source }) => source !== 'STORED' && source === saved?.source)
  if (!chosen) return choice
  const { details } = choice
  const sourceOfFunds = { ...details.sourceOfFunds, type: 'CARD', token: chosen.token }
  return { ...choice, details: { ...details, sourceOfFunds } }
}

/** How the page names the stored account that an earlier attempt used. */
export function savedSourceOf(page: PageOfTokens, token: string): SavedSource | undefined {
  return savedTokens(page).find((each) => each.token === token)?.source
}

/** A listed card that an attempt has put into the session is offered once. */
function savedTokens({ content }: PageOfTokens): readonly { readonly source: SavedSource; readonly token: string }[] {
  const { token } = content.sourceOfFunds ?? {}
  const listed = [...new Set((content.interaction?.savedCard ?? []).map((card) => card.token))]
  const ownToken = token === undefined || listed.includes(token) ? [] : [{ source: 'STORED' as const, token }]
  return [...ownToken, ...listed.map((each, index) => ({ source: `SAVED_${index + 1}` as const, token: each }))]
}

function canPay({ kind, masked, expiry }: StoredToken, merchant: Merchant, now: Date): boolean {
  if (kind !== 'CARD' || !permitsSource(merchant, 'CARD')) return false
  return permitsScheme(merchant, cardKindOf(masked).scheme) && !(expiry && hasExpired(expiry, now))
}

function describeAccount(
  source: SavedSource,
  { kind, masked, expiry }: StoredToken,
  { profile }: Merchant,
): SavedAccountView {
  // The first digits, which are shown, determine the brand.
  const brand = kind === 'CARD' ? cardKindOf(masked).brand : undefined
  return {
    source,
    label: accountLabel(masked, profile.cardMasking),
    brand,
    expiry,
    needsSecurityCode: kind === 'CARD' && brand !== 'UATP',
  }
}

/** The end of an account number, which distinguishes cards in a wallet. */
export function accountLabel(masked: string, masking: CardMasking): string {
  const end = masking === 'HIDDEN' ? '' : masked.replace(/^.*x/, '').slice(-4)
  return end === '' ? '••••' : `•••• ${end}`
}
