// Closes the open batch of the acquirer link that a request names. Repeating it has no further effect.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import { type Rejection, reject } from '../../kernel/rejection.ts'
import { type Merchant, permitsCurrency, routesOf } from '../../merchants/index.ts'
import { type Call, type OperationResult, resolveRouteLinks } from '../../payments/index.ts'
import type { CloseBatchRequest, CloseBatchResponse } from '../contract/close-batch.ts'
import { type ClosingDependencies, closeSettlementBatch } from './close-batch.ts'

export async function closeBatchOnRequest(
  { acquirer }: CloseBatchRequest,
  { merchant }: Call,
  dependencies: ClosingDependencies,
): Promise<OperationResult> {
  if (!acquirer) return reject('FIELD_MISSING', 'Mandatory parameter is missing.', { field: 'acquirer' })
  const refused = refuseOtherLink(acquirer, merchant, dependencies)
  if (refused) return refused
  const terms = { merchantId: merchant.id, userId: `merchant.${merchant.id}`, acquirerId: acquirer.id }
  const closed = await closeSettlementBatch(terms, dependencies)
  switch (closed.kind) {
    case 'CLOSED': {
      const [batch] = closed.batches
      return batch ? answered(merchant, batch) : refuseDifference()
    }
    // The batch was closed before, by an earlier request or by the acquirer's schedule.
    case 'NOTHING_OPEN':
      return answered(merchant, omitUndefined({ acquirerId: acquirer.id }))
    case 'NO_ANSWER':
      return reject('OVERLOADED', 'The acquirer did not respond. Repeat the same request later.')
    case 'IN_FLIGHT':
      return reject(
        'STILL_IN_PROGRESS',
        'Transactions of the batch have no outcome yet. It will be closed when they have; repeat the same request later.',
      )
    case 'NOT_SUPPORTED':
      return reject('OPERATION_NOT_OFFERED', 'The acquirer closes batches on its own schedule, not on request.')
    case 'NO_ACQUIRER':
    case 'UNKNOWN_MERCHANT':
      return reject('NO_ACQUIRER_LINK', 'The merchant has no acquirer link whose batch could be closed.')
  }
}

/** The operator is informed; repeating the request compares the totals again. */
function refuseDifference(): Rejection {
  return reject(
    'TOTALS_DIFFER',
    "The acquirer's totals of the batch differ from the gateway's. The batch is not closed, and the operator is informed.",
  )
}

/** Each link takes every card type; what else the request says must fit one of the merchant's. */
function refuseOtherLink(
  { id, currency }: NonNullable<CloseBatchRequest['acquirer']>,
  merchant: Merchant,
  { acquirers }: Pick<ClosingDependencies, 'acquirers'>,
): Rejection | undefined {
  const { profile } = merchant
  const links = [profile.acquirerLink, ...routesOf(profile), ...resolveRouteLinks(merchant, acquirers)]
  const acquirerIds = links.map(({ acquirerId }) => acquirerId)
  if (id !== undefined && !acquirerIds.includes(id))
    return reject('FIELD_INVALID', 'The merchant has no link to this acquirer.', { field: 'acquirer.id' })
  if (currency !== undefined && !permitsCurrency(merchant, currency))
    return reject('FIELD_INVALID', `The merchant profile does not permit ${currency}.`, { field: 'acquirer.currency' })
  return undefined
}

/** Of several acquirers whose batches were closed, the first is named. */
function answered(
  merchant: Merchant,
  {
    acquirerId: id = merchant.profile.acquirerLink.acquirerId,
    batch,
  }: { readonly acquirerId?: string | undefined; readonly batch?: number | undefined },
): OperationResult {
  const response: CloseBatchResponse = {
    acquirer: omitUndefined({ id, batch }),
    merchant: merchant.id,
    result: 'SUCCESS',
  }
  return { kind: 'ANSWERED', isFirst: false, response }
}
