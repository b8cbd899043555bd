// The row of a provider adapter: everything that the rest of the gateway needs to know about it.
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../kernel/clock.ts'
import type { Provider } from '../../kernel/provider.ts'
import type { AcquirerBooks, BrowserPaymentProvider } from '../../payments/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { MigrationTrack } from '../../platform/postgres/migrate.ts'

export interface ProviderAdapter {
  /** The names in merchants' links to providers, by the provider that each connects to. */
  readonly names: Readonly<Partial<Record<Provider, string>>>
  /** A simulator moves no money, and exists in the sandbox only. */
  readonly isSimulator: boolean
  /** Of the tables that it keeps for itself. */
  readonly migrations?: MigrationTrack
  open(context: ProviderContext): OpenedProviders
}

export interface ProviderContext {
  /** For its own tables: a simulator's may be in a database apart from the gateway's. */
  readonly database: Database
  readonly clock: Clock
  /** The gateway's address for browsers, without a slash at the end. */
  readonly publicUrl: () => string
  /** The certificate authorities that calls to the gateway may trust. */
  readonly trusted: () => Promise<readonly string[]>
}

export interface OpenedProviders {
  /** By the names of the row. */
  readonly byName: ReadonlyMap<string, OpenedProvider>
  /** Pages that the gateway serves for it. */
  readonly site?: (app: FastifyInstance) => void
  /** What it has to do from time to time. */
  readonly job?: { readonly everyMs: number; readonly failure: string; run(): Promise<unknown> }
}

export interface OpenedProvider {
  readonly provider: BrowserPaymentProvider
  /** Where the other side's records can be read. */
  readonly books?: AcquirerBooks
}
