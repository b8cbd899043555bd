// The simulated acquirer as an adapter.

import type { AcquirerAdapter } from '../adapter.ts'
import { commonSettings } from '../rules/link.ts'
import { parseFaults, simulatedAcquirer, simulatorSchema } from './index.ts'

export const simulatorAdapter = {
  name: 'simulator',
  countsSuspensions: true,
  title: 'Simulated acquirer, in process and with its own books; sandbox only',
  isSimulator: true,
  settings: {
    properties: {
      faults: {
        type: 'string',
        title: 'Random faults',
        description: 'Such as seed=7,silent=0.05,slow=0.1,slowMs=200. Default: none.',
        pattern: '^[a-zA-Z]+=[0-9.]+(,[a-zA-Z]+=[0-9.]+)*$',
      },
      // The gateway's own limits are what a sandbox tries out, not those of an acquirer.
      requestsMax: { ...commonSettings.requestsMax, default: 10_000 },
    },
  },
  migrations: simulatorSchema,
  open({ database, clock, settings: { faults: text } }) {
    const faults = typeof text === 'string' ? parseFaults(text) : undefined
    const simulator = simulatedAcquirer({ database, clock, faults })
    const sinceMs = clock.now().getTime()
    return {
      acquirer: simulator,
      books: simulator,
      connections: () => [{ name: 'in process', state: 'UP', sinceMs, inFlight: 0 }],
      close: async () => undefined,
    }
  },
} as const satisfies AcquirerAdapter
