// Which permission of a user covers each operation of the API. A user can give a credential only those.

import { allOperations, type CredentialScope, defaultCredentialName, unmasking } from '../kernel/credential-scope.ts'
import { explain } from '../kernel/explanation.ts'
import { type Right, rights, rightsLacking } from '../kernel/user.ts'
import { pattern } from './field-types.ts'
import type { OperationName } from './operation.ts'

export const operationRights = {
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
} as const satisfies Readonly<Record<OperationName, Right>>

/** What a credential may be called. */
export const credentialNameRow = pattern({
  name: 'CredentialName',
  lengths: [1, 40],
  pattern: /^[A-Za-z0-9][A-Za-z0-9 ._-]*$/,
  wrongCharacters: explain("may only hold letters, digits, blanks, '.', '_' and '-', and begin with a letter or digit"),
  check: (text) =>
    text.toLowerCase() === defaultCredentialName ? explain('is the name of the passwords without one') : undefined,
})

/** The rights it takes to give a credential this scope, in the order of the table of rights. */
export function rightsOfScope(scope: CredentialScope): readonly Right[] {
  const known: Readonly<Record<string, Right>> = { ...operationRights, [unmasking]: 'UNMASK' }
  const wanted = new Set(
    scope.flatMap((each): readonly (Right | undefined)[] =>
      each === allOperations ? Object.values(operationRights) : [known[each]],
    ),
  )
  return rights.filter((right) => wanted.has(right))
}

/** The rights that a user lacks to give a credential this scope. */
export function rightsLackingFor(scope: CredentialScope, held: readonly Right[]): readonly Right[] {
  return rightsLacking(rightsOfScope(scope), held)
}

/** Everything that a user with these rights may give: ALL, or the operations one by one. */
export function scopeCoveredBy(held: readonly Right[]): CredentialScope {
  if (rightsLackingFor([allOperations], held).length === 0) return [allOperations]
  return Object.keys(operationRights).filter((name) => rightsLackingFor([name], held).length === 0)
}
