// Informs merchants of events of tokens that were committed before, on a distributed database: their outboxes may be on other nodes.
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import type { DueRows } from '../../platform/postgres/due-rows.ts'

export interface MerchantNotice {
  readonly repositoryId: string
  readonly token: string
  readonly number: number
  readonly homeRepositoryId: string
}

/** Events of a sub-merchant go to its aggregators only, not to all that share the repository around it. */
const merchantsText = `select merchant_id from merchants where profile ->> 'tokenRepositoryId' = $1
  and ($2 or (profile ->> 'isAggregator')::boolean) order by merchant_id`

const isThereText = `select 1 from feed_entries where merchant_id = $1 and subject = 'TOKEN' and repository_id = $2
  and name = $3 and number = $4 limit 1`

const informText = `insert into outbox (merchant_id, subject, repository_id, name, number)
values ($1, 'TOKEN', $2, $3, $4) on conflict do nothing`

const endText = 'delete from token_notices where repository_id = $1 and token = $2 and number = $3'

/** A commit for each merchant, and one that ends the notice. */
export async function informMerchants(
  database: Database,
  { repositoryId, token, number, homeRepositoryId }: MerchantNotice,
  /** It may have been interrupted before: what is in a feed already is not written again. */
  { isRepeated = false } = {},
): Promise<void> {
  const values = [homeRepositoryId, repositoryId === homeRepositoryId]
  const { rows } = await database.query<{ merchant_id: string }>(merchantsText, values)
  for (const { merchant_id: merchantId } of rows)
    await inUnitOfWork(database, async (client) => {
      const event = [merchantId, repositoryId, token, number]
      // Who gives positions holds this row meanwhile.
      if (isRepeated) await client.query('select 1 from feeds where merchant_id = $1 for update', [merchantId])
      if (isRepeated && (await client.query(isThereText, event)).rowCount !== 0) return
      await client.query(informText, event)
    })
  await database.query(endText, [repositoryId, token, number])
}

/** Of a process that stopped between the commits: one that is at work ends its own. */
export const dueTokenNotices = {
  from: 'token_notices',
  id: 'repository_id',
  where: `written_at < now() - interval '10 seconds'`,
} as const satisfies DueRows

const dueText = `select repository_id, token, number, home_repository_id from token_notices
where ${dueTokenNotices.where} order by written_at limit $1`

/** What a process has left behind that stopped between the commits. Returns how many. */
export async function informLate(database: Database, limit: number): Promise<number> {
  const { rows } = await database.query<{
    repository_id: string
    token: string
    number: number
    home_repository_id: string
  }>(dueText, [limit])
  for (const { repository_id: repositoryId, home_repository_id: homeRepositoryId, token, number } of rows)
    await informMerchants(database, { repositoryId, token, number, homeRepositoryId }, { isRepeated: true })
  return rows.length
}
