// What the services about wallets return, and its words.
import type { WalletListBody } from '../../../../../src/console/response-bodies/merchants.ts'
import type { CertificateExpiry } from '../../../../../src/merchants/rules/certificate-status.ts'
import type {
  ShownWalletCertificate,
  ShownWalletKey,
  WalletSettings,
} from '../../../../../src/wallets/operations/read-wallet-settings.ts'
import type { WalletGap } from '../../../../../src/wallets/rules/wallet.ts'
import { path } from '../../api/client.ts'
import type { Jsonified } from '../../api/json.ts'
import type { Tone } from '../../format/status.ts'
import { t } from '../../language/text.ts'
import { useMerchantId } from '../../shell/merchant-id.ts'

export type WalletListView = Jsonified<WalletListBody>
export type WalletView = Jsonified<WalletSettings>
export type WalletKeyView = Jsonified<ShownWalletKey>
export type WalletCertificateView = Jsonified<ShownWalletCertificate>

export function useWalletsPath(): string {
  return path`/merchants/${useMerchantId()}/wallets`
}

export const gapTexts: Readonly<Record<WalletGap, string>> = {
  CARDS: t('The merchant does not accept cards.'),
  SETTINGS: t('The display name and the country are missing.'),
  KEY: t('There is no key.'),
  KEY_IN_USE: t('No key is in use. Register one with the wallet, then put it in use.'),
  CERTIFICATE: t('There is no merchant identity certificate.'),
  VALID_CERTIFICATE: t('The merchant identity certificate has expired.'),
  ROOTS: t('The operator has not set the trusted roots of the wallet.'),
  SCHEMES: t('The wallet knows none of the card schemes that the merchant accepts.'),
}

export const expiryTexts: Readonly<Record<CertificateExpiry, string>> = {
  VALID: t('Valid'),
  EXPIRES_SOON: t('Expires soon'),
  EXPIRED: t('Expired'),
}

export const expiryTones: Readonly<Record<CertificateExpiry, Tone>> = {
  VALID: 'good',
  EXPIRES_SOON: 'waiting',
  EXPIRED: 'bad',
}
