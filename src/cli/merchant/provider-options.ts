// A merchant's accounts with providers, as an option of "merchant create" and "merchant update".

import { linkIdPattern } from '../../acquirers/rules/link.ts'
import { adapterNamesOf } from '../../compose/index.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { FieldError } from '../../contract/row.ts'
import { type ProviderLink, providerNamedTwice, providers } from '../../kernel/provider.ts'
import type { ValueRow } from '../rows.ts'

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
