// The conformance suite finds adapters that break the port's promises: a link that passes, with one defect at a time.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CheckReport, conformanceChecks, runConformance } from '../../src/acquirers/conformance/index.ts'
import type { Acquirer, AcquirerRequest, AcquirerResponse, AcquirerResult } from '../../src/payments/ports/acquirer.ts'
import { defaultTimeoutPolicies } from '../../src/payments/rules/judgement.ts'
import { elapsedMs } from '../../src/platform/concurrency/elapsed-time.ts'
import { bankSubject, type ExampleBank, openBankLink, startExampleBank } from '../support/sites/example-bank.ts'

let bank: ExampleBank
before(async () => {
  bank = await startExampleBank()
})
after(() => bank.stop())

type Defect = (good: Acquirer) => Partial<Acquirer>

/** Answers are changed before anyone sees them. */
function changing(change: (response: AcquirerResponse, question: AcquirerRequest) => object): Defect {
  return ({ ask }) => ({
    async ask(question, terms): Promise<AcquirerResult> {
      const result = await ask(question, terms)
      if (result.kind !== 'ANSWERED') return result
      return {
        kind: 'ANSWERED',
        response: { ...result.response, ...change(result.response, question) } as AcquirerResponse,
      }
    },
  })
}

/** Asks under a reference of its own each time. */
const forgetful: Defect = ({ ask }) => {
  let asked = 0
  return {
    ask: (question, terms) => {
      asked += 1
      return ask({ ...question, reference: `${question.reference.slice(0, 20)}-${asked}` }, terms)
    },
  }
}

/** Declines every other refund. */
const refundsOnce: Defect = ({ ask }) => {
  let refunds = 0
  return {
    async ask(question, terms) {
      if (question.kind === 'REFUND') refunds += 1
      if (question.kind === 'REFUND' && refunds % 2 === 0)
        return { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } }
      return ask(question, terms)
    },
  }
}

const clear = '4111111111111111'

const defects: readonly (readonly [what: string, defect: Defect, check: string])[] = [
  [
    'charges again when it is asked again',
    forgetful,
    'gives the same answer when a payment is repeated under its reference',
  ],
  [
    'sends whatever the time',
    ({ ask }) => ({ ask: (question) => ask(question, { sendBefore: Number.POSITIVE_INFINITY }) }),
    'does not send a request whose time is over',
  ],
  [
    'calls not sent what it has sent',
    ({ ask }) => ({
      async ask(question, terms) {
        if (elapsedMs() + 1_000 < terms.sendBefore) return ask(question, terms)
        await ask(question, { sendBefore: Number.POSITIVE_INFINITY })
        return { kind: 'NOT_SENT', why: 'it was too late to send it' }
      },
    }),
    'says that a request was not sent only when the acquirer never received it',
  ],
  [
    'acknowledges reversals without making them',
    () => ({ reverse: async () => ({ kind: 'ACKNOWLEDGED' }) }),
    'reverses a payment, an authorization, a capture and whatever else is reversed after silence',
  ],
  [
    'does not know what it has',
    () => ({ inquire: async () => ({ kind: 'NOT_FOUND' }) }),
    'gives the outcome of every kind of request',
  ],
  [
    'gives the approval that was reversed',
    ({ inquire }) => ({
      async inquire(target) {
        const result = await inquire(target)
        return result.kind === 'ANSWERED' ? { kind: 'ANSWERED', response: { gatewayCode: 'APPROVED' } } : result
      },
    }),
    'does nothing any more under a reversed reference',
  ],
  [
    'takes yen for cents',
    changing(({ approvedMinor }, { currency }) =>
      currency === 'JPY' && approvedMinor !== undefined ? { approvedMinor: approvedMinor / 100n } : {},
    ),
    'keeps amounts in a currency with 0 decimals exactly',
  ],
  [
    'takes a decline for silence',
    ({ ask }) => ({
      async ask(question, terms) {
        const result = await ask(question, terms)
        return result.kind === 'ANSWERED' && result.response.acquirerCode === '05' ? { kind: 'NO_ANSWER' } : result
      },
    }),
    'declines as an answer, and approves nothing',
  ],
  [
    'takes silence for a decline',
    ({ ask }) => ({
      async ask(question, terms) {
        const result = await ask(question, terms)
        return result.kind === 'NO_ANSWER' ? { kind: 'ANSWERED', response: { gatewayCode: 'DECLINED' } } : result
      },
    }),
    'takes silence for no answer, and knows the outcome when asked',
  ],
  [
    'uses a code of the gateway itself',
    changing(() => ({ gatewayCode: 'APPROVED_AUTO' })),
    'approves a payment in full',
  ],
  [
    'answers with a trace number of seven digits',
    changing(() => ({ stan: '1234567' })),
    'answers with values that the API can show',
  ],
  [
    'repeats the card number',
    changing(() => ({ debugInformation: `card ${clear}` })),
    'keeps account numbers and secrets out of its answers, its log and the state of its connections',
  ],
  ['throws', () => ({ ask: () => Promise.reject(new Error('first\nsecond')) }), 'approves a payment in full'],
  [
    'claims to close batches',
    () => ({ closeBatch: async () => ({ kind: 'CLOSED', batch: 1, totals: [] }) }),
    'does not say that it closed a batch',
  ],
  [
    'claims to refund several captures at once',
    ({ capabilities }) => ({ capabilities: { ...capabilities, refundsSeveralCaptures: true } }),
    'refunds two captures of an authorization with one request',
  ],
  [
    'refunds one capture of an authorization only',
    refundsOnce,
    'refunds two captures of an authorization, each by itself',
  ],
  [
    'repeats payments after silence',
    ({ capabilities }) => ({
      capabilities: { ...capabilities, timeoutPolicies: { ...defaultTimeoutPolicies, PAY: 'REPEAT' as never } },
    }),
    'declares its capabilities in full',
  ],
  [
    'does not say what its failures mean',
    ({ capabilities: { refusals: _, ...capabilities } }) => ({ capabilities: capabilities as never }),
    'says what each failure means, by request',
  ],
  [
    'gives a failure a meaning that there is not',
    ({ capabilities }) => ({
      capabilities: { ...capabilities, refusals: { ...capabilities.refusals, VOID: { DECLINED: 'MAYBE' as never } } },
    }),
    'says what each failure means, by request',
  ],
  [
    'calls an approval a refusal',
    ({ capabilities }) => ({
      capabilities: { ...capabilities, refusals: { ...capabilities.refusals, VOID: { APPROVED: 'DECIDED' } as never } },
    }),
    'says what each failure means, by request',
  ],
  [
    'answers with a failure that its table does not have',
    changing(() => ({ gatewayCode: 'EXPIRED_CARD' })),
    'answers with no failure that its table of refusals does not have',
  ],
  [
    'has the void of a voided payment tried again for ever',
    ({ capabilities }) => ({
      capabilities: {
        ...capabilities,
        refusals: { ...capabilities.refusals, VOID: { UNSPECIFIED_FAILURE: 'NOT_NOW' } },
      },
    }),
    'takes the state of the original for a decision when it refuses a void or a refund',
  ],
]

async function reportsWith(defect: Defect, checks = conformanceChecks): Promise<readonly CheckReport[]> {
  const link = openBankLink(bank)
  return runConformance(bankSubject({ ...link, acquirer: { ...link.acquirer, ...defect(link.acquirer) } }), { checks })
}

/** The check, after one payment that it can judge. */
const withPayment = (name: string) =>
  conformanceChecks.filter((check) => check.name === name || check.name === 'approves a payment in full')

describe('the conformance suite', () => {
  for (const [what, defect, check] of defects)
    it(`finds a link that ${what}`, async () => {
      const report = (await reportsWith(defect, withPayment(check))).find(({ name }) => name === check)
      assert.equal(report?.outcome, 'FAILED', JSON.stringify(report))
      assert.doesNotMatch(report.reason ?? '', /\n/)
      assert.ok(report.reason && !report.reason.includes(clear))
    })

  it('executes nothing against an acquirer that cannot be reached, but closes the link', async () => {
    const reports = await reportsWith(() => ({ isReachable: async () => false }))
    const [declared, reached, ...others] = reports
    assert.deepEqual([declared?.outcome, reached?.outcome], ['PASSED', 'FAILED'])
    assert.deepEqual(new Set(others.slice(0, -1).map(({ outcome }) => outcome)), new Set(['NOT_RUN']))
    assert.equal(others.at(-1)?.outcome, 'PASSED')
  })

  it('gives a reason for every check that does not apply to a link', async () => {
    const without = { canInquire: false, canReverse: false, holdsEarlyReversals: false } as const
    const less = { canCapturePartially: false, canVerifyZeroAmount: false, voidWindowMs: 0 }
    const reports = await reportsWith(({ capabilities }) => ({
      capabilities: { ...capabilities, ...without, ...less },
      inquire: async () => ({ kind: 'NO_ANSWER' }),
      reverse: async () => ({ kind: 'REFUSED' }),
    }))
    assert.deepEqual(
      reports.filter(({ outcome }) => outcome === 'FAILED'),
      [],
    )
    const reasons = new Set(reports.flatMap(({ outcome, reason }) => (outcome === 'NOT_APPLICABLE' ? [reason] : [])))
    for (const reason of [
      'the link cannot ask for the outcome of an earlier request',
      'the link cannot reverse requests',
      'the link cannot capture a part of an authorization',
      'the link cannot void transactions',
      'the link cannot verify an account without an amount',
      'the link cannot close batches on request',
    ])
      assert.ok(reasons.has(reason), reason)
  })
})
