// Which acquirer link and providers a merchant's options may name: production has no simulators.
import { type AdapterCatalogue, type LinkStore, linkIdPattern } from '../../acquirers/index.ts'
import { adapterNamesOf, newLinkOf } from '../../compose/index.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { type ProviderLink, providerNamedTwice, providers } from '../../kernel/provider.ts'
import type { NewAcquirerLink } from '../../merchants/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { type UsageError, usageError } from '../result.ts'
import type { ValueRow } from '../rows.ts'

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

const noProviders = 'NONE'
const { merchantId: accountRow } = transactionRows.acquirer.rows
const { providers: providerAdapters } = adapterNamesOf('sandbox')
const adapters = Object.values(providerAdapters).flat()

export const providersOption: ValueRow<readonly ProviderLink[]> = {
  kind: 'VALUE',
  placeholder: `${noProviders}|PROVIDER_A=<adapter>:<account>,...`,
  description: `The providers its payers may pay with, each with its adapter (${adapters.join(', ')}, or an acquirer link with the adapter gateway) and the merchant's account there. Default: ${noProviders}.`,
  parse(text) {
    if (text === noProviders) return []
    const links: ProviderLink[] = []
    for (const part of text.split(',')) {
      const link = linkOf(part.trim())
      if (link instanceof FieldError) return link
      links.push(link)
    }
    const twice = providerNamedTwice(links)
    return twice === undefined ? links : new FieldError(`must name ${twice} once`)
  },
}

function linkOf(text: string): ProviderLink | FieldError {
  const [, name, adapter, input = ''] = /^([A-Z_]+)=([^:]+):(.+)$/.exec(text) ?? []
  const provider = providers.find((each) => each === name)
  if (!provider)
    return new FieldError(`must look like PROVIDER_A=${adapters[0]}:ACCOUNT, separated by commas, or be ${noProviders}`)
  const known: readonly string[] = providerAdapters[provider]
  if (adapter === undefined || !(known.includes(adapter) || linkIdPattern.test(adapter)))
    return new FieldError(`must name one of ${known.join(', ')} or an acquirer link for ${provider}`)
  const account = accountRow.type.read(input)
  return account instanceof FieldError ? account : { provider, adapter, account }
}

export function describeLinks(links: readonly ProviderLink[]): string {
  return links.map(({ provider, adapter, account }) => `${provider} (${adapter}) as ${account}`).join(', ')
}
