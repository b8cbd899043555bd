// The chain of the audit log in PostgreSQL. The process that chains a merchant's entries locks the chain's head
// meanwhile. Positions and hashes are written only where there are none, and never overwritten.
import type { PoolClient } from 'pg'
import { type MerchantDatabases, onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, inUnitOfWork, prepared } from '../../platform/postgres/database.ts'
import type { WaitingRows } from '../../platform/postgres/due-rows.ts'
import type { AuditChain, AuditHead } from '../ports/audit.ts'
import { type AuditLineRow, auditLineColumns, chainedLineOf, type HeadRow, headOf } from './audit.ts'

export const dueAuditEntries = {
  from: 'audit',
  id: 'merchant_id',
  where: 'position is null',
} as const satisfies WaitingRows

const unchained = prepared(
  'unchained-lines',
  `select ${auditLineColumns} from audit where merchant_id = $1 and ${dueAuditEntries.where} order by at, audit_id limit $2`,
)

const chainLines = prepared(
  'chain-lines',
  `update audit a set position = g.position, prev_hash = g.prev_hash, hash = g.hash
   from unnest($2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[]) as g(audit_id, position, prev_hash, hash)
   where a.merchant_id = $1 and a.audit_id = g.audit_id and a.position is null`,
)

const moveHead = prepared(
  'move-audit-head',
  `update audit_heads set position = $2, hash = $3, key_id = $4, mac = $5, updated_at = now() where merchant_id = $1`,
)

const lockHead = prepared('lock-audit-head', 'select * from audit_heads where merchant_id = $1 for update skip locked')

/**
 * Recorded in the operator's own chain, and therefore known even if the head and entries of a merchant are deleted
 * together; the start of the operator's own chain is known from the others.
 */
const wasBegun = `(exists (select 1 from audit where merchant_id = $1 and position is not null)
  or exists (select 1 from audit where merchant_id = '' and action = 'AUDIT_BEGUN' and subject ->> 'merchantId' = $1)
  or ($1 = '' and exists (select 1 from audit_heads where merchant_id <> '')
    and not exists (select 1 from audit where merchant_id = '')))`

const operator = ''

/**
 * Found by their keys and in the order of the index, whatever the statistics say: a step reads only its own entries,
 * however many wait.
 */
const begin = ['seqscan', 'bitmapscan', 'sort', 'hashjoin', 'mergejoin']
  .map((way) => `; set local enable_${way} = off`)
  .reduce((text, setting) => text + setting, 'begin')

export function postgresAuditChain(
  database: Database,
  /** Where a merchant's own work is done. */
  workOf: MerchantDatabases = onOneDatabase(database),
): AuditChain {
  const merchantIds = async (text: string, values: readonly unknown[]) => {
    const { rows } = await database.query<{ merchant_id: string }>(text, [...values])
    return rows.map(({ merchant_id }) => merchant_id)
  }
  const lines = async (where: string, values: readonly unknown[]) => {
    const { rows } = await database.query<AuditLineRow>(`select ${auditLineColumns} from audit ${where}`, [...values])
    return rows.map(chainedLineOf)
  }

  const waiting = (limit: number | null) => workOf.merchantsWith(dueAuditEntries, limit)

  return {
    merchantsWaiting: waiting,
    headsNotUnder: (keyId, limit) =>
      merchantIds('select merchant_id from audit_heads where key_id <> $1 order by merchant_id limit $2', [
        keyId,
        limit,
      ]),
    async merchants() {
      const named = await merchantIds(
        `select merchant_id from audit_heads
         union select subject ->> 'merchantId' as merchant_id from audit where merchant_id = '' and action = 'AUDIT_BEGUN'`,
        [],
      )
      return [...new Set([...named, ...(await waiting(null))])].toSorted()
    },

    chain: (merchantId, link, limit) =>
      inUnitOfWork(
        workOf.of(merchantId),
        async (client) => {
          const held = await holdHead(client, merchantId)
          if (held === 'LOCKED') return 'LOCKED'
          const { rows } = await client.query<AuditLineRow>(unchained([merchantId, limit]))
          const entries = rows.map(chainedLineOf)
          const { links, head } = link(held, entries)
          await writeHead(client, merchantId, head)
          if (links.length === 0) return 0
          const { rowCount } = await client.query(
            chainLines([
              merchantId,
              entries.map(({ auditId }) => auditId),
              links.map(({ position }) => position),
              links.map(({ previousHash }) => Buffer.from(previousHash, 'hex')),
              links.map(({ hash }) => Buffer.from(hash, 'hex')),
            ]),
          )
          if (rowCount !== links.length) throw new Error('audit log entries were changed while they were chained')
          return links.length
        },
        { begin },
      ),

    async findHead(merchantId) {
      const { rows } = await database.query<HeadRow>('select * from audit_heads where merchant_id = $1', [merchantId])
      if (rows[0]) return headOf(rows[0])
      return (await isBegun(database, merchantId)) ? 'GONE' : undefined
    },

    readDown: ({ merchantId, from = null, limit }) =>
      lines(
        `where merchant_id = $1 and position is not null and ($2::bigint is null or position <= $2)
         order by position desc limit $3`,
        [merchantId, from, limit],
      ),

    // In one statement, because the chaining process commits entries and head together.
    beyondHead: (merchantId, limit) =>
      lines(
        `where merchant_id = $1 and position > (select position from audit_heads where merchant_id = $1)
         order by position limit $2`,
        [merchantId, limit],
      ),

    async waiting(merchantId) {
      const { rows } = await database.query<{ count: string; oldest_at: Date | null }>(
        'select count(*), min(at) as oldest_at from audit where merchant_id = $1 and position is null',
        [merchantId],
      )
      const { count = '0', oldest_at: oldestAt = null } = rows[0] ?? {}
      return { count: Number(count), ...(oldestAt && { oldestAt }) }
    },
  }
}

/** Undefined at the beginning of a chain, which is recorded in the operator's own chain in the same commit. */
async function holdHead(client: PoolClient, merchantId: string): Promise<AuditHead | undefined | 'LOCKED'> {
  const { rows } = await client.query<HeadRow>(lockHead([merchantId]))
  if (rows[0]) return headOf(rows[0])
  // Waits for a process that is creating the row; a row that exists and is locked is skipped.
  const made = await client.query(
    `insert into audit_heads (merchant_id, position, hash, key_id, mac) values ($1, 0, '', '', '') on conflict do nothing`,
    [merchantId],
  )
  if (made.rowCount !== 1) return 'LOCKED'
  if (await isBegun(client, merchantId)) throw new Error(`the end of the audit log of "${merchantId}" is missing`)
  if (merchantId !== operator)
    await client.query(
      `insert into audit (merchant_id, at, actor, action, subject)
       values ('', now(), 'gateway', 'AUDIT_BEGUN', jsonb_build_object('merchantId', $1::text))`,
      [merchantId],
    )
  return undefined
}

async function isBegun(client: Pick<Database, 'query'>, merchantId: string): Promise<boolean> {
  const { rows } = await client.query<{ was_begun: boolean }>(`select ${wasBegun} as was_begun`, [merchantId])
  return rows[0]?.was_begun === true
}

async function writeHead(client: PoolClient, merchantId: string, { position, hash, mac }: AuditHead): Promise<void> {
  await client.query(moveHead([merchantId, position, Buffer.from(hash, 'hex'), mac.keyId, mac.hash]))
}
