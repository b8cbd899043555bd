// Puts together what the operator's commands work with: what is decided about merchants, and the keys it takes.
import type { AcquirerAdapter, AdapterCatalogue } from '../acquirers/index.ts'
import { postgresCardRanges } from '../acquirers/postgres/card-ranges.ts'
import { type PostgresLinks, postgresLinks } from '../acquirers/postgres/links.ts'
import type { ApprovalRequests } from '../approvals/index.ts'
import { postgresApprovalRequests } from '../approvals/postgres/approval-requests.ts'
import { type OpenedVault, openVault } from '../keys/index.ts'
import type { AccessRightsProtection, MerchantStore, PageLogos, TokenRepositories } from '../merchants/index.ts'
import { accessRightsProtection } from '../merchants/postgres/access-rights/access-rights-protection.ts'
import { type AccessRightsSeals, accessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import { merchantStore, postgresPageLogos } from '../merchants/postgres/merchants.ts'
import { tokenRepositories } from '../merchants/postgres/token-repositories.ts'
import type { CardRanges } from '../payments/index.ts'
import type { Config } from '../platform/config/config.ts'
import { type MerchantDatabases, onOneDatabase } from '../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { DatabaseClock } from '../platform/postgres/database-clock.ts'
import { randomIdentifiers } from '../platform/system/identifiers.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { ReportingPasswords } from '../reports/index.ts'
import { reportingPasswords } from '../reports/postgres/reporting-passwords.ts'
import type { RiskStore } from '../risk/index.ts'
import { postgresRiskStore } from '../risk/postgres/risk.ts'
import { backfillPage, forgetFormerHashes } from '../tokens/postgres/backfill-hashes.ts'
import { type WalletAdministrationDependencies, walletCertificates } from '../wallets/index.ts'
import { postgresCertificateRequests, postgresWalletKeys } from '../wallets/postgres/wallet-keys.ts'
import { postgresWalletPages } from '../wallets/postgres/wallet-pages.ts'
import { keyEncryptionOf } from './key-encryption.ts'
import { catalogueOf, ensureLinks, loadAcquirerAdapters } from './links.ts'
import { composeUsers, type UserParts } from './users.ts'

/** What the operator's commands work with. */
export interface Administration extends UserParts, WalletAdministrationDependencies {
  readonly merchants: MerchantStore
  readonly reportingPasswords: ReportingPasswords
  readonly approvalRequests: ApprovalRequests
  readonly tokenRepositories: TokenRepositories
  readonly vault: OpenedVault
  readonly accessRights: AccessRightsSeals
  readonly accessRightsProtection: AccessRightsProtection
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
    accountHashes: { backfillPage, forgetFormerHashes },
    onError: (err) => log?.warn({ err }, 'the vault could not refresh its keys; will retry'),
    // A new installation has nothing from before that would have to be accepted.
    isProtectingAccessRights: config.mode === 'production',
  })
  const accessRights = accessRightsSeals(database, vault)
  await clock.read()
  const links = postgresLinks(database, { vault, accessRights, nodes: paymentsOf })
  // Links that do not match their seal are refused where they are used, and must not stop everything else.
  await ensureLinks(config, { links, adapterCatalogue }).catch((err) =>
    log?.error({ err }, 'the acquirer links of an earlier release could not be taken over'),
  )
  return {
    merchants: merchantStore(database, accessRights),
    reportingPasswords: reportingPasswords(database, accessRights),
    approvalRequests: postgresApprovalRequests(database, { accessRights, vault }),
    tokenRepositories: tokenRepositories(database),
    vault,
    accessRights,
    accessRightsProtection: accessRightsProtection(database, accessRights, vault),
    ...composeUsers(config, workOf, { vault, accessRights, clock }),
    identifiers: randomIdentifiers,
    risk: postgresRiskStore(database, { payments: paymentsOf }),
    links,
    acquirerAdapters,
    adapterCatalogue,
    walletKeys: postgresWalletKeys(onOneDatabase(database), { vault, accessRights }),
    pageLogos: postgresPageLogos(onOneDatabase(database)),
    walletPages: postgresWalletPages(onOneDatabase(database), { vault, accessRights }),
    certificateRequests: postgresCertificateRequests(onOneDatabase(database), { vault }),
    walletCertificates,
    cardRanges: postgresCardRanges(database),
  }
}
