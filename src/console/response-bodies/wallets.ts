// What the console's services for wallets return; never a private key.
import type { KeyRegistration, StoredCertificate } from '../../wallets/operations/manage-wallets.ts'
import type { WalletSettings } from '../../wallets/operations/read-wallet-settings.ts'

export interface WalletListBody {
  readonly wallets: readonly WalletSettings[]
  /** Apple Pay: the domain to register with Apple, and whether the gateway has Apple's file for it. */
  readonly domain: string
  readonly hasDomainFile: boolean
}

export interface CreatedWalletKeyBody {
  readonly publicKeyHash: string
  readonly registration: KeyRegistration
}

export type KeyRegistrationBody = KeyRegistration

export type StoredCertificateBody = Omit<StoredCertificate, 'kind'>
