// What is not ours: acquirers and their links, providers, card schemes, issuers, payers' wallets, and addresses that merchants name.
// In the sandbox they are simulated.

import type { AcquirerAdapter, LinkStore, OpenedLink } from '../acquirers/index.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import type { Vault } from '../keys/index.ts'
import type { AccessRightsSeals } from '../merchants/postgres/access-rights/access-rights-seals.ts'
import { authenticationByLink } from '../payer-authentication/issuers/by-link.ts'
import { simulatedAccessControl } from '../payer-authentication/simulator/index.ts'
import type { Acquirer, AcquirerBooks } from '../payments/index.ts'
import type { Config } from '../platform/config/config.ts'
import { ownAddresses } from '../platform/net/addresses.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Log } from '../platform/telemetry/log.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { openIpCountries } from '../risk/index.ts'
import { simulatedAccountUpdater } from '../tokens/account-updater/simulator/index.ts'
import { simulatedTokenService } from '../tokens/token-service/simulator/index.ts'
import { sandboxLink } from './adapters.ts'
import { openLinks } from './links.ts'
import { openLinkedLogosOf, openNotifierOf } from './notifier.ts'
import { openProviders } from './providers.ts'
import type { StorePools, Stores } from './stores.ts'
import { timedAcquirer } from './telemetry/measure.ts'
import { openWalletParts } from './wallets.ts'

export type OutsidePools = Pick<StorePools, 'database' | 'paymentsOf' | 'clock'> & { readonly simulator: Database }

/** Where it is opened to serve, beside its database and administration. */
export interface OutsideParts {
  readonly vault: Vault
  readonly accessRights: AccessRightsSeals
  readonly links: LinkStore
  readonly acquirerAdapters: readonly AcquirerAdapter[]
  /** In place of those that the adapters of these names open. */
  readonly acquirers?: Readonly<Record<string, Pick<OpenedLink, 'acquirer' | 'books'>>>
  readonly log?: Log
}

export type Outside = Awaited<ReturnType<typeof openOutside>>

export async function openOutside(
  config: Config,
  pools: OutsidePools,
  parts: OutsideParts,
  { exchangedMessages, linkResponses }: Pick<Stores, 'exchangedMessages' | 'linkResponses'>,
  metrics?: Metrics,
) {
  const { vault, accessRights } = parts
  const isSandbox = config.mode === 'sandbox'
  const addresses = ownAddresses(config.publicUrl)
  const providers = openProviders(config, pools, addresses)
  const acquirersWithoutLink = new Map<string, Acquirer>(
    [...providers.byName].map(([name, { provider }]) => [
      name,
      metrics ? timedAcquirer(provider, metrics, name) : provider,
    ]),
  )
  const links = await openLinks(
    config,
    pools,
    {
      ...parts,
      acquirersWithoutLink,
      // Written by jobs, which commands do not have.
      ...(metrics && {
        responses: linkResponses,
        ...(config.messageRetentionDays > 0 && { messages: exchangedMessages }),
      }),
    },
    metrics,
  )
  const accessControl = isSandbox
    ? simulatedAccessControl({ database: pools.simulator, clock: pools.clock, publicUrl: addresses.publicUrl })
    : undefined
  return {
    addresses,
    links,
    providers,
    /** In the sandbox: the simulated acquirer, without which it takes no payments. */
    simulator: isSandbox ? () => links.of(sandboxLink) : undefined,
    /** The books of a link or provider, by its link id or the name of its adapter, where they can be read. */
    booksOf: (name: string, revision?: number): AcquirerBooks | undefined =>
      providers.byName.get(name)?.books ?? links.booksOf({ adapter: name, ...omitUndefined({ revision }) }),
    tokenService: isSandbox ? simulatedTokenService(pools.simulator) : undefined,
    accountUpdater: isSandbox ? simulatedAccountUpdater(pools.simulator) : undefined,
    /** In the sandbox: the simulated payer authentication, with its pages. */
    accessControl,
    payerAuthentication: authenticationByLink({
      atAcquirer: links.payerAuthenticationOf,
      own: accessControl?.payerAuthentication,
    }),
    wallets: await openWalletParts(config, pools, { vault, accessRights }),
    ipCountries: await openIpCountries(config.ipCountriesFile),
    linkedLogos: openLinkedLogosOf(config),
    notifier: openNotifierOf(config),
  }
}
