// One page of a walk through everything that may name a key: values to be moved to another key are moved, and the keys
// that were found are recorded, all in the unit of work that also stores the walk's position.

import type pg from 'pg'
import { backfillPage, forgetFormerHashes } from './backfill.ts'
import type { KeyWalk } from './key-steps.ts'
import { walkPageStatement } from './keyed-table-statements.ts'
import {
  keyedTables,
  type RowKey,
  tokenAccounts,
  type WalkPage,
  type WalkPageResult,
  type WalkTools,
} from './keyed-tables.ts'
import { resealPage } from './reseal.ts'

/** Rows in a page: few where each may have to be decrypted and sealed, more where they are only read. */
const rowsPerPage = { moving: 500, looking: 5_000 }

export async function beginPass(client: pg.PoolClient, work: KeyWalk): Promise<void> {
  await client.query(
    `insert into vault_passes (work, began_at, worked_at) values ($1, clock_timestamp(), clock_timestamp())
     on conflict (work) do update set began_at = excluded.began_at, worked_at = excluded.worked_at, ended_at = null,
       place = 0, after = null, walked = 0, changed = 0, failed = 0`,
    [work],
  )
}

export async function walkPage(client: pg.PoolClient, work: KeyWalk, tools: WalkTools): Promise<void> {
  const position = await client.query<{ place: number; after: RowKey | null }>(
    'select place, after from vault_passes where work = $1',
    [work],
  )
  const { place: index = 0, after = null } = position.rows[0] ?? {}
  const table = keyedTables[work][index]
  if (!table) {
    await client.query('update vault_passes set ended_at = clock_timestamp() where work = $1', [work])
    return
  }
  const isMoving = work === 'RESEAL' || work === 'BACKFILL'
  const { rows } = await client.query<{ walked: number; last: RowKey | null; named: readonly string[] }>(
    walkPageStatement(table, { isFirst: after === null }),
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
       worked_at = clock_timestamp() where work = $1`,
    [work, last, walked, moved.changed, moved.failed],
  )
}

async function move(client: pg.PoolClient, work: KeyWalk, page: WalkPage, tools: WalkTools): Promise<WalkPageResult> {
  if (work === 'RESEAL') return resealPage(client, page, tools)
  if (work === 'BACKFILL') return backfillPage(client, page, tools)
  if (page.place === tokenAccounts) await forgetFormerHashes(client, page, tools)
  return { changed: 0, failed: 0 }
}

/**
 * Only of keys that are being retired; the others are named all the time. Locked in their order, as everywhere where
 * several keys change at once, which avoids deadlocks.
 */
async function noteNamed(client: pg.PoolClient, named: readonly string[]): Promise<void> {
  if (named.length === 0) return
  await client.query(
    `with held as (
       select key_id from vault_keys where key_id = any($1) and state in ('RETIRING', 'RETIRED')
       order by key_id for no key update)
     update vault_keys k set named_at = clock_timestamp() from held where held.key_id = k.key_id`,
    [named],
  )
}
