// Which acquirer and providers a merchant's options may name: production has no simulators.
import { adapterNamesOf, newLinkOf } from '../../compose/index.ts'
import type { Config } from '../../config/config.ts'
import type { ProviderLink } from '../../domain/browser-payments/provider.ts'
import type { NewAcquirerLink } from '../../domain/merchants/merchant.ts'
import { type UsageError, usageError } from '../result.ts'

interface AdapterOptions {
  readonly acquirerAdapter?: string | undefined
  readonly providers?: readonly ProviderLink[] | undefined
}

/** The options are read before it is known which installation they are for. */
export function refuseAdapterOptions(
  { acquirerAdapter, providers = [] }: AdapterOptions,
  { mode }: Pick<Config, 'mode'>,
): UsageError | undefined {
  const names = adapterNamesOf(mode)
  if (acquirerAdapter !== undefined && !names.acquirers.includes(acquirerAdapter))
    return usageError(
      `--acquirer-adapter ${acquirerAdapter} is for the sandbox only; this installation has ${listed(names.acquirers)}.`,
    )
  const wrong = providers.find(({ provider, adapter }) => !names.providers[provider].includes(adapter))
  if (!wrong) return undefined
  const { provider, adapter } = wrong
  return usageError(
    `--providers names ${adapter}, which is for the sandbox only; for ${provider} this installation has ${listed(names.providers[provider])}.`,
  )
}

/** The acquirer link of a new merchant. Only the sandbox has a default. */
export function newMerchantLink(
  { acquirerAdapter }: AdapterOptions,
  { mode }: Pick<Config, 'mode'>,
): NewAcquirerLink | UsageError {
  const { acquirers } = adapterNamesOf(mode)
  return (
    newLinkOf(mode, acquirerAdapter) ??
    usageError(`--acquirer-adapter is required in production; this installation has ${listed(acquirers)}.`)
  )
}

function listed(adapters: readonly string[]): string {
  return adapters.length === 0 ? 'no adapter' : adapters.join(', ')
}
