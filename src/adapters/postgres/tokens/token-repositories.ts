// Token repositories in PostgreSQL.
import { newRepository, type TokenRepository } from '../../../domain/tokens/token-repository.ts'
import type { ListedRepository, TokenRepositories } from '../../../ports/tokens/token-repositories.ts'
import { actorText, subjectText, withAuditLine, writeAuditLine } from '../audit/audit.ts'
import { type Database, inUnitOfWork } from '../database.ts'
import { diffMembers } from '../diff-members.ts'

export interface RepositoryRow {
  readonly repository_id: string
  readonly generation: TokenRepository['generation']
  readonly management: TokenRepository['management']
  readonly has_scheme_tokens: boolean
  readonly provisioning_mode: TokenRepository['provisioningMode']
  readonly has_maintenance: boolean
}

export function repositoryOf(row: RepositoryRow): TokenRepository {
  return newRepository(row.repository_id, {
    generation: row.generation,
    management: row.management,
    hasSchemeTokens: row.has_scheme_tokens,
    provisioningMode: row.provisioning_mode,
    hasMaintenance: row.has_maintenance,
  })
}

/** $1 is the repository. Tokens of sub-merchants are in other repositories, and name it as their home. */
const hasTokens = (repositoryId: string) =>
  `(exists (select from tokens t where t.repository_id = ${repositoryId})
    or exists (select from tokens t where t.home_repository_id = ${repositoryId} and t.home_repository_id <> t.repository_id))`

const listed = `select r.*, ${hasTokens('r.repository_id')} as has_tokens,
  array(select m.merchant_id from merchants m where m.profile ->> 'tokenRepositoryId' = r.repository_id
    order by m.merchant_id) as merchant_ids
  from token_repositories r`

export const insertRepository = `insert into token_repositories
  (repository_id, generation, management, has_scheme_tokens, provisioning_mode, has_maintenance)`

export function valuesOf(repository: TokenRepository): readonly unknown[] {
  const { id, generation, management, hasSchemeTokens, provisioningMode, hasMaintenance } = repository
  return [id, generation, management, hasSchemeTokens, provisioningMode, hasMaintenance]
}

/** Several merchants may share one. */
const operator = ''

const create = withAuditLine(
  `${insertRepository} values ($5, $6, $7, $8, $9, $10) on conflict do nothing returning repository_id`,
  'TOKEN_REPOSITORY_CREATED',
)

const lock = 'select * from token_repositories where repository_id = $1 for update'

const update = `update token_repositories r set generation = $2, management = $3, has_scheme_tokens = $4,
    provisioning_mode = $5, has_maintenance = $6, updated_at = now()
  where r.repository_id = $1 and ((r.generation = $2 and r.management = $3) or not ${hasTokens('$1')})`

function subjectOf({ id: repositoryId, ...decided }: TokenRepository): object {
  return { repositoryId, ...decided }
}

export function tokenRepositories(database: Database): TokenRepositories {
  const read = async (where: string, values: readonly unknown[]): Promise<readonly ListedRepository[]> => {
    const { rows } = await database.query<RepositoryRow & { has_tokens: boolean; merchant_ids: readonly string[] }>(
      `${listed} ${where}`,
      [...values],
    )
    return rows.map((row) => ({
      repository: repositoryOf(row),
      merchantIds: row.merchant_ids,
      hasTokens: row.has_tokens,
    }))
  }

  return {
    find: async (repositoryId) => (await read('where r.repository_id = $1', [repositoryId]))[0],
    list: () => read('order by r.repository_id', []),

    async create(repository, { actor, at }) {
      const { rowCount } = await database.query(create, [
        ...[operator, actorText(actor), at, subjectText(subjectOf(repository))],
        ...valuesOf(repository),
      ])
      return rowCount === 1
    },

    update: (repository, by) =>
      inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<RepositoryRow>(lock, [repository.id])
        const [before] = rows
        if (!before) return 'UNKNOWN'
        const { rowCount } = await client.query(update, [...valuesOf(repository)])
        if (rowCount !== 1) return 'HOLDS_TOKENS'
        const changed = diffMembers(repositoryOf(before), repository)
        const subject = { repositoryId: repository.id, changed }
        if (changed)
          await writeAuditLine(client, { merchantId: operator, action: 'TOKEN_REPOSITORY_CHANGED', subject, ...by })
        return 'UPDATED'
      }),
  }
}
