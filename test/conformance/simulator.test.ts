// The simulated acquirer does what every acquirer must, whatever it can do.
import type { AcquirerCapabilities } from '../../src/payments/ports/acquirer.ts'
import { acquirerConformance, withoutReconciliation } from './acquirer.ts'
import { startSimulator, testCard } from './acquirer-simulator-kit.ts'

async function simulatedLink(capabilities: Partial<AcquirerCapabilities>) {
  const { acquirer, newMerchant, close } = await startSimulator({ capabilities })
  return {
    link: { acquirer, books: acquirer, connections: () => [], close: async () => undefined },
    countsSuspensions: true,
    acquirerMerchantId: newMerchant(),
    currencies: ['USD', 'JPY', 'KWD'],
    cards: {
      approved: testCard('1/39'),
      declined: testCard('5/39'),
      approvedInPart: testCard('7/39'),
      silent: testCard('8/28'),
      open: testCard('5/37'),
    },
    close,
  }
}

const exceptions = {
  ...withoutReconciliation,
  'closes a batch without totals that it does not know': 'the link reports the totals of a batch',
  'does not answer inquiries that it cannot make': 'the link can ask for the outcome of an earlier request',
  'refuses reversals that it cannot make': 'the link can reverse requests',
  'does not say that it closed a batch': 'the link closes batches on request',
}

acquirerConformance('the simulated acquirer', () => simulatedLink({}), {
  ...exceptions,
  'says that it does not know a reference when the reversal arrived first':
    'the link holds reversals that arrive before their requests',
})

acquirerConformance(
  'the simulated acquirer without memory of early reversals',
  () => simulatedLink({ holdsEarlyReversals: false }),
  {
    ...exceptions,
    'refuses a request whose reversal arrived first': 'the link cannot hold a reversal that arrives before its request',
  },
)
