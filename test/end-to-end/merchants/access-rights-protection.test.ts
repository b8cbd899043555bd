// Two statements of SQL, a card number in clear: what write access to the database gives before access rights are protected, and
// no longer after.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import { apiPath, payBody, send } from '../../support/clients/client.ts'
import { ask, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { newCheckout, openPayer } from '../../support/clients/payer.ts'
import { openShop, orderOf } from '../../support/clients/shop.ts'
import { boardMerchant, makeCertificate, type TestCertificate } from '../../support/fixtures/merchants.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import { testEnvironment, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
/** Another process, which has no merchant in its memory that it was not asked about. */
let elsewhere: TestGateway
let stolen: TestCertificate

before(async () => {
  gateway = await startGateway()
  elsewhere = await startGateway({}, gateway.database)
  stolen = await makeCertificate(elsewhere)
})
after(async () => {
  await elsewhere.stop()
  await gateway.stop()
})

const clear = '5123450000000008'

/** A merchant with a payment, which the other process has not been asked about. */
async function shopWithPayment(): Promise<{ readonly id: string; readonly orderId: string }> {
  const { id } = await boardMerchant(gateway)
  return { id, orderId: await orderOf(openShop(gateway, id), payBody()) }
}

/** What the security review did: a certificate of one's own, and the privilege. */
async function attack(id: string): Promise<void> {
  await gateway.query(
    `insert into merchant_certificates (merchant_id, fingerprint, subject, not_before, not_after)
     values ($1, $2, 'CN=eve', now() - interval '1 day', now() + interval '1 day')`,
    [id, stolen.fingerprint],
  )
  await gateway.query(
    `update merchants set profile = jsonb_set(profile, '{privileges}', '["UNMASK"]') where merchant_id = $1`,
    [id],
  )
}

function unmask({ id, orderId }: { readonly id: string; readonly orderId: string }) {
  const path = apiPath(`/order/${orderId}?responseControls.sensitiveData=UNMASK`, { merchant: id })
  const { cert, key } = stolen
  return send(elsewhere.listeners.mtlsUrl, { method: 'GET', path, login: null, tls: { cert, key } })
}

const command = (...words: readonly string[]) =>
  tollgate(words, { env: testEnvironment(gateway.database, { TOLLGATE_DATA_DIR: gateway.dataDir }) })

async function doctorOn(name: string) {
  const { checks } = (await command('doctor', '--json')).json as { checks: readonly Record<string, string>[] }
  return checks.find((check) => check['name'] === name)
}

describe('access rights in the database', () => {
  it('are whatever the rows say until the operator has them protected', async () => {
    const shop = await shopWithPayment()
    await attack(shop.id)
    const { status, text } = await unmask(shop)
    assert.equal(status, 200, text)
    assert.ok(text.includes(clear))
    assert.match((await doctorOn('access rights'))?.['found'] ?? '', /^not protected yet/)
  })

  it('are protected by a command that prints what it adopts', async () => {
    const { id } = await boardMerchant(gateway)
    await gateway.query(
      `insert into users (merchant_id, login, name, permissions, password_hash, must_change_password, created_at)
      values ($1, 'old-user', 'Old', '{VIEW}', 'x', false, now())`,
      [id],
    )
    const { code, stdout } = await command('keys', 'protect-rights', '--user', 'ann')
    assert.equal(code, 0, stdout)
    assert.match(stdout, new RegExp(`^Adopted: ${id}: 1 API passwords; users old-user$`, 'm'))
    assert.match(stdout, /^Adopted: TESTBOARDED\d+: privileges UNMASK; 1 API passwords; 1 certificates$/m)
    assert.match(stdout, /^Permissions are protected/m)
    await Promise.all([gateway, elsewhere].map(({ administration }) => administration.vault.refresh()))
    const again = (await command('keys', 'protect-rights', '--json')).json
    assert.deepEqual(again, { isProtected: true, adopted: [], refused: [] })
    assert.match((await doctorOn('access rights'))?.['found'] ?? '', /^intact for \d+ owners$/)
  })

  it('do not open a card number after two statements of SQL', async () => {
    const shop = await shopWithPayment()
    await attack(shop.id)
    const { status, text, body, headers } = await unmask(shop)
    const supportCode = `PERMISSIONS_ALTERED ${headers['x-request-id']}`
    assert.deepEqual([status, body], [503, { error: { cause: 'REQUEST_REJECTED', supportCode }, result: 'ERROR' }])
    assert.ok(!text.includes(clear))
    assert.ok(elsewhere.logLines.some((line) => line.includes('do not match their seal') && line.includes(shop.id)))
    const metrics = await send(elsewhere.listeners.httpUrl ?? '', { method: 'GET', path: '/metrics', login: null })
    assert.match(metrics.text, /tollgate_rights_refused_total\{fault="WRONG_ROWS"\} [1-9]/)
  })

  it('do not let a password in that was copied from another merchant', async () => {
    const [own, victim] = [await boardMerchant(gateway, { passwords: ['a password of mine'] }), await shopWithPayment()]
    await gateway.query(
      `insert into merchant_passwords (merchant_id, slot, key_id, hash)
       select $2, 2, key_id, hash from merchant_passwords where merchant_id = $1`,
      [own.id, victim.id],
    )
    const path = apiPath(`/order/${victim.orderId}`, { merchant: victim.id })
    const login = `merchant.${victim.id}:a password of mine`
    const refused = await send(elsewhere.listeners.httpsUrl, { method: 'GET', path, login })
    assert.deepEqual([refused.status, refused.body.error.cause], [503, 'REQUEST_REJECTED'])
    const form = new URLSearchParams({
      apiOperation: 'RETRIEVE_ORDER',
      merchant: victim.id,
      apiUsername: `merchant.${victim.id}`,
      apiPassword: 'a password of mine',
      'order.id': victim.orderId,
    })
    const pairs = await send(elsewhere.listeners.httpsUrl, {
      path: '/api/nvp/version/100',
      method: 'POST',
      login: null,
      bytes: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.deepEqual([pairs.status, /PERMISSIONS_ALTERED/.test(pairs.text)], [503, true], pairs.text)
  })

  it('do not let a user in whose permissions were changed, and say why', async () => {
    const { id } = await boardMerchant(gateway)
    const as = await signedIn(gateway, { merchantId: id, permissions: ['VIEW'] })
    const asked = { path: ofMerchant('/orders', id), as }
    assert.equal((await ask(gateway, asked)).status, 200)
    await gateway.query(`update users set permissions = '{VIEW,REFUND}' where merchant_id = $1`, [id])
    const signingIn = { merchantId: id, login: as.login, password: 'any password 1' }
    for (const request of [asked, { method: 'POST', path: '/session', body: signingIn }]) {
      const { status, body, text } = await ask(elsewhere, request)
      assert.deepEqual([status, body.code], [503, 'PERMISSIONS_ALTERED'], text)
      assert.match(body.explanation, /Permissions in the database were changed by other means than the gateway/)
    }
  })

  it('do not open a payment page of a merchant whose profile was changed', async () => {
    const { id } = await boardMerchant(gateway)
    const { sessionId } = await newCheckout(gateway, { merchant: id })
    await gateway.query(
      `update merchants set profile = profile || '{"isEnabled": true, "name": "Eve"}' where merchant_id = $1`,
      [id],
    )
    const page = await openPayer(elsewhere, sessionId).open()
    assert.equal(page.status, 503, page.text)
  })

  it('are reported by the doctor, and refused until the operator adopts them', async () => {
    const { id } = await boardMerchant(gateway)
    await gateway.query('delete from merchant_passwords where merchant_id = $1', [id])
    const { state, found } = (await doctorOn('access rights')) ?? {}
    assert.equal(state, 'WRONG')
    assert.match(found ?? '', new RegExp(`owners refused: .*${id} \\(WRONG_ROWS\\)`))
    const shown = await command('merchant', 'show', id)
    assert.notEqual(shown.code, 0)
    assert.match(shown.stderr, new RegExp(`permissions of ${id} do not match their seal`))
    const protect = await command('keys', 'protect-rights')
    assert.equal(protect.code, 1)
    assert.match(protect.stdout, new RegExp(`^Refused \\(WRONG_ROWS\\): ${id}: nothing$`, 'm'))
    const adopted = await command('keys', 'protect-rights', '--adopt', id, '--json')
    assert.deepEqual(
      adopted.json.adopted.map(({ ownerId }: { ownerId: string }) => ownerId),
      [id],
    )
    assert.equal((await command('merchant', 'show', id)).code, 0)
    assert.equal((await command('keys', 'protect-rights', '--adopt', id)).code, 1)
  })

  it('change by command and in the console, and every process follows', async () => {
    const { id, orderId } = await shopWithPayment()
    const path = apiPath(`/order/${orderId}`, { merchant: id })
    const statusWith = async (password: string) =>
      (await send(elsewhere.listeners.httpsUrl, { method: 'GET', path, login: `merchant.${id}:${password}` })).status
    assert.equal(await statusWith(testPassword), 200)
    const { json } = await command('merchant', 'password', 'add', id, '--json')
    const as = await signedIn(gateway, { merchantId: id })
    const asked = { method: 'POST', path: ofMerchant('/passwords', id), as, body: { name: 'job', operations: ['ALL'] } }
    const made = await ask(gateway, asked)
    assert.equal(made.status, 201, made.text)
    for (const password of [json.password, made.body.password])
      await eventually(async () => ((await statusWith(password)) === 200 ? true : undefined))
    assert.equal((await ask(elsewhere, { path: ofMerchant('/passwords', id), as })).status, 200)
  })
})
