// The simulated acquirer does what every acquirer must, whether or not it remembers reversals that overtake their requests.
import { acquirerConformance } from './acquirer.ts'
import { startSimulator, testCard } from './acquirer-simulator-kit.ts'

for (const [name, holdsEarlyReversals] of [
  ['the simulated acquirer', true],
  ['the simulated acquirer without memory of early reversals', false],
] as const) {
  acquirerConformance(name, async () => ({
    ...(await startSimulator({ capabilities: { holdsEarlyReversals } })),
    instruments: {
      approved: testCard('1/39'),
      declined: testCard('5/39'),
      approvedInPart: testCard('7/39'),
      silent: testCard('8/28'),
      open: testCard('5/37'),
    },
  }))
}
