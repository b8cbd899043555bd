// What users write about orders, in PostgreSQL: notes, and answers to disputes.
import { actorText, subjectText, withAuditLine } from '../../audit/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { DisputeAnswer, DisputeAnswers } from '../ports/dispute-answers.ts'
import { type OrderNotes, orderNotesMax } from '../ports/order-notes.ts'

interface NoteRow {
  readonly note_id: string
  readonly text: string
  readonly written_by: string
  readonly written_at: Date
}

const addNoteText = withAuditLine(
  `insert into order_notes (merchant_id, order_id, note_id, written_at, written_by, text)
  values ($1, $5, $6, $3::timestamptz, $2::text, $7) on conflict do nothing returning 1`,
  'ORDER_NOTE_ADDED',
)

// Some more than an order takes: users who write at the same moment may pass the limit.
const listNotesText = `select note_id, text, written_by, written_at from order_notes
where merchant_id = $1 and order_id = $2 order by written_at, note_id limit ${2 * orderNotesMax}`

export function postgresOrderNotes(database: Database): OrderNotes {
  return {
    async add({ merchantId, orderId }, { noteId, text }, { actor, at }) {
      const subject = subjectText({ orderId, noteId, text })
      const values = [merchantId, actorText(actor), at, subject, orderId, noteId, text]
      const { rows } = await database.query(addNoteText, values)
      return rows.length > 0
    },

    async list({ merchantId, orderId }) {
      const { rows } = await database.query<NoteRow>(listNotesText, [merchantId, orderId])
      return rows.map((row) => ({
        noteId: row.note_id,
        text: row.text,
        writtenBy: row.written_by,
        writtenAt: row.written_at,
      }))
    },
  }
}

interface AnswerRow {
  readonly order_id: string
  readonly case_number: string
  readonly kind: DisputeAnswer['kind']
  readonly note: string
  readonly answered_by: string
  readonly answered_at: Date
}

const recordAnswerText = withAuditLine(
  `insert into dispute_answers (merchant_id, order_id, case_number, answered_at, kind, note, answered_by)
  values ($1, $5, $6, $3::timestamptz, $7, $8, $2::text) on conflict do nothing returning 1`,
  'DISPUTE_ANSWERED',
)

const listAnswersText = `select order_id, case_number, kind, note, answered_by, answered_at from dispute_answers
where merchant_id = $1 and order_id = any ($2) order by answered_at`

export function postgresDisputeAnswers(database: Database): DisputeAnswers {
  return {
    async record(merchantId, { orderId, caseNumber, kind, note }, { actor, at }) {
      const subject = subjectText({ orderId, caseNumber, kind, note })
      await database.query(recordAnswerText, [
        merchantId,
        actorText(actor),
        at,
        subject,
        orderId,
        caseNumber,
        kind,
        note,
      ])
    },

    async list(merchantId, orderIds) {
      if (orderIds.length === 0) return []
      const { rows } = await database.query<AnswerRow>(listAnswersText, [merchantId, [...orderIds]])
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
