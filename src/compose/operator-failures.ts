// Failures whose message is one line for the operator. Others are bugs, or the database's (explain-database-error.ts).
import { AdapterFailure } from '../adapters/acquirers/load-adapters.ts'
import { ConsoleBuildFailure } from '../adapters/console-pages/build.ts'
import { ClusterFailure } from '../adapters/postgres/cluster/citus.ts'
import { EmbeddedPostgresFailure } from '../adapters/postgres/embedded/index.ts'
import { MigrationFailure } from '../adapters/postgres/migrate.ts'
import { ServerVersionFailure } from '../adapters/postgres/server-version.ts'
import { DataFolderFailure } from '../adapters/system/data-folder.ts'
import { IpCountriesFailure } from '../adapters/system/ip-countries.ts'
import { KeyFailure } from '../adapters/vault/key-encryption-key.ts'
import { WalletRootsFailure } from '../adapters/wallets/trusted-roots.ts'
import { ListenFailure } from '../http/edge/listeners/listen-failure.ts'
import { BooksUnavailableError } from '../ports/acquirers/acquirer-books.ts'
import { RightsRefusedError } from '../ports/merchants/rights.ts'
import { BackupFailure } from './backup.ts'

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
