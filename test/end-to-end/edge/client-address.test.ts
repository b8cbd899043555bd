// Clients behind a load balancer and a reverse proxy: each is counted, logged and audited under its own address.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mayHoldAccountNumber } from '../../../src/kernel/account-numbers-in-text.ts'
import { permissions } from '../../../src/kernel/user.ts'
import { until } from '../../support/checks/poll.ts'
import { askThrough, type ProxiedRequest, proxyHeader } from '../../support/clients/balancer.ts'
import { apiPath, type Body, send } from '../../support/clients/client.ts'
import { card, formText, newCheckout } from '../../support/clients/payer.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const merchantId = 'TESTMERCHANT'
const password = 'a password of nineteen'
/** Whose forwarding header counts, once the balancer says that a connection is from it. */
const reverseProxy = '192.0.2.10'
const publicCallsPerMinute = 20

let gateway: TestGateway
before(async () => {
  gateway = await startGateway({
    TOLLGATE_HOST: '127.0.0.1',
    TOLLGATE_PROXY_PROTOCOL_FROM: '127.0.0.0/8',
    TOLLGATE_FORWARDED_FROM: reverseProxy,
  })
  const { passwords, users } = gateway.dependencies
  const hash = (await passwords.hash(password)) ?? assert.fail('too many hashes at once')
  const user = { merchantId, login: 'ada', name: 'Ada', permissions: permissions, mustChangePassword: false }
  await users.add(user, hash, { actor: 'a test', at: new Date() })
})
after(() => gateway.stop())

type FromClient = Omit<ProxiedRequest, 'pieces'>

function ask(client: string, request: FromClient, listener: 'https' | 'mtls' = 'https') {
  const url = listener === 'https' ? gateway.listeners.httpsUrl : gateway.listeners.mtlsUrl
  return askThrough(Number(new URL(url).port), { ...request, pieces: [proxyHeader({ source: client })] })
}

const signIn = (client: string, body: object, headers: Record<string, string> = {}) =>
  ask(client, {
    method: 'POST',
    path: '/console/api/session',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })

/** What the log says of the request with this path, once it does. */
async function logged(path: string): Promise<Body> {
  const find = () => gateway.logLines.map((line) => JSON.parse(line)).find(({ route }) => route === path)
  await until(() => find() !== undefined, `${path} is in the log`)
  return find()
}

describe('clients behind a load balancer', () => {
  it('do not lock each other out of the console by frequent requests', async () => {
    // A minute may end in between; then the count begins again.
    let status = 0
    for (let minutes = 0; minutes < 3 && status !== 429; minutes += 1) {
      await Promise.all(Array.from({ length: publicCallsPerMinute }, () => signIn('203.0.113.1', {})))
      status = (await signIn('203.0.113.1', { merchantId, login: 'ada', password })).status
    }
    assert.equal(status, 429)
    assert.equal((await signIn('203.0.113.2', { merchantId, login: 'ada', password })).status, 201)
  })

  it('are counted by network with IPv6 addresses', async () => {
    let status = 0
    for (let minutes = 0; minutes < 3 && status !== 429; minutes += 1) {
      const askFrom = (_: unknown, at: number) => signIn(`2001:db8::${at + 1}`, {})
      await Promise.all(Array.from({ length: publicCallsPerMinute }, askFrom))
      status = (await signIn('2001:db8::ffff', {})).status
    }
    assert.equal(status, 429)
    assert.notEqual((await signIn('2001:db8:0:1::1', {})).status, 429)
  })

  it('are named in the audit entries of sign-ins, refused ones included', async () => {
    await signIn('203.0.113.3', { merchantId, login: 'ada', password: 'wrong' })
    await signIn('203.0.113.4', { merchantId, login: 'ada', password })
    const lines = await gateway.query<{ action: string; address: string }>(
      `select action, subject ->> 'clientAddress' as address from audit
       where action in ('SIGNED_IN', 'SIGN_IN_REFUSED') order by at desc, audit_id desc limit 2`,
    )
    assert.deepEqual(lines, [
      { action: 'SIGNED_IN', address: '203.0.113.4' },
      { action: 'SIGN_IN_REFUSED', address: '203.0.113.3' },
    ])
  })

  it('are named in the log line of each request, also by addresses that look like an account number', async () => {
    const address = '203.0.113.100'
    assert.ok(mayHoldAccountNumber(address))
    assert.equal(
      (await ask(address, { path: '/api/rest/version/100/merchant/TESTMERCHANT/order/1' }, 'mtls')).status,
      401,
    )
    assert.equal((await logged('/order/:orderId')).clientAddress, address)
  })

  it("are described to the payer's bank by their own address when a page authenticates them", async (t) => {
    const port = gateway.dependencies.payerAuthentication ?? assert.fail('the sandbox authenticates payers')
    const { mock: asked } = t.mock.method(port, 'authenticate')
    const { id } = await boardMerchant(gateway, { profile: { payerAuthentication: 'ON_PAGES' } })
    const { sessionId } = await newCheckout(gateway, { merchant: id, interaction: { action: {} } })
    await ask('203.0.113.30', {
      method: 'POST',
      path: `/checkout/pay/${sessionId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: formText({ ...card, attempt: '1' }),
    })
    const addresses = asked.calls.map(({ arguments: [{ device }] }) => (device as { ipAddress?: string }).ipAddress)
    assert.deepEqual(addresses, ['203.0.113.30'])
  })

  it('are counted by merchant when they fail to authenticate at the API, in the metrics', async () => {
    const { id } = await boardMerchant(gateway)
    const wrong = { authorization: `Basic ${Buffer.from(`merchant.${id}:wrong`).toString('base64')}` }
    for (const client of ['203.0.113.20', '203.0.113.20', '203.0.113.21'])
      await ask(client, { path: apiPath('/order/1', { merchant: id }), headers: wrong })
    await ask('203.0.113.22', { path: `/history/version/1/merchant/${id}/transaction`, headers: wrong })
    await ask('203.0.113.22', { path: apiPath('/order/1', { merchant: 'NOBODY' }), headers: wrong })
    await ask('203.0.113.22', { path: apiPath('/order/1', { merchant: id }) })

    const figure = async (merchant: string) => {
      const { text } = await send(gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })
      const [, value] =
        new RegExp(`^tollgate_credentials_refused_total\\{merchant="${merchant}"\\} (\\d+)$`, 'm').exec(text) ?? []
      return Number(value)
    }
    await until(async () => (await figure(id)) === 4, 'four failures are counted')
    await until(async () => (await figure('unknown')) === 1, 'a failure without a merchant is counted')
  })

  it('have the address in the header of a named reverse proxy, on the HTTPS port', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.5', forwarded: 'for=198.51.100.2' }
    await signIn(reverseProxy, { merchantId, login: 'ada', password }, headers)
    const [line] = await gateway.query<{ address: string }>(
      `select subject ->> 'clientAddress' as address from audit where action = 'SIGNED_IN' order by at desc, audit_id desc limit 1`,
    )
    assert.equal(line?.address, '203.0.113.5')
  })

  it('have the address of the connection on the port for client certificates, whatever a header contains', async () => {
    const path = apiPath('/order/1/transaction/1')
    assert.equal((await ask(reverseProxy, { path, headers: { 'x-forwarded-for': '203.0.113.6' } }, 'mtls')).status, 401)
    assert.equal((await logged('/order/:orderId/transaction/:transactionId')).clientAddress, reverseProxy)
  })

  it('have the address of the connection where the header comes from any other address', async () => {
    const path = apiPath('/session/SESSION0002123456789F12345678N1')
    assert.equal((await ask('203.0.113.7', { path, headers: { 'x-forwarded-for': '203.0.113.8' } })).status, 401)
    assert.equal((await logged('/session/:sessionId')).clientAddress, '203.0.113.7')
  })
})
