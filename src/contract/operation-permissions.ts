// Which permission of a user covers each operation of the API. A user can give a credential only those.
import {
  allOperations,
  type CredentialScope,
  defaultCredentialName,
  tidyScope,
  unmasking,
} from '../kernel/credential-scope.ts'
import { explain } from '../kernel/explanation.ts'
import { type Permission, permissions, permissionsLacking } from '../kernel/user.ts'
import { pattern } from './field-types.ts'
import type { OperationName } from './operation.ts'

export const operationPermissions = {
  AUTHENTICATE_PAYER: 'PAY',
  AUTHORIZE: 'PAY',
  CAPTURE: 'CAPTURE',
  CHECK_3DS_ENROLLMENT: 'PAY',
  CLOSE_BATCH: 'CAPTURE',
  CONFIRM_BROWSER_PAYMENT: 'PAY',
  CREATE_CHECKOUT_SESSION: 'PAY',
  CREATE_OR_UPDATE_TOKEN: 'CONFIGURE',
  CREATE_PAYMENT_PAGE_SESSION: 'PAY',
  CREATE_SESSION: 'PAY',
  CREATE_TOKEN: 'CONFIGURE',
  DELETE_PAYMENT_LINK: 'PAY',
  DELETE_TOKEN: 'CONFIGURE',
  DISABLE_PAYMENT_LINK: 'PAY',
  INITIATE_AUTHENTICATION: 'PAY',
  INITIATE_BROWSER_PAYMENT: 'PAY',
  INITIATE_CHECKOUT: 'PAY',
  PAY: 'PAY',
  PAYMENT_OPTIONS_INQUIRY: 'VIEW',
  PROCESS_ACS_RESULT: 'PAY',
  REFUND: 'REFUND',
  RETRIEVE_3DS_RESULT: 'VIEW',
  RETRIEVE_AGREEMENT: 'VIEW',
  RETRIEVE_EVENTS: 'VIEW',
  RETRIEVE_ORDER: 'VIEW',
  RETRIEVE_PAYMENT_LINK: 'VIEW',
  RETRIEVE_SESSION: 'VIEW',
  RETRIEVE_TOKEN: 'VIEW',
  RETRIEVE_TRANSACTION: 'VIEW',
  SEARCH_TOKENS: 'VIEW',
  TOKENIZE_BROWSER_PAYMENT: 'PAY',
  UPDATE_AUTHORIZATION: 'CAPTURE',
  UPDATE_BROWSER_PAYMENT: 'PAY',
  UPDATE_SESSION: 'PAY',
  VERIFY: 'PAY',
  VOID: 'VOID',
} as const satisfies Readonly<Record<OperationName, Permission>>

/** What a credential may be called. */
export const credentialNameRow = pattern({
  name: 'CredentialName',
  lengths: [1, 40],
  pattern: /^[A-Za-z0-9][A-Za-z0-9 ._-]*$/,
  wrongCharacters: explain("may only hold letters, digits, blanks, '.', '_' and '-', and begin with a letter or digit"),
  check: (text) =>
    text.toLowerCase() === defaultCredentialName ? explain('is the name of the passwords without one') : undefined,
})

/** The permissions it takes to give a credential this scope, in the order of the table of permissions. */
function permissionsOfScope(scope: CredentialScope): readonly Permission[] {
  const known: Readonly<Record<string, Permission>> = { ...operationPermissions, [unmasking]: 'UNMASK' }
  const wanted = new Set(
    scope.flatMap((each): readonly (Permission | undefined)[] =>
      each === allOperations ? Object.values(operationPermissions) : [known[each]],
    ),
  )
  return permissions.filter((permission) => wanted.has(permission))
}

/** The permissions that a user lacks to give a credential this scope. */
export function permissionsLackingFor(scope: CredentialScope, held: readonly Permission[]): readonly Permission[] {
  return permissionsLacking(permissionsOfScope(scope), held)
}

/** Everything that a user with these permissions may give: ALL, or the operations one by one. */
export function scopeCoveredBy(held: readonly Permission[]): CredentialScope {
  if (permissionsLackingFor([allOperations], held).length === 0) return [allOperations]
  return Object.keys(operationPermissions).filter((name) => permissionsLackingFor([name], held).length === 0)
}

// Named scopes of API credentials: what most programs need, as operations. A credential stores the operations: of the
// existing ones, only those for everything permit an operation of a later release.

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
