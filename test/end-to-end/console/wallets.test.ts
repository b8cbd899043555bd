// Wallets in the console: keys made by the gateway, certificates that find their key, and what is never returned.
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { roles } from '../../../src/kernel/user.ts'
import { storeAppleCertificate } from '../../../src/wallets/operations/manage-wallets.ts'
import { issueCertificate } from '../../support/builders/issued-certificate.ts'
import { eventually } from '../../support/checks/poll.ts'
import type { ApiResponse } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { newCheckout, openPayer } from '../../support/clients/payer.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

interface Place {
  readonly as: ConsoleUser
  readonly merchantId: string
}

async function place(): Promise<Place> {
  const { id: merchantId } = await boardMerchant(gateway)
  return { merchantId, as: await signedIn(gateway, { merchantId, permissions: roles.DEVELOPER }) }
}

const call = (method: string, rest: string, { as, merchantId }: Place, body?: object): Promise<ApiResponse> =>
  ask(gateway, { method, path: ofMerchant(`/wallets${rest}`, merchantId), as, ...(body && { body }) })

async function walletOf(at: Place, wallet: 'APPLE_PAY' | 'GOOGLE_PAY') {
  const { body, text } = await call('GET', '', at)
  assert.doesNotMatch(text, /PRIVATE|secret/i)
  return body.wallets.find((each: { wallet: string }) => each.wallet === wallet)
}

async function auditOf({ merchantId }: Place): Promise<readonly string[]> {
  const rows = await gateway.query<{ action: string }>(
    `select action from audit where merchant_id = $1 and action like 'WALLET%' order by audit_id`,
    [merchantId],
  )
  return rows.map(({ action }) => action)
}

const hashOf = ({ publicKeyHash }: { publicKeyHash: string }) => publicKeyHash
const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()
const settings = { displayName: 'Corner shop', country: 'DEU' }

describe('a merchant’s wallets in the console', () => {
  it('are set up for Google Pay with a key of the gateway, and offered on the next page', async () => {
    const at = await place()
    assert.deepEqual((await walletOf(at, 'GOOGLE_PAY')).gaps, ['SETTINGS', 'KEY'])
    const made = await call('POST', '/GOOGLE_PAY/keys', at, { identifier: 'BCR2DN4TZXCFW3QX' })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.registration.kind, 'PUBLIC_KEY')
    assert.equal(Buffer.from(made.body.registration.text, 'base64').length, 65)
    const keyPath = `/GOOGLE_PAY/keys/${made.body.publicKeyHash}`
    assert.equal((await call('POST', `${keyPath}/use`, at, {})).status, 204)
    assert.equal((await call('PUT', '/GOOGLE_PAY', at, settings)).status, 204)
    const { gaps, page, keys } = await walletOf(at, 'GOOGLE_PAY')
    assert.deepEqual([gaps, page.displayName, keys.length, 'usedSince' in keys[0]], [[], 'Corner shop', 1, true])
    const { sessionId } = await newCheckout(gateway, { merchant: at.merchantId })
    assert.match((await openPayer(gateway, sessionId).open()).text, /Corner shop/)

    const registration = await call('GET', `${keyPath}/registration`, at)
    assert.deepEqual(registration.body, made.body.registration)
    assert.equal((await call('DELETE', keyPath, at)).status, 204)
    assert.equal((await call('DELETE', keyPath, at)).status, 404)
    assert.equal((await call('DELETE', '/GOOGLE_PAY', at)).status, 204)
    assert.equal((await call('DELETE', '/GOOGLE_PAY', at)).status, 404)
    assert.deepEqual((await walletOf(at, 'GOOGLE_PAY')).gaps, ['SETTINGS', 'KEY'])
    assert.deepEqual(await auditOf(at), [
      'WALLET_KEY_ADDED',
      'WALLET_KEY_PUT_IN_USE',
      'WALLET_PAGE_SET',
      'WALLET_KEY_REMOVED',
      'WALLET_PAGE_REMOVED',
    ])
  })

  it('name a new key on payment pages only when it has been put in use', async () => {
    const at = await place()
    const create = async () => (await call('POST', '/GOOGLE_PAY/keys', at, { identifier: 'BCR2DN4TZXCFW3QX' })).body
    const [first, second] = [await create(), await create()]
    await call('PUT', '/GOOGLE_PAY', at, settings)
    const { sessionId } = await newCheckout(gateway, { merchant: at.merchantId })
    const namedOnPage = async () => {
      const { text } = await openPayer(gateway, sessionId).open()
      return [first, second].filter(({ registration }) => text.includes(registration.text))
    }
    assert.deepEqual(await namedOnPage(), [])
    assert.deepEqual((await walletOf(at, 'GOOGLE_PAY')).gaps, ['KEY_IN_USE'])
    const use = (publicKeyHash: string) => call('POST', `/GOOGLE_PAY/keys/${publicKeyHash}/use`, at, {})
    for (const key of [first, second, first]) {
      assert.equal((await use(key.publicKeyHash)).status, 204)
      await eventually(async () => ((await namedOnPage())[0] === key ? true : undefined))
      assert.deepEqual(await namedOnPage(), [key])
      const { gaps, keys } = await walletOf(at, 'GOOGLE_PAY')
      const used = keys.filter(({ usedSince }: { usedSince?: string }) => usedSince !== undefined)
      assert.deepEqual([gaps, used.map(hashOf), keys.length], [[], [key.publicKeyHash], 2])
    }
    assert.equal((await use(first.publicKeyHash)).status, 204)
    assert.equal((await use('a'.repeat(64))).status, 404)
    assert.deepEqual((await auditOf(at)).filter((action) => action === 'WALLET_KEY_PUT_IN_USE').length, 3)

    assert.equal((await call('DELETE', `/GOOGLE_PAY/keys/${first.publicKeyHash}`, at)).status, 204)
    assert.deepEqual((await walletOf(at, 'GOOGLE_PAY')).gaps, ['KEY_IN_USE'])
  })

  it('have at most 20 keys of each wallet', async () => {
    const at = await place()
    const create = (wallet: string) => call('POST', `/${wallet}/keys`, at, { identifier: 'BCR2DN4TZXCFW3QX' })
    for (let made = 0; made < 18; made += 1) assert.equal((await create('GOOGLE_PAY')).status, 201)
    const racing = await Promise.all([1, 2, 3, 4].map(() => create('GOOGLE_PAY')))
    assert.deepEqual(racing.map(({ status }) => status).toSorted(), [201, 201, 409, 409])
    const refused = await create('GOOGLE_PAY')
    assert.deepEqual([refused.status, refused.body.code], [409, 'TOO_MANY_KEYS'])
    assert.match(refused.body.explanation, /at most 20 keys/)
    assert.equal((await create('APPLE_PAY')).status, 201)
    const { keys } = await walletOf(at, 'GOOGLE_PAY')
    assert.equal(keys.length, 20)
    assert.equal((await call('DELETE', `/GOOGLE_PAY/keys/${hashOf(keys[0])}`, at)).status, 204)
    assert.equal((await create('GOOGLE_PAY')).status, 201)
  })

  it('take the certificates that Apple issues, each for the key that it belongs to', async () => {
    const at = await place()
    const store = (pem: string) => call('POST', '/APPLE_PAY/certificates', at, { pem })
    const key = await call('POST', '/APPLE_PAY/keys', at, { identifier: 'merchant.com.example' })
    const requested = await call('POST', '/APPLE_PAY/certificate-request', at, {})
    assert.deepEqual([key.status, requested.status], [201, 201])
    const [processing, identity] = [
      await issueCertificate(key.body.registration.text),
      await issueCertificate(requested.body.text, { days: 10 }),
    ]
    assert.match((await store(identity)).body.explanation, /^Set the display name and the country/)
    assert.equal((await call('PUT', '/APPLE_PAY', at, settings)).status, 204)
    for (const [pem, use] of [
      [processing, 'PROCESSING'],
      [identity, 'IDENTITY'],
    ] as const) {
      const { status, body } = await store(pem)
      assert.deepEqual([status, body.use, body.fingerprint], [201, use, fingerprintOf(pem)])
    }
    const shown = await walletOf(at, 'APPLE_PAY')
    assert.deepEqual([shown.identity.fingerprint, shown.identity.expiry], [fingerprintOf(identity), 'EXPIRES_SOON'])
    assert.deepEqual(shown.keys[0].certificate.expiry, 'VALID')
    assert.equal(shown.certificateRequestedAt, undefined, 'the request is answered')
    assert.equal((await call('GET', '/APPLE_PAY/certificate-request', at)).status, 404)

    // Other settings leave the certificate as it is, and so does the next request.
    await call('PUT', '/APPLE_PAY', at, { ...settings, displayName: 'Other name' })
    const next = await call('POST', '/APPLE_PAY/certificate-request', at, {})
    assert.equal((await walletOf(at, 'APPLE_PAY')).identity.fingerprint, fingerprintOf(identity))
    const again = await call('GET', '/APPLE_PAY/certificate-request', at)
    const renewed = await issueCertificate(again.body.text)
    assert.equal((await store(renewed)).body.use, 'IDENTITY', next.text)
    assert.equal((await walletOf(at, 'APPLE_PAY')).identity.fingerprint, fingerprintOf(renewed))
    assert.deepEqual(
      (await auditOf(at)).filter((action) => action.includes('CERTIFICATE')),
      ['WALLET_CERTIFICATE_REQUESTED', 'WALLET_CERTIFICATE_SET', 'WALLET_CERTIFICATE_REQUESTED'],
    )
  })

  it('refuse a certificate of another merchant, one that has expired or is not valid yet, and what is none', async () => {
    const [at, other] = [await place(), await place()]
    await call('PUT', '/APPLE_PAY', at, settings)
    const mine = (await call('POST', '/APPLE_PAY/certificate-request', at, {})).body.text
    const theirs = (await call('POST', '/APPLE_PAY/certificate-request', other, {})).body.text
    const key = '-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----\n'
    for (const [pem, reason] of [
      [await issueCertificate(theirs), /belongs to no key of this merchant/],
      [await issueCertificate(mine, { days: -1 }), /has expired/],
      [await issueCertificate(mine, { fromDay: 1 }), /is not valid yet/],
      ['hello', /contains no certificate/],
      [key, /contains a private key/],
    ] as const) {
      const { status, body, text } = await call('POST', '/APPLE_PAY/certificates', at, { pem })
      assert.deepEqual([status, body.field], [422, 'pem'], text)
      assert.match(body.explanation, reason)
    }
  })

  it('keep the key of a request that is made while the certificate of the one before is stored', async () => {
    const at = await place()
    const { merchantId } = at
    await call('PUT', '/APPLE_PAY', at, settings)
    const first = (await call('POST', '/APPLE_PAY/certificate-request', at, {})).body.text
    const pem = await issueCertificate(first)
    const { walletPages } = gateway.dependencies
    let second = ''
    const dependencies = {
      ...gateway.dependencies,
      walletPages: {
        ...walletPages,
        async set(...page: Parameters<typeof walletPages.set>) {
          second = (await call('POST', '/APPLE_PAY/certificate-request', at, {})).body.text
          await walletPages.set(...page)
        },
      },
    }
    const stored = await storeAppleCertificate(
      { merchantId, pem },
      { actor: at.as.actor, at: new Date() },
      dependencies,
    )
    assert.equal(stored.kind, 'STORED')
    assert.equal((await call('GET', '/APPLE_PAY/certificate-request', at)).status, 200)
    const response = await call('POST', '/APPLE_PAY/certificates', at, { pem: await issueCertificate(second) })
    assert.equal(response.body.use, 'IDENTITY', response.text)
  })

  it('have neither certificates for Google Pay, nor wallets of other names', async () => {
    const at = await place()
    const pem = 'hello'
    assert.equal((await call('POST', '/GOOGLE_PAY/certificates', at, { pem })).status, 404)
    assert.equal((await call('POST', '/GOOGLE_PAY/certificate-request', at, {})).status, 404)
    assert.equal((await call('PUT', '/OTHER_PAY', at, settings)).status, 404)
    assert.equal((await call('GET', `/APPLE_PAY/keys/${'a'.repeat(64)}/registration`, at)).status, 404)
  })

  it('are checked by the rows of the commands', async () => {
    const at = await place()
    for (const [body, field] of [
      [{ ...settings, country: 'DE' }, 'country'],
      [{ ...settings, displayName: 'x'.repeat(65) }, 'displayName'],
      [{ country: 'DEU' }, 'displayName'],
    ] as const) {
      const response = await call('PUT', '/APPLE_PAY', at, body)
      assert.deepEqual([response.status, response.body.field], [422, field], response.text)
    }
    assert.equal((await call('POST', '/APPLE_PAY/keys', at, { identifier: 'ü' })).body.field, 'identifier')
  })
})
