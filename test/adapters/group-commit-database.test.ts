// Group commit on a real database: batches that overlap, rows that are refused, connections that break during a commit.

import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import type { Attempt, AttemptResult } from '../../src/payments/ports/transactions.ts'
import { moneyPathConnections, onOneServer, openTransactions } from '../../src/payments/postgres/transactions.ts'
import { elapsedMs } from '../../src/platform/concurrency/elapsed-time.ts'
import { type DatabaseOptions, inUnitOfWork, openDatabase } from '../../src/platform/postgres/database.ts'
import { BatchQueueOverloaded } from '../../src/platform/postgres/group-commit.ts'
import { moneyPathForms } from '../support/builders/money-path-forms.ts'
import { attemptOn, outcomeOf } from '../support/builders/money-rows.ts'
import { pickRandom, seeded } from '../support/builders/seeded.ts'
import { until } from '../support/checks/poll.ts'
import { openDatabaseProxy } from '../support/faults/database-proxy.ts'
import { oneServerOnly } from '../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const usual = { rowsMax: 128, lanes: 2, waitingMax: 4096 }

const attemptsOn = (count: number): readonly Attempt[] =>
  Array.from({ length: count }, (_, index) =>
    attemptOn({ merchantId: 'TESTMERCHANT', orderId: `order-${index}`, transactionId: '1' }),
  )

for (const form of moneyPathForms)
  describe(`the money path ${form.name}`, () => {
    const { ofAttempts, ofOutcomes } = form.lastStatements

    function openPool(
      connectionString: string,
      timeouts: Pick<DatabaseOptions, 'statementTimeoutMs' | 'lockTimeoutMs'> = {},
    ) {
      const onError = () => {}
      const options = { poolSize: moneyPathConnections, onError, ...form.options, ...timeouts }
      return openDatabase({ connectionString }, options)
    }

    /** A store on a database of its own, through a line that can be broken. */
    async function makeStore(t: TestContext, timeouts: Parameters<typeof openPool>[1] = {}) {
      const database = await createTestDatabase()
      const proxy = await openDatabaseProxy(t)
      const pool = openPool(proxy.url(database), timeouts)
      t.after(() => pool.end())
      const reader = new pg.Client(databaseUrl(database))
      await reader.connect()
      t.after(() => reader.end())
      const one = async (sql: string) => (await reader.query(sql)).rows[0]
      return { ...openTransactions(onOneServer(form.open(pool)), usual), pool, proxy, one, url: databaseUrl(database) }
    }

    it('two gateways write overlapping batches on the same orders without a deadlock', async () => {
      const database = await createTestDatabase()
      const pools = [openPool(databaseUrl(database)), openPool(databaseUrl(database))]
      const random = seeded(42)
      let batches = 0
      const sides = pools.map((pool) =>
        openTransactions(onOneServer(form.open(pool)), { rowsMax: 8, lanes: 2, waitingMax: 4096 }, () => {
          batches += 1
        }),
      )
      const orders = Array.from({ length: 40 }, (_, index) => ({
        merchantId: `TESTMERCHANT${index % 3}`,
        orderId: `order-${index}`,
      }))
      const recorded = new Map<string, number>()
      for (let round = 0; round < 12; round += 1) {
        const orderRevision = round === 0 ? undefined : round * 2
        await Promise.all(
          sides.map(async (side, number) => {
            const shuffled = orders.toSorted(() => random() - 0.5)
            await Promise.all(
              shuffled.map(async (order) => {
                const key = { ...order, transactionId: `${round}-${number}` }
                const attempt = attemptOn(key, { orderRevision })
                const result = await side.recordAttempt(attempt)
                if (result.kind !== 'RECORDED')
                  return assert.ok(['ORDER_LOCKED', 'ORDER_MOVED'].includes(result.kind), result.kind)
                recorded.set(order.orderId, (recorded.get(order.orderId) ?? 0) + 1)
                assert.equal(await pickRandom(sides, random).recordOutcome(outcomeOf(attempt)), 'RECORDED')
              }),
            )
          }),
        )
      }
      assert.ok(batches >= 160, `there were ${batches} batches`)
      assert.deepEqual(
        [...recorded.values()],
        Array.from(orders, () => 12),
      )
      // A server counts what its connections have met when they end.
      await Promise.all(pools.map((pool) => pool.end()))
      const reader = new pg.Client(databaseUrl(database))
      await reader.connect()
      const { rows } = await reader.query(
        `select deadlocks::int, (select count(*)::int from transactions where gateway_code = 'APPROVED') as approved,
       (select count(*)::int from events) as events, (select max(revision) from orders) as revision
     from pg_stat_database where datname = current_database()`,
      )
      await reader.end()
      assert.deepEqual(rows, [{ deadlocks: 0, approved: 480, events: 480, revision: 24 }])
    })

    it('a payment that the database refuses does not affect others in its batch', async (t) => {
      const { recordAttempt, one } = await makeStore(t)
      const attempts = attemptsOn(50).map((attempt, index) =>
        index === 20 ? { ...attempt, amountMinor: -1n } : attempt,
      )
      const results = await Promise.allSettled(attempts.map(recordAttempt))
      const refused = results.flatMap((result, index) =>
        result.status === 'rejected' ? [[index, result.reason.code]] : [],
      )
      assert.deepEqual(refused, [[20, '23514']])
      assert.ok(results.every((result) => result.status === 'rejected' || result.value.kind === 'RECORDED'))
      assert.deepEqual(await one('select count(*)::int as orders from orders'), { orders: 49 })
    })

    it('an outcome that the database refuses does not affect others in its batch', async (t) => {
      const { recordAttempt, recordOutcome, one } = await makeStore(t)
      const attempts = attemptsOn(50)
      await Promise.all(attempts.map(recordAttempt))
      const impossible = { totals: { authorizedMinor: 0n, capturedMinor: 1000n, refundedMinor: 0n } }
      const results = await Promise.allSettled(
        attempts.map((attempt, index) => recordOutcome(outcomeOf(attempt, index === 20 ? impossible : {}))),
      )
      assert.equal(results.filter(({ status }) => status === 'rejected').length, 1)
      assert.deepEqual(
        await one(`select count(*) filter (where gateway_code = 'APPROVED')::int as approved,
      count(*) filter (where gateway_code is null)::int as open from transactions`),
        { approved: 49, open: 1 },
      )
    })

    it('attempts whose commit was not confirmed count as recorded, by their own ids', async (t) => {
      const { recordAttempt, findOrder, proxy, one } = await makeStore(t)
      const attempts = attemptsOn(30)
      await findOrder({ merchantId: 'TESTMERCHANT', orderId: 'none' })
      proxy.breakAt({ statement: ofAttempts, lost: 'answer' })
      const results = await Promise.all(attempts.map(recordAttempt))
      assert.equal(proxy.broken, 1)
      assert.deepEqual(kindsOf(results), new Set(['RECORDED']))
      assert.deepEqual(await one('select count(*)::int as n, max(transaction_count) as positions from orders'), {
        n: 30,
        positions: 1,
      })
    })

    it('attempts that never reached the database count as not recorded, and can be made again', async (t) => {
      const { recordAttempt, proxy, one } = await makeStore(t)
      const attempts = attemptsOn(30)
      proxy.breakAt({ statement: ofAttempts, lost: 'request' })
      assert.deepEqual(kindsOf(await Promise.all(attempts.map(recordAttempt))), new Set(['ORDER_MOVED']))
      assert.deepEqual(await one('select count(*)::int as n from orders'), { n: 0 })
      assert.deepEqual(kindsOf(await Promise.all(attempts.map(recordAttempt))), new Set(['RECORDED']))
      assert.equal(proxy.broken, 1)
    })

    it('an attempt may be sent only while no other process can take it over, also when its commit was not confirmed', async (t) => {
      const { recordAttempt, proxy, one } = await makeStore(t)
      const [first, second] = attemptsOn(2)
      assert.ok(first && second)
      for (const attempt of [first, second]) {
        if (attempt === second) proxy.breakAt({ statement: ofAttempts, lost: 'answer' })
        const result = await recordAttempt(attempt)
        assert.ok(result.kind === 'RECORDED')
        const { left_ms } = await one(
          `select (extract(epoch from deadline_at - clock_timestamp()) * 1000)::float8 as left_ms from transactions
       where order_id = '${attempt.key.orderId}'`,
        )
        const leftMs = result.sendBefore - elapsedMs()
        assert.ok(leftMs > 0 && leftMs < left_ms + 1, `${leftMs} ms here, ${left_ms} ms in the database before that`)
      }
    })

    it('an attempt whose commit was not confirmed is not mistaken for another with the same ids', async (t) => {
      const { recordAttempt, proxy } = await makeStore(t)
      const [first] = attemptsOn(1)
      assert.ok(first)
      assert.equal((await recordAttempt(first)).kind, 'RECORDED')
      proxy.breakAt({ statement: ofAttempts, lost: 'answer' })
      assert.deepEqual(await recordAttempt({ ...first, attemptId: 'of-another' }), { kind: 'DUPLICATE' })
    })

    for (const lost of ['request', 'answer'] as const) {
      it(`outcomes are recorded once when the ${lost} is lost on the way`, async (t) => {
        const { recordAttempt, recordOutcome, proxy, one } = await makeStore(t)
        const attempts = attemptsOn(30)
        await Promise.all(attempts.map(recordAttempt))
        proxy.breakAt({ statement: ofOutcomes, lost })
        const results = await Promise.all(attempts.map((attempt) => recordOutcome(outcomeOf(attempt))))
        assert.equal(proxy.broken, 1)
        // What was committed without our hearing of it looks like another's; the caller then reads what is there.
        assert.deepEqual(new Set(results), new Set([lost === 'request' ? 'RECORDED' : 'DECIDED_ELSEWHERE']))
        assert.deepEqual(
          await one(`select * from (
          select count(*)::int as n, max(revision) as revision, max(event_count) as events from orders) o,
        (select count(*)::int as approved from transactions where gateway_code = 'APPROVED') t`),
          { n: 30, revision: 2, events: 1, approved: 30 },
        )
      })
    }

    it('an open outcome is recorded once, too, when its answer is lost on the way', async (t) => {
      const { recordAttempt, recordOutcome, proxy, one } = await makeStore(t)
      const attempts = attemptsOn(30)
      await Promise.all(attempts.map(recordAttempt))
      proxy.breakAt({ statement: ofOutcomes, lost: 'answer' })
      const open = { gatewayCode: 'UNKNOWN', askAgainAfterMs: 10_000 } as const
      const results = await Promise.all(attempts.map((attempt) => recordOutcome(outcomeOf(attempt, open))))
      assert.deepEqual([proxy.broken, new Set(results)], [1, new Set(['DECIDED_ELSEWHERE'])])
      assert.deepEqual(
        await one(
          `select * from (select max(event_count) as most from orders) o, (select count(*)::int as n from events) e`,
        ),
        {
          most: 1,
          n: 30,
        },
      )
    })

    it('an outcome is refused from a process that lost the attempt to recovery, although it is still open', async (t) => {
      const { recordAttempt, recordOutcome, one } = await makeStore(t)
      const [attempt] = attemptsOn(1)
      assert.ok(attempt)
      await recordAttempt(attempt)
      await one('update transactions set claim = claim + 1')
      assert.equal(await recordOutcome(outcomeOf(attempt)), 'DECIDED_ELSEWHERE')
      assert.deepEqual(
        await one('select gateway_code, (select count(*)::int from events) as events from transactions'),
        {
          gateway_code: null,
          events: 0,
        },
      )
      assert.equal(await recordOutcome(outcomeOf(attempt, { claim: 1 })), 'RECORDED')
    })

    describe('database connections that fall silent', { concurrency: true }, () => {
      /** Every connection of the money path is open, then all of them fall silent at once. */
      async function silentStore(t: TestContext) {
        const store = await makeStore(t, { statementTimeoutMs: 1_000 })
        const opened = await Promise.all(Array.from({ length: moneyPathConnections }, () => store.pool.connect()))
        for (const client of opened) client.release()
        return store
      }

      it('are closed with the idle ones, and attempts that never arrived fail', async (t) => {
        const { recordAttempt, proxy, pool } = await silentStore(t)
        proxy.goSilent()
        const attempts = attemptsOn(30)
        assert.deepEqual(kindsOf(await Promise.all(attempts.map(recordAttempt))), new Set(['ORDER_MOVED']))
        // Had each of the nine lines been tried in turn, the responses would have come one deadline after the other.
        assert.ok(
          pool.totalCount < moneyPathConnections,
          `${pool.totalCount} of ${moneyPathConnections} are still there`,
        )
        assert.deepEqual(kindsOf(await Promise.all(attempts.map(recordAttempt))), new Set(['RECORDED']))
      })

      it('lose no outcome: it is sent again on a new connection', async (t) => {
        const { recordAttempt, recordOutcome, findOrder, proxy, one } = await silentStore(t)
        const attempts = attemptsOn(30)
        await Promise.all(attempts.map(recordAttempt))
        proxy.goSilent()
        const reading = findOrder({ merchantId: 'TESTMERCHANT', orderId: 'order-1' })
        const results = await Promise.all(attempts.map((attempt) => recordOutcome(outcomeOf(attempt))))
        assert.deepEqual(new Set(results), new Set(['RECORDED']))
        assert.deepEqual(await one(`select count(*)::int as n from transactions where gateway_code = 'APPROVED'`), {
          n: 30,
        })
        assert.equal((await reading)?.transactions.length, 1)
      })

      it('fail a unit of work at once, and are not used again', async (t) => {
        const { proxy, pool } = await silentStore(t)
        const work = inUnitOfWork(pool, async (client) => {
          proxy.goSilent()
          await client.query('select 1')
        })
        await assert.rejects(work, { code: 'ETIMEDOUT' })
        assert.equal((await pool.query('select 1 as n')).rows[0].n, 1)
      })

      it('are closed with their pool, and do not keep the process alive', async (t) => {
        const proxy = await openDatabaseProxy(t)
        const pool = openPool(proxy.url(await createTestDatabase()))
        let closed = 0
        pool.on('connect', (client) => client.once('end', () => (closed += 1)))
        await Promise.all(Array.from({ length: 3 }, () => pool.query('select 1')))
        proxy.goSilent()
        await pool.end()
        await until(() => closed === 3, 'all three are closed')
      })

      it('are not closed while a long statement is expected to run', async (t) => {
        const { pool } = await makeStore(t, { statementTimeoutMs: 200 })
        const slow = inUnitOfWork(pool, (client) => client.query('select pg_sleep(1.5), 1 as n'), {
          begin: 'begin; set local statement_timeout = 0',
          isLong: true,
        })
        assert.equal((await slow).rows[0].n, 1)
      })
    })

    // Through the coordinator, as here, the lock timeout does not reach the node that waits; gateways write on that node itself,
    // and payments/faults/database.test.ts has the case.
    describe('orders whose rows are locked by another session', { concurrency: true }, () => {
      const lockTimeoutMs = 100

      /** Orders 3 and 7 of ten are locked by another connection, each with an attempt in flight or idle. */
      async function heldStore(t: TestContext, state: 'in flight' | 'at rest') {
        const store = await makeStore(t, { lockTimeoutMs })
        const attempts = attemptsOn(10)
        await Promise.all(attempts.map(store.recordAttempt))
        if (state === 'at rest') await Promise.all(attempts.map((attempt) => store.recordOutcome(outcomeOf(attempt))))
        const holder = new pg.Client(store.url)
        await holder.connect()
        t.after(() => holder.end())
        await holder.query(`begin; select from orders where merchant_id = 'TESTMERCHANT'
          and order_id in ('order-3', 'order-7') for update`)
        return { ...store, attempts, release: () => holder.query('rollback') }
      }

      const nextOf = ({ key }: Attempt, orderRevision: number) =>
        attemptOn({ ...key, transactionId: '2' }, { orderRevision, type: 'REFUND' })

      for (const [state, kind] of [
        ['in flight', 'ORDER_LOCKED'],
        ['at rest', 'refused'],
      ] as const)
        it(`are ${kind} for an attempt when they are ${state}, and hold up no other order`, {
          skip: oneServerOnly,
        }, async (t) => {
          const { recordAttempt, attempts } = await heldStore(t, state)
          const revision = state === 'in flight' ? 1 : 2
          const others = attemptsOn(20).slice(10)
          const results = await Promise.allSettled(
            [...attempts.map((each) => nextOf(each, revision)), ...others].map(recordAttempt),
          )
          const outcomes = results.map((result) =>
            result.status === 'fulfilled'
              ? result.value.kind
              : result.reason instanceof BatchQueueOverloaded && 'refused',
          )
          const free = state === 'in flight' ? 'ORDER_LOCKED' : 'RECORDED'
          const expected = attempts.map((_, index) => (index === 3 || index === 7 ? kind : free))
          assert.deepEqual(outcomes, [...expected, ...others.map(() => 'RECORDED')])
        })

      it('get their outcomes when they are unlocked; the outcomes of others do not wait for them', {
        skip: oneServerOnly,
      }, async (t) => {
        const { recordOutcome, attempts, release } = await heldStore(t, 'in flight')
        const done: number[] = []
        const outcomes = attempts.map((attempt, index) =>
          recordOutcome(outcomeOf(attempt)).then((result) => {
            done.push(index)
            return result
          }),
        )
        await until(() => done.length === 8, 'the outcomes of orders that are not locked are recorded')
        assert.deepEqual(done.toSorted(), [0, 1, 2, 4, 5, 6, 8, 9])
        await release()
        assert.deepEqual(new Set(await Promise.all(outcomes)), new Set(['RECORDED']))
      })
    })
  })

function kindsOf(results: readonly AttemptResult[]): ReadonlySet<string> {
  return new Set(results.map(({ kind }) => kind))
}
