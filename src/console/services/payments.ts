// Manual payments: the card goes from hosted fields into a session, never through the console; then the session pays.
import { queueReceipt } from '../../checkout/index.ts'
import type { JsonObject } from '../../contract/json/json.ts'
import { contractFor, type OperationName, versions } from '../../contract/operation.ts'
import { explain } from '../../kernel/explanation.ts'
import { isRecipientAddress } from '../../kernel/mail-address.ts'
import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { isRejection, type Rejection, reject } from '../../kernel/rejection.ts'
import { type Merchant, permitsOperation } from '../../merchants/index.ts'
import type { OperationResponse, TransactionResponse } from '../../payments/index.ts'
import { findOperation, manualTransactionAuditEntry } from '../../requests/index.ts'
import { isZoneName } from '../../users/index.ts'
import { pathNotFound } from '../access.ts'
import { type ConsoleContext, callActor, pathId } from '../context.ts'
import { refuseNote, withBody } from '../fields.ts'
import { type PaymentInput, paymentRows } from '../request-bodies.ts'
import type { ManualTransactionBody, PaymentSessionBody } from '../response-bodies/orders.ts'
import { consoleRefusal, createdResponse, refusalForRejection } from '../responses.ts'
import type { ConsoleRoute } from '../route.ts'
import { transactionResponse } from './transaction-response.ts'

const pay = { kind: 'MERCHANT', permission: 'PAY' } as const

const version = versions.newest

export function paymentServices({ dependencies }: ConsoleContext): readonly ConsoleRoute[] {
  async function callerOf(merchantId: string) {
    const access = await dependencies.store.findMerchant(merchantId)
    return access && ({ kind: 'CALLER', merchant: access.merchant, hasCertificate: false, isDevice: false } as const)
  }

  /** What the answer says of the receipt: to whom it goes. */
  async function receiptFor(
    { operation, customer, receipt = {} }: PaymentInput,
    result: OperationResponse | Rejection,
    { transactionId, orderId, merchant }: { transactionId: string; orderId: string; merchant: Merchant },
  ): Promise<Pick<ManualTransactionBody, 'receiptTo'>> {
    const receiptTo = customer?.email
    const isPaid =
      operation !== 'VERIFY' &&
      !isRejection(result) &&
      (result.response as { readonly result?: unknown }).result === 'SUCCESS'
    if (!isPaid || receiptTo === undefined || !dependencies.hasMailServer || !isRecipientAddress(receiptTo)) return {}
    const details = { merchantName: merchant.profile.name, ...omitUndefined(receipt) }
    await queueReceipt({ merchantId: merchant.id, orderId, transactionId, details }, dependencies)
    return { receiptTo }
  }

  return [
    {
      method: 'POST',
      path: '/merchants/:merchantId/sessions',
      purpose: 'Creates a session for the hosted card fields.',
      access: pay,
      async handle(call) {
        const caller = await callerOf(pathId(call, 'merchantId'))
        if (!caller) return pathNotFound
        const operation = operationOf('CREATE_SESSION')
        const contract = contractFor(operation, version)
        const result = await dependencies.requests.handle({ caller, ids: {}, operation, version, contract, body: {} })
        if (isRejection(result)) return refusalForRejection(result)
        const { session: opened } = result.response as { session?: { id?: unknown } }
        return createdResponse<PaymentSessionBody>({
          sessionId: String(opened?.id),
          sendsReceipts: dependencies.hasMailServer,
        })
      },
    },
    {
      method: 'POST',
      path: '/merchants/:merchantId/orders/:orderId/payments',
      purpose: 'Pays, authorizes or verifies with the details in a session.',
      access: pay,
      handle: withBody(paymentRows, async (input, call) => {
        const badNote = refuseNote(input.merchantNote, 'merchantNote')
        if (badNote) return badNote
        const { timeZone } = input.receipt ?? {}
        if (timeZone !== undefined && !isZoneName(timeZone))
          return consoleRefusal(422, 'FIELD_INVALID', 'There is no such time zone.', 'receipt.timeZone')
        const ids = {
          merchantId: pathId(call, 'merchantId'),
          orderId: pathId(call, 'orderId'),
          transactionId: input.transactionId,
        }
        const caller = await callerOf(ids.merchantId)
        if (!caller) return pathNotFound
        const operation = operationOf(input.operation)
        if (!permitsOperation(caller.merchant, operation.name))
          return refusalForRejection(
            reject(
              'OPERATION_NOT_PERMITTED',
              explain('The merchant profile does not permit {name}.', { name: operation.name }),
            ),
          )
        const userId = callActor(call)
        const details = { amount: input.amount }
        const line = manualTransactionAuditEntry({ key: ids, userId, operation: operation.name, details }, dependencies)
        const result = await dependencies.requests.handle({
          caller,
          ids,
          operation,
          version,
          contract: contractFor(operation, version),
          body: bodyOf(input, userId),
          auditEntry: line,
          entryPoint: 'MERCHANT_ADMINISTRATION',
          requestId: call.requestId,
        })
        const more = await receiptFor(input, result, { ...ids, merchant: caller.merchant })
        // PAY, AUTHORIZE and VERIFY respond with their transaction.
        return transactionResponse(
          result as OperationResponse<TransactionResponse> | Rejection,
          ids,
          dependencies,
          more,
        )
      }),
    },
  ]
}

function operationOf(name: OperationName) {
  const operation = findOperation(name)
  if (!operation) throw new Error(`the catalogue has no ${name}`)
  return operation
}

/** The request as a merchant's program would send it. */
function bodyOf(input: PaymentInput, userId: string): JsonObject {
  const { operation, sessionId, currency, amount, description, orderReference, source, reference, merchantNote } = input
  const { customer, billing } = input
  return {
    apiOperation: operation,
    session: { id: sessionId },
    order: {
      currency,
      ...omitUndefined({ amount, description, reference: orderReference }),
    },
    transaction: {
      source: source ?? 'MOTO',
      ...omitUndefined({ reference, merchantNote }),
    },
    ...omitUndefined({ customer, billing }),
    userId,
  }
}
