// Which acquirer link and providers a merchant's options may name: production has no simulators.

import type { AdapterCatalogue } from '../../acquirers/ports/adapter-catalogue.ts'
import type { LinkStore } from '../../acquirers/ports/link-store.ts'
import { adapterNamesOf, newLinkOf } from '../../compose/index.ts'
import type { ProviderLink } from '../../kernel/provider.ts'
import type { NewAcquirerLink } from '../../merchants/rules/merchant.ts'
import type { Config } from '../../platform/config/config.ts'
import { type UsageError, usageError } from '../result.ts'

interface AdapterOptions {
  readonly link?: string | undefined
  readonly providers?: readonly ProviderLink[] | undefined
}

/** The options are read before it is known which installation they are for. */
export async function refuseAdapterOptions(
  { providers = [] }: AdapterOptions,
  { mode }: Pick<Config, 'mode'>,
  { links, adapterCatalogue }: Installed,
): Promise<UsageError | undefined> {
  if (providers.length === 0) return undefined
  const names = adapterNamesOf(mode)
  const usable = (await links.list()).filter(
    ({ isEnabled, adapter }) => isEnabled && adapterCatalogue.find(adapter)?.hasProviders,
  )
  const knownFor = (provider: ProviderLink['provider']) => [
    ...names.providers[provider],
    ...usable.map(({ linkId }) => linkId),
  ]
  const wrong = providers.find(({ provider, adapter }) => !knownFor(provider).includes(adapter))
  if (!wrong) return undefined
  const { provider, adapter } = wrong
  return usageError(
    `--providers names ${adapter}, which this installation does not have; for ${provider} it has ${knownFor(provider).join(', ') || 'no adapter'}.`,
  )
}

interface Installed {
  readonly links: Pick<LinkStore, 'list'>
  readonly adapterCatalogue: AdapterCatalogue
}

/** The acquirer link of a merchant: the one that was named. Only the sandbox has a default for new merchants. */
export async function chooseLink(
  { link: linkId }: AdapterOptions,
  { mode }: Pick<Config, 'mode'>,
  { links, adapterCatalogue }: Installed,
): Promise<NewAcquirerLink | UsageError> {
  const usable = (await links.list()).filter(({ isEnabled, adapter }) => isEnabled && adapterCatalogue.find(adapter))
  const current = (id: string) => usable.find((each) => each.linkId === id)
  const chosen = newLinkOf(mode, { current }, linkId)
  if (chosen) return chosen
  const known = usable.map((each) => each.linkId).join(', ') || 'none; see "npx tollgate link create --help"'
  return usageError(
    linkId === undefined
      ? `--link is required in production; enabled acquirer links: ${known}.`
      : `There is no enabled acquirer link ${linkId}; enabled acquirer links: ${known}.`,
  )
}
