// The acquirer adapters: one line each.
import type { AcquirerAdapter } from './adapter.ts'
import { gatewayAdapter } from './gateway/index.ts'
import { iso8583Adapter } from './iso8583/index.ts'
import { simulatorAdapter } from './simulator/adapter.ts'

export const acquirerAdapters: readonly AcquirerAdapter[] = [simulatorAdapter, gatewayAdapter, iso8583Adapter]
