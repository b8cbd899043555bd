// Where sealed values belong: merchant or repository, table, row and field, as they are bound to what is sealed. A value
// that is copied to another place does not open there.
import type { PersonKey } from '../../domain/users/user.ts'
import type { TransactionKey } from '../payments/transactions.ts'
import type { TokenName } from '../tokens/token-store.ts'

export type Place = readonly string[]

/** The account numbers of a transaction's request. */
export function placeOfTransaction({ merchantId, orderId, transactionId }: TransactionKey): Place {
  return [merchantId, 'transactions', orderId, transactionId, 'accounts']
}

/** The account that a token holds. */
export function placeOfTokenAccount({ repositoryId, token }: TokenName): Place {
  return [repositoryId, 'tokens', token, 'account']
}

/** The number of the scheme's token beside it. */
export function placeOfSchemeToken({ repositoryId, token }: TokenName): Place {
  return [repositoryId, 'tokens', token, 'schemeToken']
}

/** The account numbers that a session holds, and what its merchant was told once. */
export function placeOfSession(session: { merchantId: string; hash: Buffer }, part: 'accounts' | 'told'): Place {
  return [session.merchantId, 'sessions', session.hash.toString('hex'), part]
}

/** The secrets that a merchant knows notifications by: the newest, and the ones before them. */
export function placeOfNotificationSecrets(merchantId: string, part: 'secrets' | 'previous'): Place {
  return [merchantId, 'notification_settings', part]
}

/** The secret of a person's second factor. */
export function placeOfSecondFactor({ merchantId, login }: PersonKey): Place {
  return [merchantId, 'people', login, 'factor']
}
