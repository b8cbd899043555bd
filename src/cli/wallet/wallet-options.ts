// What the commands about wallet keys share.
import { wallets } from '../../domain/wallets/wallet.ts'
import type { WalletKeySummary } from '../../ports/wallets/wallet-keys.ts'
import { timestampText } from '../merchant/view.ts'
import { choiceValue, requiredOption } from '../rows.ts'
import { table } from '../table.ts'

export const walletOption = requiredOption(choiceValue(wallets, '<wallet>', 'The wallet.'))

export function keysText(keys: readonly WalletKeySummary[]): string {
  if (keys.length === 0) return 'No wallet keys.'
  const rows = keys.map(({ wallet, identifier, publicKeyHash, createdAt }) => [
    wallet,
    identifier,
    publicKeyHash,
    timestampText(createdAt),
  ])
  return table(['Wallet', 'Identifier', 'SHA-256 of the public key', 'Added'], rows)
}

export function keyData({ wallet, identifier, publicKeyHash, createdAt }: WalletKeySummary): object {
  return { wallet, identifier, publicKeyHash, createdAt }
}
