// Opens the card of a token for background work. The audit log entry is written before the card is used.
import { Secret } from '../../domain/secret.ts'
import { tokenAccountSealContext } from '../../ports/keys/seal-context.ts'
import type { StoredToken } from '../../ports/tokens/token-store.ts'
import type { Ports } from '../call.ts'

export async function openStoredCard(
  token: StoredToken,
  purpose: 'SCHEME_TOKEN' | 'ACCOUNT_UPDATER',
  { vault, audit, clock }: Pick<Ports, 'vault' | 'audit' | 'clock'>,
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
