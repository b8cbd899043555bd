// The text by which the account of a token equals another: as accountIdentity returns it for a payment, but from stored
// values.
import type { StoredKind } from './token.ts'
import type { StoredTokenDetails } from './token-details.ts'

export interface StoredAccount {
  readonly kind: StoredKind
  readonly details: StoredTokenDetails
}

export function storedIdentity({ kind, details }: StoredAccount, account: string): string {
  const part = (name: 'routingNumber' | 'financialInstitutionNumber' | 'transitNumber'): string => {
    const value = details[name]
    if (value === undefined) throw new Error(`a stored ${kind} account has no ${name}`)
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
