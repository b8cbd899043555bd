// The request of a stored attempt once more, as it was sent: for advices, which are repeated until they are acknowledged.

import { omitUndefined } from '../../kernel/omit-undefined.ts'
import type { Merchant } from '../../merchants/index.ts'
import type { AcquirerRequest } from '../ports/acquirer.ts'
import type { StoredOrder, StoredTransaction } from '../ports/transactions.ts'
import { lastAsked } from '../rules/refunds/refund-parts.ts'
import { detailsForAcquirer, fieldsToRepeat, maskedNumberOf } from './ask-acquirer.ts'
import { followedTransaction, originalOf } from './continue-order.ts'
import { initialReferenceOf } from './initial-reference.ts'

/** Undefined for requests with an instrument, whose security code is not stored. */
export function storedRequestOf(
  attempt: StoredTransaction,
  { stored, merchant }: { readonly stored: StoredOrder; readonly merchant: Merchant },
): AcquirerRequest | undefined {
  const { type, link, acquirerReference, instrumentTransactionId } = attempt
  const { amountMinor, targetTransactionId } = lastAsked(attempt)
  const target = followedTransaction(targetTransactionId, stored)
  if (instrumentTransactionId === undefined || !target) return undefined
  const { request } = attempt
  const common = {
    reference: acquirerReference,
    key: attempt.key,
    ...omitUndefined({ wire: attempt.wire }),
    ...maskedNumberOf(request),
    initialReference: initialReferenceOf(target, stored.transactions),
    acquirerMerchantId: link.acquirerMerchantId,
    currency: stored.order.currency,
    details: detailsForAcquirer(fieldsToRepeat(request), { merchant }),
    amountMinor,
    original: originalOf(target),
  }
  switch (type) {
    case 'CAPTURE':
      return { ...common, kind: 'CAPTURE' }
    case 'REFUND':
      return { ...common, kind: 'REFUND', isAuthorizedFirst: request.action?.refundAuthorization ?? false }
    case 'AUTHORIZATION_UPDATE':
      return { ...common, kind: 'UPDATE_AUTHORIZATION' }
    case 'VOID_AUTHORIZATION':
      return { ...common, kind: 'VOID' }
    case 'VOID_CAPTURE':
    case 'VOID_PAYMENT':
    case 'VOID_REFUND':
      return { ...common, kind: 'VOID', ...(target.batch !== undefined && { batch: target.batch }) }
    default:
      return undefined
  }
}
