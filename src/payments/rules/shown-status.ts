// The status of an order as people see it: in lists, files, commands and on its page. The API has the specification's, which
// cannot say that a payment waits for a review, or that a failed one may have been executed.
import { type OrderStatus, orderStatuses } from '../../kernel/order-status.ts'

/**
 * A reversal that has not ended what may have been executed: it is still to be acknowledged, or it never will be, since the
 * acquirer has refused it or cannot reverse.
 */
export type OpenReversal = 'OWED' | 'REFUSED'

/** In the order of their harm: what an operator must settle, what the gateway settles, what waits for a user, and what needs nothing. */
export const shownStatuses = ['REVERSAL_REFUSED', 'REVERSAL_OWED', 'IN_REVIEW', ...orderStatuses] as const
export type ShownStatus = (typeof shownStatuses)[number]

const openReversals = {
  OWED: 'OWED',
  REFUSED: 'REFUSED',
  UNSUPPORTED: 'REFUSED',
  DONE: undefined,
} as const satisfies Readonly<Record<string, OpenReversal | undefined>>

/** Of a transaction, by the state of its reversal. */
export function openReversalOf(reversal: keyof typeof openReversals | null | undefined): OpenReversal | undefined {
  return reversal ? openReversals[reversal] : undefined
}

/** Of an order: the worst of its transactions'. */
export function worstReversal(reversals: readonly (OpenReversal | undefined)[]): OpenReversal | undefined {
  return (['REFUSED', 'OWED'] as const).find((each) => reversals.includes(each))
}

interface OrderState<Status> {
  readonly status: Status
  readonly isInReview: boolean
  readonly openReversal?: OpenReversal | undefined
}

/** Without a status while the only outcome is open. */
export function shownStatusOf<Status extends OrderStatus | null | undefined>({
  status,
  isInReview,
  openReversal,
}: OrderState<Status>): ShownStatus | undefined {
  if (openReversal) return `REVERSAL_${openReversal}`
  return isInReview ? 'IN_REVIEW' : (status ?? undefined)
}
