// Waits until nothing is left to do after faults: no deadline is moved, everything comes to its end by itself.
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { merchantId } from '../clients/client.ts'
import type { ComparedWorld } from './fault-world.ts'

/** The rows of the merchant whose orders are compared. */
export function isOf({ merchantId: id = merchantId }: Pick<ComparedWorld, 'merchantId'>): string {
  return `merchant_id = '${id}'`
}

/** A rejected payment is undone with pauses that double: this is longer than the first ten of them, on a machine that is busy. */
const limitMs = 600_000
const pauseMs = 200

/** A rejected payment of an order that waits for people waits, too: its own void or refund may be what they have to resolve. */
const openAttemptsOf = (mine: string) => `from transactions t where ${mine} and manual_resolution is null
  and (deadline_at is not null or reverse_at is not null)
  and (decision is distinct from 'REJECTED' or not exists (select from transactions held
    where held.merchant_id = t.merchant_id and held.order_id = t.order_id and held.manual_resolution is not null))`

/** What is still to be done, and by whom. */
const leftTextFor = (mine: string) => `select
  (select count(*) ${openAttemptsOf(mine)})::int as attempts,
  (select count(*) from outbox where ${mine})::int as outbox,
  (select count(*) from deliveries where ${mine} and state = 'PENDING')::int as notifications,
  (select coalesce(sum(f.last_position - coalesce(p.position, 0)), 0) from feeds f
     left join projections p on p.merchant_id = f.merchant_id and p.is_current where f.${mine})::int as projection`

type Left = Readonly<Record<'attempts' | 'outbox' | 'notifications' | 'projection', number>>

/** Every attempt has an outcome and every reversal was made. */
export function untilSettled(world: ComparedWorld): Promise<void> {
  return untilNothingLeft(world, ({ attempts }) => attempts === 0)
}

/** And everybody who reads of it has read it. */
export function untilQuiet(world: ComparedWorld): Promise<void> {
  return untilNothingLeft(world, (left) => Object.values(left).every((count) => count === 0))
}

async function untilNothingLeft(world: ComparedWorld, isDone: (left: Left) => boolean): Promise<void> {
  const leftText = leftTextFor(isOf(world))
  const startMs = performance.now()
  for (;;) {
    const [left] = await world.query<Left>(leftText)
    if (left && isDone(left)) return
    if (performance.now() - startMs > limitMs)
      assert.fail(`after ${limitMs / 1000} s there is left: ${JSON.stringify(left)}; ${await openAttempts(world)}`)
    await delay(pauseMs)
  }
}

/** What waits, for how much longer, and how often it was tried. */
async function openAttempts(world: ComparedWorld): Promise<string> {
  const rows = await world.query<{ line: string }>(
    `select concat_ws(' ', order_id, transaction_id, type, gateway_code, decision, reversal, 'claim', claim,
       'tried', reversal_attempts, 'again in', round(extract(epoch from coalesce(deadline_at, reverse_at) - now())), 's') as line
     ${openAttemptsOf(isOf(world))} order by order_id, position`,
  )
  return rows.map(({ line }) => line).join('; ')
}
