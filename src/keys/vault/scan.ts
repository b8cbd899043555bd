// One page of a scan of everything that may name a key: values to be moved to another key are moved, and the keys
// that were found are recorded, all in the unit of work that also stores the scan's position.
import type pg from 'pg'
import type { AuditEntry } from '../../audit/index.ts'
import type { SealedValue } from '../ports/vault.ts'
import type { KeyScan } from './key-steps.ts'
import { keyArrays, resealStatement, scanPageStatement, sealedStatement } from './keyed-table-statements.ts'
import {
  type AccountHashes,
  keyedTables,
  type RowKey,
  type ScanPage,
  type ScanPageResult,
  type ScanTools,
  type SealedColumns,
  tokenAccounts,
} from './keyed-tables.ts'
import { writeOpeningAuditLines } from './write-audit-lines.ts'

/** Rows in a page: few where each may have to be decrypted and sealed, more where they are only read. */
const rowsPerPage = { moving: 500, looking: 5_000 }

export async function beginPass(client: pg.PoolClient, work: KeyScan): Promise<void> {
  await client.query(
    `insert into vault_passes (work, began_at, worked_at) values ($1, clock_timestamp(), clock_timestamp())
     on conflict (work) do update set began_at = excluded.began_at, worked_at = excluded.worked_at, ended_at = null,
       place = 0, after = null, walked = 0, changed = 0, failed = 0`,
    [work],
  )
}

export async function scanPage(client: pg.PoolClient, work: KeyScan, tools: ScanTools): Promise<void> {
  const position = await client.query<{ place: number; after: RowKey | null }>(
    'select place, after from vault_passes where work = $1',
    [work],
  )
  const { place: index = 0, after = null } = position.rows[0] ?? {}
  const table = keyedTables[work][index]
  if (!table) {
    await client.query('update vault_passes set ended_at = statement_timestamp() where work = $1', [work])
    return
  }
  const isMoving = work === 'RESEAL' || work === 'BACKFILL'
  const { rows } = await client.query<{ walked: number; last: RowKey | null; named: readonly string[] }>(
    scanPageStatement(table, { isFirst: after === null }),
    [after, isMoving ? rowsPerPage.moving : rowsPerPage.looking],
  )
  const { walked = 0, last = null, named = [] } = rows[0] ?? {}
  if (last === null) {
    await client.query('update vault_passes set place = place + 1, after = null where work = $1', [work])
    return
  }
  const moved = await move(client, work, { place: table, after: after ?? undefined, last }, tools)
  await noteNamed(client, named)
  await client.query(
    `update vault_passes set after = $2, walked = walked + $3, changed = changed + $4, failed = failed + $5,
       worked_at = statement_timestamp() where work = $1`,
    [work, last, walked, moved.changed, moved.failed],
  )
}

async function move(client: pg.PoolClient, work: KeyScan, page: ScanPage, tools: ScanTools): Promise<ScanPageResult> {
  if (work === 'RESEAL') return resealPage(client, page, tools)
  if (work === 'BACKFILL') return accountHashesOf(tools).backfillPage(client, page, tools)
  if (page.place === tokenAccounts) await accountHashesOf(tools).forgetFormerHashes(client, page, tools)
  return { changed: 0, failed: 0 }
}

function accountHashesOf({ accountHashes }: ScanTools): AccountHashes {
  if (!accountHashes) throw new Error('keys rotate only where the accounts of tokens can be hashed again')
  return accountHashes
}

/**
 * Only of keys that are being retired; the others are named all the time. Locked in their order, as everywhere where
 * several keys change at once, which avoids deadlocks.
 */
async function noteNamed(client: pg.PoolClient, named: readonly string[]): Promise<void> {
  if (named.length === 0) return
  const { rows } = await client.query<{ key_id: string }>(
    `select key_id from vault_keys where key_id = any($1) and state in ('RETIRING', 'RETIRED')
     order by key_id for no key update`,
    [named],
  )
  if (rows.length === 0) return
  await client.query('update vault_keys set named_at = statement_timestamp() where key_id = any($1)', [
    rows.map(({ key_id: keyId }) => keyId),
  ])
}

// Re-encrypts the values of a page: those under keys that are to be emptied are decrypted and sealed under the current
// key.

interface ResealedValue {
  readonly row: RowKey
  readonly old: Buffer
  readonly fresh: SealedValue
}

export async function resealPage(client: pg.PoolClient, page: ScanPage, tools: ScanTools): Promise<ScanPageResult> {
  const leaving = tools.keys
    .filter(({ isToBeEmptied, state }) => isToBeEmptied && state !== 'CURRENT')
    .map(({ keyId }) => keyId)
  let [changed, failed] = [0, 0]
  if (leaving.length === 0) return { changed, failed }
  for (const columns of page.place.sealed ?? []) {
    const moved = await resealColumn(client, page, { columns, leaving, tools })
    changed += moved.changed
    failed += moved.failed
  }
  return { changed, failed }
}

async function resealColumn(
  client: pg.PoolClient,
  { place: table, after, last }: ScanPage,
  {
    columns,
    leaving,
    tools: { vault, onError },
  }: { columns: SealedColumns; leaving: readonly string[]; tools: ScanTools },
): Promise<ScanPageResult> {
  const { rows } = await client.query<{ row: RowKey; key_id: string; sealed: Buffer }>(
    sealedStatement(table, columns, { isFirst: after === undefined }),
    [after ?? null, last, leaving],
  )
  const resealed: ResealedValue[] = []
  for (const { row, key_id: keyId, sealed } of rows) {
    const belongsTo = columns.belongsTo(row)
    const clear = await vault.open({ keyId, sealed }, belongsTo).catch((cause: unknown) => {
      onError(
        new Error(`a value of ${belongsTo.slice(0, 2).join(' ')} could not be decrypted for re-encryption`, { cause }),
      )
      return undefined
    })
    // Sealing fails when no seals are reserved: then the whole page is postponed.
    if (clear !== undefined) resealed.push({ row, old: sealed, fresh: vault.seal(clear, belongsTo) })
  }
  // Owner by owner: rows of several may be on different nodes.
  for (const [owner, own] of Map.groupBy(resealed, ({ row }) => row[0])) {
    const rowKeys = own.map(({ row }) => row)
    await client.query(resealStatement(table, columns), [
      owner,
      ...keyArrays(table, rowKeys),
      own.map(({ old }) => old),
      own.map(({ fresh }) => fresh.keyId),
      own.map(({ fresh }) => fresh.sealed),
    ])
  }
  if (resealed.length > 0) await writeOpeningAuditLines(client, openingsOf(columns, resealed))
  return { changed: resealed.length, failed: rows.length - resealed.length }
}

function openingsOf({ opening }: SealedColumns, resealed: readonly ResealedValue[]): readonly Omit<AuditEntry, 'at'>[] {
  if (!opening) return []
  return resealed.map(({ row }) => ({ ...opening(row), actor: 'gateway', action: 'ACCOUNT_OPENED' }))
}
