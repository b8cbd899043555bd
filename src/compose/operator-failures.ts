// Failures whose message is one line for the operator. Others are bugs, or the database's (explain-database-error.ts).
import { AdapterFailure } from '../acquirers/load-adapters.ts'
import { ConsoleBuildFailure } from '../console/build/build.ts'
import { BackupFailure } from '../installation/backup/backup.ts'
import { KeyFailure } from '../keys/vault/key-encryption-key.ts'
import { RightsRefusedError } from '../merchants/ports/rights.ts'
import { BooksUnavailableError } from '../payments/ports/acquirer-books.ts'
import { ListenFailure } from '../platform/http/listeners/listen-failure.ts'
import { ClusterFailure } from '../platform/postgres/cluster/citus.ts'
import { EmbeddedPostgresFailure } from '../platform/postgres/embedded/index.ts'
import { MigrationFailure } from '../platform/postgres/migrate.ts'
import { ServerVersionFailure } from '../platform/postgres/server-version.ts'
import { DataFolderFailure } from '../platform/system/data-folder.ts'
import { IpCountriesFailure } from '../risk/ip-countries.ts'
import { WalletRootsFailure } from '../wallets/payloads/trusted-roots.ts'

export function isOperatorFailure(error: unknown): boolean {
  return [
    AdapterFailure,
    BackupFailure,
    BooksUnavailableError,
    ClusterFailure,
    ConsoleBuildFailure,
    DataFolderFailure,
    EmbeddedPostgresFailure,
    IpCountriesFailure,
    KeyFailure,
    ListenFailure,
    MigrationFailure,
    RightsRefusedError,
    ServerVersionFailure,
    WalletRootsFailure,
  ].some((Failure) => error instanceof Failure)
}
