// Every change that an operator makes leaves its line in the commit that makes it, and one that is refused leaves none.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { postgresWebhookSettings } from '../../../src/events/postgres/webhook-settings.ts'
import { sandboxMerchants } from '../../../src/installation/sandbox/merchants.ts'
import { keyInMemory } from '../../../src/keys/vault/data-keys.ts'
import { type OpenedVault, openVault } from '../../../src/keys/vault/vault.ts'
import { accessRightsSeals } from '../../../src/merchants/postgres/access-rights/access-rights-seals.ts'
import { merchantStore } from '../../../src/merchants/postgres/merchants.ts'
import { tokenRepositories } from '../../../src/merchants/postgres/token-repositories.ts'
import type { Merchant } from '../../../src/merchants/rules/merchant.ts'
import { newRepository } from '../../../src/merchants/rules/token-repository.ts'
import { type Database, openDatabase } from '../../../src/platform/postgres/database.ts'
import { reportingPasswords } from '../../../src/reports/postgres/reporting-passwords.ts'
import { operatorLists } from '../../../src/risk/ports/risk.ts'
import { postgresRiskStore } from '../../../src/risk/postgres/risk.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { createTestDatabase, databaseUrl, testKey } from '../../support/gateway/database.ts'

let database: Database
let vault: OpenedVault
before(async () => {
  const connectionString = databaseUrl(await createTestDatabase())
  database = openDatabase({ connectionString }, { poolSize: 4, onError: () => undefined })
  vault = await openVault(database, keyInMemory(Buffer.from(testKey, 'base64')))
})
after(async () => {
  await vault.close()
  await database.end()
})
/** What was there already, the sandbox's set-up or an earlier test, is not asked about. */
beforeEach(() => database.query('truncate audit'))

const by = { actor: 'anna', at: new Date('2026-11-15T10:00:00.000Z') }
const [{ profile: usual }] = sandboxMerchants as readonly [Merchant]
const hash = (text: string) => ({ keyId: 'k', hash: Buffer.from(text) })
let made = 0

async function lines(): Promise<readonly unknown[][]> {
  const { rows } = await database.query(`select * from audit where action <> 'ACCESS_RIGHTS_SEALED' order by audit_id`)
  for (const row of rows) assert.deepEqual([row.actor, row.at], [by.actor, by.at])
  return rows.map(({ merchant_id: merchantId, action, subject }) => [merchantId, action, subject])
}

async function boarded(): Promise<Merchant> {
  made += 1
  const id = `SHOP${made}`
  const merchant = { id, profile: { ...usual, tokenRepositoryId: id }, tokenRepository: newRepository(id) }
  assert.equal(await merchantStore(database, accessRightsSeals(database, vault)).create(merchant, by), true)
  return merchant
}

describe('a merchant', () => {
  it('that is created has one audit entry with its profile', async () => {
    const merchant = await boarded()
    assert.equal(await merchantStore(database, accessRightsSeals(database, vault)).create(merchant, by), false)
    const { id, profile, tokenRepository } = merchant
    assert.deepEqual(await lines(), [[id, 'MERCHANT_CREATED', { profile, tokenRepository }]])
  })

  it('that is changed has an audit entry with the changed values, before and after, and with nothing else', async () => {
    const { id, profile } = await boarded()
    await database.query('truncate audit')
    const merchants = merchantStore(database, accessRightsSeals(database, vault))
    assert.ok(await merchants.change(id, () => ({ ...profile, name: 'Other', isEnabled: false }), by))
    const changed = { name: { before: profile.name, after: 'Other' }, isEnabled: { before: true, after: false } }
    assert.deepEqual(await lines(), [[id, 'MERCHANT_CHANGED', { changed }]])
  })

  it('that is changed to the same values gets no audit entry, and neither does one that does not exist', async () => {
    const { id, profile } = await boarded()
    await database.query('truncate audit')
    assert.deepEqual(
      await merchantStore(database, accessRightsSeals(database, vault)).change(id, () => profile, by),
      profile,
    )
    assert.equal(
      await merchantStore(database, accessRightsSeals(database, vault)).change('NOBODY', () => profile, by),
      undefined,
    )
    assert.equal(
      await merchantStore(database, accessRightsSeals(database, vault)).change(id, () => 'NOT_LIKE_THAT', by),
      'NOT_LIKE_THAT',
    )
    assert.deepEqual(await lines(), [])
  })

  it('keeps every one of many changes that are made at the same time', async () => {
    const { id } = await boarded()
    const currencies = ['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'NZD', 'USD']
    const merchants = merchantStore(database, accessRightsSeals(database, vault))
    await merchants.change(id, (profile) => ({ ...profile, currencies: [] }), by)
    await Promise.all(
      currencies.map((each) =>
        merchants.change(id, (profile) => ({ ...profile, currencies: [...profile.currencies, each] }), by),
      ),
    )
    const found = (await merchants.find(id)) ?? assert.fail()
    assert.deepEqual(found.merchant.profile.currencies.toSorted(), currencies)
  })

  it('gets its own audit entry for changed risk rules, which does not say whether there are lists of cards', async () => {
    const { id, profile } = await boarded()
    await database.query('truncate audit')
    const csc = [{ gatewayCode: 'NO_MATCH', action: 'REJECT' as const }]
    const risk = { ...noRiskRules, csc, hasCardLists: true }
    await merchantStore(database, accessRightsSeals(database, vault)).change(id, () => ({ ...profile, risk }), by)
    assert.deepEqual(await lines(), [[id, 'RISK_RULES_CHANGED', { changed: { csc: { before: [], after: csc } } }]])
  })

  it('has no audit entry when the change fails', async () => {
    const { id, profile } = await boarded()
    await database.query('truncate audit')
    await database.query(`alter table merchants add constraint trial check (profile ->> 'name' <> 'refused')`)
    await assert.rejects(
      merchantStore(database, accessRightsSeals(database, vault)).change(
        id,
        () => ({ ...profile, name: 'refused' }),
        by,
      ),
    )
    await database.query('alter table merchants drop constraint trial')
    assert.deepEqual(await lines(), [])
  })

  it('is not changed when the audit entry cannot be written', async () => {
    const { id, profile } = await boarded()
    await database.query('truncate audit')
    await database.query(`alter table audit add constraint trial check (actor <> 'anna')`)
    const merchants = merchantStore(database, accessRightsSeals(database, vault))
    await assert.rejects(merchants.change(id, () => ({ ...profile, name: 'Other' }), by))
    await assert.rejects(merchants.setPassword(id, 1, hash('a'), by))
    await assert.rejects(merchants.addPassword(id, hash('a'), by))
    await database.query('alter table audit drop constraint trial')
    const found = await merchants.find(id)
    assert.deepEqual([found?.merchant.profile.name, found?.passwords], [profile.name, []])
  })
})

describe('the credentials of a merchant', () => {
  it('are in the audit log by slot and fingerprint, and never by a secret', async () => {
    const { id } = await boarded()
    await database.query('truncate audit')
    const merchants = merchantStore(database, accessRightsSeals(database, vault))
    const certificate = { fingerprint: 'a'.repeat(64), subject: 'CN=shop', notBefore: by.at, notAfter: by.at }
    assert.equal(await merchants.addPassword(id, hash('one'), by), 1)
    assert.equal(await merchants.revokePassword(id, 1, by), 'LAST')
    assert.equal(await merchants.addPassword(id, hash('two'), by), 2)
    assert.equal(await merchants.addPassword(id, hash('three'), by), 'FULL')
    assert.equal(await merchants.revokePassword(id, 1, by), 'REVOKED')
    assert.equal(await merchants.revokePassword(id, 1, by), 'NONE')
    await merchants.setPassword(id, 2, hash('four'), by)
    assert.equal(await merchants.addCertificate(id, certificate, by), 'ADDED')
    assert.equal(await merchants.addCertificate(id, certificate, by), 'KNOWN')
    assert.equal(await merchants.revokeCertificate(id, certificate.fingerprint, by), true)
    assert.equal(await merchants.revokeCertificate(id, certificate.fingerprint, by), false)
    const { fingerprint, subject } = certificate
    const times = { notBefore: by.at.toISOString(), notAfter: by.at.toISOString() }
    assert.deepEqual(await lines(), [
      [id, 'PASSWORD_ADDED', { slot: 1 }],
      [id, 'PASSWORD_ADDED', { slot: 2 }],
      [id, 'PASSWORD_REVOKED', { slot: 1 }],
      [id, 'PASSWORD_ADDED', { slot: 2 }],
      [id, 'CERTIFICATE_ADDED', { fingerprint, subject, ...times }],
      [id, 'CERTIFICATE_REVOKED', { fingerprint }],
    ])
  })
})

describe('a token repository', () => {
  it('is in the operator’s audit log, since several merchants may share it', async () => {
    const repositories = tokenRepositories(database)
    const repository = newRepository('GROUP1')
    assert.equal(await repositories.create(repository, by), true)
    assert.equal(await repositories.create(repository, by), false)
    assert.equal(await repositories.update({ ...repository, hasMaintenance: true }, by), 'UPDATED')
    assert.equal(await repositories.update({ ...repository, hasMaintenance: true }, by), 'UPDATED')
    assert.equal(await repositories.update(newRepository('NONE'), by), 'UNKNOWN')
    const { id: repositoryId, ...decided } = repository
    assert.deepEqual(await lines(), [
      ['', 'TOKEN_REPOSITORY_CREATED', { repositoryId, ...decided }],
      ['', 'TOKEN_REPOSITORY_CHANGED', { repositoryId, changed: { hasMaintenance: { before: false, after: true } } }],
    ])
  })
})

describe('risk settings', () => {
  it("have the operator's rules and listed cards in the audit log, the cards masked and without the note", async () => {
    const { id } = await boarded()
    await database.query('truncate audit')
    const risk = postgresRiskStore(database)
    const card = {
      list: 'SUSPECT',
      hash: hash('card'),
      maskedNumber: '512345xxxxxx0008',
      note: 'reported by phone',
    } as const
    const avs = [{ gatewayCode: 'NO_MATCH', action: 'REVIEW' as const }]
    await risk.changeOperatorRules(() => ({ ...noRiskRules, avs }), by)
    await risk.changeOperatorRules(() => ({ ...noRiskRules, avs }), by)
    await risk.addCard(id, card, by)
    await risk.addCard('NOBODY', card, by)
    assert.equal(await risk.removeCard(id, [card.hash], by), true)
    assert.equal(await risk.removeCard(id, [card.hash], by), false)
    const { list, maskedNumber } = card
    assert.deepEqual(await lines(), [
      [operatorLists, 'RISK_RULES_CHANGED', { changed: { avs: { before: [], after: avs } } }],
      [id, 'RISK_CARD_LISTED', { list, maskedNumber }],
      [id, 'RISK_CARD_REMOVED', { list, maskedNumber }],
    ])
  })
})

describe('an actor whose name is a card number', () => {
  const typed = { ...by, actor: '5123450000000008' }

  it('is masked in every entry, whichever statement writes it', async () => {
    const accessRights = accessRightsSeals(database, vault)
    const merchants = merchantStore(database, accessRights)
    const settings = postgresWebhookSettings(database, {
      vault,
      clock: { now: () => by.at, expiryTime: () => by.at, sleep: async () => undefined },
      accessRights,
    })
    const reporting = reportingPasswords(database, accessRights)
    const id = 'SHOPTYPED'
    const tokenRepository = newRepository(id)
    await merchants.create({ id, profile: { ...usual, tokenRepositoryId: id }, tokenRepository }, typed)
    await merchants.addPassword(id, hash('one'), typed)
    await merchants.addPassword(id, hash('two'), typed)
    await merchants.setPassword(id, 2, hash('three'), typed)
    await merchants.revokePassword(id, 1, typed)
    const certificate = { fingerprint: 'b'.repeat(64), subject: 'CN=shop', notBefore: by.at, notAfter: by.at }
    await merchants.addCertificate(id, certificate, typed)
    await merchants.revokeCertificate(id, certificate.fingerprint, typed)
    await settings.change(id, { isEnabled: true }, typed)
    await settings.rotate(id, { ...typed, previousUntil: undefined })
    await tokenRepositories(database).create(newRepository('TYPED'), typed)
    await reporting.add(id, hash('four'), typed)
    await vault.rotate('DATA', typed.actor)
    const { rows } = await database.query<{ actor: string; action: string }>('select distinct actor, action from audit')
    assert.ok(rows.length >= 11, JSON.stringify(rows))
    assert.deepEqual(
      rows.filter(({ actor }) => actor !== 'gateway' && actor !== '512345xxxxxx0008'),
      [],
    )
  })
})
