// The adapter of examples/acquirer does what every acquirer must, against its bank over HTTP; also when it repeats everything it gets.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import adapter from '../../examples/acquirer/adapter.ts'
import type { Acquirer, AcquirerAdapter, AcquirerResult, InquiryResult } from '../../src/acquirers/adapter.ts'
import { openRedactedLink } from '../../src/acquirers/redaction/redacted-link.ts'
import { secretsIn } from '../../src/acquirers/redaction/secrets.ts'
import { bankApiKey, bankCards, bankSubject, openBankLink, startExampleBank } from '../support/sites/example-bank.ts'
import { acquirerConformance, withoutReconciliation } from './acquirer.ts'

/** What the bank does without. */
const notPassed = {
  ...withoutReconciliation,
  'closes a batch without totals that it does not know': 'the link cannot close batches on request',
  'leaves an outcome open until it is decided': 'no card whose outcome stays open was given',
  'changes the amount of an authorization and captures all of it':
    'the link answers UPDATE_AUTHORIZATION with NOT_SUPPORTED',
  'refunds two captures of an authorization with one request': 'the link refunds each capture by itself',
  'takes money that was authorized elsewhere': 'the link answers STANDALONE_CAPTURE with NOT_SUPPORTED',
  'does not answer inquiries that it cannot make': 'the link can ask for the outcome of an earlier request',
  'refuses reversals that it cannot make': 'the link can reverse requests',
  'says that it does not know a reference when the reversal arrived first':
    'the link holds reversals that arrive before their requests',
  'says in which batch a payment, a capture and a refund are settled': 'the link cannot close batches on request',
  'closes a batch with the sum of what stands in it': 'the link cannot close batches on request',
  'has nothing to close when nothing has moved since': 'the link cannot close batches on request',
  'refunds what was settled, and does not void it': 'the link cannot close batches on request',
}

acquirerConformance(
  'the example of an acquirer',
  async () => {
    const bank = await startExampleBank()
    const logged: unknown[] = []
    return { ...bankSubject(openBankLink(bank, logged)), logged: () => logged, close: () => bank.stop() }
  },
  notPassed,
)

/** All that it was asked, and the secret of its settings, in the usual spellings. */
function everythingIn(request: object): string {
  const secrets = [...secretsIn(request).map((secret) => secret.open()), bankApiKey]
  const grouped = secrets.map((secret) => secret.replace(/(.{4})(?=.)/g, '$1 '))
  return [...secrets, ...grouped, Buffer.from(JSON.stringify(secrets)).toString('base64')].join(', ')
}

/** The example, whose bank gives back everything at every place where it can. */
const repeating: AcquirerAdapter = {
  ...adapter,
  open(context) {
    const link = adapter.open(context)
    const { acquirer } = link
    const said = new Map<string, string>()
    let latest = bankApiKey
    function repeated<Result extends AcquirerResult | InquiryResult>(result: Result, reference: string): Result {
      const text = said.get(reference) ?? latest
      const [first = ''] = text.split(', ')
      context.log(text, { [text]: text })
      if (result.kind !== 'ANSWERED') return result
      const texts = { acquirerMessage: text, debugInformation: text }
      const codes = {
        receipt: first,
        terminal: first,
        stan: first,
        settlementDate: first,
        paymentPlan: { [text]: text },
      }
      return { ...result, response: { ...result.response, ...texts, ...codes } }
    }
    const ask: Acquirer['ask'] = async (request, terms) => {
      latest = everythingIn(request)
      said.set(request.reference, latest)
      return repeated(await acquirer.ask(request, terms), request.reference)
    }
    return {
      ...link,
      acquirer: {
        ...acquirer,
        ask,
        inquire: async (about) => repeated(await acquirer.inquire(about), about.reference),
      },
      connections: () => link.connections().map((each) => ({ ...each, reason: latest, lastError: latest })),
    }
  },
}

const results: (AcquirerResult | InquiryResult)[] = []

acquirerConformance(
  'a link that repeats everything it gets',
  async () => {
    const bank = await startExampleBank()
    const logged: unknown[] = []
    const link = openBankLink(bank, logged, (context) => openRedactedLink(repeating, context))
    const { ask, inquire } = link.acquirer
    const noted = async <Result extends AcquirerResult | InquiryResult>(asked: Promise<Result>): Promise<Result> => {
      const result = await asked
      results.push(result)
      return result
    }
    const acquirer: Acquirer = {
      ...link.acquirer,
      ask: (...question) => noted(ask(...question)),
      inquire: (...about) => noted(inquire(...about)),
    }
    // As the gateway opens its links: they take deadlines that count suspensions.
    return {
      ...bankSubject({ ...link, acquirer }),
      countsSuspensions: true,
      logged: () => logged,
      close: () => bank.stop(),
    }
  },
  notPassed,
)

it('a link that repeats everything it gets shows its texts without any security code, and drops its codes', () => {
  const responses = results.flatMap((result) => (result.kind === 'ANSWERED' ? [result.response] : []))
  assert.ok(responses.length > 20)
  const code = new RegExp(`(?<![0-9])${bankCards.approved.securityCode?.open()}(?![0-9])`)
  for (const {
    acquirerMessage = '',
    debugInformation = '',
    receipt,
    terminal,
    settlementDate,
    paymentPlan,
  } of responses) {
    assert.match(acquirerMessage, /\*{3}/)
    assert.doesNotMatch(acquirerMessage, code)
    assert.doesNotMatch(debugInformation, code)
    assert.deepEqual([receipt, terminal, settlementDate, paymentPlan], [undefined, undefined, undefined, undefined])
  }
})
