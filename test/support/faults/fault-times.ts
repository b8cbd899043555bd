// How long attempts took to become definite, counted from when that was possible.
import { merchantId } from '../clients/client.ts'
import type { ComparedWorld } from './fault-world.ts'

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
  where t.merchant_id = '${merchantId}' and t.sendable_until is not null and t.decision is null
  group by t.merchant_id, t.order_id, t.transaction_id`

/**
 * The worst of all, from the later of two moments: the request could no longer arrive, and gateways and database were back.
 * What was decided earlier took no time at all.
 */
export async function slowest(
  world: ComparedWorld,
): Promise<Readonly<Record<'slowestDefiniteMs' | 'slowestOutcomeMs' | 'slowestReversalMs', number>>> {
  const { lateArrivalMs } = world.acquirer
  const attempts = await world.query<Ended>(endedText)
  const waited = (from: number, recorded: number, until: number) => {
    const back = world.outages.filter((outage) => outage.from < until && outage.to > recorded).map(({ to }) => to)
    return Math.max(0, until - Math.max(from, ...back))
  }
  const worst = (times: readonly number[]) => Math.round(Math.max(0, ...times))
  return {
    // From the request on, outages included.
    slowestDefiniteMs: worst(attempts.map(({ recorded, decided }) => decided - recorded)),
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
