// What an API credential may do: operations of the API by name, and whether it may be shown account numbers in clear.

/** Every operation, those of later releases included; not UNMASK. */
export const allOperations = 'ALL'

/** Account numbers in clear, for a certificate of a merchant with the privilege. */
export const unmasking = 'UNMASK'

export type CredentialScope = readonly string[]

/** The scope of credentials without limits, and of those made before there were limits. */
export const unlimitedScope: CredentialScope = [allOperations, unmasking]

export function scopePermits(scope: CredentialScope, operation: string): boolean {
  if (scope.includes(operation)) return true
  return operation !== unmasking && scope.includes(allOperations)
}

/** Each once and sorted, so that equal scopes are written the same; ALL stands for every operation beside it. */
export function tidyScope(scope: CredentialScope): CredentialScope {
  const operations = [...new Set(scope)].toSorted()
  return operations.includes(allOperations)
    ? operations.filter((each) => each === allOperations || each === unmasking)
    : operations
}

/** What passwords without a name are called. */
export const defaultCredentialName = 'default'

/**
 * What the hash of a credential's password is made of. Merchant and scope are part of it, so that neither can be exchanged in the
 * database; passwords without a name are as they always were.
 */
export function credentialText(
  { merchantId, name, operations }: { merchantId: string; name?: string | undefined; operations: CredentialScope },
  password: string,
): string {
  return name === undefined ? password : `${merchantId} ${operations.join(',')} ${password}`
}
