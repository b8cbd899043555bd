// The contract migration that moves the operator's rows to every node: it takes over what processes of the previous release, which know
// only the former tables, have written until then.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts'
import { operatorLists } from '../../src/risk/ports/risk-store.ts'
import { postgresRiskStore } from '../../src/risk/postgres/risk.ts'
import { beforeRowsMoved, moveOperatorRows } from '../support/fixtures/operator-rows.ts'
import { createTestDatabase, databaseUrl } from '../support/gateway/database.ts'

const by = { actor: 'tester', at: new Date() }
const merchant = 'TESTMERCHANT'
const hash = (number: number) => ({ keyId: 'account-1', hash: Buffer.alloc(32, number) })
const suspect = (number: number) => ({
  list: 'SUSPECT' as const,
  hash: hash(number),
  maskedNumber: '512345xxxxxx0008',
})

let database: Database
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 2, onError: () => undefined })
  await beforeRowsMoved(database)
})
after(() => database.end())

describe("the operator's rows of the previous release", () => {
  it('count before the contract migration and after it, in place of what has become of them meanwhile', async () => {
    const risk = postgresRiskStore(database)
    await risk.addCard(operatorLists, suspect(1), by)
    await risk.addCard(operatorLists, suspect(2), by)

    // By a process that knows only these tables: one card listed, one removed.
    await database.query(
      `insert into risk_cards (merchant_id, account_key_id, account_hash, list, masked_number)
       values ('', $1, $2, 'SUSPECT', '512345xxxxxx0008')`,
      [hash(3).keyId, hash(3).hash],
    )
    await database.query(`delete from risk_cards where merchant_id = '' and account_hash = $1`, [hash(2).hash])

    const statuses = (store: typeof risk) =>
      Promise.all([1, 2, 3].map((number) => store.findCard(merchant, [hash(number)])))
    const expected = ['OPERATOR_SUSPECT', undefined, 'OPERATOR_SUSPECT']
    assert.deepEqual(await statuses(risk), expected)
    await moveOperatorRows(database)
    assert.deepEqual(await statuses(postgresRiskStore(database)), expected)
  })
})
