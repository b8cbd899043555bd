// The console's other services, each once from end to end: finding, deciding, settling, configuring, managing.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../support/checks/poll.ts'
import { apiPath, cardExpiring, newOrderId, payBody, send } from '../../support/clients/client.ts'
import {
  ask,
  type ConsoleRequest,
  type ConsoleUser,
  ofMerchant,
  operatorsUser,
  signedIn,
} from '../../support/clients/console.ts'
import { boardMerchant, makeCertificate } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import { openWebhook } from '../../support/sites/webhook.ts'

let gateway: TestGateway
let user: ConsoleUser
let operators: ConsoleUser
/** A merchant of this file's own. */
let id: string

before(async () => {
  gateway = await startGateway()
  id = (await boardMerchant(gateway)).id
  user = await signedIn(gateway, { merchantId: id })
  operators = await operatorsUser(gateway)
})
after(() => gateway.stop())

async function pay(body: object = payBody(), orderId = newOrderId(), merchant = id): Promise<string> {
  const path = apiPath(`/order/${orderId}/transaction/1`, { merchant })
  const login = `merchant.${merchant}:${testPassword}`
  await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body, login })
  return orderId
}

/** The projection follows the feed; this is what its jobs do, without waiting for them. */
async function caughtUp(merchant = id): Promise<void> {
  const { feed, projection } = gateway.dependencies
  while ((await feed.merchantsWaiting(10)).includes(merchant)) await feed.assignPositions(merchant, undefined, 500)
  let taken: number | 'LOCKED'
  do taken = await projection.catchUp(merchant, 500)
  while (taken === 'LOCKED' || taken > 0)
}

function call(asked: ConsoleRequest) {
  return ask(gateway, { as: user, ...asked })
}

function change(method: string, rest: string, body?: object) {
  return call({ method, path: ofMerchant(rest, id), ...(body && { body }) })
}

describe('searching', () => {
  it('finds orders by their usual attributes, page by page', async () => {
    const references = ['first', 'second', 'third']
    for (const reference of references) {
      const order = { amount: '10.00', currency: 'USD', reference }
      await pay(payBody({ order }))
    }
    await pay(payBody({ sourceOfFunds: cardExpiring('5', '39') }))
    await caughtUp()
    const find = async (query: string) => (await call({ path: ofMerchant(`/orders?${query}`, id) })).body
    const page = await find('currency=USD&amountFrom=10&amountTo=10&limit=2')
    assert.deepEqual(
      page.rows.map((row: Record<string, string>) => [row['reference'], row['status'], row['amount'], row['account']]),
      [
        ['third', 'CAPTURED', '10', '512345xxxxxx0008'],
        ['second', 'CAPTURED', '10', '512345xxxxxx0008'],
      ],
    )
    const rest = await find(`currency=USD&amountFrom=10&amountTo=10&limit=2&after=${page.next}`)
    assert.deepEqual([rest.rows.length, rest.rows[0].reference, rest.next], [1, 'first', undefined])
    assert.equal((await find('status=FAILED')).rows.length, 1)
    const declined = await call({ path: ofMerchant('/transactions?result=FAILURE', id) })
    assert.deepEqual([declined.body.rows.length, declined.body.rows[0].gatewayCode], [1, 'DECLINED'])
  })

  it('counts matches, and sorts them by time or by amount', async () => {
    await caughtUp()
    const read = async (rest: string) => (await call({ path: ofMerchant(rest, id) })).body
    assert.deepEqual(await read('/orders-count'), { count: 4, isMore: false })
    assert.deepEqual(await read('/orders-count?status=FAILED'), { count: 1, isMore: false })
    assert.deepEqual(await read('/transactions-count?result=SUCCESS'), { count: 3, isMore: false })
    const references = async (query: string) =>
      (await read(`/orders?${query}`)).rows.map((row: Record<string, string>) => row['reference'] ?? row['amount'])
    assert.deepEqual(await references('sort=OLDEST'), ['first', 'second', 'third', '100'])
    assert.equal((await references('sort=LARGEST&currency=USD'))[0], '100')
    assert.equal((await references('sort=SMALLEST&currency=USD'))[3], '100')
  })

  it('exports the same as a file', async () => {
    await caughtUp()
    const { status, headers, text } = await call({ path: ofMerchant('/orders.csv?currency=USD&amountTo=10', id) })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/csv;charset=UTF-8')
    assert.equal(headers['content-disposition'], 'attachment; filename="orders.csv"')
    const [heading = '', ...lines] = text.trim().split('\r\n')
    assert.match(heading, /^Order,Status,Currency,Amount,/)
    assert.equal(lines.length, 3)
    assert.equal((await call({ path: ofMerchant('/transactions.csv', id) })).text.trim().split('\r\n').length, 5)
  })

  it('exports selected orders only', async () => {
    const { rows } = (await call({ path: ofMerchant('/orders?limit=2', id) })).body
    const [one, two] = rows.map(({ orderId }: { orderId: string }) => orderId)
    const selected = encodeURIComponent(JSON.stringify([one, 'nothing']))
    const { text } = await call({ path: ofMerchant(`/orders.csv?selected=${selected}`, id) })
    assert.ok(text.includes(one) && !text.includes(two), text)
    for (const wrong of ['[', '"a"', '[1]', `["${'a'.repeat(3)}\\u0000"]`]) {
      const response = await call({ path: ofMerchant(`/orders.csv?selected=${encodeURIComponent(wrong)}`, id) })
      assert.deepEqual([response.status, response.body.field], [422, 'selected'], wrong)
    }
  })

  it('shows no more of cards than the profile permits', async () => {
    const hiding = (await boardMerchant(gateway, { profile: { cardMasking: 'HIDDEN' } })).id
    await pay(payBody(), newOrderId(), hiding)
    await caughtUp(hiding)
    const as = await signedIn(gateway, { merchantId: hiding })
    for (const rest of ['/orders', '/orders.csv', '/transactions', '/transactions.csv']) {
      const { status, text } = await ask(gateway, { path: ofMerchant(rest, hiding), as })
      assert.equal(status, 200)
      assert.match(text, /x{16}/)
      assert.doesNotMatch(text, /512345|0008/)
    }
  })

  it('refuses unsupported filters', async () => {
    for (const [query, field] of [
      ['status=HAPPY', 'status'],
      ['amountFrom=10', 'currency'],
      ['from=yesterday', 'from'],
      ['limit=1000', 'limit'],
      ['colour=red', 'colour'],
      ['sort=LARGEST', 'currency'],
      ['sort=NICEST', 'sort'],
    ]) {
      const response = await call({ path: ofMerchant(`/orders?${query}`, id) })
      assert.deepEqual([response.status, response.body.field], [422, field], response.text)
    }
  })

  it('shows figures of one merchant to its users, and of all to the operator’s', async () => {
    await caughtUp()
    const hour = 3_600_000
    const now = Math.floor(Date.now() / hour) * hour
    const period = `from=${new Date(now - hour).toISOString()}&to=${new Date(now + 2 * hour).toISOString()}`
    const own = await call({ path: ofMerchant(`/figures?${period}`, id) })
    assert.equal(own.status, 200, own.text)
    assert.deepEqual([own.body.decided, own.body.approved], [4, 3])
    assert.equal(own.body.volumes[0].captured, '30')
    const all = await call({ path: `/figures?${period}`, as: operators })
    assert.ok(all.body.decided >= 4, all.text)
    assert.equal(
      (await call({ path: ofMerchant('/figures?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', id) })).status,
      422,
    )
  })
})

describe('reviewing and settling', () => {
  it('accepts a payment that a rule held back, and lists what waits', async () => {
    const held = await boardMerchant(gateway, {
      profile: {
        risk: {
          binRanges: [{ from: '512345', to: '512345', action: 'REVIEW' }],
          ipRanges: [],
          ipCountries: [],
          threeDSecure: [],
          avs: [],
          csc: [],
          hasCardLists: false,
        },
      },
    })
    const orderId = await pay(payBody(), newOrderId(), held.id)
    await caughtUp(held.id)
    const as = await signedIn(gateway, { merchantId: held.id })
    const waiting = await ask(gateway, { path: ofMerchant('/reviews?kind=RISK', held.id), as })
    assert.deepEqual(
      waiting.body.rows.map((row: { orderId: string }) => row.orderId),
      [orderId],
    )
    const path = ofMerchant(`/orders/${orderId}/review`, held.id)
    const body = { decision: 'ACCEPTED', note: 'Known by sight' }
    const accepted = await ask(gateway, { method: 'POST', path, as, body })
    assert.deepEqual([accepted.status, accepted.body], [200, { transactionId: '1' }])
    assert.equal((await ask(gateway, { method: 'POST', path, as, body })).body.code, 'NOTHING_AWAITED')
  })

  it('lists batches and closes the open one', async () => {
    await pay()
    const closed = await change('POST', '/batches/close', {})
    assert.equal(closed.status, 200, closed.text)
    assert.equal(closed.body.batches[0].totals[0].currency, 'USD')
    assert.equal((await change('POST', '/batches/close', {})).body.code, 'NOTHING_OPEN')
    await caughtUp()
    const { body } = await call({ path: ofMerchant('/batches', id) })
    assert.equal(body.rows[0].batch, closed.body.batches[0].batch)
    assert.ok(body.rows[0].closedAt)
  })
})

describe('configuring', () => {
  it('creates and revokes passwords, each shown once', async () => {
    const added = await change('POST', '/passwords', {})
    assert.deepEqual([added.status, added.body.slot], [201, 2])
    assert.match(added.body.password, /^[0-9a-f]{32}$/)
    const path = apiPath('/tokenSearch', { merchant: id })
    const login = `${added.body.userId}:${added.body.password}`
    assert.equal((await change('POST', '/passwords', {})).body.code, 'FULL')
    const listed = await call({ path: ofMerchant('/passwords', id) })
    assert.doesNotMatch(listed.text, new RegExp(added.body.password))
    assert.equal((await change('DELETE', '/passwords/2')).status, 204)
    assert.equal((await change('DELETE', '/passwords/2')).status, 404)
    assert.equal((await change('DELETE', '/passwords/1')).body.code, 'LAST')
    assert.ok(path && login)
    const reporting = await change('POST', '/reporting-passwords', {})
    assert.deepEqual([reporting.status, reporting.body.slot], [201, 1])
    assert.equal((await change('DELETE', '/reporting-passwords/1')).status, 204)
  })

  it('registers and revokes certificates', async () => {
    const { cert, fingerprint } = await makeCertificate(gateway)
    const added = await change('POST', '/certificates', { pem: cert })
    assert.deepEqual([added.status, added.body.fingerprint, added.body.status], [201, fingerprint, 'VALID'])
    assert.equal((await change('POST', '/certificates', { pem: cert })).body.code, 'KNOWN')
    assert.equal((await change('DELETE', `/certificates/${fingerprint}`)).status, 204)
    const { body } = await call({ path: ofMerchant('/certificates', id) })
    assert.equal(body.certificates[0].status, 'REVOKED')
    const wrong = await change('POST', '/certificates', { pem: 'no certificate' })
    assert.deepEqual([wrong.status, wrong.body.field], [422, 'pem'])
  })

  it('sets up notifications; viewing the secrets has an audit entry', async () => {
    const url = 'https://shop.example/notifications'
    const set = await change('PUT', '/webhooks', { isEnabled: true, url })
    assert.deepEqual(set.body, { isEnabled: true, url, acceptsAny2xx: false, validSecrets: 1 })
    const seen = await change('POST', '/webhooks/secrets/view', {})
    assert.equal(seen.body.secrets.length, 1)
    const rotated = await change('POST', '/webhooks/secrets', { hours: 2 })
    assert.equal(rotated.body.validSecrets, 2, rotated.text)
    assert.doesNotMatch(rotated.text, new RegExp(seen.body.secrets[0].sent))
    assert.equal((await change('DELETE', '/webhooks/secrets/previous')).body.validSecrets, 1)
    const bad = await change('PUT', '/webhooks', { url: 'http://shop.example/plain' })
    assert.deepEqual([bad.status, bad.body.field], [422, 'url'])
    const lines = await gateway.query<{ actor: string }>(
      `select actor from audit where merchant_id = $1 and action = 'WEBHOOK_SECRETS_SHOWN'`,
      [id],
    )
    assert.deepEqual(lines, [{ actor: user.actor }])
    assert.equal((await change('PUT', '/webhooks', { isEnabled: false, hasNoUrl: true })).body.url, null)
  })

  it('shows the delivery of notifications, sends them again, and tests the webhook', async (t) => {
    const text = (await boardMerchant(gateway)).id
    const as = await signedIn(gateway, { merchantId: text })
    const post = (rest: string, body: object = {}) =>
      ask(gateway, { method: 'POST', path: ofMerchant(rest, text), as, body })
    assert.equal((await post('/webhooks/test')).status, 404, 'it has never had notifications')
    const webhook = await openWebhook(t, gateway.dataDir)
    const setting = { isEnabled: true, url: `${webhook.url}?key=secret` }
    await ask(gateway, { method: 'PUT', path: ofMerchant('/webhooks', text), as, body: setting })
    const tried = await post('/webhooks/test')
    assert.deepEqual([tried.status, tried.body.isAccepted], [200, true], tried.text)

    const orderId = await pay(payBody(), newOrderId(), text)
    const delivered = async () =>
      (await ask(gateway, { path: ofMerchant('/deliveries?state=DELIVERED', text), as })).body
    const log = await eventually(async () => ((await delivered()).rows.length > 0 ? delivered() : undefined))
    const { url, notificationId } = log.rows[0]
    assert.deepEqual([log.rows[0].orderId, url], [orderId, `${webhook.url}?...`])
    const whole = await ask(gateway, { path: ofMerchant(`/deliveries/${notificationId}`, text), as })
    assert.ok(!whole.text.includes('"seal"'), 'the seal stays with the gateway')
    assert.deepEqual([whole.body.tries[0].status, JSON.parse(whole.body.body).order.id], [200, orderId])
    const again = await post('/deliveries/replay', { notificationIds: [notificationId] })
    assert.deepEqual(again.body, { replayed: 1 })
    const unknown = await ask(gateway, { path: ofMerchant(`/deliveries/${'a'.repeat(32)}`, text), as })
    assert.equal(unknown.status, 404)
    assert.equal((await post('/deliveries/replay')).body.field, 'notificationIds')
  })

  it('changes risk rules, and lists the card of a payment', async () => {
    const added = await change('POST', '/risk/rules', { ipCountry: 'DEU', action: 'REVIEW' })
    assert.deepEqual(added.body.rules.ipCountries, [{ country: 'DEU', action: 'REVIEW' }])
    const removed = await change('POST', '/risk/rules/removal', { ipCountry: 'DEU' })
    assert.deepEqual(removed.body.rules.ipCountries, [])
    assert.equal((await change('POST', '/risk/rules', { action: 'REVIEW' })).status, 422)
    const bad = await change('POST', '/risk/rules', { bin: '51-5', action: 'REJECT' })
    assert.deepEqual([bad.status, bad.body.field], [422, 'bin'])

    const orderId = await pay()
    const body = { list: 'SUSPECT', orderId, transactionId: '1', note: 'Reported stolen' }
    const listed = await change('POST', '/risk/cards', body)
    assert.deepEqual(listed.body, { maskedNumber: '512345xxxxxx0008', list: 'SUSPECT', result: 'ADDED' })
    const { body: cards } = await call({ path: ofMerchant('/risk/cards', id) })
    assert.equal(cards.rows[0].note, 'Reported stolen')
    assert.equal((await change('DELETE', `/risk/cards/${cards.rows[0].cardId}`)).status, 204)
    assert.deepEqual((await call({ path: ofMerchant('/risk/cards', id) })).body.rows, [])
  })

  it('finds, shows and deletes tokens, masked', async () => {
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
    const login = `merchant.${id}:${testPassword}`
    const path = apiPath('/token', { merchant: id })
    const sent = { method: 'POST', path, login, body: { sourceOfFunds: { type: 'CARD', provided: { card } } } }
    const { token } = (await send(gateway.listeners.httpUrl ?? '', sent)).body
    const found = await call({ path: ofMerchant('/tokens?type=CARD&expiryYear=39&limit=5', id) })
    assert.deepEqual(
      found.body.rows.map((row: { token: string }) => row.token),
      [token],
    )
    const shown = await call({ path: ofMerchant(`/tokens/${token}`, id) })
    assert.equal(shown.body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    assert.equal((await change('DELETE', `/tokens/${token}`)).status, 204)
    assert.equal((await change('DELETE', `/tokens/${token}`)).status, 404)
    const lines = await gateway.query(`select actor from audit where merchant_id = $1 and action = 'TOKEN_DELETED'`, [
      id,
    ])
    assert.deepEqual(lines, [{ actor: user.actor }])
  })
})

describe('managing', () => {
  it('adds users, who get no more permissions than the user who adds them', async () => {
    const body = { login: 'grace', name: 'Grace', permissions: ['VIEW', 'CAPTURE'] }
    const added = await change('POST', '/users', body)
    assert.equal(added.status, 201, added.text)
    assert.ok(added.body.password.length >= 12)
    assert.equal(added.body.user.mustChangePassword, true)
    assert.equal((await change('POST', '/users', body)).body.code, 'TAKEN')
    for (const [field, text] of [
      ['name', 'Ada 5123 4500 0000 0008'],
      ['login', '5123450000000008@shop.example'],
    ] as const) {
      const refused = await change('POST', '/users', { ...body, login: 'ada', [field]: text })
      assert.deepEqual([refused.status, refused.body.field], [422, field], refused.text)
      assert.ok(!refused.text.includes('0008'))
    }
    const renamed = await change('PUT', '/users/grace', { name: '5123450000000008' })
    assert.deepEqual([renamed.status, renamed.body.field], [422, 'name'])
    const as = await signedIn(gateway, { merchantId: id, permissions: ['MANAGE_USERS'] })
    const path = ofMerchant('/users/grace', id)
    const lacking = await ask(gateway, { method: 'PUT', path, as, body: { permissions: ['REFUND'] } })
    assert.deepEqual([lacking.status, lacking.body.code], [403, 'LACKS_PERMISSIONS'])
    const changed = await change('PUT', '/users/grace', { permissions: ['VIEW'] })
    assert.deepEqual(changed.body.permissions, ['VIEW'])
    const { body: listed, text } = await call({ path: ofMerchant('/users', id) })
    assert.ok(listed.users.some(({ login }: { login: string }) => login === 'grace'))
    assert.doesNotMatch(text, /argon2|hash/i)
    assert.equal((await change('DELETE', '/users/grace')).status, 204)
    assert.equal((await change('DELETE', `/users/${user.login}`)).body.code, 'OWN')
  })

  it('shows who did what', async () => {
    const { body } = await call({ path: ofMerchant(`/audit?actor=${user.actor}&limit=3`, id) })
    assert.equal(body.rows.length, 3)
    assert.ok(body.rows.every(({ actor }: { actor: string }) => actor === user.actor))
    assert.ok(body.next)
    assert.equal((await call({ path: '/audit', as: operators })).status, 200)
  })

  it('adds a merchant with its test merchant, and changes its profile', async () => {
    const body = { merchantId: 'CORNERSHOP', name: 'The corner shop', currencies: ['USD', 'EUR'] }
    const boarded = await call({ method: 'POST', path: '/merchants', as: operators, body })
    assert.equal(boarded.status, 201, boarded.text)
    assert.deepEqual([boarded.body.userId, boarded.body.twin.merchantId], ['merchant.CORNERSHOP', 'TESTCORNERSHOP'])
    assert.equal((await call({ method: 'POST', path: '/merchants', as: operators, body })).status, 409)
    const path = ofMerchant('/profile', 'CORNERSHOP')
    const changed = await call({ method: 'PUT', path, as: operators, body: { refundsNeedApproval: true } })
    assert.deepEqual([changed.body.refundsNeedApproval, changed.body.name], [true, 'The corner shop'])
    const shown = await call({ path: ofMerchant('', 'CORNERSHOP'), as: operators })
    assert.equal(shown.body.refundsNeedApproval, true)
    const { body: all } = await call({ path: '/merchants', as: operators })
    assert.ok(all.merchants.some(({ merchantId }: { merchantId: string }) => merchantId === 'CORNERSHOP'))
    const { body: links } = await call({ path: '/links', as: operators })
    assert.deepEqual([links.links[0].linkId, links.links[0].status.state], ['simulator', 'UP'])
  })
})
