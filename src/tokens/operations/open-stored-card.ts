// Opens the card of a token, with its audit log entry.
import { Secret } from '../../kernel/secret.ts'
import { tokenAccountSealContext } from '../../keys/index.ts'
import { type Call, unsealWithAudit } from '../../payments/index.ts'
import type { TokenDependencies } from '../dependencies.ts'
import type { StoredToken } from '../ports/token-store.ts'

/** For background work: the audit log entry is written before the card is used. */
export async function openStoredCard(
  token: StoredToken,
  purpose: 'SCHEME_TOKEN' | 'ACCOUNT_UPDATER',
  { vault, audit, clock }: Pick<TokenDependencies, 'vault' | 'audit' | 'clock'>,
): Promise<Secret> {
  const number = await vault.open(token.account, tokenAccountSealContext(token))
  await audit.append({
    merchantId: token.updatedBy,
    actor: 'gateway',
    action: 'ACCOUNT_OPENED',
    subject: { repositoryId: token.repositoryId, token: token.token, account: token.masked, purpose },
    at: clock.now(),
  })
  return new Secret('ACCOUNT', number)
}

/** For a request: the audit log entry is written with what the request records. */
export function openTokenNumber(
  stored: StoredToken,
  call: Call,
  dependencies: Pick<TokenDependencies, 'vault' | 'clock'>,
): Promise<string> {
  const { repositoryId, token, masked } = stored
  const subject = { repositoryId, token, account: masked, purpose: 'TOKEN' }
  return unsealWithAudit(
    { sealed: stored.account, belongsTo: tokenAccountSealContext(stored), subject },
    call,
    dependencies,
  )
}
