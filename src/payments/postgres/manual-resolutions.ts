// Unresolved transactions in PostgreSQL: those that need manual resolution, the proposals about them, and how many are open.
import { randomUUID } from 'node:crypto'
import { actorText, auditLineJson, insertAuditLine, subjectText, withAuditLine } from '../../audit/index.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { isCursorTime, readCursor, writeCursor } from '../../platform/postgres/page-cursor.ts'
import type { HeldAttempt, HeldReason, ManualResolutions } from '../ports/manual-resolutions.ts'
import type { TransactionKey } from '../ports/transactions.ts'
import type { UnresolvedItems, UnresolvedItemsMonitor } from '../ports/unresolved-items.ts'
import type { ManualOutcome } from '../rules/manual-resolution.ts'
import { hasSeveralParts, lastAsked } from '../rules/refunds/refund-parts.ts'
import { responseJoin, selectedColumnsJoined, storedTransaction, type TransactionRow } from './order-rows.ts'

interface HeldRow extends TransactionRow {
  readonly currency: string
  readonly why: HeldReason
  readonly since: Date
  readonly since_text: string
  readonly proposal_id: string | null
  readonly outcome: ManualOutcome
  readonly authorization_code: string | null
  readonly reason: string
  readonly proposed_by: string
  readonly proposed_at: Date
}

/** A query for each partial index: one condition with "or" would read the whole table. */
interface HeldPart {
  readonly why: string
  readonly since: string
  readonly condition: string
}

const heldParts: readonly HeldPart[] = [
  { why: 't.manual_resolution', since: 't.manual_since', condition: 't.manual_resolution is not null' },
  {
    why: `'REVERSAL_' || t.reversal`,
    since: 't.updated_at',
    condition: `t.reversal in ('REFUSED', 'UNSUPPORTED') and t.manual_resolution is null`,
  },
]

/** The proposals are joined on the keys alone, as a distributed database needs it; those about another state do not count. */
const currentProposal = `case when r.claim = t.claim and r.reversal is not distinct from t.reversal then r.proposal_id end`

const heldText = ({ why, since, condition }: HeldPart) => `select ${selectedColumnsJoined}, o.currency, ${why} as why,
  ${since} as since, to_char(${since} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as since_text,
  ${currentProposal} as proposal_id, r.outcome, r.authorization_code, r.reason, r.proposed_by, r.proposed_at
from transactions t
join orders o on o.merchant_id = t.merchant_id and o.order_id = t.order_id
left join attempt_resolutions r on r.merchant_id = t.merchant_id and r.order_id = t.order_id
  and r.transaction_id = t.transaction_id
${responseJoin}
where ${condition}`

const findTexts = heldParts.map(
  (part) => `${heldText(part)} and t.merchant_id = $1 and t.order_id = $2 and t.transaction_id = $3`,
)

const listTexts = heldParts.map(
  (part) => `${heldText(part)} and ($1::text is null or t.merchant_id = $1)
  and ($2::timestamptz is null or (${part.since}, t.merchant_id, t.order_id, t.transaction_id) > ($2, $3, $4, $5))
order by ${part.since}, t.merchant_id, t.order_id, t.transaction_id limit $6`,
)

const orderOf = ({ since_text: since, merchant_id: merchantId, order_id: orderId, transaction_id: id }: HeldRow) =>
  [since, merchantId, orderId, id].join('\u0000')

/** A proposal about a transaction that has changed since is void, and makes way for another. */
const proposeText = withAuditLine(
  `insert into attempt_resolutions as r (merchant_id, order_id, transaction_id, claim, reversal, outcome,
    authorization_code, reason, proposed_by, proposed_at, proposal_id)
  select merchant_id, order_id, transaction_id, claim, reversal, $9, $10, $11, $2::text, $3::timestamptz, $12::uuid
  from transactions where merchant_id = $1 and order_id = $5 and transaction_id = $6 and claim = $7
    and reversal is not distinct from $8
  on conflict (merchant_id, order_id, transaction_id) do update set proposal_id = excluded.proposal_id,
    claim = excluded.claim, reversal = excluded.reversal, outcome = excluded.outcome,
    authorization_code = excluded.authorization_code, reason = excluded.reason, proposed_by = excluded.proposed_by,
    proposed_at = excluded.proposed_at
  where r.claim <> excluded.claim or r.reversal is distinct from excluded.reversal
  returning r.proposal_id`,
  'ATTEMPT_RESOLUTION_PROPOSED',
)

const declineText = `with declined as (
  delete from attempt_resolutions where merchant_id = $1 and order_id = $2 and transaction_id = $3 and proposal_id = $4
  returning 1),
noted as (${insertAuditLine('$5::json')} from declined)
select 1 from declined`

export function postgresManualResolutions(database: Database): ManualResolutions {
  const readParts = async (texts: readonly string[], values: readonly unknown[]) => {
    const rows: HeldRow[] = []
    for (const text of texts) rows.push(...(await database.query<HeldRow>(text, [...values])).rows)
    return rows
  }

  return {
    async list(merchantId, { after, limit }) {
      const mark = after === undefined ? undefined : readCursor(after, { names: 3, isFirst: isCursorTime })
      // A cursor that the gateway did not issue is after everything.
      if (after !== undefined && !mark) return { rows: [] }
      const values = [merchantId ?? null, ...(mark ?? [null, null, null, null]), limit + 1]
      const rows = (await readParts(listTexts, values))
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
        .slice(0, limit + 1)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return {
        rows: shown.map(heldAttempt),
        ...(last && { next: writeCursor([last.since_text, last.merchant_id, last.order_id, last.transaction_id]) }),
      }
    },

    async find(key) {
      const [row] = await readParts(findTexts, idsOf(key))
      return row && heldAttempt(row)
    },

    async propose({ key, claim, reversal }, { outcome, authorizationCode, reason }, { actor, at }) {
      const { merchantId, orderId, transactionId } = key
      const subject = { orderId, transactionId, outcome, authorizationCode, reason }
      const { rows } = await database.query<{ proposal_id: string }>(proposeText, [
        merchantId,
        actorText(actor),
        at,
        subjectText(subject),
        orderId,
        transactionId,
        claim,
        reversal ?? null,
        outcome,
        authorizationCode ?? null,
        reason,
        randomUUID(),
      ])
      return rows[0]?.proposal_id
    },

    async decline({ key, proposalId }, audit) {
      const { rowCount } = await database.query(declineText, [...idsOf(key), proposalId, auditLineJson(audit)])
      return rowCount === 1
    },
  }
}

function idsOf({ merchantId, orderId, transactionId }: TransactionKey): string[] {
  return [merchantId, orderId, transactionId]
}

function heldAttempt(row: HeldRow): HeldAttempt {
  const stored = storedTransaction(row)
  const { key, type, link, acquirerReference, gatewayCode, claim, reversal, isReversalSent } = stored
  return {
    key,
    type,
    amountMinor: lastAsked(stored).amountMinor,
    currency: row.currency,
    link,
    acquirerReference,
    gatewayCode,
    claim,
    why: row.why,
    since: row.since,
    reversal,
    isReversalSent,
    isLastPart: hasSeveralParts(stored) ? true : undefined,
    proposal:
      row.proposal_id === null
        ? undefined
        : {
            proposalId: row.proposal_id,
            outcome: row.outcome,
            authorizationCode: row.authorization_code ?? undefined,
            reason: row.reason,
            proposedBy: row.proposed_by,
            proposedAt: row.proposed_at,
          },
  }
}

/** Counted along the indexes of the money path. */
/** An attempt is late by its first deadline: recovery sets a new one with every inquiry. */
const isLate = `deadline_at is not null and manual_resolution is null and journey is null
  and coalesce(sendable_until, recorded_at + interval '1 minute') < now()`

const secondsSince = (column: string) => `coalesce(extract(epoch from now() - min(${column})), 0)::float8`

const unresolvedItemsText = `select
  (select count(*)::int from transactions where ${isLate}) as attempts,
  (select ${secondsSince('coalesce(sendable_until, recorded_at)')} from transactions where ${isLate}) as attempts_oldest,
  (select coalesce(max(claim), 0) from transactions where ${isLate}) as claims_most,
  (select count(*)::int from transactions where reverse_at is not null) as owed,
  (select ${secondsSince('updated_at')} from transactions where reverse_at is not null) as owed_oldest,
  (select count(*)::int from transactions where reversal in ('REFUSED', 'UNSUPPORTED') and reversal = 'REFUSED') as refused,
  (select count(*)::int from transactions where reversal in ('REFUSED', 'UNSUPPORTED') and reversal = 'UNSUPPORTED')
    as unsupported,
  (select count(*)::int from transactions where manual_resolution is not null) as by_hand,
  (select count(*)::int from batch_closings where state = 'DIFFERS') as batches_differing`

interface Row {
  readonly attempts: number
  readonly attempts_oldest: number
  readonly claims_most: number
  readonly owed: number
  readonly owed_oldest: number
  readonly refused: number
  readonly unsupported: number
  readonly by_hand: number
  readonly batches_differing: number
}

export function postgresUnresolvedItems(database: Database): UnresolvedItemsMonitor {
  return { countUnresolvedItems: () => readUnresolvedItems(database) }
}

export async function readUnresolvedItems(database: Pick<Database, 'query'>): Promise<UnresolvedItems> {
  const { rows } = await database.query<Row>(unresolvedItemsText)
  const [row] = rows
  if (!row) throw new Error('a query without conditions has a row')
  return {
    attempts: { count: row.attempts, oldestSeconds: row.attempts_oldest, claimsMost: row.claims_most },
    reversalsOwed: { count: row.owed, oldestSeconds: row.owed_oldest },
    reversalsRefused: row.refused,
    reversalsUnsupported: row.unsupported,
    manualResolutions: row.by_hand,
    batchesOutOfBalance: row.batches_differing,
  }
}
