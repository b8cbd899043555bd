import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, databaseUrl } from '../../../test/support/gateway/database.ts'
import { Secret } from '../../kernel/secret.ts'
import { onOneDatabase } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, openDatabase } from '../../platform/postgres/database.ts'
import { auditLineJson, insertAuditLine, postgresAudit, subjectText } from './audit.ts'

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
})
after(() => database.end())

const at = new Date('2026-01-02T03:04:05.678Z')

describe('the audit log', () => {
  it('leaves the gateway’s own ids whole, whose digits may look like a card number, and masks free text', () => {
    const id = '4d84b568-4007-4781-8f4a-736fa887c7d5'
    assert.equal(
      subjectText({ consoleSessionId: id, notificationId: id }),
      JSON.stringify({ consoleSessionId: id, notificationId: id }),
    )
    assert.notEqual(subjectText({ note: id }), JSON.stringify({ note: id }))
  })

  it('records who saw which account numbers and when, in the order of the calls', async () => {
    const audit = postgresAudit(onOneDatabase(database))
    for (const transactionId of ['1', '2']) {
      const subject = { orderId: 'order', transactionId, fields: { 'card.number': '512345xxxxxx0008' } }
      await audit.append({ merchantId: 'SHOP1', actor: 'merchant.SHOP1', action: 'ACCOUNTS_UNMASKED', subject, at })
    }
    const { rows } = await database.query('select * from audit where merchant_id = $1 order by audit_id', ['SHOP1'])
    assert.equal(rows.length, 2)
    const { audit_id: _, ...first } = rows[0]
    assert.deepEqual(first, {
      merchant_id: 'SHOP1',
      at,
      actor: 'merchant.SHOP1',
      action: 'ACCOUNTS_UNMASKED',
      subject: { orderId: 'order', transactionId: '1', fields: { 'card.number': '512345xxxxxx0008' } },
      prev_hash: null,
      hash: null,
      position: null,
    })
    assert.equal(rows[1].subject.transactionId, '2')
  })

  it('shows a mask even when the caller passes the number itself', async () => {
    const subject = { number: new Secret('ACCOUNT', '5123450000000008') }
    const entry = { merchantId: 'SHOP2', actor: 'merchant.SHOP2', action: 'ACCOUNTS_UNMASKED', subject, at } as const
    await postgresAudit(onOneDatabase(database)).append(entry)
    const { rows } = await database.query('select subject from audit where merchant_id = $1', ['SHOP2'])
    assert.deepEqual(rows, [{ subject: { number: '512345xxxxxx0008' } }])
  })

  it('masks a card number in an identifier or a note, and leaves other digits alone', async () => {
    const fingerprint = 'ab4508750015741019cd'
    const subject = { orderId: '4508750015741019', note: 'see 5123 4500 0000 0008', changed: ['12345678'], fingerprint }
    const actor = '345678901234564'
    const entry = { merchantId: 'SHOP3', actor, action: 'ORDER_REVIEWED', subject, at } as const
    await postgresAudit(onOneDatabase(database)).append(entry)
    await database.query(`${insertAuditLine('$1::json')}`, [auditLineJson(entry)])
    const { rows } = await database.query('select actor, subject from audit where merchant_id = $1', ['SHOP3'])
    const masked = { ...subject, orderId: '450875xxxxxx1019', note: 'see 512345xxxxxx0008' }
    const line = { actor: '345678xxxxx4564', subject: masked }
    assert.deepEqual(rows, [line, line])
  })

  it('fails when an entry could not be stored', async () => {
    const ended = openDatabase(
      { connectionString: databaseUrl('there_is_no_such_database') },
      { poolSize: 1, onError: () => undefined },
    )
    const entry = { merchantId: 'M', actor: 'A', action: 'ACCOUNTS_UNMASKED', subject: {}, at } as const
    await assert.rejects(postgresAudit(onOneDatabase(ended)).append(entry))
    await ended.end()
  })
})
