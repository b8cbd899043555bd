// Answers are stored once, in events.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Amendment } from '../../src/payments/ports/transactions.ts'
import { listEvents } from '../../src/payments/postgres/order-history.ts'
import { onOneServer, openTransactions, type Transactions } from '../../src/payments/postgres/transactions.ts'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { moneyPathForms } from '../support/builders/money-path-forms.ts'
import { attemptOn, outcomeOf } from '../support/builders/money-rows.ts'
import { until } from '../support/checks/poll.ts'
import { countLockWaits } from '../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const response = {
  result: 'SUCCESS',
  gatewayEntryPoint: 'WEB_SERVICES_API',
  response: { gatewayCode: 'APPROVED', gatewayRecommendation: 'NO_ACTION' },
  order: { id: 'order', amount: '10.00', currency: 'USD', totalRefundedAmount: '0', status: 'CAPTURED' },
  transaction: { id: '1', amount: '10.00', currency: 'USD' },
} as const

const keyOf = (orderId: string) => ({ merchantId: 'TESTMERCHANT', orderId, transactionId: '1' })

async function pay(store: Transactions, orderId: string) {
  const attempt = attemptOn(keyOf(orderId))
  assert.equal((await store.recordAttempt(attempt)).kind, 'RECORDED')
  assert.equal(await store.recordOutcome(outcomeOf(attempt, { response })), 'RECORDED')
}

async function responseOf(store: Transactions, orderId: string) {
  const stored = await store.findOrder(keyOf(orderId))
  return stored?.transactions[0]?.response
}

const amendmentOf = (orderId: string): Amendment => ({
  key: keyOf(orderId),
  at: new Date(),
  kind: 'DECISION',
  orderRevision: 2,
  orderStatus: 'CAPTURED',
  response: { ...response, result: 'PENDING' },
})

for (const form of moneyPathForms)
  describe(`the money path ${form.name}`, () => {
    function poolOn(t: TestContext, database: string) {
      const options = { poolSize: 13, onError: () => {}, ...form.options }
      const pool = openDatabase({ connectionString: databaseUrl(database) }, options)
      t.after(() => pool.end())
      return pool
    }

    const open = (pool: Database) => openTransactions(onOneServer(form.open(pool)))

    it('an answer is stored once, and read from the event of the last change', async (t) => {
      const pool = poolOn(t, await createTestDatabase())
      const store = open(pool)
      await pay(store, 'once')
      const { rows } = await pool.query('select response_number from transactions')
      assert.deepEqual(rows, [{ response_number: 1 }])
      assert.deepEqual(await responseOf(store, 'once'), response)
      assert.equal(await store.amend(amendmentOf('once')), true)
      assert.deepEqual(await responseOf(store, 'once'), { ...response, result: 'PENDING' })
      const events = await listEvents(pool, keyOf('once'))
      assert.deepEqual(
        events.map((event) => event.response),
        [response, { ...response, result: 'PENDING' }],
      )
    })

    it('an outcome whose event number is taken meanwhile gets the next one', async (t) => {
      const database = await createTestDatabase()
      const pool = poolOn(t, database)
      const store = open(pool)
      const attempt = attemptOn(keyOf('race'))
      await store.recordAttempt(attempt)
      const other = await pool.connect()
      await other.query('begin')
      await other.query(`update orders set event_count = 1 where order_id = 'race'`)
      await other.query(`insert into events (merchant_id, order_id, number, kind, transaction_id, at, response)
    values ('TESTMERCHANT', 'race', 1, 'DECISION', 'another', now(), '{}')`)
      const recorded = store.recordOutcome(outcomeOf(attempt, { response }))
      await until(async () => (await countLockWaits(databaseUrl(database))) > 0, 'the outcome waits for the order')
      await other.query('commit')
      other.release()
      assert.equal(await recorded, 'RECORDED')
      const { rows } = await pool.query(`select o.event_count, t.response_number, e.transaction_id from orders o
    join transactions t using (merchant_id, order_id)
    join events e on e.merchant_id = t.merchant_id and e.order_id = t.order_id and e.number = t.response_number`)
      assert.deepEqual(rows, [{ event_count: 2, response_number: 2, transaction_id: '1' }])
      assert.deepEqual(await responseOf(store, 'race'), response)
    })
  })
