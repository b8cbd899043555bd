// The provider adapters: one line each.
import type { ProviderAdapter } from './adapter.ts'
import { simulatorAdapter } from './simulator/adapter.ts'

export const providerAdapters: readonly ProviderAdapter[] = [simulatorAdapter]
