// The adapter `gateway` does what every acquirer must, against a sandbox gateway over TLS.
import { acquirerConformance, withoutReconciliation } from '../../conformance/acquirer.ts'
import { testCard } from '../../conformance/acquirer-simulator-kit.ts'
import { openTestLink } from '../../support/clients/gateway-link.ts'
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

acquirerConformance(
  'a link to an upstream gateway',
  async () => {
    const gateway = await sharedGateway()
    // With an account of its own, so that no other test's batch is closed.
    const { id } = await boardWithAccount(gateway, 'CONFORMANCE', {
      privileges: ['STANDALONE_CAPTURE', 'STANDALONE_REFUND'],
    })
    const link = openTestLink(gateway.listeners.httpsUrl)
    return {
      link,
      countsSuspensions: true,
      acquirerMerchantId: id,
      currencies: ['USD', 'JPY', 'KWD'],
      cards: { approved: testCard('1/39'), declined: testCard('5/39'), approvedInPart: testCard('7/39') },
      secrets: [testPassword],
      logged: () => link.logged,
      close: async () => undefined,
    }
  },
  {
    // A sandbox answers every test card, and decides about open ones by itself.
    'leaves an outcome open until it is decided': 'no card whose outcome stays open was given',
    'takes silence for no answer, and knows the outcome when asked': 'no card that gets no answer was given',
    'reverses a payment whose answer was lost': 'no card that gets no answer was given',
    'refunds two captures of an authorization with one request': 'the link refunds each capture by itself',
    'does not answer inquiries that it cannot make': 'the link can ask for the outcome of an earlier request',
    'brings back the authorization when it reverses a void': 'the link answers the reversal of a void with refused',
    'refuses a request whose reversal arrived first': 'the link cannot hold a reversal that arrives before its request',
    'refuses reversals that it cannot make': 'the link can reverse requests',
    ...withoutReconciliation,
    'closes a batch with the sum of what stands in it': 'the link reports no totals of a batch',
    'does not say that it closed a batch': 'the link closes batches on request',
  },
)
