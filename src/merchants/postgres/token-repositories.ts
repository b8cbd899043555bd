// Token repositories in PostgreSQL.
import { actorText, subjectText, withAuditLine, writeAuditLine } from '../../audit/index.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { diffMembers } from '../../platform/postgres/diff-members.ts'
import type { ListedRepository, TokenRepositories } from '../ports/merchant-store.ts'
import { newRepository, type TokenRepository } from '../rules/token-repository.ts'

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

/** Tokens of sub-merchants are in other repositories, and name it as their home. */
const hasTokens = `select exists (select 1 from tokens where repository_id = $1)
  or exists (select 1 from tokens where home_repository_id = $1 and home_repository_id <> repository_id) as has_tokens`

/** Of all repositories in one query each, since their merchants and tokens may be on any node. */
const filled = `select repository_id from tokens group by repository_id
  union select home_repository_id from tokens where home_repository_id <> repository_id group by home_repository_id`

const sharing = `select profile ->> 'tokenRepositoryId' as repository_id, array_agg(merchant_id order by merchant_id) as merchant_ids
  from merchants where $1::text is null or profile ->> 'tokenRepositoryId' = $1 group by 1`

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
  where r.repository_id = $1 and ((r.generation = $2 and r.management = $3) or $7)`

function subjectOf({ id: repositoryId, ...decided }: TokenRepository): object {
  return { repositoryId, ...decided }
}

export function tokenRepositories(database: Database): TokenRepositories {
  const holdsTokens = async (client: Pick<Database, 'query'>, repositoryId: string) => {
    const { rows } = await client.query<{ has_tokens: boolean }>(hasTokens, [repositoryId])
    return rows[0]?.has_tokens ?? false
  }
  const merchantsOf = async (repositoryId: string | null) => {
    const { rows } = await database.query<{ repository_id: string; merchant_ids: readonly string[] }>(sharing, [
      repositoryId,
    ])
    return new Map(rows.map(({ repository_id: id, merchant_ids: merchantIds }) => [id, merchantIds]))
  }
  const listed = (row: RepositoryRow, merchantIds: readonly string[] = [], isFilled: boolean): ListedRepository => ({
    repository: repositoryOf(row),
    merchantIds,
    hasTokens: isFilled,
  })

  return {
    async find(repositoryId) {
      const { rows } = await database.query<RepositoryRow>(
        'select * from token_repositories where repository_id = $1',
        [repositoryId],
      )
      const [row] = rows
      if (!row) return undefined
      const merchantIds = (await merchantsOf(repositoryId)).get(repositoryId)
      return listed(row, merchantIds, await holdsTokens(database, repositoryId))
    },

    async list() {
      const { rows } = await database.query<RepositoryRow>('select * from token_repositories order by repository_id')
      const merchants = await merchantsOf(null)
      const { rows: holding } = await database.query<{ repository_id: string }>(filled)
      const full = new Set(holding.map(({ repository_id: id }) => id))
      return rows.map((row) => listed(row, merchants.get(row.repository_id), full.has(row.repository_id)))
    },

    async create(repository, { actor, at }) {
      const { rowCount } = await database.query(create, [
        operator,
        actorText(actor),
        at,
        subjectText(subjectOf(repository)),
        ...valuesOf(repository),
      ])
      return rowCount === 1
    },

    update: (repository, by) =>
      inUnitOfWork(database, async (client) => {
        const { rows } = await client.query<RepositoryRow>(lock, [repository.id])
        const [before] = rows
        if (!before) return 'UNKNOWN'
        const isEmpty = !(await holdsTokens(client, repository.id))
        const { rowCount } = await client.query(update, [...valuesOf(repository), isEmpty])
        if (rowCount !== 1) return 'HOLDS_TOKENS'
        const changed = diffMembers(repositoryOf(before), repository)
        const subject = { repositoryId: repository.id, changed }
        if (changed)
          await writeAuditLine(client, { merchantId: operator, action: 'TOKEN_REPOSITORY_CHANGED', subject, ...by })
        return 'UPDATED'
      }),
  }
}
