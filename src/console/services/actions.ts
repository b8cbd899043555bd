// Manual actions on an order: capture, refund, void, update of an authorization.
import type { ManualAction } from '../../requests/act-on-order.ts'
import { type ConsoleContext, callActor, pathId } from '../context.ts'
import { refuseNote } from '../fields.ts'
import { withBody } from '../read-fields.ts'
import { authorizationUpdateRows, captureRows, refundRows, voidRows } from '../request-bodies/manual-transactions.ts'
import { consoleRefusal } from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { transactionResponse } from './transaction-response.ts'

export function actionServices(context: ConsoleContext): readonly ConsoleRoute[] {
  async function act(call: ConsoleCall, transactionId: string, action: ManualAction): Promise<ConsoleResponse> {
    const badNote = refuseNote(action.transaction.merchantNote, 'merchantNote')
    if (badNote) return badNote
    const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
    return transactionResponse(
      await context.ports.requests.actOnOrder({
        key,
        transactionId,
        userId: callActor(call),
        requestId: call.requestId,
        act: action,
      }),
      key,
      context.ports,
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
