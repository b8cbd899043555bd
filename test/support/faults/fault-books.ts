// Compares what merchants were told, what the gateway has recorded and what the acquirer has done, once all is quiet.
import assert from 'node:assert/strict'
import { composePorts } from '../../../src/compose/ports.ts'
import { composeAdministration, openInstallation } from '../../../src/compose.ts'
import { loadConfig } from '../../../src/config.ts'
import { type BooksReport, verifyBooks } from '../../../src/operations/verify-books.ts'
import { until } from '../checks/poll.ts'
import { merchantId } from '../clients/client.ts'
import { silentLog } from '../gateway/database.ts'
import { openResults, type Sent, sendTo } from './fault-load.ts'
import type { World } from './fault-world.ts'

const open = 'from transactions where deadline_at is not null or reverse_at is not null'

/** Waits until recovery and reversals have nothing left to do. */
export async function untilSettled({ query }: World): Promise<void> {
  // Brought forward, to spare the wait for leases of processes that are no more.
  await query('update transactions set deadline_at = now() where deadline_at is not null')
  await query('update transactions set reverse_at = now() where reverse_at is not null')
  await until(async () => (await query(`select ${open}`)).length === 0, 'every attempt has a definite outcome')
}

/** Every request again, with the same ids: whoever was told something is told the same, the others learn the truth. */
export async function repeatAll(sent: readonly Sent[], world: World): Promise<void> {
  const left = sent.values()
  const clients = Array.from({ length: 8 }, async () => {
    for (const one of left) await repeat(one, world)
  })
  await Promise.all(clients)
}

async function repeat(one: Sent, world: World): Promise<void> {
  const { told, orderId, transactionId } = one
  const [gateway] = world.available()
  const again = await sendTo(gateway ?? assert.fail('no gateway is there'), one)
  const about = `transaction ${transactionId} of ${orderId} is told ${again.status} ${again.text}`
  if (!told) {
    assert.ok(again.status === 200 || again.status === 201, about)
    assert.notEqual(again.body.response.gatewayCode, 'LOCK_FAILURE', about)
    return
  }
  assert.equal(again.status, 200, about)
  if (openResults.includes(told.body.result)) assert.ok(['SUCCESS', 'FAILURE'].includes(again.body.result), about)
  else assert.equal(again.text, told.text)
}

const booked = `from transactions t left join simulated_acquirer.standing s
  on s.acquirer_merchant_id = t.merchant_id and s.reference = t.acquirer_reference`
const standing = (...kinds: readonly string[]) =>
  `coalesce(sum(s.approved_minor) filter (where s.kind in (${kinds.map((kind) => `'${kind}'`).join()})), 0)`

/** By SQL on both books at once, apart from the gateway's own comparison. Each finds nothing, or names what is wrong. */
const faults: Readonly<Record<string, string>> = {
  ordersWithoutTransaction: `select order_id as name from orders o
    where not exists (select from transactions t where t.order_id = o.order_id)`,
  busyOrders: 'select order_id as name from orders where busy_transaction_id is not null',
  withoutOutcome: `select order_id as name ${open}`,
  reversalsLeft: `select order_id as name from transactions where reversal in ('OWED', 'REFUSED')`,
  askedTwice: 'select reference as name from simulated_acquirer.book where asked > 1',
  bookedForNobody: `select reference as name from simulated_acquirer.book b where not exists
    (select from transactions t where t.merchant_id = b.acquirer_merchant_id and t.acquirer_reference = b.reference)`,
  ordersThatDiffer: `select order_id as name from orders o join lateral (
      select ${standing('PAY', 'CAPTURE')} as captured, ${standing('REFUND')} as refunded ${booked}
      where t.merchant_id = o.merchant_id and t.order_id = o.order_id) a on true
    where a.captured <> o.total_captured_minor or a.refunded <> o.total_refunded_minor`,
  chargedTwice: `select t.order_id as name ${booked} where s.kind in ('PAY', 'AUTHORIZE')
    group by t.merchant_id, t.order_id having count(*) > 1`,
  eventsMissing: `select order_id as name from orders o where o.event_count <>
    (select count(*) from events e where e.merchant_id = o.merchant_id and e.order_id = o.order_id)`,
}

export async function assertBooksAgree(world: World): Promise<BooksReport> {
  for (const [fault, sql] of Object.entries(faults)) {
    const found = (await world.query<{ name: string }>(sql)).map(({ name }) => name)
    assert.deepEqual(found, [], `${fault}:\n${await historyOf(found, world)}`)
  }
  const report = await compareBooks(world)
  assert.deepEqual(report.differences, [])
  assert.equal(report.open, 0)
  return report
}

/** Both sides of some orders, for whoever has to find out what went wrong. */
async function historyOf(names: readonly string[], world: World): Promise<string> {
  const lines = await world.query<{ line: string }>(
    `select concat_ws(' ', t.order_id, t.transaction_id, t.type, t.gateway_code, 'claim', t.claim, t.reversal, t.recorded_at,
       t.updated_at, '| acquirer:', b.kind, b.fate ->> 'gatewayCode', b.approved_minor, b.written_at, b.reversed_at) as line
     from transactions t left join simulated_acquirer.book b on b.reference = t.acquirer_reference
     where array[t.order_id, t.acquirer_reference] && '{${names.join()}}' order by t.order_id, t.position`,
  )
  return lines.map(({ line }) => line).join('\n')
}

/** As `tollgate books verify` does. */
async function compareBooks({ environment }: World): Promise<BooksReport> {
  const config = loadConfig(environment)
  const installation = await openInstallation(config, silentLog())
  const administration = await composeAdministration(config, installation)
  try {
    const { ports, simulator } = await composePorts(config, installation, administration)
    const books = simulator ?? assert.fail('the sandbox has an acquirer with books')
    return await verifyBooks(
      { merchantIds: [merchantId], adapter: 'simulator', acquirerMerchantId: merchantId },
      { store: ports.store, books },
    )
  } finally {
    await administration.vault.close()
    await installation.close()
  }
}
