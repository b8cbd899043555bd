// What the gateway or a person does about a transaction is told as the transaction itself was.
import type { StoredTransaction } from '../../ports/store.ts'
import type { Call } from '../call.ts'

/** The version of the API that the transaction's request came in, where it is known. */
export function versionOf({ request }: Pick<StoredTransaction, 'request'>): Pick<Call, 'version'> {
  const { version } = request as { readonly version?: string }
  return version === undefined ? {} : { version: Number(version) }
}
