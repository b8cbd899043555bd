// What the other folders may use of wallets.
export {
  addWalletKey,
  createWalletKey,
  findIdentityRequest,
  findKeyRegistration,
  type KeyRegistration,
  requestIdentityCertificate,
  type StoredCertificate,
  storeAppleCertificate,
  type WalletAdministrationDependencies,
} from './operations/manage-wallets.ts'
export {
  claimForToken,
  openDevicePayment,
  openForAuthentication,
  openPayload,
  refusePayload,
  walletPayloads,
} from './operations/open-device-payment.ts'
export { readWalletSettings, type WalletSettings } from './operations/read-wallet-settings.ts'
export { openMerchantValidation } from './payloads/apple-validation.ts'
export { readPrivateKey } from './payloads/elliptic-keys.ts'
export { openWallets } from './payloads/index.ts'
export {
  certificateMatchesKey,
  readIdentityKey,
  readTrustedRoots,
  walletCertificates,
} from './payloads/wallet-certificates.ts'
export type {
  MerchantIdentity,
  WalletKeyName,
  WalletKeySummary,
  WalletPage,
  WalletPageName,
  WalletPageSummary,
  WalletPages,
} from './ports/wallet-keys.ts'
export {
  type MerchantValidation,
  type SimulatedCard,
  simulatedCards,
  type UsedPayloads,
  type WalletSimulator,
  type Wallets,
} from './ports/wallets.ts'
export { duePayloads } from './postgres/used-payloads.ts'
export { findWalletGaps, networksOf, type PageWallet, type Wallet, walletNames, wallets } from './rules/wallet.ts'
