// What a conformance check is, and the reasons why one is not run.
import { exponentOf } from '../../kernel/money.ts'
import type { OpenedLink } from '../adapter.ts'
import type { ConformanceSubject } from './subject.ts'
import type { Trial } from './trial.ts'

export interface ConformanceCheck {
  /** Completes a sentence that begins with the link: "approves a payment in full". */
  readonly name: string
  readonly needs?: readonly CheckRequirement[]
  /** Throws a ConformanceFailure, or a NotApplicable when only a response shows that the link cannot do it. */
  run(trial: Trial): Promise<void>
}

/** - NOT_APPLICABLE: the link does not promise it. - NOT_RUN: test data is missing that it could be tried with. */
export type UnmetRequirement = { readonly outcome: 'NOT_APPLICABLE' | 'NOT_RUN'; readonly reason: string }

interface NeedRow extends UnmetRequirement {
  isMet(subject: ConformanceSubject): boolean
}

type Capabilities = OpenedLink['acquirer']['capabilities']

function capability(isMet: (capabilities: Capabilities) => boolean, reason: string): NeedRow {
  return { outcome: 'NOT_APPLICABLE', reason, isMet: ({ link }) => isMet(link.acquirer.capabilities) }
}

function testData(isMet: NeedRow['isMet'], reason: string): NeedRow {
  return { outcome: 'NOT_RUN', reason, isMet }
}

const withDecimals = (decimals: number) =>
  testData(
    ({ currencies }) => currencies.some((currency) => exponentOf(currency) === decimals),
    `no currency with ${decimals} decimals was given`,
  )

const needRows = {
  inquiry: capability(({ canInquire }) => canInquire, 'the link cannot ask for the outcome of an earlier request'),
  noInquiry: capability(({ canInquire }) => !canInquire, 'the link can ask for the outcome of an earlier request'),
  reversal: capability(({ canReverse }) => canReverse, 'the link cannot reverse requests'),
  noReversal: capability(({ canReverse }) => !canReverse, 'the link can reverse requests'),
  earlyReversals: capability(
    ({ holdsEarlyReversals }) => holdsEarlyReversals,
    'the link cannot hold a reversal that arrives before its request',
  ),
  noEarlyReversals: capability(
    ({ holdsEarlyReversals }) => !holdsEarlyReversals,
    'the link holds reversals that arrive before their requests',
  ),
  partialCapture: capability(
    ({ canCapturePartially }) => canCapturePartially,
    'the link cannot capture a part of an authorization',
  ),
  severalCaptures: capability(
    ({ refundsSeveralCaptures }) => refundsSeveralCaptures === true,
    'the link refunds each capture by itself',
  ),
  voids: capability(({ voidWindowMs }) => voidWindowMs !== 0, 'the link cannot void transactions'),
  zeroVerification: capability(
    ({ canVerifyZeroAmount }) => canVerifyZeroAmount,
    'the link cannot verify an account without an amount',
  ),
  batchClosing: capability(({ closesBatches }) => closesBatches, 'the link cannot close batches on request'),
  noBatchClosing: capability(({ closesBatches }) => !closesBatches, 'the link closes batches on request'),
  batchTotals: capability(
    ({ closesBatches, batchTotals }) => closesBatches && batchTotals !== 'NONE',
    'the link reports no totals of a batch',
  ),
  noBatchTotals: capability(
    ({ closesBatches, batchTotals }) => closesBatches && batchTotals === 'NONE',
    'the link reports the totals of a batch',
  ),
  reconciliation: capability(
    ({ closesBatches, batchTotals }) => closesBatches && batchTotals === 'RECONCILED',
    'the link does not compare totals',
  ),
  books: {
    outcome: 'NOT_APPLICABLE',
    reason: "the link cannot read the acquirer's records",
    isMet: ({ link }) => link.books !== undefined,
  },
  declinedCard: testData(({ cards }) => cards.declined !== undefined, 'no card that is declined was given'),
  partialCard: testData(
    ({ cards }) => cards.approvedInPart !== undefined,
    'no card that is approved for a part of the amount was given',
  ),
  silentCard: testData(({ cards }) => cards.silent !== undefined, 'no card that gets no answer was given'),
  openCard: testData(({ cards }) => cards.open !== undefined, 'no card whose outcome stays open was given'),
  decimals0: withDecimals(0),
  decimals2: withDecimals(2),
  decimals3: withDecimals(3),
} as const satisfies Readonly<Record<string, NeedRow>>

export type CheckRequirement = keyof typeof needRows

export function unmetRequirement(
  { needs = [] }: ConformanceCheck,
  subject: ConformanceSubject,
): UnmetRequirement | undefined {
  const need = needs.find((name) => !needRows[name].isMet(subject))
  return need && needRows[need]
}
