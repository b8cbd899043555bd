// The account numbers of a request, sealed as one value beside its masked form: what unmasking and later transactions
// of the order need. Security codes, PINs and the like are not among them.
import type { Values } from '../../domain/merge-values.ts'
import { Secret } from '../../domain/secret.ts'
import { transactionSealContext } from '../../ports/keys/seal-context.ts'
import type { SealedValue, Vault } from '../../ports/keys/vault.ts'
import type { TransactionKey } from '../../ports/payments/transactions.ts'

/** Every account number of a request by its canonical dotted path (arrays with [n]), sealed together as one value. */
export function sealAccounts(
  request: object,
  key: TransactionKey,
  vault: Pick<Vault, 'seal'>,
): SealedValue | undefined {
  const accounts: [path: string, clear: string][] = []
  collect(request, '', accounts)
  return accounts.length === 0 ? undefined : vault.seal(JSON.stringify(accounts), transactionSealContext(key))
}

/** The account numbers in clear, by the same paths. */
export async function openAccounts(
  sealed: SealedValue,
  key: TransactionKey,
  vault: Pick<Vault, 'open'>,
): Promise<ReadonlyMap<string, string>> {
  return new Map(JSON.parse(await vault.open(sealed, transactionSealContext(key))) as [string, string][])
}

/** Members that merchants name themselves contain no secrets, so a dot in a path always separates two names. */
function collect(value: unknown, path: string, found: [path: string, clear: string][]): void {
  if (typeof value !== 'object' || value === null) return
  if (value instanceof Secret) {
    if (value.isAccount) found.push([path, value.open()])
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`, found)
  } else {
    for (const name in value) {
      const member = (value as Values)[name]
      if (typeof member === 'object') collect(member, path ? `${path}.${name}` : name, found)
    }
  }
}
