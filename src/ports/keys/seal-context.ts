// Where sealed values belong: merchant or repository, table, row and field, as they are bound to what is sealed. A value
// that is copied to another place does not open there.
import type { UserKey } from '../../domain/users/user.ts'
import type { TransactionKey } from '../payments/transactions.ts'
import type { TokenKey } from '../tokens/token-store.ts'

export type SealContext = readonly string[]

/** The account numbers of a transaction's request. */
export function transactionSealContext({ merchantId, orderId, transactionId }: TransactionKey): SealContext {
  return [merchantId, 'transactions', orderId, transactionId, 'accounts']
}

/** The account that a token holds. */
export function tokenAccountSealContext({ repositoryId, token }: TokenKey): SealContext {
  return [repositoryId, 'tokens', token, 'account']
}

/** The number of the scheme's token beside it. */
export function schemeTokenSealContext({ repositoryId, token }: TokenKey): SealContext {
  return [repositoryId, 'tokens', token, 'schemeToken']
}

/** The account numbers that a session holds, and what its merchant was told once. */
export function sessionSealContext(
  session: { merchantId: string; hash: Buffer },
  part: 'accounts' | 'told',
): SealContext {
  return [session.merchantId, 'sessions', session.hash.toString('hex'), part]
}

/** The secrets that a merchant knows notifications by: the newest, and the ones before them. */
export function notificationSecretsSealContext(merchantId: string, part: 'secrets' | 'previous'): SealContext {
  return [merchantId, 'notification_settings', part]
}

/** The secret of a person's second factor. */
export function secondFactorSealContext({ merchantId, login }: UserKey): SealContext {
  return [merchantId, 'people', login, 'factor']
}
