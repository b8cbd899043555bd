// What users' actions on orders have in common. An order may change meanwhile by a reversal or another payment: the action starts again with
// the order as it is then, as a request of the API does; an order that changes each time is busy.

import { conflict, retryOnConflict } from '../../../platform/concurrency/retry-on-conflict.ts'
import type { OrderChanged } from '../../call.ts'
import type { StoredTransaction } from '../../ports/transactions.ts'

const attemptsMax = 5

export const orderChanged: OrderChanged = { kind: 'MOVED' }

export async function retryWhenChanged<Result extends { readonly kind: string }>(
  act: () => Promise<Result | OrderChanged>,
): Promise<Result | { readonly kind: 'LOCKED' }> {
  const result = await retryOnConflict<Result>(async () => {
    const acted = await act()
    return isChanged(acted) ? conflict : acted
  }, attemptsMax)
  return result === conflict ? { kind: 'LOCKED' } : result
}

function isChanged(result: { readonly kind: string }): result is OrderChanged {
  return result.kind === 'MOVED'
}

/** Approval by two users: what one user began manually, another has to decide. */
export function isBegunBy(
  { entryPoint, request }: Pick<StoredTransaction, 'entryPoint' | 'request'>,
  userId: string,
): boolean {
  return entryPoint === 'MERCHANT_ADMINISTRATION' && request.userId === userId
}
