// The reference of a scheme token at the token service. It begins with the repository, which allows finding the token
// of a notice.

import type { TokenDependencies } from '../../dependencies.ts'
import type { SchemeTokenReference } from '../../ports/token-claims.ts'

export function newSchemeTokenReference(
  repositoryId: string,
  { identifiers }: Pick<TokenDependencies, 'identifiers'>,
): SchemeTokenReference {
  return { repositoryId, reference: `${repositoryId}:${identifiers.acquirerReference()}` }
}

/** Undefined when it is not one of the gateway's. */
export function readSchemeTokenReference(reference: string): SchemeTokenReference | undefined {
  const end = reference.lastIndexOf(':')
  return end > 0 ? { repositoryId: reference.slice(0, end), reference } : undefined
}
