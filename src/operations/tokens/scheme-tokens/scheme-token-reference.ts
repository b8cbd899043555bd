// What the token service knows a scheme token by. It begins with the repository, so that a notice is found among ours.
import type { SchemeTokenReference } from '../../../ports/tokens/token-claims.ts'
import type { Ports } from '../../call.ts'

export function newSchemeTokenReference(
  repositoryId: string,
  { identifiers }: Pick<Ports, 'identifiers'>,
): SchemeTokenReference {
  return { repositoryId, reference: `${repositoryId}:${identifiers.acquirerReference()}` }
}

/** Undefined when it is none of ours. */
export function readSchemeTokenReference(reference: string): SchemeTokenReference | undefined {
  const end = reference.lastIndexOf(':')
  return end > 0 ? { repositoryId: reference.slice(0, end), reference } : undefined
}
