// The link that is tested, and the test data that its other end knows.
import type { Instrument } from '../../kernel/instrument.ts'
import type { OpenedLink } from '../adapter.ts'

/** Kinds that an acquirer may answer with NOT_SUPPORTED, and that many allow to few merchants. */
export const optionalKinds = ['STANDALONE_CAPTURE', 'STANDALONE_REFUND', 'UPDATE_AUTHORIZATION'] as const
export type OptionalKind = (typeof optionalKinds)[number]

/** A link to a real other end, and the test data that it knows. */
export interface ConformanceSubject {
  readonly link: OpenedLink
  /** As the adapter declares: by which clock it reads its deadlines. */
  readonly countsSuspensions?: boolean
  /** A merchant of the acquirer that nothing else uses meanwhile. */
  readonly acquirerMerchantId: string
  /** What this merchant may not do there, of the kinds that an acquirer may do without. */
  readonly without?: readonly OptionalKind[]
  /** The first is used wherever decimals are not the subject. */
  readonly currencies: readonly string[]
  readonly cards: TestCards
  /** What must not be seen anywhere beside the cards: the secrets among the settings. */
  readonly secrets?: readonly string[]
  /** What the adapter has logged. */
  readonly logged?: () => readonly unknown[]
  /** How long each response may take. */
  readonly answerMs?: number
}

export interface TestCards {
  readonly approved: Instrument
  readonly declined?: Instrument | undefined
  /** Approved for a part of the amount. */
  readonly approvedInPart?: Instrument | undefined
  /** Acted upon, but no response ever arrives. */
  readonly silent?: Instrument | undefined
  /** Open at the beginning, decided when asked about. */
  readonly open?: Instrument | undefined
}
