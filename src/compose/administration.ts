// Puts together what the operator's commands work with: what is decided about merchants, and the keys it takes.

import type { AcquirerAdapter } from '../adapters/acquirers/adapter.ts'
import { type MerchantDatabases, onOneDatabase } from '../adapters/postgres/cluster/merchant-databases.ts'
import type { Database } from '../adapters/postgres/database.ts'
import type { DatabaseClock } from '../adapters/postgres/database-clock.ts'
import { postgresCardRanges } from '../adapters/postgres/links/card-ranges.ts'
import { type PostgresLinks, postgresLinks } from '../adapters/postgres/links/links.ts'
import { postgresApprovalRequests } from '../adapters/postgres/merchants/approval-requests.ts'
import { merchantStore } from '../adapters/postgres/merchants/merchants.ts'
import { postgresPageLogos } from '../adapters/postgres/merchants/page-logos.ts'
import { rightsProtection } from '../adapters/postgres/merchants/rights/rights-protection.ts'
import { type RightsSeals, rightsSeals } from '../adapters/postgres/merchants/rights/rights-seals.ts'
import { reportingPasswords } from '../adapters/postgres/reports/reporting-passwords.ts'
import { postgresRiskStore } from '../adapters/postgres/risk/risk.ts'
import { tokenRepositories } from '../adapters/postgres/tokens/token-repositories.ts'
import { postgresCertificateRequests } from '../adapters/postgres/wallets/certificate-requests.ts'
import { postgresWalletKeys } from '../adapters/postgres/wallets/wallet-keys.ts'
import { postgresWalletPages } from '../adapters/postgres/wallets/wallet-pages.ts'
import { randomIdentifiers } from '../adapters/system/identifiers.ts'
import type { Log } from '../adapters/telemetry/log.ts'
import { type OpenedVault, openVault } from '../adapters/vault/vault.ts'
import { walletCertificates } from '../adapters/wallets/wallet-certificates.ts'
import type { Config } from '../config/config.ts'
import type { WalletPorts } from '../operations/wallets/manage-wallets.ts'
import type { PageLogos } from '../ports/checkout/page-logos.ts'
import type { AdapterCatalogue } from '../ports/links/adapter-catalogue.ts'
import type { CardRanges } from '../ports/links/card-countries.ts'
import type { ApprovalRequests } from '../ports/merchants/approval-requests.ts'
import type { RightsProtection } from '../ports/merchants/rights.ts'
import type { MerchantStore } from '../ports/payments/store.ts'
import type { ReportingPasswords } from '../ports/reports/reports.ts'
import type { RiskStore } from '../ports/risk/risk-store.ts'
import type { TokenRepositories } from '../ports/tokens/token-repositories.ts'
import { keyEncryptionOf } from './key-encryption.ts'
import { catalogueOf, ensureLinks, loadAcquirerAdapters } from './links.ts'
import { composeUsers, type UserPorts } from './users.ts'

/** What the operator's commands work with. */
export interface Administration extends UserPorts, WalletPorts {
  readonly merchants: MerchantStore
  readonly reportingPasswords: ReportingPasswords
  readonly approvalRequests: ApprovalRequests
  readonly tokenRepositories: TokenRepositories
  readonly vault: OpenedVault
  readonly rights: RightsSeals
  readonly rightsProtection: RightsProtection
  readonly identifiers: typeof randomIdentifiers
  readonly risk: RiskStore
  readonly links: PostgresLinks
  /** Built-in ones and those of TOLLGATE_ADAPTERS. */
  readonly acquirerAdapters: readonly AcquirerAdapter[]
  readonly adapterCatalogue: AdapterCatalogue
  readonly pageLogos: PageLogos
  readonly cardRanges: CardRanges
}

export async function composeAdministration(
  config: Config,
  {
    database,
    payments,
    paymentsOf,
    workOf,
    clock,
  }: {
    readonly database: Database
    readonly payments: Database
    readonly paymentsOf: MerchantDatabases
    readonly workOf: MerchantDatabases
    readonly clock: DatabaseClock
  },
  log?: Log,
): Promise<Administration> {
  const acquirerAdapters = await loadAcquirerAdapters(config)
  const adapterCatalogue = catalogueOf(acquirerAdapters, config)
  const vault = await openVault(database, await keyEncryptionOf(config), {
    payments,
    nodes: paymentsOf,
    onError: (err) => log?.warn({ err }, 'the vault could not refresh its keys; will retry'),
    // A new installation has nothing from before that would have to be accepted.
    isRightsProtected: config.mode === 'production',
  })
  const rights = rightsSeals(database, vault)
  await clock.read()
  const links = postgresLinks(database, { vault, rights, nodes: paymentsOf })
  // Links that do not match their seal are refused where they are used, and must not stop everything else.
  await ensureLinks(config, { links, adapterCatalogue }).catch((err) =>
    log?.error({ err }, 'the acquirer links of an earlier release could not be taken over'),
  )
  return {
    merchants: merchantStore(database, rights),
    reportingPasswords: reportingPasswords(database, rights),
    approvalRequests: postgresApprovalRequests(database, { rights, vault }),
    tokenRepositories: tokenRepositories(database),
    vault,
    rights,
    rightsProtection: rightsProtection(database, rights, vault),
    ...composeUsers(config, workOf, { vault, rights, clock }),
    identifiers: randomIdentifiers,
    risk: postgresRiskStore(database, { payments: paymentsOf }),
    links,
    acquirerAdapters,
    adapterCatalogue,
    walletKeys: postgresWalletKeys(onOneDatabase(database), { vault, rights }),
    pageLogos: postgresPageLogos(onOneDatabase(database)),
    walletPages: postgresWalletPages(onOneDatabase(database), { vault, rights }),
    certificateRequests: postgresCertificateRequests(onOneDatabase(database), { vault }),
    walletCertificates,
    cardRanges: postgresCardRanges(database),
  }
}
