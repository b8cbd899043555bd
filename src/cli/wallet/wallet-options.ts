// What the commands about wallets share.
import { wallets } from '../../domain/wallets/wallet.ts'
import type { WalletKeySummary } from '../../ports/wallets/wallet-keys.ts'
import type { WalletPageSummary } from '../../ports/wallets/wallet-pages.ts'
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

export function pagesText(pages: readonly WalletPageSummary[]): string {
  if (pages.length === 0) return 'No wallets on payment pages.'
  const rows = pages.map((page) => [
    page.wallet,
    page.displayName,
    page.country,
    page.certificate?.expiresAt.toISOString().slice(0, 10) ?? '',
    timestampText(page.updatedAt),
  ])
  return table(['Wallet', 'Display name', 'Country', 'Certificate until', 'Set'], rows)
}

export function pageData({ wallet, displayName, country, certificate, updatedAt }: WalletPageSummary): object {
  return {
    wallet,
    displayName,
    country,
    ...(certificate && { certificateExpiresAt: certificate.expiresAt }),
    updatedAt,
  }
}
