// What the page of a session shows: the session's values, and how far the payer has come.

import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import { type Merchant, permitsOperation } from '../../merchants/index.ts'
import { findPagePaymentLink, type PagePaymentLink } from '../../payment-links/index.ts'
import { type PageSessionSecrets, sealContextOf, withTrustedValues } from '../../sessions/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { PageInteraction, StoredCheckout } from '../ports/checkout-store.ts'
import { defaultAttemptsMax, isUnderWay } from '../rules/checkout.ts'
import type {
  OpenedCheckout,
  PageAttemptDependencies,
  PageAttemptState,
  PageContent,
  PageOperation,
} from './page-state.ts'
import { resolvePageAttempt } from './resolve-page-attempt.ts'

/** The operation of the API that the page runs; none where the card is only stored. */
export const apiOperations = {
  AUTHORIZE: 'AUTHORIZE',
  NONE: undefined,
  PURCHASE: 'PAY',
  VERIFY: 'VERIFY',
} as const satisfies Readonly<Record<PageOperation, string | undefined>>

/** The page after an event on it. */
export function withAttemptState(
  { underWay: _, ...opened }: OpenedCheckout,
  { stored, underWay }: PageAttemptState,
): OpenedCheckout {
  return { ...opened, stored, underWay }
}

/** The time is up: the session may be gone, and only the merchant's settings of the page are known. */
export interface EndedCheckout {
  readonly kind: 'ENDED'
  readonly merchant: Merchant
  readonly interaction: PageInteraction
  readonly openedFrom: readonly string[]
}

export type OpenCheckoutDependencies = PageAttemptDependencies & Pick<CheckoutDependencies, 'identifiers'>

export async function openCheckout(
  sessionId: string,
  dependencies: OpenCheckoutDependencies,
): Promise<OpenedCheckout | EndedCheckout | undefined> {
  return openSessionOf(dependencies.vault.lookupHashes('SESSION', sessionId), sessionId, dependencies)
}

/** By the key that the session is stored under; a caller without its id gets a page without one. */
export async function openSessionOf(
  hashes: readonly Pick<KeyedHash, 'hash'>[],
  sessionId: string,
  dependencies: OpenCheckoutDependencies,
): Promise<OpenedCheckout | EndedCheckout | undefined> {
  const { checkouts, sessions, store, vault, clock, identifiers } = dependencies
  const now = clock.expiryTime()
  const storedSession = await sessions.findAnywhere(hashes, now)
  if (!storedSession)
    return findEnded(
      hashes.map(({ hash }) => hash),
      dependencies,
    )
  const session = withTrustedValues(storedSession)
  const access = await store.findMerchant(session.merchantId)
  if (session.kind === 'PLAIN' || !access?.merchant.profile.isEnabled) return undefined

  const { merchant } = access
  const secrets = JSON.parse(
    await vault.open(session.pageSecrets, sealContextOf(session, 'told')),
  ) as PageSessionSecrets
  const content = session.content as PageContent
  const name = { merchantId: merchant.id, sessionHash: session.hash.hash }
  // What outlives the session does not name the payer's cards.
  const { savedCard: _, ...interaction } = content.interaction ?? {}
  const checkout = {
    failureIndicator: identifiers.successIndicator(),
    interaction,
    now,
    expiresAt: session.expiresAt,
  }
  const opened: OpenedCheckout = {
    kind: 'OPENED',
    merchant,
    sessionId,
    session,
    content,
    successIndicator: secrets.successIndicator,
    version: secrets.paysInVersion ?? newestVersion,
    createdInVersion: session.createdInVersion ?? versionBeforeUpgrade(secrets),
    operation: operationOf(content, merchant),
    attemptsMax: content.interaction?.retryAttemptCount ?? defaultAttemptsMax,
    stored: await checkouts.open(name, checkout),
    isOpenedByPayer: secrets.isOpenedByPayer ?? false,
    paymentLink: await paymentLinkOf(secrets, content, merchant.id, dependencies),
  }
  return withTimeLeft(
    withAttemptState(withWaysBack(opened), await resolvePageAttempt(opened, dependencies)),
    dependencies,
  )
}

function paymentLinkOf(
  { paymentLinkId }: PageSessionSecrets,
  { order }: PageContent,
  merchantId: string,
  dependencies: Pick<CheckoutDependencies, 'paymentLinks' | 'clock'>,
): Promise<PagePaymentLink | undefined> | undefined {
  return paymentLinkId === undefined
    ? undefined
    : findPagePaymentLink({ merchantId, paymentLinkId }, order?.id ?? '', dependencies)
}

/** For sessions that were created before this value was stored. */
const newestVersion = 100

/** The pages that the payer returns to: the session's, or else those given by the page that opened this one. */
function withWaysBack(opened: OpenedCheckout): OpenedCheckout {
  const { returnUrl, cancelUrl, timeoutUrl } = opened.stored.interaction
  const returnUrls = Object.entries({ returnUrl, cancelUrl, timeoutUrl }).filter(([, url]) => url !== undefined)
  const interaction = { ...Object.fromEntries(returnUrls), ...opened.content.interaction }
  return { ...opened, content: { ...opened.content, interaction } }
}

/** For a session created by an earlier release: the strictest version that it can have. */
function versionBeforeUpgrade({ paysInVersion = newestVersion }: PageSessionSecrets): number {
  return paysInVersion < firstVersionWithPasswords ? paysInVersion : newestVersion
}
const firstVersionWithPasswords = 50

/** Optional in versions up to 51. */
function operationOf({ interaction }: PageContent, merchant: Merchant): PageOperation {
  if (interaction?.operation) return interaction.operation
  return permitsOperation(merchant, 'PAY') || !permitsOperation(merchant, 'AUTHORIZE') ? 'PURCHASE' : 'AUTHORIZE'
}

/** While an attempt is under way, the session stays alive and no other attempt can begin for it. */
function withTimeLeft(
  opened: OpenedCheckout,
  { clock }: Pick<CheckoutDependencies, 'clock'>,
): OpenedCheckout | EndedCheckout {
  const { merchant, stored } = opened
  if (stored.checkout.state !== 'OPEN' || clock.expiryTime() < stored.expiresAt) return opened
  return endedCheckoutOf(merchant, stored)
}

async function findEnded(
  hashes: readonly Buffer[],
  { checkouts, store }: Pick<CheckoutDependencies, 'checkouts' | 'store'>,
): Promise<EndedCheckout | undefined> {
  const stored = await checkouts.findAnywhere(hashes)
  const access = stored && (await store.findMerchant(stored.merchantId))
  return access?.merchant.profile.isEnabled ? endedCheckoutOf(access.merchant, stored as StoredCheckout) : undefined
}

export function endedCheckoutOf(merchant: Merchant, { interaction, openedFrom }: StoredCheckout): EndedCheckout {
  return { kind: 'ENDED', merchant, interaction, openedFrom }
}

/**
 * What a browser may learn that comes back from a provider without knowing which page it left from: the outcome of the
 * payment. The browser proves nothing, so it gets nothing of the session.
 */
export interface ReturningPayer {
  readonly page: EndedCheckout
  readonly outcome: 'PAID' | 'UNPAID' | 'OPEN'
}

export async function findReturningPayer(
  returnToken: string,
  dependencies: OpenCheckoutDependencies,
): Promise<ReturningPayer | undefined> {
  const stored = await dependencies.checkouts.findByReturnToken(returnToken)
  const access = stored && (await dependencies.store.findMerchant(stored.merchantId))
  if (!stored || !access?.merchant.profile.isEnabled) return undefined
  const page = await openSessionOf([{ hash: stored.sessionHash }], '', dependencies)
  return {
    page: endedCheckoutOf(access.merchant, stored),
    outcome: returnOutcomeOf(page?.kind === 'OPENED' ? page.stored : stored),
  }
}

function returnOutcomeOf({ checkout }: StoredCheckout): ReturningPayer['outcome'] {
  if (isUnderWay(checkout)) return 'OPEN'
  return checkout.state === 'DONE' ? 'PAID' : 'UNPAID'
}
