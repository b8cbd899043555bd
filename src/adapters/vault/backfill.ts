// Hashes the accounts of tokens under keys that they are not hashed under yet, and deletes hashes under keys that are
// out of use.

import type pg from 'pg'
import { storedIdentity } from '../../domain/tokens/stored-identity.ts'
import type { StoredKind } from '../../domain/tokens/token.ts'
import type { StoredTokenDetails } from '../../domain/tokens/token-details.ts'
import type { AuditEntry } from '../../ports/audit/audit.ts'
import { tokenAccountSealContext } from '../../ports/keys/seal-context.ts'
import type { KeyedHash } from '../../ports/keys/vault.ts'
import type { KeyFacts } from './key-steps.ts'
import type { WalkPage, WalkPageResult, WalkTools } from './keyed-tables.ts'
import { writeOpeningAuditLines } from './write-audit-lines.ts'

interface TokenRow {
  readonly repository_id: string
  readonly token: string
  readonly kind: StoredKind
  readonly details: StoredTokenDetails
  readonly account_key_id: string
  readonly account_sealed: Buffer
  readonly revision: number
  readonly is_only: boolean
  readonly missing: readonly string[]
}

const findMissing = (isFirst: boolean) => `select * from (
    select t.repository_id, t.token, kind, details, account_key_id, account_sealed, revision,
      coalesce((select bool_or(is_only) from token_accounts a
        where a.repository_id = t.repository_id and a.token = t.token), false) as is_only,
      array(select wanted from unnest($3::text[]) wanted where not exists (
        select from token_accounts a
        where a.repository_id = t.repository_id and a.token = t.token and a.key_id = wanted)) as missing
    from tokens t
    where ${isFirst ? '$1::text[] is null' : '(repository_id, token) > (($1::text[])[1], ($1::text[])[2])'}
      and (repository_id, token) <= (($2::text[])[1], ($2::text[])[2])) page
  where cardinality(missing) > 0 order by repository_id, token`

/**
 * Only of tokens that are unchanged since they were read. Other writers of hashes wait for this moment, and see them: a
 * concurrent deletion of a token would otherwise leave the new hash behind.
 */
const insertHashes = `insert into token_accounts (repository_id, key_id, hash, token, is_only)
  select given.repository_id, given.key_id, given.hash, given.token, given.is_only
  from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::bytea[], $6::boolean[])
    as given (repository_id, token, revision, key_id, hash, is_only)
  join tokens t on t.repository_id = given.repository_id and t.token = given.token and t.revision = given.revision
  on conflict do nothing`

export async function backfillPage(
  client: pg.PoolClient,
  { after, last }: WalkPage,
  { keys, vault, onError }: WalkTools,
): Promise<WalkPageResult> {
  const wanted = accountKeys(keys, ['CURRENT', 'INTRODUCED'])
  const { rows } = await client.query<TokenRow>(findMissing(after === undefined), [after ?? null, last, wanted])
  if (rows.length === 0) return { changed: 0, failed: 0 }

  const found: { readonly row: TokenRow; readonly hash: KeyedHash }[] = []
  const openings: Omit<AuditEntry, 'at'>[] = []
  for (const row of rows) {
    const name = { repositoryId: row.repository_id, token: row.token }
    const sealed = { keyId: row.account_key_id, sealed: row.account_sealed }
    try {
      const identity = storedIdentity(row, await vault.open(sealed, tokenAccountSealContext(name)))
      for (const keyId of row.missing) found.push({ row, hash: vault.keyedHash('ACCOUNT', identity, keyId) })
      const subject = { ...name, purpose: 'HASH' }
      openings.push({ merchantId: '', actor: 'gateway', action: 'ACCOUNT_OPENED', subject })
    } catch (cause) {
      onError(new Error(`the account of a token in ${row.repository_id} could not be rehashed`, { cause }))
    }
  }
  if (found.length > 0) {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query('lock table token_accounts in share row exclusive mode')
    await client.query(insertHashes, [
      found.map(({ row }) => row.repository_id),
      found.map(({ row }) => row.token),
      found.map(({ row }) => row.revision),
      found.map(({ hash }) => hash.keyId),
      found.map(({ hash }) => hash.hash),
      found.map(({ row }) => row.is_only),
    ])
  }
  await writeOpeningAuditLines(client, openings)
  return { changed: openings.length, failed: rows.length - openings.length }
}

/** A hash under a retired key is deleted when its token has one under the current key, or is deleted itself. */
export async function forgetFormerHashes(
  client: pg.PoolClient,
  { after, last }: WalkPage,
  { keys }: WalkTools,
): Promise<void> {
  const retired = accountKeys(keys, ['RETIRED'])
  if (retired.length === 0) return
  const order = '(repository_id, key_id, hash, token)'
  const bound = (parameter: string) => {
    const part = (index: number) => `(${parameter}::text[])[${index}]`
    return `(${part(1)}, ${part(2)}, decode(${part(3)}, 'hex'), ${part(4)})`
  }
  await client.query(
    `delete from token_accounts where ctid = any (array(
       select a.ctid from token_accounts a
       where ${after ? `${order} > ${bound('$1')}` : '$1::text[] is null'} and ${order} <= ${bound('$2')}
         and key_id = any($3)
         and (exists (select from token_accounts c
             where c.repository_id = a.repository_id and c.token = a.token and c.key_id = any($4))
           or not exists (select from tokens t where t.repository_id = a.repository_id and t.token = a.token))
       for update skip locked))`,
    [after ?? null, last, retired, accountKeys(keys, ['CURRENT'])],
  )
}

function accountKeys(keys: readonly KeyFacts[], states: readonly KeyFacts['state'][]): readonly string[] {
  return keys.filter(({ purpose, state }) => purpose === 'ACCOUNT' && states.includes(state)).map(({ keyId }) => keyId)
}
