// The link to a card host as an adapter.
import type { AcquirerAdapter } from '../adapter.ts'
import { openIso8583Link } from './index.ts'
import { protectionWarnings } from './settings/protection.ts'
import { iso8583Settings } from './settings/setting-rows.ts'
import { checkIso8583Settings } from './settings/settings.ts'

export const iso8583Adapter = {
  name: 'iso8583',
  countsSuspensions: true,
  title: 'A card host that speaks ISO 8583, over TCP or TLS',
  settings: iso8583Settings,
  checkSettings: checkIso8583Settings,
  warningsOf: protectionWarnings,
  open: openIso8583Link,
} as const satisfies AcquirerAdapter
