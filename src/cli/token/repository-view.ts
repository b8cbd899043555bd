// How commands show token repositories.

import type { ListedRepository } from '../../merchants/ports/token-repositories.ts'
import type { TokenRepository } from '../../merchants/rules/token-repository.ts'
import { pairs } from '../table.ts'

export function repositoryData({ homeId: _, ...repository }: TokenRepository): object {
  return repository
}

export function listedRepositoryData({ repository, merchantIds, hasTokens }: ListedRepository): object {
  return { ...repositoryData(repository), merchantIds, hasTokens }
}

export function repositoryText({ repository, merchantIds, hasTokens }: ListedRepository): string {
  return pairs([
    ['Token repository', repository.id],
    ['Generation', repository.generation],
    ['Management', repository.management],
    ['Scheme tokens', repository.hasSchemeTokens ? `yes, ${repository.provisioningMode}` : 'no'],
    ['Maintenance', repository.hasMaintenance ? 'yes' : 'no'],
    ['Holds tokens', hasTokens ? 'yes' : 'no'],
    ['Merchants', merchantIds.join(', ') || 'none'],
  ])
}
