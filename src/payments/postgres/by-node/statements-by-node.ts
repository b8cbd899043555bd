// The money path on a database that is distributed by merchant: the rows of a batch belong to merchants of one node, each
// statement names these merchants, and the node commits the unit of work by itself. Where a merchant has just been moved away,
// the database passes its rows on and commits on both nodes; that is slower and no less correct.
import type { QueryConfig, QueryResultRow } from 'pg'
import type { AuditEntry } from '../../../audit/index.ts'
import type { Database } from '../../../platform/postgres/database.ts'
import { inPipelinedUnit, type PipelinedUnit } from '../../../platform/postgres/pipelined-unit.ts'
import type { Amendment, OrderKey, Outcome, TransactionKey } from '../../ports/transactions.ts'
import type { ClassifiedRow, MoneyPath, OrderKeyRow } from '../money-path.ts'
import { arrayText, orderColumns } from '../money-statements.ts'
import { nameOfOrder, type OrderRow, responseJoin, selectedColumnsJoined } from '../order-rows.ts'
import { merchantsOf, type NodeStatement, ofMerchants } from './node-statement.ts'
import {
  amendReversals,
  amendTransactions,
  decideTransactions,
  type EnteredAttempt,
  endProposals,
  enterOrders,
  forgetCodes,
  insertAgreements,
  insertAuditEntries,
  insertEvents,
  insertTransactions,
  lockProposals,
  moveAmended,
  moveOrders,
  type Numbered,
  type OrderChange,
  postEvents,
  readNodeTime,
  rerouteAttempts,
} from './write-statements.ts'

/** `node` is a pool of pipelined connections. */
export function statementsByNode(node: Database): MoneyPath {
  return {
    // Requests that wait for it would take the place of those for other nodes.
    isWaitedFor: false,

    recordAttempts: (attempts) =>
      inPipelinedUnit(node, async (unit) => {
        const [rows = [], times] = await unit.send<EnteredRow & TimeRow>([enterOrders.of(attempts), readNodeTime])
        const nowMs = Math.ceil(times?.[0]?.now_ms ?? Number.NaN)
        const entered = written(attempts, rows).map(
          ({ row: attempt, returned }): EnteredAttempt => ({
            attempt,
            position: returned.position,
            responseNumber: returned.event_count + 1,
            deadlineAt: new Date(nowMs + attempt.deadlineMs),
          }),
        )
        const recorded = entered.map(({ attempt }) => attempt)
        await unit.commit([
          ...unlessEmpty(insertTransactions, entered),
          ...auditing(recorded.flatMap(({ auditEntries = [] }) => auditEntries)),
          ...unlessEmpty(
            forgetCodes,
            recorded.filter(({ usedSessionHash }) => usedSessionHash !== undefined),
          ),
        ])
        return keysOf(recorded)
      }),

    async classify(keys) {
      const rows = await sendAlone<FoundRow>(node, classifyAttempts(keys))
      return keys.flatMap((key) => classified(key, rows))
    },

    recordOutcomes: (outcomes) =>
      inPipelinedUnit(node, async (unit) => {
        const proposed = await withOpenProposals(unit, outcomes, ({ resolution }) => resolution?.proposalId)
        const decided = numbered(await sendRows<NumberedRow, Outcome>(unit, decideTransactions, proposed))
        const moved = await sendRows(unit, moveOrders, decided)
        if (moved.length < decided.length) throw numberTaken()
        await unit.commit([
          ...happened(decided.map((change) => ({ change, kind: 'OUTCOME' }))),
          ...unlessEmpty(insertAgreements, establishing(decided)),
          ...unlessEmpty(
            endProposals,
            decided.flatMap(({ key, resolution }) => (resolution ? [{ key, proposalId: resolution.proposalId }] : [])),
          ),
          ...auditing(decided.flatMap(({ resolution }) => resolution?.audit ?? [])),
        ])
        return keysOf(decided)
      }),

    readOrders: (keys) => sendAlone<OrderRow>(node, readOrders(keys)),

    reroute: (reroutes) => sendAlone<OrderKeyRow>(node, rerouteAttempts.of(reroutes)),

    amend: (amendments) =>
      inPipelinedUnit(node, async (unit) => {
        const proposed = await withOpenProposals(unit, amendments, ({ proposalId }) => proposalId)
        const amended = numbered(await sendRows<NumberedRow, Amendment>(unit, moveAmended, proposed))
        await unit.commit([
          ...unlessEmpty(
            amendTransactions,
            amended.filter(({ reversal }) => reversal === undefined),
          ),
          ...unlessEmpty(
            amendReversals,
            amended.filter(({ reversal }) => reversal !== undefined),
          ),
          ...happened(amended.map((change) => ({ change, kind: change.kind }))),
          ...auditing(amended.flatMap(({ audit }) => audit ?? [])),
          ...unlessEmpty(
            endProposals,
            amended.flatMap(({ key, proposalId }) => (proposalId === undefined ? [] : [{ key, proposalId }])),
          ),
        ])
        return keysOf(amended)
      }),
  }
}

interface EnteredRow extends OrderKeyRow {
  readonly position: number
  readonly event_count: number
}
interface NumberedRow extends OrderKeyRow {
  readonly number: number
}
interface TimeRow {
  readonly now_ms: number
}
interface FoundRow extends ClassifiedRow {
  readonly transaction_id: string | null
}
interface Keyed {
  readonly key: TransactionKey
}

/** The rows that a statement wrote, with what it returned for each. */
function written<Row extends Keyed, Returned extends OrderKeyRow>(
  rows: readonly Row[],
  returned: readonly Returned[],
): readonly { readonly row: Row; readonly returned: Returned }[] {
  const byName = new Map(returned.map((each) => [nameOfOrder(each.merchant_id, each.order_id), each]))
  return rows.flatMap((row) => {
    const its = byName.get(nameOf(row.key))
    return its ? [{ row, returned: its }] : []
  })
}

function numbered<Row>(
  rows: readonly { readonly row: Row; readonly returned: NumberedRow }[],
): readonly Numbered<Row>[] {
  return rows.map(({ row, returned: { number } }) => ({ ...row, number }))
}

/** Another process has used the number of an event meanwhile; the code has the batch repeated, and the next one is free. */
function numberTaken(): Error {
  return Object.assign(new Error('the order has had another event meanwhile'), { code: '40001' })
}

async function sendRows<Returned extends OrderKeyRow, Row extends Keyed>(
  unit: PipelinedUnit,
  statement: NodeStatement<Row>,
  rows: readonly Row[],
): Promise<readonly { readonly row: Row; readonly returned: Returned }[]> {
  if (rows.length === 0) return []
  const [returned = []] = await unit.send<Returned>([statement.of(rows)])
  return written(rows, returned)
}

/** Inside begin and commit as well: there a node runs statements on its own shards itself, not over connections to itself. */
async function sendAlone<Row extends QueryResultRow>(node: Database, statement: QueryConfig): Promise<readonly Row[]> {
  const [rows = []] = await inPipelinedUnit(node, (unit) => unit.commit<Row>([statement]))
  return rows
}

function unlessEmpty<Row>(statement: NodeStatement<Row>, rows: readonly Row[]): readonly QueryConfig[] {
  return rows.length > 0 ? [statement.of(rows)] : []
}

/** Without the rows whose proposal is no longer open; hardly any row carries one out. */
async function withOpenProposals<Row extends Keyed>(
  unit: PipelinedUnit,
  rows: readonly Row[],
  proposalOf: (row: Row) => string | undefined,
): Promise<readonly Row[]> {
  const open = new Set<string>()
  for (const row of rows) {
    const proposalId = proposalOf(row)
    if (proposalId === undefined) continue
    const [locked] = await sendRows(unit, lockProposals, [{ key: row.key, proposalId }])
    if (locked) open.add(nameOf(row.key))
  }
  return rows.filter((row) => proposalOf(row) === undefined || open.has(nameOf(row.key)))
}

function happened(events: readonly OrderChange[]): readonly QueryConfig[] {
  return [...unlessEmpty(insertEvents, events), ...unlessEmpty(postEvents, events)]
}

/** Each agreement once, as its earliest payment has it, in the order of their ids. */
function establishing(outcomes: readonly Outcome[]): readonly Outcome[] {
  const byName = new Map<string, Outcome>()
  for (const outcome of outcomes.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { agreement, key } = outcome
    const name = agreement && nameOfOrder(key.merchantId, agreement.id)
    if (name !== undefined && !byName.has(name)) byName.set(name, outcome)
  }
  return [...byName].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome)
}

function auditing(entries: readonly AuditEntry[]): readonly QueryConfig[] {
  return unlessEmpty(insertAuditEntries, entries)
}

function classified(key: TransactionKey, rows: readonly FoundRow[]): readonly ClassifiedRow[] {
  const ofOrder = rows.filter((row) => row.merchant_id === key.merchantId && row.order_id === key.orderId)
  const same = ofOrder.find((row) => row.transaction_id === key.transactionId)
  const [any] = ofOrder
  return any ? [same ?? { ...any, attempt_id: null }] : []
}

function nameOf({ merchantId, orderId }: TransactionKey): string {
  return nameOfOrder(merchantId, orderId)
}

function keysOf(rows: readonly Keyed[]): readonly OrderKeyRow[] {
  return rows.map(({ key }) => ({ merchant_id: key.merchantId, order_id: key.orderId }))
}

const isOfOrder = `t.merchant_id = o.merchant_id and t.order_id = o.order_id and ${ofMerchants('t')}`

/** Orders with their transactions, oldest first: one row for each transaction. Orders of the same id may be among them. */
const readOrdersText = `select ${orderColumns}, ${selectedColumnsJoined}
from orders o join transactions t on ${isOfOrder}
${responseJoin} and ${ofMerchants('e')}
where ${ofMerchants('o')} and o.order_id = any ($2::text[])
order by t.position`

/** For each order whether it is locked, and the attempts that have one of the transaction ids. */
const classifyText = `select o.merchant_id, o.order_id, o.locking_transaction_id is not null as is_locked, t.transaction_id, t.attempt_id
from orders o left join transactions t on ${isOfOrder} and t.transaction_id = any ($3::text[])
where ${ofMerchants('o')} and o.order_id = any ($2::text[])`

export function readOrders(keys: readonly OrderKey[]): QueryConfig {
  return { name: 'read-orders-on-node', text: readOrdersText, values: [merchantsIn(keys), orderIdsOf(keys)] }
}

export function classifyAttempts(keys: readonly TransactionKey[]): QueryConfig {
  const transactionIds = arrayText('text', keys, ({ transactionId }) => transactionId)
  return {
    name: 'classify-on-node',
    text: classifyText,
    values: [merchantsIn(keys), orderIdsOf(keys), transactionIds],
  }
}

function merchantsIn(keys: readonly OrderKey[]): string {
  return merchantsOf(keys.map((key) => ({ key })))
}

function orderIdsOf(keys: readonly OrderKey[]): string {
  return arrayText('text', keys, ({ orderId }) => orderId)
}
