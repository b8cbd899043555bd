// What an acquirer answers to a reversal is recorded while another transaction holds the order, in both forms of the money path.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { recordReversal } from '../../../src/payments/operations/reversals/record-reversal.ts'
import type { Store } from '../../../src/payments/ports/store.ts'
import type { Amendment, OrderKey } from '../../../src/payments/ports/transactions.ts'
import { onOneServer, openTransactions, type Transactions } from '../../../src/payments/postgres/transactions.ts'
import { openDatabase } from '../../../src/platform/postgres/database.ts'
import { moneyPathForms } from '../../support/builders/money-path-forms.ts'
import { attemptOn, outcomeOf } from '../../support/builders/money-rows.ts'
import { until } from '../../support/checks/poll.ts'
import { countLockWaits } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'

const order: OrderKey = { merchantId: 'TESTMERCHANT', orderId: 'locked' }
const first = { ...order, transactionId: '1' }
const second = { ...order, transactionId: '2' }
const clock = { now: () => new Date(), expiryTime: () => new Date(), sleep: async () => {} }

for (const form of moneyPathForms)
  describe(`the money path ${form.name}`, () => {
    /** An order with a payment that timed out, whose reversal is owed, and a second payment under way. */
    async function lockedOrder(t: TestContext) {
      const name = await createTestDatabase()
      const options = { poolSize: 13, onError: () => {}, ...form.options }
      const database = openDatabase({ connectionString: databaseUrl(name) }, options)
      t.after(() => database.end())
      const money = openTransactions(onOneServer(form.open(database)))
      const silent = attemptOn(first)
      await money.recordAttempt(silent)
      const totals = { authorizedMinor: 0n, capturedMinor: 0n, refundedMinor: 0n }
      const failed = { gatewayCode: 'TIMED_OUT', orderStatus: 'FAILED', reversal: 'OWED', totals } as const
      await money.recordOutcome(outcomeOf(silent, { ...failed, response: { result: 'FAILURE' } }))
      const inFlight = attemptOn(second, { orderRevision: 2 })
      assert.equal((await money.recordAttempt(inFlight)).kind, 'RECORDED')
      return { name, database, money, inFlight }
    }

    const storeOf = (money: Transactions) => money as Pick<Transactions, 'findOrder' | 'amend'> as unknown as Store

    it('records an acknowledged reversal at once while another transaction holds the order', async (t) => {
      const { database, money, inFlight } = await lockedOrder(t)
      assert.equal(await recordReversal(first, 'DONE', { store: storeOf(money), clock }), 'DONE')
      const during = await money.findOrder(order)
      assert.deepEqual(
        [
          during?.order.isLocked,
          during?.transactions.map(({ reversal }) => reversal),
          during?.transactions[1]?.response,
        ],
        [true, ['DONE', undefined], undefined],
      )
      assert.equal(await money.recordOutcome(outcomeOf(inFlight)), 'RECORDED')
      const { rows } = await database.query('select number, kind, transaction_id from events order by number')
      assert.deepEqual(rows, [
        { number: 1, kind: 'OUTCOME', transaction_id: '1' },
        { number: 2, kind: 'REVERSAL', transaction_id: '1' },
        { number: 3, kind: 'OUTCOME', transaction_id: '2' },
      ])
      const after = await money.findOrder(order)
      assert.deepEqual(
        after?.transactions.map(({ response }) => response),
        [{ result: 'FAILURE' }, { result: 'SUCCESS' }],
      )
      const [row] = (await database.query('select status, event_count, locking_transaction_id from orders')).rows
      assert.deepEqual(row, { status: 'CAPTURED', event_count: 3, locking_transaction_id: null })
    })

    it('leaves the status of the order alone while another transaction holds it', async (t) => {
      const { database, money } = await lockedOrder(t)
      await recordReversal(first, 'REFUSED', { store: storeOf(money), clock })
      const [row] = (await database.query('select status, locking_transaction_id from orders')).rows
      assert.deepEqual(row, { status: 'FAILED', locking_transaction_id: '2' })
    })

    it('records a reversal once when two processes have its acknowledgement', async (t) => {
      const { database, money } = await lockedOrder(t)
      const record = () => recordReversal(first, 'DONE', { store: storeOf(money), clock })
      assert.deepEqual(await Promise.all([record(), record(), record()]), ['DONE', 'DONE', 'DONE'])
      const { rows } = await database.query(`select count(*)::int as count from events where kind = 'REVERSAL'`)
      assert.deepEqual(rows, [{ count: 1 }])
    })

    it('records a reversal once the session that holds the row of the order has ended', async (t) => {
      const { name, database, money } = await lockedOrder(t)
      const other = await database.connect()
      await other.query('begin')
      await other.query('select from orders for update')
      const recorded = recordReversal(first, 'DONE', { store: storeOf(money), clock })
      await until(async () => (await countLockWaits(databaseUrl(name))) > 0, 'the reversal waits for the row')
      await other.query('commit')
      other.release()
      assert.equal(await recorded, 'DONE')
    })

    it('refuses a decision, and what operators have resolved, while another transaction holds the order', async (t) => {
      const { money } = await lockedOrder(t)
      const amendment: Amendment = {
        key: first,
        at: new Date(),
        kind: 'DECISION',
        orderRevision: 3,
        orderStatus: 'FAILED',
        response: {},
      }
      assert.equal(await money.amend({ ...amendment, decision: 'REJECTED', reversal: 'OWED' }), false)
      const proposalId = '00000000-0000-4000-8000-000000000000'
      assert.equal(await money.amend({ ...amendment, kind: 'REVERSAL', reversal: 'DONE', proposalId }), false)
      assert.equal(await money.amend({ ...amendment, kind: 'REVERSAL', reversal: 'DONE', orderRevision: 2 }), false)
    })
  })
