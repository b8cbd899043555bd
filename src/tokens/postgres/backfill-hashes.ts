// Hashes the accounts of tokens under keys that they are not hashed under yet, and deletes hashes under keys that are
// out of use.

import type pg from 'pg'
import type { AuditEntry } from '../../audit/index.ts'
import type { KeyedHash } from '../../kernel/keyed-hash.ts'
import {
  type KeyFacts,
  type ScanPage,
  type ScanPageResult,
  type ScanTools,
  tokenAccountSealContext,
  writeOpeningAuditLines,
} from '../../keys/index.ts'
import { storedIdentity } from '../rules/stored-identity.ts'
import type { StoredKind } from '../rules/token.ts'
import type { StoredTokenDetails } from '../rules/token-details.ts'

interface StoredRow {
  readonly repository_id: string
  readonly token: string
  readonly kind: StoredKind
  readonly details: StoredTokenDetails
  readonly account_key_id: string
  readonly account_sealed: Buffer
  readonly revision: number
}

interface HashRow {
  readonly repository_id: string
  readonly token: string
  readonly key_id: string
  readonly is_only: boolean
}

interface TokenRow extends StoredRow {
  readonly is_only: boolean
  readonly missing: readonly string[]
}

const isOfPage = (isFirst: boolean) =>
  `${isFirst ? '$1::text[] is null' : '(repository_id, token) > (($1::text[])[1], ($1::text[])[2])'}
   and (repository_id, token) <= (($2::text[])[1], ($2::text[])[2])`

const readPage = (
  isFirst: boolean,
) => `select repository_id, token, kind, details, account_key_id, account_sealed, revision
  from tokens where ${isOfPage(isFirst)} order by repository_id, token`

const readHashes = (isFirst: boolean) => `select repository_id, token, key_id, is_only from token_accounts
  where ${isOfPage(isFirst)}`

/**
 * Only of tokens that are unchanged since they were read, and of one repository. Other writers of hashes wait for this moment, and
 * see them: a concurrent deletion of a token would otherwise leave the new hash behind.
 */
const insertHashes = `insert into token_accounts (repository_id, key_id, hash, token, is_only)
  select $1, given.key_id, given.hash, given.token, given.is_only
  from unnest($2::text[], $3::int[], $4::text[], $5::bytea[], $6::boolean[])
    as given (token, revision, key_id, hash, is_only)
  join tokens t on t.repository_id = $1 and t.token = given.token and t.revision = given.revision
  on conflict do nothing`

/** The tokens of the page that have no hash under one of the wanted keys. */
async function findMissing(
  client: pg.PoolClient,
  { after, last }: Pick<ScanPage, 'after' | 'last'>,
  keyIds: readonly string[],
): Promise<readonly TokenRow[]> {
  const page = [after ?? null, last]
  const tokens = await client.query<StoredRow>(readPage(after === undefined), page)
  const hashes = await client.query<HashRow>(readHashes(after === undefined), page)
  const nameOf = ({ repository_id: repositoryId, token }: { repository_id: string; token: string }) =>
    `${repositoryId}\u0000${token}`
  const hashesByToken = Map.groupBy(hashes.rows, nameOf)
  return tokens.rows
    .map((row) => {
      const own = hashesByToken.get(nameOf(row)) ?? []
      const missing = keyIds.filter((keyId) => !own.some((hash) => hash.key_id === keyId))
      return { ...row, is_only: own.some((hash) => hash.is_only), missing }
    })
    .filter(({ missing }) => missing.length > 0)
}

export async function backfillPage(
  client: pg.PoolClient,
  { after, last }: ScanPage,
  { keys, vault, onError }: ScanTools,
): Promise<ScanPageResult> {
  const keyIds = accountKeys(keys, ['CURRENT', 'INTRODUCED'])
  const rows = await findMissing(client, { after, last }, keyIds)
  if (rows.length === 0) return { changed: 0, failed: 0 }

  const newHashes: { readonly row: TokenRow; readonly hash: KeyedHash }[] = []
  const openings: Omit<AuditEntry, 'at'>[] = []
  for (const row of rows) {
    const name = { repositoryId: row.repository_id, token: row.token }
    const sealed = { keyId: row.account_key_id, sealed: row.account_sealed }
    try {
      const identity = storedIdentity(row, await vault.open(sealed, tokenAccountSealContext(name)))
      for (const keyId of row.missing) newHashes.push({ row, hash: vault.keyedHash('ACCOUNT', identity, keyId) })
      const subject = { ...name, purpose: 'HASH' }
      openings.push({ merchantId: '', actor: 'gateway', action: 'ACCOUNT_OPENED', subject })
    } catch (cause) {
      onError(new Error(`the account of a token in ${row.repository_id} could not be rehashed`, { cause }))
    }
  }
  if (newHashes.length > 0) {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query('lock table token_accounts in share row exclusive mode')
    for (const [repositoryId, own] of Map.groupBy(newHashes, ({ row }) => row.repository_id))
      await client.query(insertHashes, [
        repositoryId,
        own.map(({ row }) => row.token),
        own.map(({ row }) => row.revision),
        own.map(({ hash }) => hash.keyId),
        own.map(({ hash }) => hash.hash),
        own.map(({ row }) => row.is_only),
      ])
  }
  await writeOpeningAuditLines(client, openings)
  return { changed: openings.length, failed: rows.length - openings.length }
}

/** A hash under a retired key is deleted when its token has one under the current key, or is deleted itself. */
export async function forgetFormerHashes(
  client: pg.PoolClient,
  { after, last }: ScanPage,
  { keys }: ScanTools,
): Promise<void> {
  const retired = accountKeys(keys, ['RETIRED'])
  if (retired.length === 0) return
  const order = '(repository_id, key_id, hash, token)'
  const bound = (parameter: string) => {
    const part = (index: number) => `(${parameter}::text[])[${index}]`
    return `(${part(1)}, ${part(2)}, decode(${part(3)}, 'hex'), ${part(4)})`
  }
  const inPage = `${after ? `${order} > ${bound('$1')}` : '$1::text[] is null'} and ${order} <= ${bound('$2')}`
  const { rows } = await client.query<{ repository_id: string }>(
    `select repository_id from token_accounts where ${inPage} and key_id = any($3) group by repository_id`,
    [after ?? null, last, retired],
  )
  for (const { repository_id: repositoryId } of rows)
    await client.query(
      `delete from token_accounts where repository_id = $5 and (key_id, hash, token) in (
         select a.key_id, a.hash, a.token from token_accounts a
         where a.repository_id = $5 and ${inPage.replaceAll(order, '(a.repository_id, a.key_id, a.hash, a.token)')}
           and a.key_id = any($3)
           and (exists (select 1 from token_accounts c
               where c.repository_id = $5 and c.token = a.token and c.key_id = any($4))
             or not exists (select 1 from tokens t where t.repository_id = $5 and t.token = a.token))
         for update of a skip locked)`,
      [after ?? null, last, retired, accountKeys(keys, ['CURRENT']), repositoryId],
    )
}

function accountKeys(keys: readonly KeyFacts[], states: readonly KeyFacts['state'][]): readonly string[] {
  return keys.filter(({ purpose, state }) => purpose === 'ACCOUNT' && states.includes(state)).map(({ keyId }) => keyId)
}
