// The acquirer adapters: one line each.
import type { AcquirerAdapter } from './adapter.ts'
import { gatewayAdapter } from './gateway/adapter.ts'
import { simulatorAdapter } from './simulator/adapter.ts'

export const acquirerAdapters: readonly AcquirerAdapter[] = [simulatorAdapter, gatewayAdapter]
