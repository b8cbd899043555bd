// What payments with wallets need: the merchants' keys and settings, the trusted roots, and in the sandbox the simulated wallets.
import { readFile } from 'node:fs/promises'
import type { MerchantDatabases } from '../adapters/postgres/cluster/merchant-databases.ts'
import type { Database } from '../adapters/postgres/database.ts'
import type { RightsSeals } from '../adapters/postgres/merchants/rights/rights-seals.ts'
import { postgresCertificateRequests } from '../adapters/postgres/wallets/certificate-requests.ts'
import { postgresUsedPayloads } from '../adapters/postgres/wallets/used-payloads.ts'
import { postgresWalletKeys } from '../adapters/postgres/wallets/wallet-keys.ts'
import { postgresWalletPages } from '../adapters/postgres/wallets/wallet-pages.ts'
import { openMerchantValidation } from '../adapters/wallets/apple-validation.ts'
import { openWallets } from '../adapters/wallets/index.ts'
import { simulatedWallets } from '../adapters/wallets/simulator/index.ts'
import { readTrustedRoots } from '../adapters/wallets/trusted-roots.ts'
import { walletCertificates } from '../adapters/wallets/wallet-certificates.ts'
import type { Config } from '../config/config.ts'
import type { Ports } from '../operations/call.ts'
import type { Vault } from '../ports/keys/vault.ts'
import { userAgent } from './notifier.ts'

type WalletPortsOfGateway = Pick<
  Ports,
  | 'wallets'
  | 'usedPayloads'
  | 'walletKeys'
  | 'walletPages'
  | 'certificateRequests'
  | 'walletCertificates'
  | 'merchantValidation'
  | 'walletSimulator'
>

export async function openWalletPorts(
  config: Config,
  { paymentsOf, simulator }: { readonly paymentsOf: MerchantDatabases; readonly simulator: Database },
  sealing: { readonly vault: Vault; readonly rights: RightsSeals },
): Promise<WalletPortsOfGateway> {
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
