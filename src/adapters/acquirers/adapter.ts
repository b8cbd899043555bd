// The row of an acquirer adapter: everything that the rest of the gateway needs to know about it.
import type { Acquirer } from '../../ports/acquirers/acquirer.ts'
import type { AcquirerBooks } from '../../ports/acquirers/acquirer-books.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../postgres/database.ts'
import type { MigrationTrack } from '../postgres/migrate.ts'

export interface AcquirerAdapter {
  /** The name in merchants' acquirer links. */
  readonly name: string
  /** A simulator moves no money, and exists in the sandbox only. */
  readonly isSimulator: boolean
  /** The acquirer's id in links that name none. */
  readonly defaultAcquirerId: string
  /** Of the tables that it keeps for itself. */
  readonly migrations?: MigrationTrack
  open(context: AcquirerContext): OpenedAcquirer
}

export interface AcquirerContext {
  /** For its own tables: a simulator's may be in a database apart from the gateway's. */
  readonly database: Database
  readonly clock: Clock
  readonly settings: {
    readonly simulatorFaults: string | undefined
  }
}

export interface OpenedAcquirer {
  readonly acquirer: Acquirer
  /** Where the other side's records can be read. */
  readonly books?: AcquirerBooks
}
