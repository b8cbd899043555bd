// The adapters of acquirers and providers that an installation has: those of the lists in src/adapters, simulators in the
// sandbox only.
import { acquirerAdapters } from '../adapters/acquirers/index.ts'
import { simulatorAdapter } from '../adapters/acquirers/simulator/adapter.ts'
import type { Database } from '../adapters/postgres/database.ts'
import { providerAdapters } from '../adapters/providers/index.ts'
import { simulatedProviderNames } from '../adapters/providers/simulator/adapter.ts'
import type { Provider } from '../domain/browser-payments/provider.ts'
import type { NewAcquirerLink } from '../domain/merchants/merchant.ts'
import type { SimulatorLinks } from '../operations/merchants/test-twin.ts'
import type { CurrentLink } from '../ports/acquirers/acquirer.ts'

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

/** The links of merchants for tests, and of every merchant of a sandbox for whom nothing else was said. */
export const simulatorLinks: SimulatorLinks = {
  acquirer: { adapter: simulatorAdapter.name, acquirerId: simulatorAdapter.defaultAcquirerId },
  providers: simulatedProviderNames,
}

/** The link of a new merchant with the adapter that was named; in the sandbox with the simulator if none was. Undefined where
 * there is no such adapter. */
export function newLinkOf(
  mode: Mode,
  name = mode === 'sandbox' ? simulatorLinks.acquirer.adapter : undefined,
): NewAcquirerLink | undefined {
  const adapter = acquirerAdaptersOf(mode).find((each) => each.name === name)
  return adapter && { adapter: adapter.name, acquirerId: adapter.defaultAcquirerId }
}

/** Each acquirer adapter has one link, which is named like it. */
export function currentLinkOf(linkId: string, mode: Mode): CurrentLink | undefined {
  const link = newLinkOf(mode, linkId)
  return link && { linkId, ...link, revision: 1 }
}
