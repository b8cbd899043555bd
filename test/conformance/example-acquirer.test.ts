// The adapter of examples/acquirer does what every acquirer must, against its bank over HTTP.
import { bankSubject, openBankLink, startExampleBank } from '../support/sites/example-bank.ts'
import { acquirerConformance, withoutReconciliation } from './acquirer.ts'

acquirerConformance(
  'the example of an acquirer',
  async () => {
    const bank = await startExampleBank()
    const logged: unknown[] = []
    return { ...bankSubject(openBankLink(bank, logged)), logged: () => logged, close: () => bank.stop() }
  },
  {
    ...withoutReconciliation,
    'closes a batch without totals that it does not know': 'the link cannot close batches on request',
    'leaves an outcome open until it is decided': 'no card whose outcome stays open was given',
    'changes the amount of an authorization and captures all of it':
      'the link answers UPDATE_AUTHORIZATION with NOT_SUPPORTED',
    'refunds two captures of an authorization with one request': 'the link refunds each capture by itself',
    'takes money that was authorized elsewhere': 'the link answers STANDALONE_CAPTURE with NOT_SUPPORTED',
    'does not reply to inquiries that it cannot make': 'the link can ask for the outcome of an earlier request',
    'refuses reversals that it cannot make': 'the link can reverse requests',
    'says that it does not know a reference when the reversal arrived first':
      'the link holds reversals that arrive before their requests',
    'says in which batch a payment, a capture and a refund are settled': 'the link cannot close batches on request',
    'closes a batch with the sum of what stands in it': 'the link cannot close batches on request',
    'has nothing to close when nothing has moved since': 'the link cannot close batches on request',
    'refunds what was settled, and does not void it': 'the link cannot close batches on request',
  },
)
