// Named scopes of API credentials: what most programs need, as operations. A credential stores the operations: of the
// existing ones, only those for everything permit an operation of a later release.
import { allOperations, type CredentialScope, tidyScope } from '../kernel/credential-scope.ts'
import type { OperationName } from './operation.ts'
import { operationPermissions } from './operation-permissions.ts'

/**
 * - FULL: every operation.
 * - PAYMENTS: every operation but refunds.
 * - READ_ONLY: operations that only read.
 */
export const scopeNames = ['FULL', 'PAYMENTS', 'READ_ONLY'] as const
export type ScopeName = (typeof scopeNames)[number]

const operationNames = Object.keys(operationPermissions) as readonly OperationName[]

export const operationsOfScope: Readonly<Record<ScopeName, CredentialScope>> = {
  FULL: [allOperations],
  PAYMENTS: tidyScope(operationNames.filter((name) => operationPermissions[name] !== 'REFUND')),
  READ_ONLY: tidyScope(operationNames.filter((name) => operationPermissions[name] === 'VIEW')),
}

/** The name of these operations, if they have one. */
export function scopeNameOf(operations: CredentialScope): ScopeName | undefined {
  const text = tidyScope(operations).join()
  return scopeNames.find((name) => operationsOfScope[name].join() === text)
}
