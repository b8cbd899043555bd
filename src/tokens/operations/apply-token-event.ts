// Applies to a token what was received about it from outside: from the scheme, an acquirer, the account updater or the
// payer.

import type { Call, TokenKey } from '../../payments/index.ts'
import { conflict, retryOnConflict } from '../../platform/concurrency/retry-on-conflict.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'
import { storedIdentity } from '../rules/stored-identity.ts'
import { applyTokenEvent, type TokenNotice, tokenStatusEventOf } from '../rules/token-status.ts'

type NoticeOf = TokenNotice | ((stored: StoredToken) => Promise<TokenNotice>)

/**
 * The token afterwards; undefined when there is none. A notice that depends on the token's contents is passed as a
 * function, which is called again when the token changes meanwhile.
 */
export async function applyNoticeToToken(
  name: TokenKey,
  notice: NoticeOf,
  { tokens, clock }: Pick<TokenDependencies, 'tokens' | 'clock'>,
): Promise<StoredToken | undefined> {
  const result = await retryOnConflict(async () => {
    const stored = await tokens.find(name)
    if (!stored) return undefined
    const event = tokenStatusEventOf(typeof notice === 'function' ? await notice(stored) : notice)
    const state = event ? applyTokenEvent(stored.state, event) : stored.state
    if (state === stored.state) return stored
    const changed = { ...stored, state, updateSource: 'GATEWAY', updatedAt: clock.now() } as const
    const updated = await tokens.update(changed, { revision: stored.revision })
    return updated === 'STORED' ? { ...changed, revision: stored.revision + 1 } : conflict
  })
  if (result === conflict) throw new Error('a token kept changing while a token event was applied')
  return result
}

/** A card that its issuer has closed invalidates the token that contains it, although nothing else is stored. */
export async function noteClosedAccount(
  token: StoredToken,
  isSameAccount: boolean,
  { merchant }: Pick<Call, 'merchant'>,
  dependencies: Pick<TokenDependencies, 'tokens' | 'clock'>,
): Promise<StoredToken> {
  const { revision } = token
  const { usesAccountUpdater } = merchant.profile
  const updated = await applyNoticeToToken(
    token,
    // Another revision may contain another account.
    async (stored) => ({
      kind: 'ACCOUNT_UPDATER_ANSWERED',
      usesAccountUpdater,
      isNoLongerValid: true,
      isStoredAccount: isSameAccount && stored.revision === revision,
    }),
    dependencies,
  )
  return updated ?? token
}

const pageSize = 100

/**
 * The payer has withdrawn from an agreement with provider A: tokens of the repository that contain it may not be used.
 */
export async function withdrawConsent(
  { repositoryId, agreementId }: { readonly repositoryId: string; readonly agreementId: string },
  dependencies: Pick<TokenDependencies, 'tokens' | 'vault' | 'clock'>,
): Promise<readonly StoredToken[]> {
  const agreement = storedIdentity({ kind: 'PROVIDER_A', details: {} }, agreementId)
  const accountHashes = dependencies.vault.lookupHashes('ACCOUNT', agreement)
  const changed: StoredToken[] = []
  for (let after: string | undefined; ; ) {
    const page = await dependencies.tokens.search({ repositoryId, query: { accountHashes }, after, limit: pageSize })
    for (const token of page) {
      const updated = await applyNoticeToToken(
        token,
        async ({ kind }) => ({ kind: 'CONSENT_WITHDRAWN', holdsBillingAgreement: kind === 'PROVIDER_A' }),
        dependencies,
      )
      if (updated) changed.push(updated)
    }
    after = page.at(-1)?.token
    if (page.length < pageSize) return changed
  }
}
