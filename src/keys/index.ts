// What the other folders may use of keys.
export { createKeys, type KeyJobDependencies } from './create-keys.ts'
export type { KeyEncryption } from './ports/key-encryption.ts'
export {
  approvalRequestSealContext,
  certificateRequestSealContext,
  linkSecretsSealContext,
  paymentLinkSealContext,
  schemeTokenSealContext,
  secondFactorSealContext,
  sessionSealContext,
  tokenAccountSealContext,
  transactionSealContext,
  walletKeySealContext,
  walletPageSealContext,
  webhookSecretsSealContext,
} from './ports/seal-context.ts'
export {
  type HashPurpose,
  type KeyAdministration,
  type KeyPurpose,
  keyPurposes,
  type RotationProgress,
  type SealedValue,
  type Vault,
} from './ports/vault.ts'
export { keyInMemory } from './vault/data-keys.ts'
export { ensureKeyEncryptionKey, KeyFailure } from './vault/key-encryption-key.ts'
export type { KeyFacts } from './vault/key-steps.ts'
export type { ScanPage, ScanPageResult, ScanTools } from './vault/keyed-tables.ts'
export { kmsCommand } from './vault/kms-command.ts'
export { checkKeys } from './vault/seal-keys.ts'
export { readReservations } from './vault/seal-reservations.ts'
export { type OpenedVault, openVault } from './vault/vault.ts'
export { writeKeyAuditLine, writeOpeningAuditLines } from './vault/write-audit-lines.ts'
