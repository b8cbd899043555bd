// Reads what the gateway has recorded and what the acquirer has done, and compares both with the responses to
// merchants.
import assert from 'node:assert/strict'
import { composeSubjects } from '../../../src/compose/compose-subjects.ts'
import type { Dependencies } from '../../../src/compose/dependencies.ts'
import { composeAdministration, openInstallation } from '../../../src/compose/index.ts'
import type { AcquirerBooks } from '../../../src/payments/ports/acquirer-books.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { type BooksReport, verifyBooks } from '../../../src/settlement/operations/verify-books.ts'
import { merchantId } from '../clients/client.ts'
import { silentLog } from '../gateway/database.ts'
import type { Environment } from '../gateway/process.ts'
import { openResults, type PaymentLoad, type SentPayment, sendAs, sendTo } from './fault-load.ts'
import {
  type BothBooks,
  type DeliveryRow,
  type EventRow,
  type FoundDifference,
  findDifferences,
  needsManualResolution,
  type OracleFeedRow,
  type OracleOrderRow,
  type OracleTransactionRow,
  type ProjectedOrder,
  type ProjectedTransaction,
  type ShownOrder,
} from './fault-oracle.ts'
import { isOf, untilQuiet } from './fault-quiet.ts'
import type { ComparedWorld } from './fault-world.ts'

/** Repeats every request with the same ids: clients with a response get the same one, the others get the outcome. */
export async function repeatAll(sent: readonly SentPayment[], world: ComparedWorld): Promise<void> {
  const left = sent.filter(({ isRefused }) => !isRefused).values()
  const clients = Array.from({ length: 8 }, async () => {
    for (const one of left) await repeat(one, world)
  })
  await Promise.all(clients)
}

/** Every token that a merchant has, and every agreement that a successful payment has established, can be read. */
export async function assertStored(
  { tokens, agreements }: Pick<PaymentLoad, 'tokens' | 'agreements'>,
  { addresses: [address] }: Pick<ComparedWorld, 'addresses'>,
): Promise<void> {
  const paths = [...[...tokens].map((token) => `/token/${token}`), ...[...agreements].map((id) => `/agreement/${id}`)]
  for (const path of paths) {
    const { status, text } = await sendAs(address ?? assert.fail('there is no gateway'), { method: 'GET', path })
    assert.equal(status, 200, `${path} is lost: ${text}`)
  }
}

async function isManual({ orderId, transactionId }: SentPayment, world: ComparedWorld): Promise<boolean> {
  const rows = await world.query(`select from transactions where ${isOf(world)} and order_id = '${orderId}'
    and transaction_id = '${transactionId}' and manual_resolution is not null`)
  return rows.length === 1
}

async function repeat(one: SentPayment, world: ComparedWorld): Promise<void> {
  const { addresses } = world
  const { response, orderId, transactionId } = one
  const again = await sendTo(addresses[orderId.length % addresses.length] ?? assert.fail('there is no gateway'), one)
  const about = `transaction ${transactionId} of ${orderId} is answered ${again.status} ${again.text}`
  if (!response) {
    // What was never recorded is a first request now, and the order may have moved on.
    assert.ok([200, 201, 400].includes(again.status), about)
    if (again.status !== 400 && again.body.response.gatewayCode !== 'LOCK_FAILURE') one.response = again
    return
  }
  assert.equal(again.status, 200, about)
  if (!openResults.includes(response.body.result)) return assert.equal(again.text, response.text, about)
  const isDefinite = ['SUCCESS', 'FAILURE'].includes(again.body.result)
  assert.ok(isDefinite || (await isManual(one, world)), about)
  one.response = again
}

const totals = (authorized: string, captured: string, refunded: string) =>
  `${authorized}::float8 as "authorizedMinor", ${captured}::float8 as "capturedMinor", ${refunded}::float8 as "refundedMinor"`

const statementsFor = (mine: string) => ({
  orders: `select order_id as "orderId", currency, amount_minor::float8 as "amountMinor", status,
      ${totals('total_authorized_minor', 'total_captured_minor', 'total_refunded_minor')},
      locking_transaction_id is not null as "isLocked", event_count as "eventCount"
    from orders where ${mine}`,
  transactions: `select order_id as "orderId", transaction_id as "transactionId", position, type,
      amount_minor::float8 as "amountMinor", gateway_code as "gatewayCode", acquirer_reference as reference, reversal,
      refund_parts as parts,
      manual_resolution is null and (deadline_at is not null or reverse_at is not null) as "isOpen",
      manual_resolution is not null as "isManual", decision, entry_point = 'AUTO' as "isAutomatic",
      target_transaction_id as "targetTransactionId", approves_transaction_id as "approvesTransactionId",
      (extract(epoch from recorded_at) * 1000)::float8 as "recordedMs"
    from transactions where ${mine}`,
  events: `select order_id as "orderId", number, kind, transaction_id as "transactionId",
      response #>> '{response,gatewayCode}' as "gatewayCode", response #>> '{transaction,amount}' as amount,
      (extract(epoch from at) * 1000)::float8 as "atMs"
    from events where ${mine} order by order_id, number`,
  feed: `select position::float8 as position, subject, name as "orderId", number
    from feed_entries where ${mine} order by feed_entries.position`,
  deliveries: `select order_id as "orderId", event_number as "eventNumber", state from deliveries where ${mine}`,
  projectedOrders: `select order_id as "orderId", amount_minor::float8 as "amountMinor", status,
      ${totals('authorized_minor', 'captured_minor', 'refunded_minor')}
    from projected_orders join projections using (merchant_id, generation) where ${mine} and is_current`,
  projectedTransactions: `select order_id as "orderId", transaction_id as "transactionId",
      amount_minor::float8 as "amountMinor", gateway_code as "gatewayCode"
    from projected_transactions join projections using (merchant_id, generation) where ${mine} and is_current`,
  outbox: `select count(*)::int as count from outbox where ${mine}`,
})

async function readBothBooks(world: ComparedWorld, { sent, notified, failures }: ComparedLoad): Promise<BothBooks> {
  const { query, acquirer, outages } = world
  const statements = statementsFor(isOf(world))
  const unresolved = await withDependencies(world, ({ unresolvedItemsMonitor }) =>
    unresolvedItemsMonitor.countUnresolvedItems(),
  )
  const booked = await acquirer.booked()
  return {
    booked,
    orders: await query<OracleOrderRow>(statements.orders),
    transactions: await query<OracleTransactionRow>(statements.transactions),
    events: await query<EventRow>(statements.events),
    outbox: (await query<{ count: number }>(statements.outbox))[0]?.count ?? 0,
    feed: await query<OracleFeedRow>(statements.feed),
    deliveries: await query<DeliveryRow>(statements.deliveries),
    projectedOrders: await query<ProjectedOrder>(statements.projectedOrders),
    projectedTransactions: await query<ProjectedTransaction>(statements.projectedTransactions),
    response: sent
      .filter(({ response, isRefused }) => isRefused || response)
      .filter(({ response }) => !openResults.includes(response?.body.result))
      .map(({ orderId, transactionId, response, body }) => ({
        orderId,
        transactionId,
        requested: requestedAmount(body),
        gatewayCode: response?.body.response.gatewayCode as string | undefined,
        amount: response?.body.transaction?.amount as number | string | undefined,
        currency: response?.body.transaction?.currency as string | undefined,
      })),
    shown: await readOrders(world),
    notified,
    heardTwice: new Set(booked.filter((line) => acquirer.isHeardTwice(line)).map(({ reference }) => reference)),
    leavesToOperators: acquirer.leavesToOperators,
    leavesVoidsOfSettled: acquirer.leavesVoidsOfSettled ?? false,
    countedForOperators: unresolved.reversalsRefused + unresolved.reversalsUnsupported + unresolved.manualResolutions,
    failures,
    outages: outages.filter(({ isOurs }) => isOurs),
  }
}

function requestedAmount(body: object): string | undefined {
  const { transaction, order } = body as Readonly<
    Record<'transaction' | 'order', { readonly amount?: string } | undefined>
  >
  return transaction?.amount ?? order?.amount
}

/** Every order as its merchant reads it. */
async function readOrders(world: ComparedWorld): Promise<readonly ShownOrder[]> {
  const { query, addresses } = world
  const [address] = addresses
  const left = (await query<{ id: string }>(`select order_id as id from orders where ${isOf(world)}`)).values()
  const shown: ShownOrder[] = []
  const readers = Array.from({ length: 4 }, async () => {
    for (const { id } of left) {
      const path = `/order/${id}`
      const { body } = await sendAs(address ?? assert.fail('there is no gateway'), { method: 'GET', path })
      shown.push({
        orderId: id,
        status: body.status ?? null,
        currency: body.currency,
        amount: body.amount,
        totalAuthorizedAmount: body.totalAuthorizedAmount,
        totalCapturedAmount: body.totalCapturedAmount,
        totalRefundedAmount: body.totalRefundedAmount,
      })
    }
  })
  await Promise.all(readers)
  return shown
}

type ComparedLoad = Pick<PaymentLoad, 'sent' | 'notified' | 'failures'>

/** Both sides, and everybody who reads of it, agree; otherwise fails with the history of what does not. */
export async function assertBooksAgree(
  world: ComparedWorld,
  load: ComparedLoad,
): Promise<BooksReport & { readonly leftToOperators: number }> {
  await untilQuiet(world)
  const books = await readBothBooks(world, load)
  const differences = findDifferences(books)
  assert.equal(differences.length, 0, await describeDifferences(differences, world))
  const report = await compareBooks(world)
  const left = books.transactions.filter(needsManualResolution)
  // The command names what needs manual resolution, and nothing else.
  const leftReferences = new Set(left.map(({ reference }) => reference))
  assert.deepEqual(
    report.differences.filter(({ reference }) => reference === undefined || !leftReferences.has(reference)),
    [],
  )
  assert.equal(report.open, left.filter(({ isManual }) => isManual).length)
  return { ...report, leftToOperators: left.length }
}

const describedMax = 10

export async function describeDifferences(
  differences: readonly FoundDifference[],
  world: Pick<ComparedWorld, 'query' | 'acquirer' | 'merchantId'>,
): Promise<string> {
  const lines = differences.map(({ kind, orderId, text }) => `${kind} ${orderId} ${text}`)
  const orders = [...new Set(differences.map(({ orderId }) => orderId))].slice(0, describedMax)
  return `${differences.length} differences\n${lines.join('\n')}\n${await historyOf(orders, world)}`
}

/** Both sides of some orders, for investigating a failure. */
export async function historyOf(
  orderIds: readonly string[],
  world: Pick<ComparedWorld, 'query' | 'acquirer' | 'merchantId'>,
): Promise<string> {
  const { query, acquirer } = world
  const mine = isOf(world)
  const ours = await query<{ reference: string; earlier: readonly string[] | null; line: string }>(
    `select acquirer_reference as reference,
       (select json_agg(part ->> 'reference') from json_array_elements(refund_parts) part
        where part ->> 'reference' <> acquirer_reference) as earlier, concat_ws(' ', order_id, transaction_id, type, gateway_code, amount_minor,
       'claim', claim, 'reversal', reversal, 'recorded', recorded_at, 'updated', updated_at, 'deadline', deadline_at,
       (select string_agg(concat_ws(' ', e.kind, e.response #>> '{response,gatewayCode}', e.at), ', ' order by e.number)
        from events e where ${mine} and e.order_id = t.order_id and e.transaction_id = t.transaction_id)) as line
     from transactions t where ${mine} and order_id = any ($1) order by order_id, position`,
    [orderIds],
  )
  const requests = ours.map(({ reference, earlier, line }) => ({ line, references: [...(earlier ?? []), reference] }))
  const lines = await acquirer.history(requests.flatMap(({ references }) => references))
  const atAcquirer = (reference: string) => `\n    acquirer: ${reference} ${lines.get(reference)}`
  return requests.map(({ line, references }) => `${line}${references.map(atAcquirer).join('')}`).join('\n')
}

/** As `tollgate books verify` does. */
function compareBooks(world: ComparedWorld): Promise<BooksReport> {
  const { linkId } = world.acquirer
  const merchantIds = [world.merchantId ?? merchantId]
  return withDependencies(world, ({ store }, books) =>
    verifyBooks({ merchantIds, linkId, acquirerMerchantId: merchantId }, { store, books }),
  )
}

/** With what a command of the operator has, in this process. */
export async function withDependencies<T>(
  { environment, acquirer: { linkId } }: Pick<ComparedWorld, 'environment' | 'acquirer'>,
  work: (dependencies: Dependencies, books: AcquirerBooks) => Promise<T>,
): Promise<T> {
  const { dependencies, booksOf, close } = await openPorts(environment)
  try {
    return await work(dependencies, booksOf(linkId) ?? assert.fail('the acquirer has books'))
  } finally {
    await close()
  }
}

/** The same for longer. */
export async function openPorts(environment: Environment) {
  const config = loadConfig(environment)
  const installation = await openInstallation(config, silentLog())
  const administration = await composeAdministration(config, installation)
  const { dependencies, outside } = await composeSubjects(config, installation, administration)
  return {
    dependencies,
    booksOf: outside.booksOf,
    administration,
    async close() {
      await administration.vault.close()
      await installation.close()
    },
  }
}
