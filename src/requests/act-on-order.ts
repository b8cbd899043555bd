// A user captures, refunds, voids or updates, in the console or by a command. The same operations run as for API
// requests, and the audit log names the user.

import type { AuditEntry } from '../audit/index.ts'
import type { OperationName } from '../contract/operation.ts'
import { explain } from '../kernel/explanation.ts'
import type { Identifiers } from '../kernel/identifiers.ts'
import { omitUndefined } from '../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../kernel/rejection.ts'
import { permitsOperation } from '../merchants/index.ts'
import {
  type Call,
  type OperationResponse,
  type OrderKey,
  type PaymentDependencies,
  type TransactionKey,
  type TransactionResponse,
  UnsealAuditLog,
  writeUnsealAudit,
} from '../payments/index.ts'
import { type OperationHandlers, type RunDependencies, runOperation } from './run-operation.ts'

/** Values are canonical already: read by the rows that the API reads them by. */
export type ManualAction =
  | { readonly kind: 'CAPTURE'; readonly transaction: ActionAmount & ActionNotes }
  /** Without a target it is taken from the oldest captures first. */
  | {
      readonly kind: 'REFUND'
      readonly transaction: ActionAmount & ActionNotes & { readonly targetTransactionId?: string }
    }
  | { readonly kind: 'VOID'; readonly transaction: ActionNotes & { readonly targetTransactionId: string } }
  /** Without an amount it only extends the authorization. */
  | { readonly kind: 'UPDATE_AUTHORIZATION'; readonly transaction: Partial<ActionAmount> & ActionNotes }

interface ActionAmount {
  readonly amount: string
  readonly currency: string
}

interface ActionNotes {
  readonly reference?: string
  readonly merchantNote?: string
}

export interface ManualActionRequest {
  readonly key: OrderKey
  /** Chosen by the caller, so that a repeated request acts once; otherwise the gateway generates one. */
  readonly transactionId?: string
  /** The acting user, as recorded on the order and in the audit log. */
  readonly userId: string
  /** The X-Request-Id of the response; none when it is a command. */
  readonly requestId?: string
  readonly act: ManualAction
}

export type ActionDependencies = RunDependencies & { readonly identifiers: Pick<Identifiers, 'transactionId'> }

/**
 * Where the merchant's profile requires approval by two users, a refund becomes a request that another user has to
 * approve.
 */
export async function actOnOrder(
  { key, transactionId, userId, requestId, act }: ManualActionRequest,
  operations: OperationHandlers,
  dependencies: ActionDependencies,
): Promise<OperationResponse<TransactionResponse> | Rejection | { readonly kind: 'UNKNOWN_MERCHANT' }> {
  const access = await dependencies.store.findMerchant(key.merchantId)
  if (!access) return { kind: 'UNKNOWN_MERCHANT' }
  const { merchant } = access
  if (!permitsOperation(merchant, act.kind))
    return reject(
      'OPERATION_NOT_PERMITTED',
      explain('The merchant profile does not permit {name}.', { name: act.kind }),
    )
  const { amount } = act.transaction as Partial<ActionAmount>
  if (amount === '0')
    return reject('FIELD_INVALID', 'The amount must be greater than 0.', { field: 'transaction.amount' })
  const unsealAudit = new UnsealAuditLog({ operation: act.kind, orderId: key.orderId })
  const call: Call = {
    merchant,
    key: {
      ...key,
      transactionId: transactionId ?? dependencies.identifiers.transactionId(act.kind.toLowerCase().replace('_', '-')),
    },
    traits: {},
    entryPoint: 'MERCHANT_ADMINISTRATION',
    requestId,
    unsealAudit,
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const needsApproval = act.kind === 'REFUND' && merchant.profile.refundsNeedApproval
  const action = needsApproval ? { ...act.transaction, priorApproval: 'REQUESTED' } : act.transaction
  const request = { transaction: action, userId }
  unsealAudit.add(
    manualTransactionAuditEntry({ key: call.key, userId, operation: act.kind, details: { amount } }, dependencies),
  )
  try {
    return await runOperation({ name: act.kind, values: request, call }, operations, dependencies)
  } finally {
    await writeUnsealAudit(unsealAudit, dependencies)
  }
}

/** The audit log entry that is committed with the attempt. */
export function manualTransactionAuditEntry(
  {
    key: { merchantId, orderId, transactionId },
    userId: actor,
    operation,
    details,
  }: {
    readonly key: TransactionKey
    readonly userId: string
    readonly operation: OperationName
    readonly details: { readonly amount?: string | undefined }
  },
  { clock }: Pick<PaymentDependencies, 'clock'>,
): AuditEntry {
  const { amount } = details
  const subject = { operation, orderId, transactionId, ...omitUndefined({ amount }) }
  return { merchantId, actor, action: 'TRANSACTION_BY_HAND', subject, at: clock.now() }
}
