// Notes on orders in PostgreSQL.

import { actorText, subjectText, withAuditLine } from '../../audit/postgres/audit.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type OrderNotes, orderNotesMax } from '../ports/order-notes.ts'

interface NoteRow {
  readonly note_id: string
  readonly text: string
  readonly written_by: string
  readonly written_at: Date
}

const addText = withAuditLine(
  `insert into order_notes (merchant_id, order_id, note_id, written_at, written_by, text)
  values ($1, $5, $6, $3::timestamptz, $2::text, $7) on conflict do nothing returning 1`,
  'ORDER_NOTE_ADDED',
)

// Some more than an order takes: users who write at the same moment may pass the limit.
const listText = `select note_id, text, written_by, written_at from order_notes
where merchant_id = $1 and order_id = $2 order by written_at, note_id limit ${2 * orderNotesMax}`

export function postgresOrderNotes(database: Database): OrderNotes {
  return {
    async add({ merchantId, orderId }, { noteId, text }, { actor, at }) {
      const subject = subjectText({ orderId, noteId, text })
      const values = [merchantId, actorText(actor), at, subject, orderId, noteId, text]
      const { rows } = await database.query(addText, values)
      return rows.length > 0
    },

    async list({ merchantId, orderId }) {
      const { rows } = await database.query<NoteRow>(listText, [merchantId, orderId])
      return rows.map((row) => ({
        noteId: row.note_id,
        text: row.text,
        writtenBy: row.written_by,
        writtenAt: row.written_at,
      }))
    },
  }
}
