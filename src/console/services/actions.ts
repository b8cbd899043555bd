// What users do with an order: actions with money, and notes.
import { alphanumeric, pattern } from '../../contract/field-types.ts'
import { required } from '../../contract/row.ts'
import { explain } from '../../kernel/explanation.ts'
import { orderPermissions } from '../../kernel/user.ts'
import { type AddedOrderNote, addOrderNote, orderNotesMax } from '../../payments/index.ts'
import type { ManualAction } from '../../requests/index.ts'
import { type ConsoleContext, callActor, callAuditStamp, pathId } from '../context.ts'
import { refuseNote, withBody } from '../fields.ts'
import { authorizationUpdateRows, captureRows, refundRows, voidRows } from '../request-bodies.ts'
import type { OrderNoteBody } from '../response-bodies/orders.ts'
import { consoleRefusal, createdResponse, unknownResource } from '../responses.ts'
import type { ConsoleCall, ConsoleRefusal, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { transactionResponse } from './transaction-response.ts'

export function actionServices(context: ConsoleContext): readonly ConsoleRoute[] {
  async function act(call: ConsoleCall, transactionId: string, action: ManualAction): Promise<ConsoleResponse> {
    const badNote = refuseNote(action.transaction.merchantNote, 'merchantNote')
    if (badNote) return badNote
    const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
    return transactionResponse(
      await context.dependencies.requests.actOnOrder({
        key,
        transactionId,
        userId: callActor(call),
        requestId: call.requestId,
        act: action,
      }),
      key,
      context.dependencies,
    )
  }

  return [
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/captures',
      purpose: 'Captures an authorization in full or in part.',
      access: { kind: 'MERCHANT', permission: 'CAPTURE' },
      handle: withBody(captureRows, ({ transactionId, ...transaction }, call) =>
        act(call, transactionId, { kind: 'CAPTURE', transaction }),
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/refunds',
      purpose: 'Refunds a captured amount, or requests the refund if the profile requires approval.',
      access: { kind: 'MERCHANT', permission: 'REFUND', isSensitive: true },
      handle: withBody(refundRows, ({ transactionId, ...transaction }, call) =>
        act(call, transactionId, { kind: 'REFUND', transaction }),
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/voids',
      purpose: 'Voids a transaction before it is settled.',
      access: { kind: 'MERCHANT', permission: 'VOID' },
      handle: withBody(voidRows, ({ transactionId, ...transaction }, call) =>
        act(call, transactionId, { kind: 'VOID', transaction }),
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/authorization-updates',
      purpose: 'Changes the amount of an authorization, or extends it.',
      access: { kind: 'MERCHANT', permission: 'CAPTURE' },
      handle: withBody(authorizationUpdateRows, async ({ transactionId, ...transaction }, call) => {
        if ((transaction.amount === undefined) !== (transaction.currency === undefined))
          return consoleRefusal(422, 'FIELD_MISSING', 'Amount and currency must be given together.', 'currency')
        return act(call, transactionId, { kind: 'UPDATE_AUTHORIZATION', transaction })
      }),
    },
  ]
}

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
        const added = await addOrderNote({ key, noteId, text }, callAuditStamp(call, context), context.dependencies)
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
