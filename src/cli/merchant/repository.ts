// The messages of commands when a merchant cannot have the requested token repository.
import type { RepositoryRefusal } from '../../merchants/index.ts'
import { type CommandRefusal, commandRefused, type UsageError, usageError } from '../result.ts'

export function holdsTokens(repositoryId: string): CommandRefusal {
  return commandRefused(
    `Token repository ${repositoryId} holds tokens, so its generation and management can no longer be changed.`,
  )
}

export function unknownRepository(repositoryId: string): CommandRefusal {
  return commandRefused(`Token repository ${repositoryId} does not exist.`)
}

export function repositoryRefused({
  why,
  repositoryId,
}: {
  readonly why: RepositoryRefusal
  readonly repositoryId: string
}): CommandRefusal | UsageError {
  switch (why) {
    case 'EXCLUSIVE':
      return usageError(
        '--token-repository cannot be combined with --token-generation and --token-management, which the repository already defines.',
      )
    case 'UNKNOWN':
      return unknownRepository(repositoryId)
    case 'TAKEN': {
      const remedy = `use --token-repository ${repositoryId} to let the merchant share its tokens`
      return commandRefused(`Token repository ${repositoryId} already exists; ${remedy}.`)
    }
    case 'SHARED': {
      const remedy = 'change it with "token-repository update"'
      return commandRefused(`Other merchants share the token repository ${repositoryId}; ${remedy}.`)
    }
    case 'HOLDS_TOKENS':
      return holdsTokens(repositoryId)
  }
}
