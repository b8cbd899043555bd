// The row of the simulated acquirer.
import type { AcquirerAdapter } from '../adapter.ts'
import { parseFaults, simulatedAcquirer, simulatorSchema } from './index.ts'

export const simulatorAdapter: AcquirerAdapter = {
  name: 'simulator',
  isSimulator: true,
  defaultAcquirerId: 'SYSTEST_ACQ1',
  migrations: simulatorSchema,
  open({ database, clock, settings: { simulatorFaults } }) {
    const faults = simulatorFaults === undefined ? undefined : parseFaults(simulatorFaults)
    const simulator = simulatedAcquirer({ database, clock, faults })
    return { acquirer: simulator, books: simulator }
  },
}
