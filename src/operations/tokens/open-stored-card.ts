// Opens the card that a token holds for work that nobody waits for. The audit has its line before anything is done with it.
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
