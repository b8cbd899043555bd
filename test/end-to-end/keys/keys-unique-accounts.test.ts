// The key by which accounts are compared rotates while two gateways save the same accounts at the same moment: each account
// gets one token, at every step, also while one of the two has not noticed the last one.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import { passTime, workOn } from '../../support/builders/sealed-rows.ts'
import { openStoredValues, type StoredValues } from '../../support/clients/stored-values.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const merchant = 'TESTPRESERVE64'
const accountsAtOnce = 6

/** Bank accounts, of which there are as many as a test wants. */
let accounts = 0
const nextAccount = () => {
  accounts += 1
  return {
    type: 'DIRECT_DEBIT_CANADA',
    provided: {
      directDebitCanada: {
        accountType: 'CONSUMER_CHECKING',
        bankAccountHolder: 'Jo Payer',
        bankAccountNumber: String(70_000_000 + accounts),
        financialInstitutionNumber: '003',
        transitNumber: '12345',
      },
    },
  }
}

async function saveEverywhere(gateways: readonly TestGateway[], stage: string): Promise<void> {
  const clients: readonly StoredValues[] = gateways.map((gateway) => openStoredValues(gateway, merchant))
  await Promise.all(
    Array.from({ length: accountsAtOnce }, async () => {
      const sourceOfFunds = nextAccount()
      const saves = clients.flatMap((client) => [client, client].map((each) => each.token({ sourceOfFunds })))
      const names = new Set(await Promise.all(saves))
      assert.equal(names.size, 1, `${stage}: one account has the tokens ${[...names]}`)
    }),
  )
}

it('two gateways never give an account two tokens, whatever step of a rotation each of them knows', async () => {
  const first = await startGateway()
  const second = await startGateway({}, first.database)
  const database = new pg.Pool({ connectionString: databaseUrl(first.database), max: 2 })
  const [ahead, behind] = [first.administration.vault, second.administration.vault]
  try {
    const before = openStoredValues(first, merchant)
    const known = nextAccount()
    const token = await before.token({ sourceOfFunds: known })
    const rotated = (await ahead.rotate('ACCOUNT', 'ann')) ?? assert.fail('a rotation is under way')
    const states: string[] = []
    for (const wait of ['11 seconds', '11 seconds', '11 seconds', '16 minutes', '16 minutes', '8 days']) {
      await workOn(ahead)
      await ahead.refresh()
      const [key] = (await ahead.listKeys()).filter(({ keyId }) => keyId === rotated.keyId)
      states.push(key?.state ?? 'none')
      await saveEverywhere([first, second], `${key?.state}, noticed by one`)
      await behind.refresh()
      await saveEverywhere([first, second], `${key?.state}, noticed by both`)
      assert.equal(await before.token({ sourceOfFunds: known }), token, 'an account from before is still known')
      await passTime(database, wait)
    }
    assert.deepEqual([...new Set(states)], ['INTRODUCED', 'CURRENT'])
    const { rows } = await database.query(
      `select count(*)::int as tokens, count(distinct a.hash)::int as accounts
       from tokens t join token_accounts a using (repository_id, token) where a.key_id = $1`,
      [rotated.keyId],
    )
    assert.deepEqual(rows, [{ tokens: accounts, accounts }])
  } finally {
    await database.end()
    await second.stop()
    await first.stop()
  }
})
