// The row of the simulated providers.
import { providers } from '../../../kernel/provider.ts'
import type { BrowserPaymentProvider } from '../../../payments/ports/provider.ts'
import type { ProviderAdapter } from '../adapter.ts'
import { callbackSecret } from './callback-secret.ts'
import { openCallbacks } from './callbacks.ts'
import { type SimulatedProvider, simulatedProvider, simulatedProvidersSchema } from './index.ts'
import { providerSites } from './site/routes.ts'

const callbacksEveryMs = 1_000

export const simulatedProviderNames = {
  PROVIDER_A: 'simulated-provider-a',
  PROVIDER_B: 'simulated-provider-b',
  PROVIDER_C: 'simulated-provider-c',
} as const

export const simulatorAdapter: ProviderAdapter = {
  names: simulatedProviderNames,
  isSimulator: true,
  migrations: simulatedProvidersSchema,
  open({ database, clock, publicUrl: siteUrl, trusted }) {
    const secret = callbackSecret(database)
    const callbacks = openCallbacks({ database, clock, secret, trusted })
    const all = providers.map((name) => simulatedProvider({ provider: name, database, clock, siteUrl, secret }))
    return {
      byName: new Map(all.map((each) => [simulatedProviderNames[each.provider], { provider: each, books: each }])),
      site: providerSites({ database, clock, callbacks }),
      job: {
        everyMs: callbacksEveryMs,
        failure: 'callbacks of the simulated providers failed; will retry',
        run: () => callbacks.sendDue(),
      },
    }
  },
}

/** Whether its payers can be made to do something. */
export function isSimulatedProvider(provider: BrowserPaymentProvider | undefined): provider is SimulatedProvider {
  return provider !== undefined && 'withdraw' in provider
}
