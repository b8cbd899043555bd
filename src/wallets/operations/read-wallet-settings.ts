// A merchant's set-up for wallets as users see it: everything but private keys, with what is missing and what expires.

import type { Clock } from '../../kernel/clock.ts'
import { type CertificateExpiry, certificateExpiry, type Merchant, permitsSource } from '../../merchants/index.ts'
import type {
  WalletCertificate,
  WalletCertificates,
  WalletKeySummary,
  WalletPageSummary,
} from '../ports/wallet-keys.ts'
import type { Wallets } from '../ports/wallets.ts'
import { findWalletGaps, networksOf, type Wallet, type WalletGap, type WalletTrust, wallets } from '../rules/wallet.ts'
import type { WalletAdministrationDependencies } from './manage-wallets.ts'

export interface ShownWalletCertificate {
  /** SHA-256 of its DER form, in hexadecimal. */
  readonly fingerprint: string
  readonly expiresAt: Date
  readonly expiry: CertificateExpiry
}

export interface ShownWalletKey {
  readonly publicKeyHash: string
  readonly identifier: string
  readonly createdAt: Date
  /** Only of the key that payment pages use; payloads for the others are accepted, too. */
  readonly usedSince?: Date | undefined
  readonly certificate?: ShownWalletCertificate | undefined
}

export interface WalletSettings {
  readonly wallet: Wallet
  readonly trust: WalletTrust
  /** Nothing is missing where pages offer the wallet. */
  readonly gaps: readonly WalletGap[]
  readonly page?: { readonly displayName: string; readonly country: string; readonly updatedAt: Date }
  /** Apple Pay: what identifies the merchant to Apple. */
  readonly identity?: ShownWalletCertificate | undefined
  /** Apple Pay: since when a certificate for a new key is waited for. */
  readonly certificateRequestedAt?: Date | undefined
  /** The newest first. */
  readonly keys: readonly ShownWalletKey[]
}

type ReadDependencies = WalletAdministrationDependencies & {
  readonly wallets: Pick<Wallets, 'trustIn'>
  readonly clock: Pick<Clock, 'now'>
}

export async function readWalletSettings(
  merchant: Merchant,
  dependencies: ReadDependencies,
): Promise<readonly WalletSettings[]> {
  const [keys, pages] = await Promise.all([
    dependencies.walletKeys.list(merchant.id),
    dependencies.walletPages.list(merchant.id),
  ])
  return Promise.all(
    wallets.map((wallet) =>
      settingsOf(
        wallet,
        {
          merchant,
          keys: keys.filter((key) => key.wallet === wallet),
          page: pages.find((page) => page.wallet === wallet),
        },
        dependencies,
      ),
    ),
  )
}

async function settingsOf(
  wallet: Wallet,
  stored: {
    readonly merchant: Merchant
    readonly keys: readonly WalletKeySummary[]
    readonly page: WalletPageSummary | undefined
  },
  { wallets: { trustIn }, certificateRequests, walletCertificates, clock }: ReadDependencies,
): Promise<WalletSettings> {
  const { merchant, page } = stored
  const [trust, now] = [trustIn(wallet), clock.now()]
  const setup = {
    trust,
    acceptsCards: permitsSource(merchant, 'CARD'),
    networks: networksOf(wallet, merchant.profile.schemes),
    hasSettings: page !== undefined,
    hasKey: stored.keys.length > 0,
    hasKeyInUse: stored.keys.some(({ usedSince }) => usedSince),
    certificateExpiresAt: page?.certificate?.expiresAt,
  }
  const request = await certificateRequests.find({ merchantId: merchant.id, wallet })
  const shown = (certificate: WalletCertificate | undefined) => shownCertificate(certificate, now, walletCertificates)
  const keys = stored.keys.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return {
    wallet,
    trust,
    gaps: findWalletGaps(wallet, setup, now),
    ...(page && { page: { displayName: page.displayName, country: page.country, updatedAt: page.updatedAt } }),
    identity: shown(page?.certificate),
    certificateRequestedAt: request?.createdAt,
    keys: keys.map(({ publicKeyHash, identifier, createdAt, usedSince, certificate }) => ({
      publicKeyHash,
      identifier,
      createdAt,
      usedSince,
      certificate: shown(certificate),
    })),
  }
}

function shownCertificate(
  certificate: WalletCertificate | undefined,
  now: Date,
  { readCertificate }: WalletCertificates,
): ShownWalletCertificate | undefined {
  if (!certificate) return undefined
  const { pem, expiresAt } = certificate
  const read = readCertificate(pem)
  if (read.kind === 'REFUSED') return undefined
  return { fingerprint: read.fingerprint, expiresAt, expiry: certificateExpiry(expiresAt, now) }
}
