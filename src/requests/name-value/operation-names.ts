// How the name-value protocol names operations. It has one path, and every request says what it wants: operations that need
// no name in JSON are called by theirs, too.

import type { Operation, OperationName } from '../../contract/operation.ts'
import { findOperation } from '../catalogue.ts'

/** Names that are not the operation's own. Both ways of saving a token have one: with a token it is that one which is saved. */
const saving: Partial<Readonly<Record<OperationName, string>>> = {
  CREATE_OR_UPDATE_TOKEN: 'TOKENIZE',
  CREATE_TOKEN: 'TOKENIZE',
}

export function nameValueOperation({ name }: Operation): string {
  return saving[name] ?? name
}

/** `hasToken`: the request has a value for `token`. */
export function operationNamed(name: string, { hasToken }: { readonly hasToken: boolean }): Operation | undefined {
  if (name === 'TOKENIZE') return findOperation(hasToken ? 'CREATE_OR_UPDATE_TOKEN' : 'CREATE_TOKEN')
  // What payers' devices say in older versions.
  return findOperation(name === 'UPDATE_PAYER_DATA' ? 'UPDATE_SESSION' : name)
}
