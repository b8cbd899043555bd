// What an attempt leaves behind in its own commit: a line in the audit for every account opened for it, and nothing of the
// security code that its session held.
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { AuditEntry } from '../../src/audit/ports/audit.ts'
import {
  defaultBatchSharing,
  moneyPathConnections,
  onOneServer,
  openTransactions,
} from '../../src/payments/postgres/transactions.ts'
import { openDatabase } from '../../src/platform/postgres/database.ts'
import { moneyPathForms } from '../support/builders/money-path-forms.ts'
import { attemptOn } from '../support/builders/money-rows.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const merchantId = 'TESTMERCHANT'
const key = (orderId: string, transactionId = '1') => ({ merchantId, orderId, transactionId })

const opening = (orderId: string): AuditEntry => ({
  merchantId,
  actor: `merchant.${merchantId}`,
  action: 'ACCOUNT_OPENED',
  subject: { token: '9000000000000001', orderId },
  at: new Date('2026-11-15T08:00:00.000Z'),
})

for (const form of moneyPathForms)
  describe(`the money path ${form.name}`, () => {
    async function openStore(t: TestContext) {
      const connectionString = databaseUrl(await createTestDatabase())
      const pool = openDatabase(
        { connectionString },
        { poolSize: moneyPathConnections, onError: () => {}, ...form.options },
      )
      t.after(() => pool.end())
      const holdCode = (hash: Buffer, merchant = merchantId) =>
        pool.query(
          `insert into session_codes (merchant_id, session_hash, sealed, expires_at)
       values ($1, $2, '\\x00', now() + interval '1 hour')`,
          [merchant, hash],
        )
      const codes = async () =>
        (await pool.query<{ session_hash: Buffer }>('select session_hash from session_codes order by 1')).rows.map(
          (row) => row.session_hash.toString('hex'),
        )
      const lines = async () =>
        (
          await pool.query(
            `select merchant_id, actor, action, subject, at from audit where actor <> 'sandbox' order by audit_id`,
          )
        ).rows
      return { ...openTransactions(onOneServer(form.open(pool)), defaultBatchSharing), holdCode, codes, lines }
    }

    it('openings become audit entries, also among attempts of the same batch that opened nothing', async (t) => {
      const { recordAttempt, lines } = await openStore(t)
      const results = await Promise.all([
        recordAttempt(attemptOn(key('plain'))),
        recordAttempt(attemptOn(key('one'), { auditEntries: [opening('one')] })),
        recordAttempt(attemptOn(key('two'), { auditEntries: [opening('two'), opening('two')] })),
      ])
      assert.ok(results.every(({ kind }) => kind === 'RECORDED'))
      const found = await lines()
      assert.deepEqual(found.map(({ subject }) => subject.orderId).toSorted(), ['one', 'two', 'two'])
      assert.deepEqual(found[0], {
        merchant_id: merchantId,
        actor: `merchant.${merchantId}`,
        action: 'ACCOUNT_OPENED',
        subject: { token: '9000000000000001', orderId: found[0].subject.orderId },
        at: new Date('2026-11-15T08:00:00.000Z'),
      })
    })

    it('the code of a used session is deleted, that of another session or merchant is not', async (t) => {
      const { recordAttempt, holdCode, codes } = await openStore(t)
      const [used, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
      await holdCode(used)
      await holdCode(other)
      await holdCode(used, 'TESTSUPPLIED')
      await recordAttempt(attemptOn(key('order'), { usedSessionHash: used }))
      assert.deepEqual(await codes(), [used.toString('hex'), other.toString('hex')])
    })

    it('an attempt that is not recorded leaves neither an audit entry nor a deletion behind', async (t) => {
      const { recordAttempt, holdCode, codes, lines } = await openStore(t)
      const hash = Buffer.alloc(32, 3)
      await holdCode(hash)
      assert.equal((await recordAttempt(attemptOn(key('order')))).kind, 'RECORDED')
      const traces = { auditEntries: [opening('order')], usedSessionHash: hash }
      assert.deepEqual(await recordAttempt(attemptOn(key('order', '2'), traces)), { kind: 'ORDER_LOCKED' })
      assert.deepEqual(await lines(), [])
      assert.deepEqual(await codes(), [hash.toString('hex')])
    })
  })
