// Notes on an order, written by users for their colleagues.
import { alphanumeric, pattern } from '../../../contract/field-types.ts'
import { required } from '../../../contract/row.ts'
import { explain } from '../../../kernel/explanation.ts'
import { orderPermissions } from '../../../kernel/user.ts'
import { type AddedOrderNote, addOrderNote } from '../../../payments/operations/manual/add-order-note.ts'
import { orderNotesMax } from '../../../payments/ports/order-notes.ts'
import { type ConsoleContext, callAuditStamp, pathId } from '../../context.ts'
import { refuseNote } from '../../fields.ts'
import { withBody } from '../../read-fields.ts'
import type { OrderNoteBody } from '../../response-bodies/orders.ts'
import { consoleRefusal, createdResponse, unknownResource } from '../../responses.ts'
import type { ConsoleRefusal, ConsoleRoute } from '../../route.ts'

/** Lines of plain text: no other control characters than tabs and ends of lines, and more than spaces. */
const plainText = pattern({
  name: 'String',
  lengths: [1, 2000],
  pattern: /^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$/,
  wrongCharacters: explain('may only hold plain text'),
  check: (text) => (text.trim() === '' ? explain('is empty') : undefined),
})

const noteRows = { noteId: required(alphanumeric(1, 40, { plus: '-' })), text: required(plainText) } as const

export function orderNoteServices(context: ConsoleContext): readonly ConsoleRoute[] {
  return [
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/notes',
      purpose: 'Adds a note to an order; notes are never changed.',
      access: { kind: 'MERCHANT', permission: orderPermissions },
      handle: withBody(noteRows, async ({ noteId, text }, call) => {
        const badNote = refuseNote(text, 'text')
        if (badNote) return badNote
        const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
        const added = await addOrderNote({ key, noteId, text }, callAuditStamp(call, context), context.ports)
        return added.kind === 'ADDED' ? createdResponse<OrderNoteBody>(added.note) : refusals[added.kind]
      }),
    },
  ]
}

const refusals: Readonly<Record<Exclude<AddedOrderNote['kind'], 'ADDED'>, ConsoleRefusal>> = {
  OTHER_NOTE: consoleRefusal(409, 'NOTE_EXISTS', 'The order has another note with this id. Notes are never changed.'),
  TOO_MANY_NOTES: consoleRefusal(
    409,
    'TOO_MANY_NOTES',
    explain('An order takes at most {number} notes.', { number: orderNotesMax }),
  ),
  UNKNOWN_ORDER: unknownResource('order'),
}
