// Moving an order by hand: capture, refund, void, update of an authorization.
import { transactionRows } from '../../../contract/groups/transaction.ts'
import { required } from '../../../contract/row.ts'
import { actOnOrder, type ManualAction } from '../../../operations/payments/manual/act-on-order.ts'
import { type ConsoleContext, callActor, pathId } from '../context.ts'
import { moneyRows, noteRows, refuseNote, transactionIdRow } from '../fields.ts'
import { withBody } from '../read-fields.ts'
import { consoleRefusal } from '../responses.ts'
import type { ConsoleCall, ConsoleResponse, ConsoleRoute } from '../route.ts'
import { transactionResponse } from './transaction-response.ts'

/** Chosen by the page, so that a second click does nothing. */
const common = { transactionId: required(transactionIdRow), ...noteRows } as const
const money = { amount: required(moneyRows.amount), currency: required(moneyRows.currency) } as const
const { targetTransactionId } = transactionRows

export function actionServices(desk: ConsoleContext): readonly ConsoleRoute[] {
  async function act(call: ConsoleCall, transactionId: string, asked: ManualAction): Promise<ConsoleResponse> {
    const badNote = refuseNote(asked.transaction.merchantNote, 'merchantNote')
    if (badNote) return badNote
    const key = { merchantId: pathId(call, 'merchantId'), orderId: pathId(call, 'orderId') }
    return transactionResponse(
      await actOnOrder({ key, transactionId, userId: callActor(call), act: asked }, desk.ports),
    )
  }

  return [
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/captures',
      purpose: 'Captures an authorization in full or in part.',
      access: { kind: 'MERCHANT', right: 'CAPTURE' },
      handle: withBody({ ...common, ...money }, ({ transactionId, ...transaction }, call) =>
        act(call, transactionId, { kind: 'CAPTURE', transaction }),
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/refunds',
      purpose: 'Refunds a captured amount, or requests the refund if the profile requires approval.',
      access: { kind: 'MERCHANT', right: 'REFUND', isSensitive: true },
      handle: withBody({ ...common, ...money, targetTransactionId }, ({ transactionId, ...transaction }, call) =>
        act(call, transactionId, { kind: 'REFUND', transaction }),
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/voids',
      purpose: 'Voids a transaction before it is settled.',
      access: { kind: 'MERCHANT', right: 'VOID' },
      handle: withBody(
        { ...common, targetTransactionId: required(targetTransactionId) },
        ({ transactionId, ...transaction }, call) => act(call, transactionId, { kind: 'VOID', transaction }),
      ),
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/authorization-updates',
      purpose: 'Changes the amount of an authorization, or extends it.',
      access: { kind: 'MERCHANT', right: 'CAPTURE' },
      handle: withBody({ ...common, ...moneyRows }, async ({ transactionId, ...transaction }, call) => {
        if ((transaction.amount === undefined) !== (transaction.currency === undefined))
          return consoleRefusal(422, 'FIELD_MISSING', 'Amount and currency must be given together.', 'currency')
        return act(call, transactionId, { kind: 'UPDATE_AUTHORIZATION', transaction })
      }),
    },
  ]
}
