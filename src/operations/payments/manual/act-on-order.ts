// A person moves an order by hand, in the console or by a command: the story is the one that the merchant's programs tell,
// and the audit remembers who told it.
import type { OperationName } from '../../../contract/operation.ts'
import { permitsOperation } from '../../../domain/merchants/merchant.ts'
import { type Rejection, reject } from '../../../domain/rejection.ts'
import type { AuditEntry } from '../../../ports/audit/audit.ts'
import type { OrderKey, TransactionKey } from '../../../ports/payments/transactions.ts'
import type { Answered, Call, Ports } from '../../call.ts'
import { run } from '../../index.ts'
import { writeDownOpenings } from '../../masking/open-sealed.ts'
import { Openings } from '../../masking/openings.ts'

/** Values are canonical already: read by the rows that the API reads them by. */
export type ByHand =
  | { readonly kind: 'CAPTURE'; readonly transaction: Moved & Words }
  /** Without a target it is taken from the oldest captures first. */
  | { readonly kind: 'REFUND'; readonly transaction: Moved & Words & { readonly targetTransactionId?: string } }
  | { readonly kind: 'VOID'; readonly transaction: Words & { readonly targetTransactionId: string } }
  /** Without an amount it only lasts longer. */
  | { readonly kind: 'UPDATE_AUTHORIZATION'; readonly transaction: Partial<Moved> & Words }

interface Moved {
  readonly amount: string
  readonly currency: string
}

interface Words {
  readonly reference?: string
  readonly merchantNote?: string
}

export interface ActedByHand {
  readonly key: OrderKey
  /** Chosen by whoever asks, so that asking twice acts once; without, the gateway makes one. */
  readonly transactionId?: string
  /** Who acts, as the order and the audit remember it. */
  readonly userId: string
  readonly act: ByHand
}

/** Where the merchant's profile asks for four eyes, a refund becomes a request that somebody else has to approve. */
export async function actByHand(
  { key, transactionId, userId, act }: ActedByHand,
  ports: Ports,
): Promise<Answered | Rejection | { readonly kind: 'unknownMerchant' }> {
  const access = await ports.store.findMerchant(key.merchantId)
  if (!access) return { kind: 'unknownMerchant' }
  const { merchant } = access
  if (!permitsOperation(merchant, act.kind))
    return reject('OPERATION_NOT_PERMITTED', `The merchant profile does not permit ${act.kind}.`)
  const { amount } = act.transaction as Partial<Moved>
  if (amount === '0') return reject('FIELD_INVALID', 'The amount must be more than 0.', { field: 'transaction.amount' })
  const openings = new Openings({ operation: act.kind, orderId: key.orderId })
  const call: Call = {
    merchant,
    key: {
      ...key,
      transactionId: transactionId ?? ports.identifiers.transactionId(act.kind.toLowerCase().replace('_', '-')),
    },
    traits: {},
    entryPoint: 'MERCHANT_ADMINISTRATION',
    openings,
    reader: { hasCertificate: false, asksUnmasked: false },
  }
  const needsApproval = act.kind === 'REFUND' && merchant.profile.refundsNeedApproval
  const asked = needsApproval ? { ...act.transaction, priorApproval: 'REQUESTED' } : act.transaction
  const request = { transaction: asked, userId }
  openings.add(lineOf({ key: call.key, userId, operation: act.kind, told: { amount } }, ports))
  try {
    return await run(act.kind, request, call, ports)
  } finally {
    await writeDownOpenings(openings, ports)
  }
}

/** The line that goes along in the commit of the attempt. */
export function lineOf(
  {
    key: { merchantId, orderId, transactionId },
    userId: actor,
    operation,
    told,
  }: {
    readonly key: TransactionKey
    readonly userId: string
    readonly operation: OperationName
    readonly told: { readonly amount?: string | undefined }
  },
  { clock }: Pick<Ports, 'clock'>,
): AuditEntry {
  const { amount } = told
  const subject = { operation, orderId, transactionId, ...(amount !== undefined && { amount }) }
  return { merchantId, actor, action: 'TRANSACTION_BY_HAND', subject, at: clock.now() }
}
