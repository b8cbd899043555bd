// A merchant's accounts with providers, as an option of "merchant create" and "merchant update".
import { providerAdapters } from '../../compose/index.ts'
import { transactionRows } from '../../contract/groups/transaction.ts'
import { Refused } from '../../contract/row.ts'
import { type ProviderLink, providerNamedTwice, providers } from '../../domain/browser-payments/provider.ts'
import type { ValueRow } from '../rows.ts'

const nobody = 'NONE'
const { merchantId: accountRow } = transactionRows.acquirer.rows
const adapters = Object.values(providerAdapters).flat()

export const providersOption: ValueRow<readonly ProviderLink[]> = {
  kind: 'value',
  placeholder: `${nobody}|PROVIDER_A=<adapter>:<account>,...`,
  description: `The providers its payers may pay with, each with what talks to it (${adapters.join(', ')}) and what it calls the merchant. At first ${nobody}.`,
  parse(given) {
    if (given === nobody) return []
    const links: ProviderLink[] = []
    for (const part of given.split(',')) {
      const link = linkOf(part.trim())
      if (link instanceof Refused) return link
      links.push(link)
    }
    const twice = providerNamedTwice(links)
    return twice === undefined ? links : new Refused(`must name ${twice} once`)
  },
}

function linkOf(text: string): ProviderLink | Refused {
  const [, name, adapter, given = ''] = /^([A-Z_]+)=([^:]+):(.+)$/.exec(text) ?? []
  const provider = providers.find((each) => each === name)
  if (!provider)
    return new Refused(`must look like PROVIDER_A=${adapters[0]}:ACCOUNT, several with commas between, or be ${nobody}`)
  const known: readonly string[] = providerAdapters[provider]
  if (adapter === undefined || !known.includes(adapter))
    return new Refused(`must name one of ${known.join(', ')} for ${provider}`)
  const account = accountRow.type.read(given)
  return account instanceof Refused ? account : { provider, adapter, account }
}

export function describeLinks(links: readonly ProviderLink[]): string {
  return links.map(({ provider, adapter, account }) => `${provider} (${adapter}) as ${account}`).join(', ')
}
