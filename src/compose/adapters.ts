// The built-in adapters of acquirers and providers that an installation has: simulators in the sandbox only.
import { acquirerAdapters } from '../acquirers/index.ts'
import { simulatorAdapter } from '../acquirers/simulator/adapter.ts'
import { providerAdapters } from '../browser-payments/providers/index.ts'
import { simulatedProviderNames } from '../browser-payments/providers/simulator/adapter.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Provider } from '../kernel/provider.ts'
import type { NewAcquirerLink, SimulatorLinks } from '../merchants/index.ts'
import type { Acquirers } from '../payments/index.ts'
import type { MerchantDatabases } from '../platform/postgres/cluster/merchant-databases.ts'
import type { Database } from '../platform/postgres/database.ts'

type Mode = 'sandbox' | 'production'

export function acquirerAdaptersOf(mode: Mode) {
  return acquirerAdapters.filter(({ isSimulator = false }) => mode === 'sandbox' || !isSimulator)
}

export function providerAdaptersOf(mode: Mode) {
  return providerAdapters.filter(({ isSimulator }) => mode === 'sandbox' || !isSimulator)
}

export type AdapterPools = Readonly<Record<'database' | 'simulator', Database>> & {
  readonly clock: Clock
  readonly paymentsOf?: MerchantDatabases
}

/** Where an adapter keeps its own tables. */
export function databaseOf({ isSimulator }: { readonly isSimulator?: boolean }, pools: AdapterPools): Database {
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

/** The acquirer link that every sandbox has; named like its adapter, as profiles from before links name it. */
export const sandboxLink = {
  linkId: simulatorAdapter.name,
  adapter: simulatorAdapter.name,
  acquirerId: 'SYSTEST_ACQ1',
} as const

/** The links of merchants for tests, and by default of every merchant of a sandbox. */
export const simulatorLinks: SimulatorLinks = {
  acquirer: { adapter: sandboxLink.adapter, acquirerId: sandboxLink.acquirerId },
  providers: simulatedProviderNames,
}

/** The acquirer link that a new merchant uses: the one that was named; in the sandbox the simulator's if none was. */
export function newLinkOf(
  mode: Mode,
  links: Pick<Acquirers, 'current'>,
  linkId: string | undefined = mode === 'sandbox' ? sandboxLink.linkId : undefined,
): NewAcquirerLink | undefined {
  const link = linkId === undefined ? undefined : links.current(linkId)
  if (!link) return undefined
  const { linkId: id, adapter, acquirerId } = link
  // A link that is named like its adapter needs no other name, as in profiles from before links.
  return { ...(id !== adapter && { linkId: id }), adapter, acquirerId }
}
