// A user's note about an order. It is never changed; a repeated request adds it once.

import type { AuditStamp } from '../../../audit/index.ts'
import type { PaymentDependencies } from '../../dependencies.ts'
import { type OrderNote, orderNotesMax } from '../../ports/order-notes.ts'
import type { OrderKey } from '../../ports/transactions.ts'

export interface OrderNoteInput {
  readonly key: OrderKey
  readonly noteId: string
  readonly text: string
}

export type AddedOrderNote =
  | { readonly kind: 'ADDED'; readonly note: OrderNote }
  /** otherNote: the id is that of a note with another text or by another user. */
  | { readonly kind: 'UNKNOWN_ORDER' | 'TOO_MANY_NOTES' | 'OTHER_NOTE' }

export async function addOrderNote(
  { key, noteId, text }: OrderNoteInput,
  by: AuditStamp,
  { store, orderNotes }: Pick<PaymentDependencies, 'store' | 'orderNotes'>,
): Promise<AddedOrderNote> {
  const isSame = (note: OrderNote) => note.text === text && note.writtenBy === by.actor
  const findNote = (notes: readonly OrderNote[]) => notes.find((note) => note.noteId === noteId)
  const notes = await orderNotes.list(key)
  const existingNote = findNote(notes)
  if (existingNote) return isSame(existingNote) ? { kind: 'ADDED', note: existingNote } : { kind: 'OTHER_NOTE' }
  if (notes.length >= orderNotesMax) return { kind: 'TOO_MANY_NOTES' }
  if (!(await store.findOrder(key))) return { kind: 'UNKNOWN_ORDER' }
  if (await orderNotes.add(key, { noteId, text }, by))
    return { kind: 'ADDED', note: { noteId, text, writtenBy: by.actor, writtenAt: by.at } }
  // The same request was processed at the same time.
  const added = findNote(await orderNotes.list(key))
  return added && isSame(added) ? { kind: 'ADDED', note: added } : { kind: 'OTHER_NOTE' }
}
