// What payments with wallets need: the merchants' keys and settings, the trusted roots, and in the sandbox the simulated wallets.
import { readFile } from 'node:fs/promises'
import type { Vault } from '../keys/index.ts'
import type { AccessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import type { Config } from '../platform/config/config.ts'
import type { MerchantDatabases } from '../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openMerchantValidation, openWallets, readTrustedRoots, walletCertificates } from '../wallets/index.ts'
import { postgresUsedPayloads } from '../wallets/postgres/used-payloads.ts'
import { postgresCertificateRequests, postgresWalletKeys } from '../wallets/postgres/wallet-keys.ts'
import { postgresWalletPages } from '../wallets/postgres/wallet-pages.ts'
import { simulatedWallets } from '../wallets/simulator/index.ts'
import type { Dependencies } from './dependencies.ts'
import { userAgent } from './notifier.ts'

type WalletParts = Pick<
  Dependencies,
  | 'wallets'
  | 'usedPayloads'
  | 'walletKeys'
  | 'walletPages'
  | 'certificateRequests'
  | 'walletCertificates'
  | 'merchantValidation'
  | 'walletSimulator'
>

export async function openWalletParts(
  config: Config,
  { paymentsOf, simulator }: { readonly paymentsOf: MerchantDatabases; readonly simulator: Database },
  sealing: { readonly vault: Vault; readonly accessRights: AccessRightsSeals },
): Promise<WalletParts> {
  const keys = postgresWalletKeys(paymentsOf, sealing)
  const walletSimulator = config.mode === 'sandbox' ? simulatedWallets(simulator, keys) : undefined
  return {
    wallets: openWallets(await readTrustedRoots(config), keys, walletSimulator?.roots),
    usedPayloads: postgresUsedPayloads(paymentsOf),
    walletKeys: keys,
    walletPages: postgresWalletPages(paymentsOf, sealing),
    certificateRequests: postgresCertificateRequests(paymentsOf, sealing),
    walletCertificates,
    merchantValidation: openMerchantValidation({ userAgent }),
    walletSimulator,
  }
}

/** Undefined where the operator has set none, or it cannot be read at the moment. */
export async function readAppleDomainFile({ applePayDomainFile: file }: Config): Promise<Buffer | undefined> {
  return file === undefined ? undefined : readFile(file).catch(() => undefined)
}
