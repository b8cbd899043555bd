// Trace numbers of a link over several processes: no identity twice, and no number again while something is open under it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { blockSize, postgresTraceBlocks } from '../../src/acquirers/iso8583/trace-blocks.ts'
import { openTraceNumbers } from '../../src/acquirers/iso8583/trace-numbers.ts'
import { transmissionOf } from '../../src/acquirers/iso8583/wire.ts'
import { StoreOverloaded } from '../../src/kernel/failures.ts'
import { onOneDatabase, onSeveralDatabases } from '../../src/platform/postgres/cluster/merchant-databases.ts'
import { partNames } from '../../src/platform/postgres/cluster/parts.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { eventually } from '../support/checks/poll.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

let pools: readonly [Database, Database]
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  const open = () => openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
  pools = [open(), open()]
})
after(() => Promise.all(pools.map((pool) => pool.end())))

/** Two nodes, each with half of the parts, and what is of no merchant with the first. */
function twoNodes(pool: Database) {
  const down = new Set<'even' | 'odd'>()
  const refuse = () => Promise.reject(new StoreOverloaded('a node is down'))
  const view = (own: Partial<Database>): Database => Object.assign(Object.create(pool), own)
  const node = (name: 'even' | 'odd') =>
    view({
      query: ((...parameters: [string]) =>
        down.has(name) ? refuse() : pool.query(...parameters)) as Database['query'],
      connect: (() => (down.has(name) ? refuse() : pool.connect())) as Database['connect'],
    })
  const [even, odd] = [node('even'), node('odd')]
  // A query across merchants needs all nodes.
  const any = view({
    query: ((...parameters: [string]) =>
      down.size > 0 && parameters[0].includes('from transactions')
        ? refuse()
        : pool.query(...parameters)) as Database['query'],
  })
  const databases = onSeveralDatabases({
    any,
    of: (part) => (partNames.indexOf(part) % 2 === 0 ? even : odd),
    ownerOf: async () => undefined,
  })
  return { databases, down }
}

const partOf = (block: number | undefined) => Math.floor((block ?? Number.NaN) / 50)

describe('trace numbers', () => {
  it('give two processes more than a million identities without one twice', async () => {
    const wanted = 1_200_000
    // The ring has a million, of which some are used again: a number may return when the second of its last use is over.
    const times = { leaseMs: 60_000, restMs: 1_100 }
    const seen = new Float64Array(wanted)
    let count = 0
    const processes = pools.map((pool) => openTraceNumbers(postgresTraceBlocks(onOneDatabase(pool), 'busy', times)))
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
    const times = { leaseMs: 3_600_000, restMs: 0, firstPart: 0 }
    const blocks = postgresTraceBlocks(onOneDatabase(pools[0]), 'small', times)
    const first = await blocks.lease()
    // Others have all but five of the fifty blocks of each part.
    await pools[0].query(
      `update iso8583_trace_parts set leased_until[6:50] = array_fill(now() + interval '1 hour', array[45])
       where link_id = 'small'`,
    )
    const leased = [first, ...(await Array.fromAsync({ length: 99 }, () => blocks.lease()))]
    assert.deepEqual(
      leased.map((each) => each?.block ?? Number.NaN).toSorted((a, b) => a - b),
      Array.from({ length: 100 }, (_, index) => Math.floor(index / 5) * 50 + (index % 5)),
    )
    assert.equal(await openTraceNumbers(blocks).take(1), undefined)
    await blocks.release(leased[41] ?? assert.fail())
    const freed = await eventually(() => blocks.lease())
    assert.equal(freed.block, leased[41]?.block)
    assert.equal(await blocks.lease(), undefined)
    await blocks.release(leased[41] ?? assert.fail())
    assert.equal(await blocks.lease(), undefined, 'a process that has slept does not end the lease of another')
  })

  it('do not return while an attempt or a reversal under them is open', async () => {
    const [pool] = pools
    const row = (orderId: string, [column, code]: readonly [string, string], wire: object) =>
      pool.query(
        `insert into transactions (merchant_id, order_id, transaction_id, attempt_id, type, amount_minor, acquirer_link,
           acquirer_reference, request_key_id, request_hash, request, entry_point, position, gateway_code, response_number, ${column},
           wire_identity, recorded_at, updated_at)
         values ('TRACED', $1, '1', $1, 'PAYMENT', 1, '{"adapter":"iso8583","linkId":"held"}', $1, 'k', '', '{}',
           'WEB_SERVICES_API', 1, $3, 1, now(), $2, now(), now())`,
        [orderId, JSON.stringify(wire), code],
      )
    await row('attempt', ['deadline_at', 'UNKNOWN'], { trace: '001500', reversalTrace: '001501' })
    await row('reversal', ['reverse_at', 'TIMED_OUT'], { trace: '003999', reversalTrace: '004000' })
    // Each process begins with the first part.
    const begun = () =>
      postgresTraceBlocks(onOneDatabase(pool), 'held', { leaseMs: 1, restMs: 0, firstPart: 0 }).lease()
    const leased = [await begun(), await begun(), await begun()].map((each) => each?.block)
    assert.deepEqual(leased, [0, 2, 5])
    await pool.query(`update transactions set deadline_at = null, reverse_at = null where merchant_id = 'TRACED'`)
    const other = postgresTraceBlocks(onOneDatabase(pool), 'other', { leaseMs: 1, restMs: 0, firstPart: 0 })
    assert.equal((await other.lease())?.block, 0, 'each link has its own ring')
  })

  it('are leased from the parts of other nodes while a node is down, and from all of them afterwards', async () => {
    const { databases, down } = twoNodes(pools[0])
    const times = { leaseMs: 60_000, restMs: 0 }
    await postgresTraceBlocks(databases, 'outage', times).lease()
    const started = postgresTraceBlocks(databases, 'outage', times)
    for (const [name, remainder] of [
      ['even', 1],
      ['odd', 0],
    ] as const) {
      down.add(name)
      const leased = await Array.fromAsync({ length: 30 }, () => started.lease())
      assert.deepEqual([...new Set(leased.map((each) => partOf(each?.block) % 2))], [remainder])
      assert.equal(new Set(leased.map((each) => each?.block)).size, 30)
      down.delete(name)
    }
    const all = await Array.fromAsync({ length: 40 }, () => postgresTraceBlocks(databases, 'outage', times).lease())
    assert.deepEqual([...new Set(all.map((each) => partOf(each?.block) % 2))].toSorted(), [0, 1])
  })

  it('are leased while it cannot be read what is open, but none that was used since it was read last', async () => {
    const { databases, down } = twoNodes(pools[0])
    const set = (columns: string) =>
      pools[0].query(`update iso8583_trace_parts set ${columns} where part = 'part 0' and link_id = 'unread'`)
    const begun = () => postgresTraceBlocks(databases, 'unread', { leaseMs: 1, restMs: 0, firstPart: 0 })
    assert.equal((await begun().lease())?.block, 0)
    down.add('odd')
    await set('next_block = 0')
    assert.equal((await begun().lease())?.block, 1)
    await set(`next_block = 0, held_blocks = '{2}'`)
    assert.equal((await begun().lease())?.block, 3)
    const never = postgresTraceBlocks(databases, 'never read', { leaseMs: 1, restMs: 0 })
    await assert.rejects(never.lease(), StoreOverloaded)
  })

  it('are not leased while no node answers', async () => {
    const { databases, down } = twoNodes(pools[0])
    const blocks = postgresTraceBlocks(databases, 'outage', { leaseMs: 1, restMs: 0 })
    down.add('even').add('odd')
    await assert.rejects(blocks.lease(), StoreOverloaded)
  })

  it('of a lease that has ended are not used any more', async () => {
    let nowMs = 0
    const times = { leaseMs: 10_000, restMs: 0 }
    const blocks = postgresTraceBlocks(onOneDatabase(pools[0]), 'slow', { ...times, firstPart: 0 })
    const numbers = openTraceNumbers(blocks, () => nowMs)
    const [first] = (await numbers.take(1))?.traces ?? []
    nowMs = 9_500
    const [second] = (await numbers.take(1))?.traces ?? []
    assert.deepEqual([first, second], ['000001', String(50 * blockSize).padStart(6, '0')])
  })
})
