// The adapters of acquirers and providers that an installation has: those of the lists in src/adapters, simulators in the
// sandbox only.
import { acquirerAdapters } from '../adapters/acquirers/index.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { providerAdapters } from '../adapters/providers/index.ts'
import type { Provider } from '../domain/browser-payments/provider.ts'

type Mode = 'sandbox' | 'production'

export function acquirerAdaptersOf(mode: Mode) {
  return acquirerAdapters.filter(({ isSimulator }) => mode === 'sandbox' || !isSimulator)
}

export function providerAdaptersOf(mode: Mode) {
  return providerAdapters.filter(({ isSimulator }) => mode === 'sandbox' || !isSimulator)
}

export type AdapterPools = Readonly<Record<'database' | 'simulator', Database>>

/** Where an adapter keeps its own tables. */
export function databaseOf({ isSimulator }: { readonly isSimulator: boolean }, pools: AdapterPools): Database {
  return isSimulator ? pools.simulator : pools.database
}

/** The names that merchants' links may have. */
export interface AdapterNames {
  readonly acquirers: readonly string[]
  readonly providers: Readonly<Record<Provider, readonly string[]>>
}

export function adapterNamesOf(mode: Mode): AdapterNames {
  const families = providerAdaptersOf(mode)
  const namesOf = (provider: Provider) => families.flatMap(({ names }) => names[provider] ?? [])
  return {
    acquirers: acquirerAdaptersOf(mode).map(({ name }) => name),
    providers: {
      PROVIDER_A: namesOf('PROVIDER_A'),
      PROVIDER_B: namesOf('PROVIDER_B'),
      PROVIDER_C: namesOf('PROVIDER_C'),
    },
  }
}
