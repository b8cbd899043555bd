// The link to an upstream gateway as an adapter.
import type { AcquirerAdapter } from '../adapter.ts'
import { checkGatewaySettings } from './check-settings.ts'
import { openGatewayLink } from './index.ts'
import { gatewaySettings } from './settings.ts'

export const gatewayAdapter = {
  name: 'gateway',
  countsSuspensions: true,
  title: 'A gateway that speaks the same API, over HTTPS',
  settings: gatewaySettings,
  checkSettings: checkGatewaySettings,
  hasProviders: true,
  open: openGatewayLink,
} as const satisfies AcquirerAdapter
