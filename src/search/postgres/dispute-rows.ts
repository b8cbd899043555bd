// The rows of disputes in the projection, one for each case of an order.

import type { DisputeState } from '../../kernel/order-status.ts'
import type { Dispute } from '../../payments/rules/dispute.ts'
import { type Columns, generationStatement } from './projection-rows.ts'

interface DisputeToWrite extends Dispute {
  readonly orderId: string
  readonly currency: string
}

export interface DisputeColumns {
  readonly order_id: string
  readonly case_number: string
  readonly state: DisputeState
  readonly currency: string
  readonly amount_minor: string
  readonly respond_by: string | null
  readonly opened_at: Date
  readonly changed_at: Date
  readonly transaction_id: string
}

const disputeColumns = {
  order_id: ['text', ({ orderId }) => orderId],
  case_number: ['text', ({ caseNumber }) => caseNumber],
  state: ['text', ({ state }) => state],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['bigint', ({ amountMinor }) => amountMinor],
  respond_by: ['text', ({ respondBy }) => respondBy],
  opened_at: ['timestamptz', ({ openedAt }) => openedAt.toISOString()],
  changed_at: ['timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
  transaction_id: ['text', ({ transactionId }) => transactionId],
} as const satisfies Columns<DisputeToWrite>

export const writeDisputes = generationStatement<DisputeToWrite>('projected_disputes', disputeColumns, [
  'order_id',
  'case_number',
])

/** What searches read. */
export const disputeColumnNames = Object.keys(disputeColumns)
