// How fast debts are paid: reversals that are owed and attempts that a process left behind, beside the rate at which payments
// make them.
import { setTimeout as pause } from 'node:timers/promises'
import { table } from './measure.ts'
import { payAt64 } from './payments.ts'
import { type BenchGateway, startGateway } from './servers.ts'

const debts = 5_000

/** Made by SQL from payments that are there: what timed out and is owed a reversal. */
const owe = `update transactions t set gateway_code = 'TIMED_OUT', reversal = 'OWED', reverse_at = now()
  from (select merchant_id, order_id from orders where locking_transaction_id is null and status = 'CAPTURED' limit ${debts}) o
  where t.merchant_id = o.merchant_id and t.order_id = o.order_id and t.gateway_code = 'APPROVED'`

/** The same, but as if the process had died between asking and recording. */
const abandon = [
  `create temporary table if not exists bench_abandoned as
     select merchant_id, order_id from orders where locking_transaction_id is null and status = 'CAPTURED' limit ${debts}`,
  `update orders o set locking_transaction_id = '1', status = null, total_authorized_minor = 0, total_captured_minor = 0
     where (merchant_id, order_id) in (select merchant_id, order_id from bench_abandoned)`,
  `update transactions t set gateway_code = null, deadline_at = now() - interval '1 second'
     where (merchant_id, order_id) in (select merchant_id, order_id from bench_abandoned)`,
]

export async function benchRecovery(): Promise<void> {
  const gateway = await startGateway({})
  const { perSecond } = await payAt64(gateway)
  await payAt64(gateway)
  const reversed = await timeOf(gateway, [owe], 'reverse_at is not null')
  const recovered = await timeOf(
    gateway,
    [`do $$ begin ${abandon.join(';')}; end $$`],
    'deadline_at is not null and gateway_code is null',
  )
  await gateway.stop()
  table('Debts, beside payments at 64 connections', [
    { what: 'payments', 'a second': perSecond, ratio: 1 },
    { what: 'reversals', 'a second': reversed, ratio: reversed / perSecond },
    { what: 'abandoned attempts', 'a second': recovered, ratio: recovered / perSecond },
  ])
}

/** How many a second come to their end, from when they are due. */
async function timeOf(gateway: BenchGateway, make: readonly string[], isOpen: string): Promise<number> {
  const left = async () => {
    const [row] = await gateway.query<{ left: number }>(
      `select count(*)::int as left from transactions where ${isOpen}`,
    )
    return row?.left ?? 0
  }
  for (const statement of make) await gateway.query(statement)
  const startMs = performance.now()
  const begun = await left()
  while ((await left()) > 0) await pause(50)
  return begun / ((performance.now() - startMs) / 1000)
}
