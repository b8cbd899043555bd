// Re-encrypts the values of a page: those under keys that are to be emptied are decrypted and sealed under the current
// key.
import type pg from 'pg'
import type { AuditEntry } from '../../audit/ports/audit.ts'
import type { SealedValue } from '../ports/vault.ts'
import { keyArrays, resealStatement, sealedStatement } from './keyed-table-statements.ts'
import type { RowKey, ScanPage, ScanPageResult, ScanTools, SealedColumns } from './keyed-tables.ts'
import { writeOpeningAuditLines } from './write-audit-lines.ts'

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
