// What commands say when a merchant cannot have the token repository that was asked for.
import type { RepositoryRefusal } from '../../operations/merchants/choose-repository.ts'
import { type CommandRefusal, commandRefused, type UsageError, usageError } from '../result.ts'

export function holdsTokens(repositoryId: string): CommandRefusal {
  return commandRefused(
    `The token repository ${repositoryId} holds tokens, so that generation and management can no longer change.`,
  )
}

export function unknownRepository(repositoryId: string): CommandRefusal {
  return commandRefused(`There is no token repository ${repositoryId}.`)
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
      return usageError('--token-repository excludes --token-generation and --token-management, which it has already.')
    case 'UNKNOWN':
      return unknownRepository(repositoryId)
    case 'TAKEN': {
      const remedy = `say --token-repository ${repositoryId} to let the merchant share its tokens`
      return commandRefused(`There is a token repository ${repositoryId} already; ${remedy}.`)
    }
    case 'SHARED': {
      const remedy = 'change it with "token-repository update"'
      return commandRefused(`Other merchants share the token repository ${repositoryId}; ${remedy}.`)
    }
    case 'HOLDS_TOKENS':
      return holdsTokens(repositoryId)
  }
}
