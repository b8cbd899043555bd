// The text by which the account of a token equals another: as accountIdentity returns it for a payment, but from stored
// values.
import type { StoredKind } from './token.ts'

export interface StoredAccount {
  readonly kind: StoredKind
  /** By the names of sourceOfFunds.provided.<group>. */
  readonly details: object
}

export function storedIdentity({ kind, details }: StoredAccount, account: string): string {
  const named: Readonly<Record<string, unknown>> = { ...details }
  const part = (name: string): string => {
    const value = named[name]
    if (typeof value !== 'string') throw new Error(`a stored ${kind} account has no ${name}`)
    return value
  }
  switch (kind) {
    case 'CARD':
      return account
    case 'GIFT_CARD':
    case 'PROVIDER_A':
      return `${kind} ${account}`
    case 'ACH':
      return `${kind} ${part('routingNumber')} ${account}`
    case 'DIRECT_DEBIT_CANADA':
      return `${kind} ${part('financialInstitutionNumber')} ${part('transitNumber')} ${account}`
  }
}
