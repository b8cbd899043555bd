import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { verifyAudit } from '../../../src/audit/operations/verify-audit.ts'
import { checkDatabaseRoles } from '../../../src/platform/postgres/database-roles.ts'
import { closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import { publicKeyHashOf } from '../../../src/wallets/payloads/elliptic-keys.ts'
import { makeKey } from '../../support/builders/apple-pay.ts'
import { until } from '../../support/checks/poll.ts'
import {
  apiPath,
  captureBody,
  cardSource,
  merchantId,
  payBody,
  refundBody,
  send,
} from '../../support/clients/client.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import { withoutCluster } from '../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { openWebhook } from '../../support/sites/webhook.ts'

const guide = join(import.meta.dirname, '../../../docs/operating/database-roles.sql')
/** The sandbox's outside world keeps its books beside ours; in production there is none. */
const simulated = ['acquirer', 'token_service', 'account_updater', 'providers', 'access_control']
const login = { name: 'gateway_of_the_tests', password: 'of-the-tests' }

let owner: pg.Pool
let asGateway: pg.Pool
let gateway: TestGateway

before(async () => {
  const name = await createTestDatabase()
  owner = new pg.Pool({ connectionString: databaseUrl(name), max: 2 })
  const sql = await readFile(guide, 'utf8')
  for (let run = 0; run < 2; run += 1) await owner.query(sql)
  await owner.query(`drop role if exists ${login.name}`)
  await owner.query(`create role ${login.name} login password '${login.password}' in role tollgate_gateway`)
  for (const schema of simulated.map((each) => `simulated_${each}`)) {
    await owner.query(`grant usage on schema ${schema} to tollgate_gateway`)
    await owner.query(`grant all on all tables in schema ${schema} to tollgate_gateway`)
    await owner.query(`grant usage on all sequences in schema ${schema} to tollgate_gateway`)
  }
  const url = new URL(databaseUrl(name))
  url.username = login.name
  url.password = login.password
  asGateway = new pg.Pool({ connectionString: url.href, max: 2 })
  gateway = await startGateway({ DATABASE_URL: url.href }, name)
})
after(async () => {
  await gateway.stop()
  await asGateway.end()
  await owner.end()
})

async function transact(orderId: string, transactionId: string, body: object): Promise<void> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  const { status, text } = await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body })
  assert.equal(status, 201, text)
}

const isEmpty = async (text: string) => (await owner.query(text)).rows.length === 0

describe('a gateway with the role of the guide', () => {
  it('takes a payment, sends its notification, chains the audit log and verifies it', async (t) => {
    const webhook = await openWebhook(t, gateway.dataDir)
    const by = { actor: 'test', at: new Date() }
    await gateway.dependencies.webhookSettings.change(merchantId, { isEnabled: true }, by)
    const order = { amount: '100.00', currency: 'USD', notificationUrl: webhook.url }
    await transact('order-1', '1', payBody({ order }))
    await transact('order-1', '2', refundBody())
    await until(
      async () => (await owner.query(`select from deliveries where state = 'DELIVERED'`)).rows.length === 2,
      'both are reported',
    )
    const note = { noteId: 'one', text: 'Paid by telephone' }
    assert.ok(await gateway.dependencies.orderNotes.add({ merchantId, orderId: 'order-1' }, note, by))
    await until(() => isEmpty('select from audit where position is null'), 'every line is chained')
    for (const name of ['', merchantId]) assert.deepEqual((await verifyAudit(name, gateway.dependencies)).faults, [])
  })

  it('stores and uses a token, closes a batch, adds a merchant and changes it', async () => {
    const path = apiPath('/token')
    const body = { sourceOfFunds: cardSource() }
    const stored = await send(gateway.listeners.httpUrl ?? '', { method: 'POST', path, body })
    assert.equal(stored.status, 201, stored.text)
    const order = { amount: '100.00', currency: 'USD' }
    await transact('order-2', '1', { apiOperation: 'AUTHORIZE', order, sourceOfFunds: { token: stored.body.token } })
    await transact('order-2', '2', captureBody())
    assert.equal((await closeSettlementBatch({ merchantId, userId: 'anna' }, gateway.dependencies)).kind, 'CLOSED')
    const { id, profile } = await boardMerchant(gateway)
    const by = { actor: 'anna', at: new Date() }
    assert.ok(await gateway.administration.merchants.change(id, () => ({ ...profile, isEnabled: false }), by))
    const deleted = await send(gateway.listeners.httpUrl ?? '', {
      method: 'DELETE',
      path: `${path}/${stored.body.token}`,
    })
    assert.equal(deleted.status, 200, deleted.text)
  })

  it('changes every kind of permission, and all seals stay valid', async () => {
    const { id } = await boardMerchant(gateway)
    const { merchants, accessRightsProtection, reportingPasswords, approvalRequests, users, vault, walletKeys } =
      gateway.administration
    const by = { actor: 'anna', at: new Date() }
    const hash = vault.keyedHash('PASSWORD', 'x')
    const key = { merchantId: id, login: 'bob' }
    await merchants.setPassword(id, 1, hash, by)
    await merchants.addCredential(id, { name: 'job', operations: ['ALL'], hash }, by)
    await merchants.revokePassword(id, 3, by)
    await registerCertificate(gateway, id, await makeCertificate(gateway))
    for (const { fingerprint } of (await merchants.find(id))?.certificates ?? [])
      assert.ok(await merchants.revokeCertificate(id, fingerprint, by))
    await reportingPasswords.set(id, 1, hash, by)
    await reportingPasswords.set(id, 1, hash, by)
    const changed = { privileges: { before: [], after: ['UNMASK'] } }
    const requestId = await approvalRequests.add(id, { kind: 'PROFILE', changed }, {}, by)
    assert.equal(await approvalRequests.approve(id, requestId, { ...by, actor: 'bob' }), 'APPROVED')
    await gateway.dependencies.webhookSettings.change(id, { isEnabled: true, url: 'https://shop.example' }, by)
    await gateway.dependencies.webhookSettings.rotate(id, { ...by, previousUntil: new Date(Date.now() + 60_000) })
    for (const privateKey of [makeKey(), makeKey()]) {
      const publicKeyHash = publicKeyHashOf(privateKey)
      const walletKey = { merchantId: id, wallet: 'GOOGLE_PAY', identifier: '1', publicKeyHash, privateKey } as const
      assert.equal(await walletKeys.add(walletKey, by), 'ADDED')
      assert.ok(await walletKeys.putInUse(walletKey, { ...by, at: new Date(by.at.getTime() + 1) }))
    }
    await users.add({ ...key, name: 'Bob', permissions: ['VIEW'] }, 'hash', by)
    await users.change(key, { permissions: ['VIEW', 'REFUND'] }, by)
    await users.rehash(key, { from: 'hash', to: 'other hash' })
    await users.resetPassword(key, 'third hash', by)
    const opened = { token: 'a token', actor: 'bob', at: new Date() }
    assert.ok(await gateway.dependencies.consoleSessions.open(key, { passwordHash: 'third hash' }, opened))
    await users.offerSecondFactor(key, Buffer.alloc(20, 1))
    await users.unlock(key, by)
    const fault = async () => (await accessRightsProtection.survey()).find(({ ownerId }) => ownerId === id)?.fault
    assert.equal(await fault(), undefined)
    await users.remove(key, by)
    assert.equal(await fault(), undefined)
  })

  it('cannot change or delete recorded events', async () => {
    const refused = [
      `update audit set actor = 'another user'`,
      `update audit set subject = '{}'`,
      `update audit set at = now()`,
      'delete from audit',
      'truncate audit',
      'delete from audit_heads',
      'delete from access_rights_seals',
      `update merchant_passwords set merchant_id = 'EVE'`,
      `update merchant_passwords set operations = '{ALL}'`,
      `update merchant_certificates set operations = '{ALL,UNMASK}'`,
      `update users set merchant_id = ''`,
      `update console_sessions set login = 'boss'`,
      `update credential_requests set requested_by = 'eve'`,
      `update events set response = '{}'`,
      'delete from events',
      'truncate events',
      `update token_events set shown = '{}'`,
      'delete from token_events',
      'delete from orders',
      'delete from transactions',
      'delete from merchants',
      'update closed_batches set batch = 1',
      `update order_notes set text = 'another text'`,
      'delete from order_notes',
      `update dispute_answers set note = 'another text'`,
      'delete from dispute_answers',
      `insert into schema_migrations (track, name, checksum) values ('gateway', 'x', 'x')`,
      'alter table audit disable trigger all',
      'create table of_its_own ()',
      'drop table audit',
    ]
    // Citus refuses some of them before it looks at privileges.
    const code = withoutCluster ? '42501' : /^(42501|0A000)$/
    for (const text of refused) await assert.rejects(asGateway.query(text), { code }, text)
  })

  it('is distinguished from a role that could', async () => {
    assert.deepEqual(await checkDatabaseRoles(asGateway), { role: login.name, excessive: [] })
    const { excessive } = await checkDatabaseRoles(owner)
    assert.deepEqual(
      excessive.map(({ table, privilege }) => `${privilege} ${table}`),
      ['audit', 'events', 'token_events'].flatMap((table) => [
        `DELETE ${table}`,
        `TRUNCATE ${table}`,
        `UPDATE ${table}`,
      ]),
    )
    await owner.query('grant update (actor) on audit to tollgate_gateway')
    assert.deepEqual((await checkDatabaseRoles(asGateway)).excessive, [{ table: 'audit', privilege: 'UPDATE' }])
    await owner.query('revoke update (actor) on audit from tollgate_gateway')
  })

  it('may use tables that the next upgrade brings', async () => {
    await owner.query('create table of_the_next_release (name text)')
    await asGateway.query(`insert into of_the_next_release values ('x')`)
    await asGateway.query('delete from of_the_next_release')
  })

  it('has logged no failure meanwhile', () => {
    assert.deepEqual(
      gateway.logLines.filter((line) => line.includes('permission denied')),
      [],
    )
  })
})
