// The simulated acquirer does what every acquirer must.
import { acquirerConformance } from './acquirer.ts'
import { startSimulator, testCard } from './acquirer-simulator-kit.ts'

acquirerConformance('the simulated acquirer', async () => ({
  ...(await startSimulator()),
  instruments: {
    approved: testCard('1/39'),
    declined: testCard('5/39'),
    approvedInPart: testCard('7/39'),
    silent: testCard('8/28'),
    open: testCard('5/37'),
  },
}))
