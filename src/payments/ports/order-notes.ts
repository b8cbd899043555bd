// Notes that users write about an order, for their colleagues.
import type { AuditStamp } from '../../audit/ports/audit.ts'
import type { OrderKey } from './transactions.ts'

export interface OrderNote {
  /** Chosen by the page: a repeated request adds one note. */
  readonly noteId: string
  /** Plain text. */
  readonly text: string
  readonly writtenBy: string
  readonly writtenAt: Date
}

/** An order takes so many. */
export const orderNotesMax = 200

export interface OrderNotes {
  /** Stored with its audit log entry; false when the order has a note of this id already. Never changed afterwards. */
  add(key: OrderKey, note: Pick<OrderNote, 'noteId' | 'text'>, by: AuditStamp): Promise<boolean>
  /** The oldest first. */
  list(key: OrderKey): Promise<readonly OrderNote[]>
}
