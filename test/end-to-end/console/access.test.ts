// Access control, derived from the tables of routes: every route, with every caller that must be refused.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Agent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type ConsoleRoute, requiredPermissions } from '../../../src/console/route.ts'
import { consoleRouteTable } from '../../../src/console/route-table.ts'
import { consoleRoot } from '../../../src/console/routes.ts'
import { csrfOf } from '../../../src/console/session-cookie.ts'
import { explanationText } from '../../../src/kernel/explanation.ts'
import { isRejection } from '../../../src/kernel/rejection.ts'
import { operatorMerchantId, type Permission, permissions } from '../../../src/kernel/user.ts'
import { createPaymentLink } from '../../../src/payment-links/operations/create-payment-link.ts'
import { markListenerKind } from '../../../src/platform/http/request-origin.ts'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { createWalletKey, requestIdentityCertificate } from '../../../src/wallets/operations/manage-wallets.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { rulesOfOtherWays } from '../../support/checks/ways-in.ts'
import { apiPath, payBody, refundBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleRequest, type ConsoleUser, operatorsUser, signedIn } from '../../support/clients/console.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

/** Only methods, paths and rules are read of it. */
const table = consoleRouteTable({ dependencies: {} } as never)
const merchantId = 'TESTMERCHANT'
const foreign = 'TESTSUPPLIED'
const reportPath = `/history/version/1/merchant/${merchantId}/transaction`

let gateway: TestGateway
let baseUrl: string
/** What paths name is there, so that a hole would show it. */
const ids: Record<string, string> = {
  acquirerId: 'SYSTEST_ACQ1',
  batch: '1',
  cardId: 'key.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  fingerprint: 'a'.repeat(64),
  login: 'somebody',
  merchantId,
  notificationId: 'a'.repeat(32),
  orderId: 'order-of-the-matrix',
  paymentLinkId: 'replaced by that of a link',
  linkId: 'simulator',
  publicKeyHash: 'replaced by that of a wallet key',
  repositoryId: 'TESTMERCHANT',
  requestId: '00000000-0000-4000-8000-000000000000',
  slot: '1',
  transactionId: 'request',
  wallet: 'APPLE_PAY',
}

before(async () => {
  gateway = await startGateway()
  baseUrl = gateway.listeners.httpUrl ?? ''
  const put = (transactionId: string, body: object) =>
    send(baseUrl, { method: 'PUT', path: apiPath(`/order/${ids['orderId']}/transaction/${transactionId}`), body })
  await put('1', payBody())
  await put('request', refundBody('10.00', { priorApproval: 'REQUESTED' }))
  const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
  const sourceOfFunds = { type: 'CARD', provided: { card } }
  const stored = await send(baseUrl, { method: 'POST', path: apiPath('/token'), body: { sourceOfFunds } })
  ids['token'] = stored.body.token
  const paymentLink = await createPaymentLink(
    (await gateway.dependencies.store.findMerchant(merchantId))?.merchant ?? assert.fail('the merchant is gone'),
    { operation: 'PAY', currency: 'USD', amount: { kind: 'FIXED', amountMinor: 100n } },
    { actor: 'a test', at: new Date() },
    gateway.dependencies,
  )
  ids['paymentLinkId'] = isRejection(paymentLink)
    ? assert.fail(paymentLink.reason)
    : paymentLink.paymentLink.paymentLinkId
  const stamp = { actor: 'a test', at: new Date() }
  const identifier = 'merchant.com.example'
  const created = await createWalletKey({ merchantId, wallet: 'APPLE_PAY', identifier }, stamp, gateway.dependencies)
  ids['publicKeyHash'] =
    created.kind === 'REFUSED' ? assert.fail(explanationText(created.reason)) : created.key.publicKeyHash
  await gateway.dependencies.walletPages.set(
    { merchantId, wallet: 'APPLE_PAY', displayName: 'Shop', country: 'DEU' },
    stamp,
  )
  await requestIdentityCertificate(merchantId, stamp, gateway.dependencies)
  const somebody = { merchantId, login: 'somebody', name: 'Somebody', permissions: ['VIEW'] as const }
  await gateway.dependencies.users.add(somebody, 'no hash of a password', { actor: 'a test', at: new Date() })
  await gateway.dependencies.users.add({ ...somebody, merchantId: operatorMerchantId }, 'no hash', {
    actor: 'a test',
    at: new Date(),
  })
  // Otherwise a job writes the last use of the credential a minute later, in the middle of a comparison.
  await gateway.dependencies.credentialUses.flush()
})
after(() => gateway.stop())

function pathOf({ path }: ConsoleRoute): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    assert.ok(ids[name] !== undefined, `the matrix has no ${name}`)
    return encodeURIComponent(ids[name])
  })
}

function call(route: ConsoleRoute, asked: Partial<ConsoleRequest>) {
  const { method } = route
  return ask(gateway, { method, path: pathOf(route), ...(method !== 'GET' && { body: {} }), ...asked })
}

/** The data that a caller could have read or changed, without console sessions and audit log. */
const guarded = [
  'batch_closings',
  'closed_batches',
  'deliveries',
  'events',
  'dispute_answers',
  'exchanged_messages',
  'merchant_certificates',
  'merchant_passwords',
  'merchants',
  'webhook_settings',
  'order_notes',
  'orders',
  'page_logos',
  'payment_link_emails',
  'payment_link_orders',
  'payment_links',
  'users',
  'reporting_passwords',
  'risk_cards',
  'risk_operator_rules',
  'sessions',
  'token_repositories',
  'tokens',
  'transactions',
  'wallet_certificate_requests',
  'wallet_keys',
  'wallet_pages',
]

async function digest(): Promise<string> {
  const each = guarded.map(
    (name) => `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t`,
  )
  const rows = await gateway.query<{ name: string; md5: string }>(each.join(' union all '))
  return JSON.stringify(rows.toSorted((a, b) => a.name.localeCompare(b.name)))
}

/** Some at once: none of them has to do with another. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

type Expected = (route: ConsoleRoute) => readonly [status: number, code: string] | undefined

/** Each route returns exactly this refusal, reveals nothing, and nothing has changed at the end. */
async function assertKeptOut(asked: (route: ConsoleRoute) => Promise<Partial<ConsoleRequest>>, expected: Expected) {
  // Creating the intruders changes the table of users; all are created before.
  const tries: [ConsoleRoute, readonly [number, string], Partial<ConsoleRequest>][] = []
  for (const route of table) {
    const no = expected(route)
    if (no) tries.push([route, no, await asked(route)])
  }
  assert.ok(tries.length > 0, 'there is something to try')
  const before = await digest()
  await eachOf(tries, async ([route, [status, code], sent]) => {
    const response = await call(route, sent)
    const name = `${route.method} ${route.path}`
    assert.deepEqual([response.status, response.body.code], [status, code], `${name} says ${response.text}`)
    assert.deepEqual(
      Object.keys(response.body).toSorted(),
      ['code', 'explanation'],
      `${name} reveals more than the refusal`,
    )
    assert.equal(response.headers['set-cookie'], undefined, name)
  })
  assert.equal(await digest(), before, 'nothing has changed')
}

const isGuarded = ({ access }: ConsoleRoute) => 'permission' in access
const unlessPublic: Expected = ({ access }) => (access.kind === 'PUBLIC' ? undefined : [401, 'SIGNED_OUT'])
const permissionsOf = ({ access }: ConsoleRoute): readonly Permission[] =>
  'permission' in access ? requiredPermissions(access.permission) : []

describe('the console refuses', () => {
  it('users who are not signed in', async () => {
    await assertKeptOut(async () => ({}), unlessPublic)
  })

  it('forged session cookies', async () => {
    await assertKeptOut(async () => ({ as: { token: 'A'.repeat(32) } }), unlessPublic)
  })

  it('users whose session has ended: expired, idle, signed out, disabled', async () => {
    const [expired, idle, out, disabled] = await Promise.all([0, 1, 2, 3].map(() => operatorsUser(gateway)))
    assert.ok(expired && idle && out && disabled)
    await gateway.query(`update console_sessions set expires_at = now() - interval '1 second' where login = $1`, [
      expired.login,
    ])
    await gateway.query(`update console_sessions set seen_at = now() - interval '1 day' where login = $1`, [idle.login])
    await gateway.dependencies.consoleSessions.close(out.token, { actor: 'a test', at: new Date() })
    await gateway.query(`update users set is_enabled = false where login = $1`, [disabled.login])
    for (const as of [expired, idle, out, disabled]) await assertKeptOut(async () => ({ as }), unlessPublic)
  })

  it('users of another merchant, as if nothing existed', async () => {
    const as = await signedIn(gateway, { merchantId: foreign })
    await assertKeptOut(
      async () => ({ as }),
      ({ access }) => (access.kind === 'MERCHANT' ? [404, 'NOT_FOUND'] : undefined),
    )
  })

  it('users of a merchant on the operator’s routes', async () => {
    const as = await signedIn(gateway)
    await assertKeptOut(
      async () => ({ as }),
      ({ access }) => (access.kind === 'OPERATOR' ? [403, 'NOT_PERMITTED'] : undefined),
    )
  })

  for (const [whose, ofMerchant] of [
    ['the operator', operatorMerchantId],
    ['the merchant', merchantId],
  ] as const)
    it(`users of ${whose} who hold every permission but the required one`, async () => {
      const lacking = new Map<string, ConsoleUser>()
      for (const sufficient of new Set(table.filter(isGuarded).map((route) => permissionsOf(route).join()))) {
        const others = permissions.filter((each) => !sufficient.split(',').includes(each))
        lacking.set(sufficient, await signedIn(gateway, { merchantId: ofMerchant, permissions: others }))
      }
      await assertKeptOut(
        async (route) => ({ as: lacking.get(permissionsOf(route).join()) as ConsoleUser }),
        (route) => (isGuarded(route) ? [403, 'NOT_PERMITTED'] : undefined),
      )
    })

  it('users who must change the password first', async () => {
    const as = await signedIn(gateway, { merchantId: operatorMerchantId, mustChangePassword: true })
    await assertKeptOut(
      async () => ({ as }),
      (route) => (isGuarded(route) ? [403, 'PASSWORD_MUST_CHANGE'] : undefined),
    )
  })

  it('users without a recent second factor on sensitive routes', async () => {
    const user = await operatorsUser(gateway)
    await gateway.query(
      `update users set is_factor_in_use = true, factor_key_id = 'k', factor_sealed = '\\x00' where login = $1`,
      [user.login],
    )
    const sensitive: Expected = ({ access }) => ('isSensitive' in access ? [403, 'STALE_SECOND_FACTOR'] : undefined)
    for (const shown of ['null', `now() - interval '16 minutes'`]) {
      await gateway.query(`update console_sessions set second_factor_at = ${shown} where login = $1`, [user.login])
      await assertKeptOut(async () => ({ as: user }), sensitive)
    }
  })

  it('calls without the token that only a page of the console has', async () => {
    const [as, other] = [await operatorsUser(gateway), await operatorsUser(gateway)]
    const changes: Expected = ({ method, access }) =>
      method === 'GET' || access.kind === 'PUBLIC' ? undefined : [403, 'WRONG_CSRF']
    for (const csrf of [undefined, 'wrong', csrfOf(other.token)])
      await assertKeptOut(async () => ({ as, headers: { 'x-tollgate-csrf': csrf } }), changes)
  })

  it('calls from pages of other sites, and calls without an origin', async () => {
    const as = await operatorsUser(gateway)
    const changes: Expected = ({ method }) => (method === 'GET' ? undefined : [403, 'FOREIGN_ORIGIN'])
    const origins = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      { 'sec-fetch-site': undefined, origin: 'null' },
      { 'sec-fetch-site': undefined },
    ]
    for (const headers of origins) await assertKeptOut(async () => ({ as, headers }), changes)
    await assertKeptOut(
      async () => ({ as, headers: { 'sec-fetch-site': 'cross-site' } }),
      () => [403, 'FOREIGN_ORIGIN'],
    )
  })

  it('all users for merchants that do not exist', async () => {
    const as = await operatorsUser(gateway)
    const { merchantId: present = '' } = ids
    ids['merchantId'] = 'NOBODY'
    try {
      await assertKeptOut(
        async () => ({ as }),
        ({ access }) => (access.kind === 'MERCHANT' ? [404, 'NOT_FOUND'] : undefined),
      )
    } finally {
      ids['merchantId'] = present
    }
  })

  it('all requests at the listener for client certificates', async (t) => {
    const as = await operatorsUser(gateway)
    const { cert, key } = await makeCertificate(gateway)
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, cert, key })
    t.after(() => agent.destroy())
    const before = await digest()
    await eachOf(table, async (route) => {
      const headers = {
        cookie: `__Host-tollgate=${as.token}; tollgate=${as.token}`,
        'x-tollgate-csrf': csrfOf(as.token),
        'sec-fetch-site': 'same-origin',
      }
      const path = consoleRoot + pathOf(route)
      const sent = { method: route.method, path, headers, login: null, agent }
      const response = await send(gateway.listeners.mtlsUrl, { ...sent, ...(route.method !== 'GET' && { body: {} }) })
      assert.deepEqual([response.status, response.body.code], [404, 'NOT_FOUND'], `${route.method} ${route.path}`)
    })
    assert.equal(await digest(), before)
  })

  it('all requests at the listener for metrics, which has neither API nor reports', async (t) => {
    const as = await operatorsUser(gateway)
    const server = createServer((request, response) => {
      markListenerKind(request, 'metrics')
      gateway.server.routing(request, response)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const headers = {
      cookie: `__Host-tollgate=${as.token}; tollgate=${as.token}`,
      'x-tollgate-csrf': csrfOf(as.token),
      'sec-fetch-site': 'same-origin',
    }
    const before = await digest()
    await eachOf(table, async (route) => {
      const sent = { method: route.method, path: consoleRoot + pathOf(route), headers, login: null, isKeptAlive: true }
      const response = await send(url, { ...sent, ...(route.method !== 'GET' && { body: {} }) })
      const { explanation } = assertErrorShape(response)
      assert.deepEqual(
        [response.status, explanation],
        [404, 'There is no resource at this path.'],
        `${route.method} ${route.path}`,
      )
    })
    for (const path of [apiPath(`/order/${ids['orderId']}`), reportPath])
      assert.equal((await send(url, { path })).status, 404, path)
    assert.equal(await digest(), before)
  })

  it('no user with permission', async () => {
    // Otherwise all of the above would be no news.
    const kept = new Set(['SIGNED_OUT', 'NOT_PERMITTED', 'PASSWORD_MUST_CHANGE', 'WRONG_CSRF', 'FOREIGN_ORIGIN'])
    const tries = table
      .filter(({ access }) => access.kind !== 'PUBLIC')
      .flatMap((route): readonly (readonly [ConsoleRoute, Permission?])[] => {
        // Each of several that are sufficient is.
        const sufficient = permissionsOf(route)
        return sufficient.length === 0 ? [[route]] : sufficient.map((permission) => [route, permission])
      })
    // One for each permission; those that need none are about the caller's own session, and may end it.
    const holders = new Map<Permission, ConsoleUser>()
    for (const permission of new Set(tries.flatMap(([, each]) => each ?? [])))
      holders.set(permission, await operatorsUser(gateway, [permission]))
    for (const [route, permission] of tries) {
      const as = (permission && holders.get(permission)) ?? (await operatorsUser(gateway, []))
      const response = await call(route, { as })
      const { code, explanation } = response.text.startsWith('{') ? response.body : {}
      assert.ok(
        !kept.has(code) && explanation !== 'There is no resource at this path.',
        `${route.path}: ${response.text}`,
      )
      assert.notEqual(response.status, 500, `${route.path}: ${response.text}`)
    }
  })
})

describe('the API refuses', () => {
  const logins: Readonly<Record<string, () => string | null>> = {
    'a client without credentials': () => null,
    'a client with a wrong password': () => `merchant.${merchantId}:wrong`,
    'another merchant': () => `merchant.${foreign}:${testPassword}`,
    'a console user': () => `somebody:${testPassword}`,
  }
  for (const [who, login] of Object.entries(logins)) {
    it(`${who}, from every operation`, async () => {
      const before = await digest()
      for (const { name, route } of catalogue) {
        for (const method of route.methods) {
          const path = apiPath(route.path.replaceAll(/:(\w+)/g, (_, id: string) => ids[id] ?? ids['token'] ?? ''))
          const body = method === 'GET' || method === 'DELETE' ? {} : { body: { apiOperation: name } }
          const response = await send(baseUrl, { method, path, login: login(), isKeptAlive: true, ...body })
          assert.equal(response.status, 401, `${method} ${path}: ${response.text}`)
          assert.deepEqual(Object.keys(response.body), ['error', 'result'])
        }
      }
      assert.equal(await digest(), before)
    })
  }

  it('a console session, whose cookie is not accepted here', async () => {
    const as = await operatorsUser(gateway)
    const headers = { cookie: `tollgate=${as.token}`, 'x-tollgate-csrf': csrfOf(as.token) }
    const path = apiPath(`/order/${ids['orderId']}`)
    assert.equal((await send(baseUrl, { path, login: null, headers })).status, 401)
  })

  it('a merchant from operations that its profile does not permit', async () => {
    const { id } = await boardMerchant(gateway, { profile: { operations: [] } })
    const login = `merchant.${id}:${testPassword}`
    for (const { name, route } of catalogue.filter(({ route: each }) => each.byApiOperation)) {
      const rest = route.path.replaceAll(/:(\w+)/g, (_, each: string) => ids[each] ?? 'x')
      const [method = 'PUT'] = route.methods
      if (route.methods.includes('GET')) continue
      const path = apiPath(rest, { merchant: id })
      const response = await send(baseUrl, { method, path, login, isKeptAlive: true, body: { apiOperation: name } })
      assert.deepEqual(
        [response.status, response.body.error?.field],
        [400, 'apiOperation'],
        `${name}: ${response.text}`,
      )
    }
  })
})

describe('reports refuse', () => {
  const query = '?timeOfRecord.start=2026-01-01T00:00:00Z&timeOfRecord.end=2026-01-02T00:00:00Z&columns=merchant'

  it('all requests without the merchant’s own reporting password', async () => {
    const reporting = 'a'.repeat(32)
    const hash = gateway.administration.vault.keyedHash('PASSWORD', reporting)
    await gateway.dependencies.reportingPasswords.set(foreign, 1, hash, { actor: 'a test', at: new Date() })
    const api = {
      nobody: null,
      api: `merchant.${merchantId}:${testPassword}`,
      other: `merchant.${foreign}:${reporting}`,
    }
    for (const [who, login] of Object.entries(api)) {
      const response = await send(baseUrl, { path: reportPath + query, login })
      assert.equal(response.status, 401, `${who}: ${response.text}`)
      assert.deepEqual(Object.keys(response.body), ['error', 'result'])
    }
    const misplaced = { path: apiPath(`/order/${ids['orderId']}`, { merchant: foreign }), login: api.other }
    assert.equal((await send(baseUrl, misplaced)).status, 401, 'nor does it open the API')
  })

  it('programs with certificates', async () => {
    const certificate = await makeCertificate(gateway)
    await registerCertificate(gateway, merchantId, certificate)
    const { cert, key } = certificate
    const response = await send(gateway.listeners.mtlsUrl, {
      path: reportPath + query,
      login: null,
      tls: { cert, key },
    })
    assert.equal(response.status, 404, response.text)
  })
})

describe('every route', () => {
  it('has an access rule', () => {
    const console = new Set(table.map(({ method, path }) => `${method} ${consoleRoot}${path}`))
    const without = gateway.server.waysIn.flatMap(({ methods, url }) => {
      if (rulesOfOtherWays.some(({ urls }) => urls.test(url))) return []
      return methods.map((method) => `${method} ${url}`).filter((way) => !console.has(way))
    })
    assert.deepEqual(
      without,
      [],
      'give it a row in the console’s table, the catalogue, or test/support/checks/ways-in.ts',
    )
  })

  it('that has an access rule exists', () => {
    for (const { urls } of rulesOfOtherWays)
      assert.ok(
        gateway.server.waysIn.some(({ url }) => urls.test(url)),
        `nothing is at ${urls}`,
      )
  })

  it('of the console that names a merchant is limited to that merchant', () => {
    for (const { access, path, method } of table) {
      if (access.kind === 'MERCHANT') assert.match(path, /^\/merchants\/:merchantId/, path)
      else if (path.includes(':merchantId')) assert.equal(access.kind, 'OPERATOR', `${method} ${path}`)
    }
  })
})
