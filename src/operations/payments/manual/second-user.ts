// Four eyes: what somebody has begun by hand, somebody else has to decide about.
import type { StoredTransaction } from '../../../ports/payments/transactions.ts'

export function isBegunBy(
  { entryPoint, request }: Pick<StoredTransaction, 'entryPoint' | 'request'>,
  userId: string,
): boolean {
  return entryPoint === 'MERCHANT_ADMINISTRATION' && (request as { readonly userId?: string }).userId === userId
}
