// How a merchant answered its disputes. What the bank says is on the order, as chargebacks.

import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { DisputeAnswerKind } from '../rules/dispute.ts'

export interface DisputeAnswer {
  readonly orderId: string
  /** Empty when the bank gave none. */
  readonly caseNumber: string
  readonly kind: DisputeAnswerKind
  readonly note: string
  readonly answeredBy: string
  readonly answeredAt: Date
}

export interface DisputeAnswers {
  /** Stored with its audit log entry. */
  record(merchantId: string, answer: Omit<DisputeAnswer, 'answeredBy' | 'answeredAt'>, by: AuditStamp): Promise<void>
  /** Of these orders, the oldest first. */
  list(merchantId: string, orderIds: readonly string[]): Promise<readonly DisputeAnswer[]>
}
