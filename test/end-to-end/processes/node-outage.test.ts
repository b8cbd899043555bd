// A node of a distributed database is down: its own merchants are refused temporarily, all others are served.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../support/clients/console.ts'
import { openFeedReader } from '../../support/clients/feed-reader.ts'
import { newCheckout, openPayer } from '../../support/clients/payer.ts'
import { newPaymentLink, openPaymentLink } from '../../support/clients/payment-links.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { type ProxiedNode, proxyNode } from '../../support/faults/node-proxy.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { withoutCluster } from '../../support/gateway/citus.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import { createTestDatabase, databaseUrl, testEnvironment, testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const skip = withoutCluster && 'needs a cluster, named by TEST_CITUS'

const today = 'from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z'

/** What a merchant and its payers have begun before the outage. */
interface Begun {
  readonly merchantId: string
  readonly paymentLinkId: string
  readonly sessionId: string
  readonly checkoutId: string
  readonly user: ConsoleUser
}

/** Every way in that names no merchant but by a secret, and what is next to it. */
const requests: Readonly<Record<string, (gateway: TestGateway, begun: Begun) => Promise<ApiResponse>>> = {
  'a payment': ({ listeners }, { merchantId }) =>
    send(listeners.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath(`/order/${newOrderId()}/transaction/1`, { merchant: merchantId, version: 100 }),
      login: `merchant.${merchantId}:${testPassword}`,
      body: payBody(),
    }),
  'a payment link': (gateway, { paymentLinkId }) => openPaymentLink(gateway, paymentLinkId).open(),
  'the payment page of a session': (gateway, { checkoutId }) => openPayer(gateway, checkoutId).open(),
  'a session that is updated': (gateway, { merchantId, sessionId }) =>
    openSessions(gateway, merchantId).update(sessionId, { order: { reference: newOrderId() } }),
  'the feed of events': ({ listeners }, { merchantId }) => openFeedReader(listeners.httpUrl ?? '', merchantId).ask(),
  'a page of the console': (gateway, { user, merchantId }) =>
    ask(gateway, { path: ofMerchant('/orders', merchantId), as: user }),
  'the figures of a merchant': (gateway, { user, merchantId }) =>
    ask(gateway, { path: ofMerchant(`/figures?${today}`, merchantId), as: user }),
  'the money at risk of a merchant': (gateway, { user, merchantId }) =>
    ask(gateway, { path: ofMerchant('/money-at-risk', merchantId), as: user }),
}

describe('while a node of a distributed database is down', () => {
  let gateway: TestGateway
  let node: ProxiedNode
  let here: Begun | undefined
  let elsewhere: Begun | undefined
  const endings: (() => Promise<unknown>)[] = []

  before(async () => {
    if (skip) return
    const database = await createTestDatabase()
    node = await proxyNode({ after: (end) => endings.unshift(end) }, databaseUrl(database))
    gateway = await startGateway({}, database)
    endings.unshift(() => gateway.stop())
    while (!here || !elsewhere) {
      const { id } = await boardMerchant(gateway)
      if (await node.has(id)) here ??= await begin(id)
      else elsewhere ??= await begin(id)
    }
    for (const request of Object.values(requests))
      for (const begun of [here, elsewhere]) await assertAnswered(request(gateway, begun))
    await node.stop()
  })
  after(async () => {
    for (const end of endings) await end()
  })

  async function begin(merchantId: string): Promise<Begun> {
    const { paymentLinkId } = await newPaymentLink(gateway, merchantId, { usesMax: 5 })
    const { sessionId: checkoutId } = await newCheckout(gateway, { merchant: merchantId })
    const sessionId = await openSessions(gateway, merchantId).open()
    return { merchantId, paymentLinkId, sessionId, checkoutId, user: await signedIn(gateway, { merchantId }) }
  }

  async function assertAnswered(request: Promise<ApiResponse>): Promise<void> {
    const { status, text } = await request
    assert.ok(status < 400, `${status} ${text.slice(0, 500)}`)
  }

  const begunBy = (begun: Begun | undefined) => begun ?? assert.fail('no merchant')

  for (const [what, request] of Object.entries(requests)) {
    it(`${what} of a merchant elsewhere is answered as ever`, { skip }, async () => {
      await assertAnswered(request(gateway, begunBy(elsewhere)))
    })

    it(`${what} of a merchant of that node is refused for the moment`, { skip }, async () => {
      const { status, text } = await request(gateway, begunBy(here))
      assert.equal(status, 503, text.slice(0, 500))
    })
  }

  it('a user of a merchant elsewhere signs in, and out', { skip }, async () => {
    const user = await signedIn(gateway, { merchantId: begunBy(elsewhere).merchantId })
    await assertAnswered(ask(gateway, { method: 'DELETE', path: '/session', as: user }))
    assert.deepEqual(await gateway.dependencies.consoleSessions.list(user), [])
  })

  it('a payment link that no answering node has may be on the one that is down', { skip }, async () => {
    const { paymentLinkId } = begunBy(elsewhere)
    const other = paymentLinkId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    assert.equal((await openPaymentLink(gateway, other).open()).status, 503)
  })

  it('a command about an acquirer link is executed', { skip }, async () => {
    const env = testEnvironment(gateway.database)
    const { code, stderr } = await tollgate(['link', 'test', 'simulator'], { env })
    assert.equal(code, 0, stderr)
  })

  it('a command that needs the node says that the database does not answer', { skip }, async () => {
    const env = testEnvironment(gateway.database)
    const { code, stderr } = await tollgate(['risk', 'card', 'list', '--operator'], { env })
    assert.equal(code, 1)
    assert.match(stderr, /^The database stopped during the command/)
  })

  it('and once it is back, its merchants are served without a restart', { skip }, async () => {
    await node.start()
    for (const request of Object.values(requests))
      await until(async () => (await request(gateway, begunBy(here))).status < 400, 'the merchant is served again')
  })
})
