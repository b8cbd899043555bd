// The risk store on a database: what it caches, and that lists and the rules that refer to them never disagree.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '../../../test/support/checks/poll.ts'
import { countLockWaits } from '../../../test/support/gateway/citus.ts'
import { createTestDatabase, databaseUrl, testKey } from '../../../test/support/gateway/database.ts'
import { StoreOverloaded } from '../../kernel/failures.ts'
import { keyInMemory } from '../../keys/vault/data-keys.ts'
import { type OpenedVault, openVault } from '../../keys/vault/vault.ts'
import { accessRightsSeals } from '../../merchants/postgres/access-rights/access-rights-seals.ts'
import { merchantStore } from '../../merchants/postgres/merchants.ts'
import { onSeveralDatabases } from '../../platform/postgres/cluster/merchant-databases.ts'
import { type Database, openDatabase } from '../../platform/postgres/database.ts'
import { operatorLists } from '../ports/risk.ts'
import { noRiskRules } from '../rules/risk.ts'
import type { RiskRules } from '../rules/risk-rules.ts'
import { postgresRiskStore } from './risk.ts'

const merchant = 'TESTMERCHANT'
let connectionString: string
let database: Database
let vault: OpenedVault
let nowMs = 0
const by = { actor: 'tester', at: new Date() }
const store = () => postgresRiskStore(database, { nowMs: () => nowMs })

before(async () => {
  connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: (error) => assert.fail(error) })
  vault = await openVault(database, keyInMemory(Buffer.from(testKey, 'base64')))
})
after(async () => {
  await vault.close()
  await database.end()
})

let made = 0

function card(list: 'TRUSTED' | 'SUSPECT', note?: string) {
  made += 1
  const hash = { keyId: 'account-1', hash: Buffer.alloc(32, made) }
  return { list, hash, maskedNumber: '512345xxxxxx0008', ...(note && { note }) }
}

async function rulesOf(merchantId: string): Promise<RiskRules> {
  const access = await merchantStore(database, accessRightsSeals(database, vault)).find(merchantId)
  return access?.merchant.profile.risk ?? assert.fail(merchantId)
}

const strict: RiskRules = { ...noRiskRules, avs: [{ gatewayCode: 'NO_MATCH', action: 'REJECT' }] }

describe("the operator's rules", () => {
  it('are empty by default, and the same object each time', async () => {
    assert.equal(await store().operatorRules(), noRiskRules)
  })

  it('are visible at once in the process that changed them, and within five seconds elsewhere', async () => {
    const [here, elsewhere] = [store(), store()]
    await Promise.all([here.operatorRules(), elsewhere.operatorRules()])
    await here.changeOperatorRules(() => strict, by)
    assert.deepEqual(await here.operatorRules(), strict)
    nowMs += 4_999
    assert.equal(await elsewhere.operatorRules(), noRiskRules)
    nowMs += 1
    assert.deepEqual(await elsewhere.operatorRules(), strict)
    await here.changeOperatorRules(() => noRiskRules, by)
  })

  it('have an entry in the audit log of their own when they screen less than before', async () => {
    const risk = store()
    const count = async () =>
      (await database.query(`select from audit where action = 'CONTROLS_WEAKENED' and merchant_id = ''`)).rowCount ?? 0
    const before = await count()
    await risk.changeOperatorRules(() => strict, by)
    assert.equal(await count(), before)
    await risk.changeOperatorRules(() => noRiskRules, by)
    assert.equal(await count(), before + 1)
  })

  it('are visible within five seconds elsewhere even when the system clock is set back by an hour', async (t) => {
    const [here, elsewhere] = [store(), store()]
    await elsewhere.operatorRules()
    await here.changeOperatorRules(() => strict, by)
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 3_600_000 })
    nowMs += 5_000
    assert.deepEqual(await elsewhere.operatorRules(), strict)
    t.mock.timers.reset()
    await here.changeOperatorRules(() => noRiskRules, by)
  })

  it('keep the flags of card lists when they are replaced', async () => {
    const risk = store()
    const suspect = card('SUSPECT')
    await risk.addCard(operatorLists, suspect, by)
    await risk.changeOperatorRules(() => strict, by)
    assert.deepEqual(await risk.operatorRules(), { ...strict, hasCardLists: true })
    await risk.removeCard(operatorLists, [suspect.hash], by)
    await risk.changeOperatorRules(() => ({ ...noRiskRules, hasCardLists: true }), by)
    assert.deepEqual(await risk.operatorRules(), noRiskRules)
  })

  it('are read again after a read that failed', async () => {
    const connectionString = databaseUrl('no_such_database')
    const broken = openDatabase({ connectionString }, { poolSize: 1, onError: () => {} })
    const risk = postgresRiskStore(broken)
    const first = risk.operatorRules()
    await assert.rejects(first)
    const second = risk.operatorRules()
    assert.notEqual(second, first)
    await assert.rejects(second)
    await broken.end()
  })
})

describe('a listed card', () => {
  it("is found on the merchant's list until it is removed", async () => {
    const risk = store()
    const trusted = card('TRUSTED')
    assert.equal(await risk.findCard(merchant, [trusted.hash]), undefined)
    assert.equal(await risk.addCard(merchant, trusted, by), 'ADDED')
    assert.equal(await risk.findCard(merchant, [trusted.hash]), 'TRUSTED')
    assert.equal(await risk.findCard('TESTUNIQUE', [trusted.hash]), undefined, 'only by the merchant that listed it')
    const otherKey = { keyId: 'account-2', hash: trusted.hash.hash }
    assert.equal(await risk.findCard(merchant, [otherKey]), undefined, 'only under its key')
    assert.equal(await risk.findCard(merchant, [otherKey, trusted.hash]), 'TRUSTED', 'under any of its keys')
    assert.equal(await risk.addCard(merchant, { ...trusted, list: 'SUSPECT' }, by), 'CHANGED')
    assert.equal(await risk.findCard(merchant, [trusted.hash]), 'SUSPECT')
    assert.equal(await risk.removeCard(merchant, [trusted.hash], by), true)
    assert.equal(await risk.removeCard(merchant, [trusted.hash], by), false)
    assert.equal(await risk.findCard(merchant, [trusted.hash]), undefined)
  })

  it('stays one card when it was listed under a former key, and is removed under any', async () => {
    const risk = store()
    const former = card('TRUSTED')
    const now = {
      ...card('SUSPECT'),
      hash: { keyId: 'account-2', hash: former.hash.hash },
      formerHashes: [former.hash],
    }
    await risk.addCard(merchant, former, by)
    assert.equal(await risk.addCard(merchant, now, by), 'CHANGED')
    assert.equal(await risk.findCard(merchant, [former.hash, now.hash]), 'SUSPECT')
    assert.equal(await risk.findCard(merchant, [former.hash]), undefined)
    await risk.addCard(merchant, former, by)
    assert.equal(await risk.removeCard(merchant, [now.hash, former.hash], by), true)
    assert.equal(await risk.findCard(merchant, [former.hash, now.hash]), undefined)
  })

  it('that the operator suspects is suspect for every merchant, even one that trusts it', async () => {
    const risk = store()
    const suspect = card('SUSPECT')
    await risk.addCard(operatorLists, suspect, by)
    await risk.addCard(merchant, { ...suspect, list: 'TRUSTED' }, by)
    assert.equal(await risk.findCard(merchant, [suspect.hash]), 'OPERATOR_SUSPECT')
    assert.equal(await risk.findCard('TESTUNIQUE', [suspect.hash]), 'OPERATOR_SUSPECT')
    await risk.removeCard(operatorLists, [suspect.hash], by)
    assert.equal(await risk.findCard(merchant, [suspect.hash]), 'TRUSTED')
    await risk.removeCard(merchant, [suspect.hash], by)
  })

  it("that the operator suspects is found by the merchant's node alone", async () => {
    const suspect = card('SUSPECT')
    await store().addCard(operatorLists, suspect, by)
    const outage = async () => Promise.reject(new StoreOverloaded('a node is down'))
    const operatorsNode: Database = Object.assign(Object.create(database), { query: outage, connect: outage })
    const of = (owner: string) => (owner === merchant ? database : operatorsNode)
    const payments = onSeveralDatabases({ of, any: database, ownerOf: async () => undefined })
    const during = () => postgresRiskStore(database, { payments, nowMs: () => nowMs })
    assert.equal(await during().findCard(merchant, [suspect.hash]), 'OPERATOR_SUSPECT')
    assert.equal(await during().findCard(merchant, [card('SUSPECT').hash]), undefined)
    await store().removeCard(operatorLists, [suspect.hash], by)
    assert.equal(await during().findCard(merchant, [suspect.hash]), undefined)
  })

  it('cannot be trusted by the operator, and a refused entry stores nothing', async () => {
    const risk = store()
    const trusted = card('TRUSTED')
    await assert.rejects(risk.addCard(operatorLists, trusted, by), /check constraint/)
    assert.equal((await risk.operatorRules()).hasCardLists, false)
  })

  it('is refused for a merchant that does not exist', async () => {
    const risk = store()
    const suspect = card('SUSPECT')
    assert.equal(await risk.addCard('NOBODY', suspect, by), 'UNKNOWN_MERCHANT')
    assert.equal(await risk.removeCard('NOBODY', [suspect.hash], by), false)
    assert.equal(await risk.findCard('NOBODY', [suspect.hash]), undefined)
  })
})

describe("the owner's rules", () => {
  it('say whether there are lists, and stay otherwise unchanged', async () => {
    const risk = store()
    const merchants = merchantStore(database, accessRightsSeals(database, vault))
    const access = (await merchants.find(merchant)) ?? assert.fail()
    const { profile } = access.merchant
    await merchants.change(merchant, () => ({ ...profile, risk: strict }), by)
    const [one, other] = [card('TRUSTED'), card('SUSPECT')]
    await risk.addCard(merchant, one, by)
    await risk.addCard(merchant, other, by)
    assert.deepEqual(await rulesOf(merchant), { ...strict, hasCardLists: true })
    await risk.removeCard(merchant, [one.hash], by)
    assert.equal((await rulesOf(merchant)).hasCardLists, true)
    await risk.removeCard(merchant, [other.hash], by)
    assert.deepEqual((await merchants.find(merchant))?.merchant.profile, { ...profile, risk: strict })
  })

  it('are added to a profile that is older than them', async () => {
    await database.query("update merchants set profile = profile - 'risk' where merchant_id = 'TESTUNIQUE'")
    const suspect = card('SUSPECT')
    await store().addCard('TESTUNIQUE', suspect, by)
    assert.deepEqual(await rulesOf('TESTUNIQUE'), { ...noRiskRules, hasCardLists: true })
    await store().removeCard('TESTUNIQUE', [suspect.hash], by)
  })

  it('agree with the lists after many changes at once', async () => {
    const risk = store()
    const cards = Array.from({ length: 8 }, () => card('SUSPECT'))
    await Promise.all(cards.map((each) => risk.addCard(merchant, each, by)))
    const [last, ...rest] = cards
    await Promise.all(rest.map(({ hash }) => risk.removeCard(merchant, [hash], by)))
    assert.equal((await rulesOf(merchant)).hasCardLists, true)
    await Promise.all([
      risk.removeCard(merchant, [last?.hash ?? assert.fail()], by),
      risk.addCard(merchant, card('TRUSTED'), by),
    ])
    assert.equal((await rulesOf(merchant)).hasCardLists, true)
  })
})

describe('two changes of the same lists', () => {
  it('are serialized, so that the later one counts the cards of the earlier one', async () => {
    const risk = store()
    const owner = 'TESTPRESERVE64'
    const [first, second] = [card('SUSPECT'), card('SUSPECT')]
    await risk.addCard(owner, first, by)
    const client = await database.connect()
    await client.query('begin')
    await client.query('select 1 from merchants where merchant_id = $1 for update', [owner])
    const { keyId, hash } = second.hash
    await client.query(
      `insert into risk_cards (merchant_id, account_key_id, account_hash, list, masked_number)
       values ($1, $2, $3, 'SUSPECT', $4)`,
      [owner, keyId, hash, second.maskedNumber],
    )
    const removing = risk.removeCard(owner, [first.hash], by)
    await until(async () => (await countLockWaits(connectionString)) === 1, 'the other change waits')
    await client.query('commit')
    client.release()
    assert.equal(await removing, true)
    assert.equal((await rulesOf(owner)).hasCardLists, true)
    await risk.removeCard(owner, [second.hash], by)
    assert.equal((await rulesOf(owner)).hasCardLists, false)
  })
})

describe('a list of cards', () => {
  it('comes in pages without gaps or repeats', async () => {
    const risk = store()
    const owner = 'TESTSUPPLIED'
    const cards = [card('TRUSTED', 'a good one'), card('SUSPECT'), card('SUSPECT')]
    for (const each of cards) await risk.addCard(owner, each, by)
    const first = (await risk.listCards(owner, { limit: 2 })) ?? assert.fail()
    const second = (await risk.listCards(owner, { limit: 2, after: first.next ?? assert.fail() })) ?? assert.fail()
    assert.equal(second.next, undefined)
    assert.deepEqual(
      [...first.cards, ...second.cards].map(({ addedAt, ...each }) => {
        assert.ok(addedAt instanceof Date)
        return each
      }),
      cards,
    )
    assert.equal((await risk.listCards(owner, { limit: 3 }))?.next, undefined)
    assert.deepEqual(await risk.listCards('TESTPRESERVE64', { limit: 2 }), { cards: [] })
  })

  it('refuses an invalid cursor', async () => {
    for (const after of ['', 'x', `key.${'g'.repeat(64)}`, `\0.${'a'.repeat(64)}`])
      assert.equal(await store().listCards(merchant, { limit: 2, after }), undefined)
  })
})
