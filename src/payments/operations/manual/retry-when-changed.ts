// A user's action on an order that something else changes meanwhile: a reversal, or another payment. It starts again with
// the order as it is then, as a request of the API does; an order that changes each time is busy.
import { conflict, retryOnConflict } from '../../../platform/concurrency/retry-on-conflict.ts'
import type { OrderChanged } from '../../call.ts'

const attemptsMax = 5

export const orderChanged: OrderChanged = { kind: 'MOVED' }

export async function retryWhenChanged<Result extends { readonly kind: string }>(
  act: () => Promise<Result | OrderChanged>,
): Promise<Result | { readonly kind: 'BUSY' }> {
  const result = await retryOnConflict<Result>(async () => {
    const acted = await act()
    return isChanged(acted) ? conflict : acted
  }, attemptsMax)
  return result === conflict ? { kind: 'BUSY' } : result
}

function isChanged(result: { readonly kind: string }): result is OrderChanged {
  return result.kind === 'MOVED'
}
