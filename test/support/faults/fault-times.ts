// How long attempts took to become definite, counted from when that was possible.
import { parseFaults } from '../../../src/adapters/acquirers/simulator/random-faults.ts'
import { merchantId } from '../clients/client.ts'
import type { World } from './fault-world.ts'

interface Ended {
  /** When it was recorded, and until when its request could be sent. */
  readonly recorded: number
  readonly sendable: number
  readonly decided: number
  readonly reversed: number | null
}

const ms = (expression: string) => `(extract(epoch from ${expression}) * 1000)::float8`

/** Each event has the time of the clock of the gateway that made it; all are on one machine. */
const endedText = `select ${ms('t.recorded_at')} as recorded, ${ms('t.sendable_until')} as sendable,
    ${ms("max(e.at) filter (where e.kind = 'OUTCOME')")} as decided,
    ${ms("max(e.at) filter (where e.kind = 'REVERSAL')")} as reversed
  from transactions t join events e using (merchant_id, order_id, transaction_id)
  where t.merchant_id = '${merchantId}' and t.sendable_until is not null
  group by t.merchant_id, t.order_id, t.transaction_id`

/**
 * The worst of all, from the later of two moments: the request could no longer arrive, and gateways and database were back.
 * What was decided earlier took no time at all.
 */
export async function slowest(
  world: World,
  faults: string,
): Promise<{ readonly slowestOutcomeMs: number; readonly slowestReversalMs: number }> {
  const { lateArrivalMs } = parseFaults(faults)
  const attempts = await world.query<Ended>(endedText)
  const waited = (from: number, recorded: number, until: number) => {
    const back = world.outages.filter((outage) => outage.from < until && outage.to > recorded).map(({ to }) => to)
    return Math.max(0, until - Math.max(from, ...back))
  }
  const worst = (times: readonly number[]) => Math.round(Math.max(0, ...times))
  return {
    slowestOutcomeMs: worst(
      attempts.map(({ recorded, sendable, decided }) => waited(sendable + lateArrivalMs, recorded, decided)),
    ),
    slowestReversalMs: worst(
      attempts.flatMap(({ recorded, sendable, decided, reversed }) =>
        reversed === null ? [] : waited(Math.max(sendable + lateArrivalMs, decided), recorded, reversed),
      ),
    ),
  }
}
