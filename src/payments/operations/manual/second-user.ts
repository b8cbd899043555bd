// Approval by two users: what one user began manually, another has to decide.
import type { StoredTransaction } from '../../ports/transactions.ts'

export function isBegunBy(
  { entryPoint, request }: Pick<StoredTransaction, 'entryPoint' | 'request'>,
  userId: string,
): boolean {
  return entryPoint === 'MERCHANT_ADMINISTRATION' && request.userId === userId
}
