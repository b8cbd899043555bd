// The logo that a merchant has named in a session.

import type { Values } from '../../kernel/values.ts'
import type { Merchant, PageLogo } from '../../merchants/index.ts'
import { type StoredSession, withTrustedValues } from '../../sessions/index.ts'
import type { CheckoutDependencies } from '../dependencies.ts'

const logoPath = 'interaction.merchant.logo'

/** One that came through the payer's browser does not count: the gateway calls no URL that a payer chose. */
export function sessionLogoUrl(session: StoredSession): string | undefined {
  const { authors, content } = withTrustedValues(session)
  if (authors[logoPath] !== undefined) return undefined
  const { interaction } = content as Values & {
    readonly interaction?: { readonly merchant?: { readonly logo?: string } }
  }
  return interaction?.merchant?.logo
}

export interface SessionLogo {
  readonly merchant: Merchant
  /** Undefined when there is none at the URL. */
  readonly logo: Omit<PageLogo, 'hash'> | undefined
}

/** Undefined when the session is gone, or names none. */
export async function findSessionLogo(
  sessionId: string,
  {
    sessions,
    store,
    vault,
    clock,
    linkedLogos,
  }: Pick<CheckoutDependencies, 'sessions' | 'store' | 'vault' | 'clock' | 'linkedLogos'>,
): Promise<SessionLogo | undefined> {
  const session = await sessions.findAnywhere(vault.lookupHashes('SESSION', sessionId), clock.expiryTime())
  const url = session && session.kind !== 'PLAIN' ? sessionLogoUrl(session) : undefined
  if (!session || url === undefined) return undefined
  const access = await store.findMerchant(session.merchantId)
  if (!access?.merchant.profile.isEnabled) return undefined
  return { merchant: access.merchant, logo: await linkedLogos.find(session.merchantId, url) }
}
