// Trace numbers of a link over several processes: no identity twice, and no number again while something is open under it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { blockSize, postgresTraceBlocks } from '../../src/adapters/acquirers/iso8583/trace-blocks.ts'
import { openTraceNumbers } from '../../src/adapters/acquirers/iso8583/trace-numbers.ts'
import { transmissionOf } from '../../src/adapters/acquirers/iso8583/wire.ts'
import { type Database, openDatabase } from '../../src/adapters/postgres/database.ts'
import { StoreOverloaded } from '../../src/ports/payments/store.ts'
import { eventually } from '../support/checks/poll.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let pools: readonly [Database, Database]
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  const open = () => openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
  pools = [open(), open()]
})
after(() => Promise.all(pools.map((pool) => pool.end())))

/** Refuses queries across merchants, as a cluster does. */
function withNodeDown(pool: Database): Database {
  const query = (text: string, values?: unknown[]) =>
    text.includes('from transactions')
      ? Promise.reject(new StoreOverloaded('a node is down'))
      : pool.query(text, values)
  return Object.assign(Object.create(pool), { query })
}

describe('trace numbers', () => {
  it('give two processes three million identities without one twice', async () => {
    const wanted = 3_000_000
    // The ring of a million is used three times: a number may return when the second of its last use is over.
    const times = { leaseMs: 60_000, restMs: 1_100 }
    const seen = new Float64Array(wanted)
    let count = 0
    const processes = pools.map((pool) => openTraceNumbers(postgresTraceBlocks(pool, 'busy', times)))
    await Promise.all(
      processes.map(async (numbers) => {
        while (count < wanted) {
          // An exhausted ring is waited for here; a payment would not be sent.
          const { traces, at } = await eventually(() => numbers.take(500))
          const second = Number(transmissionOf(at))
          for (const trace of traces) {
            if (count < wanted) seen[count] = second * 1_000_000 + Number(trace)
            count += 1
          }
        }
      }),
    )
    seen.sort()
    const repeated = seen.findIndex((identity, index) => index > 0 && identity === seen[index - 1])
    assert.equal(repeated, -1, `twice: ${seen[repeated]}`)
    assert.ok(!seen.some((identity) => identity % 1_000_000 === 0), 'there is no number 000000')
  })

  it('are not sent when the ring is exhausted, and return when lease and rest are over', async () => {
    const times = { leaseMs: 3_600_000, restMs: 0 }
    const blocks = postgresTraceBlocks(pools[0], 'small', times)
    for (let lease = 0; lease < 1_000; lease += 1) assert.ok(await blocks.lease())
    assert.equal(await openTraceNumbers(blocks).take(1), undefined)
    await blocks.release(417)
    const freed = await eventually(() => blocks.lease())
    assert.equal(freed.block, 417)
    assert.equal(await blocks.lease(), undefined)
  })

  it('do not return while an attempt or a reversal under them is open', async () => {
    const [pool] = pools
    const row = (orderId: string, [column, code]: readonly [string, string], wire: object) =>
      pool.query(
        `insert into transactions (merchant_id, order_id, transaction_id, attempt_id, type, amount_minor, acquirer_link,
           acquirer_reference, request_key_id, request_hash, request, entry_point, position, gateway_code, answer, ${column},
           wire_identity, recorded_at, updated_at)
         values ('TRACED', $1, '1', $1, 'PAYMENT', 1, '{"adapter":"iso8583","linkId":"held"}', $1, 'k', '', '{}',
           'WEB_SERVICES_API', 1, $3, '{}', now(), $2, now(), now())`,
        [orderId, JSON.stringify(wire), code],
      )
    await row('attempt', ['deadline_at', 'UNKNOWN'], { trace: '001500', reversalTrace: '001501' })
    await row('reversal', ['reverse_at', 'TIMED_OUT'], { trace: '003999', reversalTrace: '004000' })
    const blocks = postgresTraceBlocks(pool, 'held', { leaseMs: 1, restMs: 0 })
    const leased = [await blocks.lease(), await blocks.lease(), await blocks.lease()].map((each) => each?.block)
    assert.deepEqual(leased, [0, 2, 5])
    await pool.query(`update transactions set deadline_at = null, reverse_at = null where merchant_id = 'TRACED'`)
    const other = postgresTraceBlocks(pool, 'other', { leaseMs: 1, restMs: 0 })
    assert.equal((await other.lease())?.block, 0, 'each link has its own ring')
  })

  it('are leased while it cannot be read what is open, but none that was used since it was read last', async () => {
    const [pool] = pools
    const set = (columns: string) =>
      pool.query(`update iso8583_traces set ${columns} where merchant_id = '' and link_id = 'outage'`)
    assert.equal((await postgresTraceBlocks(pool, 'outage', { leaseMs: 1, restMs: 0 }).lease())?.block, 0)
    const blocks = postgresTraceBlocks(withNodeDown(pool), 'outage', { leaseMs: 1, restMs: 0 })
    await set('next_block = 0')
    assert.equal((await blocks.lease())?.block, 1)
    await set(`next_block = 0, held_blocks = '{2}'`)
    assert.equal((await blocks.lease())?.block, 3)
    const never = postgresTraceBlocks(withNodeDown(pool), 'never read', { leaseMs: 1, restMs: 0 })
    await assert.rejects(never.lease(), StoreOverloaded)
  })

  it('of a lease that has ended are not used any more', async () => {
    let nowMs = 0
    const times = { leaseMs: 10_000, restMs: 0 }
    const numbers = openTraceNumbers(postgresTraceBlocks(pools[0], 'slow', times), () => nowMs)
    const [first] = (await numbers.take(1))?.traces ?? []
    nowMs = 9_500
    const [second] = (await numbers.take(1))?.traces ?? []
    assert.deepEqual([first, second], ['000001', String(blockSize).padStart(6, '0')])
  })
})
