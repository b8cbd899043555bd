// A link to an upstream gateway as an adapter.
import type { AcquirerAdapter } from '../adapter.ts'
import { openGatewayLink } from './index.ts'
import { gatewaySettings } from './settings.ts'

export const gatewayAdapter = {
  name: 'gateway',
  title: 'Upstream gateway of a bank or provider that speaks the same API',
  settings: gatewaySettings,
  open: openGatewayLink,
} as const satisfies AcquirerAdapter
