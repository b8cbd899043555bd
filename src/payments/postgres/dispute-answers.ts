// Answers to disputes in PostgreSQL.

import { actorText, subjectText, withAuditLine } from '../../audit/postgres/audit.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { DisputeAnswer, DisputeAnswers } from '../ports/dispute-answers.ts'

interface AnswerRow {
  readonly order_id: string
  readonly case_number: string
  readonly kind: DisputeAnswer['kind']
  readonly note: string
  readonly answered_by: string
  readonly answered_at: Date
}

const recordText = withAuditLine(
  `insert into dispute_answers (merchant_id, order_id, case_number, answered_at, kind, note, answered_by)
  values ($1, $5, $6, $3::timestamptz, $7, $8, $2::text) on conflict do nothing returning 1`,
  'DISPUTE_ANSWERED',
)

const listText = `select order_id, case_number, kind, note, answered_by, answered_at from dispute_answers
where merchant_id = $1 and order_id = any ($2) order by answered_at`

export function postgresDisputeAnswers(database: Database): DisputeAnswers {
  return {
    async record(merchantId, { orderId, caseNumber, kind, note }, { actor, at }) {
      const subject = subjectText({ orderId, caseNumber, kind, note })
      await database.query(recordText, [merchantId, actorText(actor), at, subject, orderId, caseNumber, kind, note])
    },

    async list(merchantId, orderIds) {
      if (orderIds.length === 0) return []
      const { rows } = await database.query<AnswerRow>(listText, [merchantId, [...orderIds]])
      return rows.map((row) => ({
        orderId: row.order_id,
        caseNumber: row.case_number,
        kind: row.kind,
        note: row.note,
        answeredBy: row.answered_by,
        answeredAt: row.answered_at,
      }))
    },
  }
}
