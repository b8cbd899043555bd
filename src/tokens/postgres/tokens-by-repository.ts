// The statements about tokens on a distributed database: each names one repository, whose rows are on one node. The merchants of the
// repository are informed after the commit, because their outboxes may be on other nodes.
import type { PoolClient } from 'pg'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import type { TokenKey } from '../../payments/index.ts'
import { type Database, inUnitOfWork } from '../../platform/postgres/database.ts'
import { violates } from '../../platform/postgres/database-errors.ts'
import { retryNumbering, shownText } from './token-event-statements.ts'
import { informMerchants, type MerchantNotice } from './token-notices.ts'
import { type TokenRow, tokenColumns, type UsableRow, usableColumns } from './token-rows.ts'
import {
  plainNames,
  type TokenChange,
  type TokenCreation,
  type TokenNameRow,
  type TokenStatements,
  tokenValues,
} from './token-statements.ts'

const ofToken = 'repository_id = $1 and token = $2'

const readText = `select ${tokenColumns}, exists (select 1 from token_accounts a
  where a.${ofToken.replace('and ', 'and a.')} and (a.key_id, a.hash) in (
    select * from unnest($3::text[], $4::bytea[]))) as is_account
from tokens t where t.repository_id = $1 and t.token = $2`

const readToUseText = `select ${usableColumns} from tokens t where t.repository_id = $1 and t.token = any ($2)`

const holdersText = `select ${tokenColumns} from tokens t
where t.repository_id = $1 and t.token in (select a.token from token_accounts a
  where a.repository_id = $1 and (a.key_id, a.hash) in (select * from unnest($2::text[], $3::bytea[])))
order by t.created_at, t.token`

const names = Object.keys(tokenValues)
const placeholders = names.map((_, index) => `$${index + 1}`)
const updatedAt = placeholders[names.indexOf('updated_at')]

const insertText = `insert into tokens (${names.join(', ')}, created_at, last_used_at)
values (${placeholders.join(', ')}, ${updatedAt}, ${updatedAt}) on conflict (repository_id, token) do nothing`

const holdHashesText = `insert into token_accounts (repository_id, key_id, hash, token, is_only)
select $1, key_id, hash, $2, $3::boolean from unnest($4::text[], $5::bytea[]) as g(key_id, hash) order by key_id, hash
on conflict (repository_id, key_id, hash, token) do nothing`

const leaveHashesText = `delete from token_accounts where ${ofToken} and (key_id, hash) not in (
  select * from unnest($3::text[], $4::bytea[]))`

const lastNumberText = `select coalesce(max(number), 0) as last from token_events where ${ofToken}`

const writeEventText = `insert into token_events (repository_id, token, number, kind, at, shown)
select t.repository_id, t.token, $3, $4, coalesce($5::timestamptz, t.updated_at), ${shownText}
from tokens t where t.repository_id = $1 and t.token = $2`

const noticeText = `insert into token_notices (repository_id, token, number, home_repository_id) values ($1, $2, $3, $4)`

const holdText = `select home_repository_id, status, scheme_reference, scheme_sealed is not null as has_scheme_number, now() as now
from tokens where ${ofToken}`

const giveUpText = `insert into scheme_tokens_given_up (repository_id, reference, due_at) values ($1, $2, now())
on conflict (repository_id, reference) do update set due_at = least(scheme_tokens_given_up.due_at, excluded.due_at)`

interface HeldToken {
  readonly home_repository_id: string
  readonly status: string
  readonly scheme_reference: string | null
  readonly has_scheme_number: boolean
  readonly now: Date
}

export function tokenStatementsByRepository(database: Database): TokenStatements {
  const inOrder = async <Item, Row>(items: readonly Item[], work: (item: Item) => Promise<readonly Row[]>) => {
    const rows: Row[] = []
    for (const item of items) rows.push(...(await work(item)))
    return rows
  }

  /** The commit of a token, then those of its merchants; a job informs those that this process does not reach. */
  const commit = async <T>(work: (client: PoolClient) => Promise<readonly [T, MerchantNotice?]>): Promise<T> => {
    const [result, notice] = await inUnitOfWork(database, work)
    if (notice) await informMerchants(database, notice).catch(() => undefined)
    return result
  }

  const one = (name: TokenKey, work: (client: PoolClient) => Promise<Changed>): Promise<readonly TokenNameRow[]> =>
    retryNumbering(() => commit(work)).catch((error: unknown) => {
      if (violates(error, 'token_accounts_only')) return [{ ...nameRow(name), isAccountTaken: true }]
      throw error
    })

  return {
    readTokens: (lookups) =>
      inOrder(lookups, async ({ repositoryId, token, hashes, position }) => {
        const values = [repositoryId, token, ...hashArrays(hashes)]
        const { rows } = await database.query<TokenRow & { is_account: boolean }>(readText, values)
        return rows.map((row) => ({ ...row, place: position }))
      }),

    readTokensToUse: (keys) =>
      inOrder([...Map.groupBy(keys, ({ repositoryId }) => repositoryId)], async ([repositoryId, own]) => {
        const values = [repositoryId, own.map(({ token }) => token)]
        return (await database.query<UsableRow>(readToUseText, values)).rows
      }),

    readHolders: (lookups) =>
      inOrder(lookups, async ({ repositoryId, hashes, position }) => {
        const { rows } = await database.query<TokenRow>(holdersText, [repositoryId, ...hashArrays(hashes)])
        return rows.map((row) => ({ ...row, place: position }))
      }),

    // A commit each: one that is refused must not take back those before it.
    create: (tokens) => inOrder(tokens, (token) => one(token, (client) => createOne(client, token))),
    update: (changes) => inOrder(changes, (change) => one(change, (client) => updateOne(client, change))),
    delete: (name, isNameRetired) => commit((client) => deleteOne(client, name, isNameRetired)),

    async noteUses(uses) {
      for (const [repositoryId, own] of Map.groupBy(uses, ({ repositoryId: id }) => id))
        await database.query(
          `update tokens t set last_used_at = greatest(t.last_used_at, g.at)
           from unnest($2::text[], $3::timestamptz[]) as g(token, at) where t.repository_id = $1 and t.token = g.token`,
          [repositoryId, own.map(({ token }) => token), own.map(({ at }) => at)],
        )
    },
  }
}

type Changed = readonly [readonly TokenNameRow[], MerchantNotice?]

async function createOne(client: PoolClient, token: TokenCreation): Promise<Changed> {
  const key = [token.repositoryId, token.token]
  if (token.isNamedByGateway) {
    const { rowCount } = await client.query(`select 1 from retired_token_names where ${ofToken}`, key)
    if (rowCount !== 0) return [[]]
  }
  const made = await client.query(insertText, valuesOf(token))
  if (made.rowCount === 0) return [[]]
  const notice = await writeEvent(client, token, { kind: 'CREATED', home: token.homeRepositoryId })
  await client.query(holdHashesText, [...key, token.isOnly, ...hashArrays(token.hashes)])
  return [[nameRow(token)], notice]
}

async function updateOne(client: PoolClient, change: TokenChange): Promise<Changed> {
  const key = [change.repositoryId, change.token]
  const { rows } = await client.query<HeldToken>(`${holdText} and revision = $3 for update`, [
    ...key,
    change.expectedRevision,
  ])
  const [storedRow] = rows
  if (!storedRow) return [[]]
  const reference = change.schemeToken?.reference
  const isSameScheme = reference !== undefined && reference === storedRow.scheme_reference
  const written = [
    ...plainNames,
    ...(change.hashes ? ['account_key_id', 'account_sealed'] : []),
    ...(isSameScheme && storedRow.has_scheme_number ? [] : ['scheme_key_id', 'scheme_sealed']),
  ]
  const all = valuesOf(change)
  const sets = [
    ...written.map((name, index) => `${name} = $${index + 3}`),
    ...(isSameScheme ? [] : ['scheme_attempts = 0']),
    ...(change.updateSource === 'CLIENT'
      ? [`last_used_at = greatest(last_used_at, $${written.indexOf('updated_at') + 3})`]
      : []),
  ]
  await client.query(`update tokens set ${sets.join(', ')}, revision = revision + 1 where ${ofToken}`, [
    ...key,
    ...written.map((name) => all[names.indexOf(name)]),
  ])
  const kind = storedRow.status === change.state.status ? 'UPDATED' : 'STATUS'
  const notice = await writeEvent(client, change, { kind, home: storedRow.home_repository_id })
  if (change.hashes) {
    await client.query(leaveHashesText, [...key, ...hashArrays(change.hashes)])
    await client.query(holdHashesText, [...key, change.isOnly, ...hashArrays(change.hashes)])
  }
  if (storedRow.scheme_reference !== null && !isSameScheme)
    await client.query(giveUpText, [change.repositoryId, storedRow.scheme_reference])
  return [[nameRow(change)], notice]
}

async function deleteOne(
  client: PoolClient,
  { repositoryId, token }: TokenKey,
  isNameRetired: boolean,
): Promise<readonly [boolean, MerchantNotice?]> {
  const key = [repositoryId, token]
  const { rows } = await client.query<HeldToken>(`${holdText} for update`, key)
  const [storedRow] = rows
  if (!storedRow) return [false]
  const event = { kind: 'DELETED', home: storedRow.home_repository_id, at: storedRow.now }
  const notice = await writeEvent(client, { repositoryId, token }, event)
  await client.query(`delete from tokens where ${ofToken}`, key)
  await client.query(`delete from token_accounts where ${ofToken}`, key)
  if (isNameRetired)
    await client.query(
      'insert into retired_token_names (repository_id, token) values ($1, $2) on conflict do nothing',
      key,
    )
  if (storedRow.scheme_reference !== null) await client.query(giveUpText, [repositoryId, storedRow.scheme_reference])
  return [true, notice]
}

/** Numbers continue after the last event of that name; two that take the same one at once are resolved by the primary key. */
async function writeEvent(
  client: PoolClient,
  { repositoryId, token }: TokenKey,
  { kind, home, at }: { readonly kind: string; readonly home: string; readonly at?: Date | undefined },
): Promise<MerchantNotice> {
  const { rows } = await client.query<{ last: number }>(lastNumberText, [repositoryId, token])
  const number = (rows[0]?.last ?? 0) + 1
  await client.query(writeEventText, [repositoryId, token, number, kind, at ?? null])
  await client.query(noticeText, [repositoryId, token, number, home])
  return { repositoryId, token, number, homeRepositoryId: home }
}

function valuesOf(token: TokenCreation | TokenChange): unknown[] {
  return Object.values(tokenValues).map(([, value]) => value(token) ?? null)
}

function hashArrays(hashes: readonly KeyedHash[]): readonly [string[], Buffer[]] {
  return [hashes.map(({ keyId }) => keyId), hashes.map(({ hash }) => hash)]
}

function nameRow({ repositoryId, token }: TokenKey): TokenNameRow {
  return { repository_id: repositoryId, token }
}
