// The adapters that a merchant's link with a provider may name.
import type { Provider } from '../domain/browser-payments/provider.ts'

export const providerAdapters = {
  PROVIDER_A: ['simulated-provider-a'],
  PROVIDER_B: ['simulated-provider-b'],
  PROVIDER_C: ['simulated-provider-c'],
} as const satisfies Readonly<Record<Provider, readonly string[]>>
