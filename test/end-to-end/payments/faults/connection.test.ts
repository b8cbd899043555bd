// The connection between a gateway and its database breaks in the middle of a payment: before a statement arrives, or
// after its commit and before the response. Payers are charged once, and merchants get the recorded outcome.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { moneyPathForms } from '../../../support/builders/money-path-forms.ts'
import { until } from '../../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, newOrderId, send } from '../../../support/clients/client.ts'
import { type DatabaseProxy, openDatabaseProxy } from '../../../support/faults/database-proxy.ts'
import { nodeUrlsOf } from '../../../support/gateway/citus.ts'
import { createTestDatabase, databaseUrl, testEnvironment, testPassword } from '../../../support/gateway/database.ts'
import { query } from '../../../support/gateway/embedded-kit.ts'
import { makeSite, type ReadyGateway } from '../../../support/gateway/process.ts'

let gateway: ReadyGateway
let proxy: DatabaseProxy
let nodeUrls: readonly string[]
let ask: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>
const endings: (() => Promise<void>)[] = []
before(async () => {
  const owner = { after: (clean: () => Promise<void>) => endings.push(clean) }
  const database = await createTestDatabase()
  ask = (sql, values) => query({ connectionString: databaseUrl(database) }, sql, values)
  nodeUrls = nodeUrlsOf(databaseUrl(database))
  proxy = await openDatabaseProxy(owner)
  await proxy.coverNodes(database)
  const site = await makeSite(owner)
  gateway = await site.start(testEnvironment(database, { DATABASE_URL: proxy.url(database) }))
})
after(async () => {
  for (const clean of endings.toReversed()) await clean()
})

function put(orderId: string, transactionId: string, body: object): Promise<ApiResponse> {
  const path = apiPath(`/order/${orderId}/transaction/${transactionId}`)
  return send(gateway.httpUrl, { method: 'PUT', path, body, login: `merchant.TESTMERCHANT:${testPassword}` })
}

const payment = {
  apiOperation: 'PAY',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: cardSource(),
}

/** How both sides have kept the transactions of some orders: once each, or something is wrong. */
async function keptOf(orderIds: readonly string[]): Promise<readonly string[]> {
  const rows = await ask<{ kept: string }>(
    `select distinct concat_ws(' ', t.gateway_code, b.asked, s.approved_minor, t.events) as kept
     from (select t.gateway_code, t.acquirer_reference, count(e.number) as events
       from transactions t left join events e using (merchant_id, order_id, transaction_id)
       where t.order_id = any ($1) group by t.merchant_id, t.order_id, t.transaction_id) t
     left join simulated_acquirer.book b on b.reference = t.acquirer_reference
     left join simulated_acquirer.standing s on s.reference = t.acquirer_reference`,
    [orderIds],
  )
  return rows.map(({ kept }) => kept)
}

/** The last statement of each commit, in the form that this database takes. */
const [{ lastStatements } = assert.fail('no form of the money path')] = moneyPathForms

for (const [what, statement] of [
  ['attempts', lastStatements.ofAttempts],
  ['outcomes', lastStatements.ofOutcomes],
] as const) {
  for (const lost of ['request', 'answer'] as const) {
    it(`20 payments at once are made once each when the ${lost} of the commit of ${what} is lost`, async () => {
      const orderIds = Array.from({ length: 20 }, newOrderId)
      const broken = proxy.broken
      proxy.breakAt({ statement, lost })
      const responses = await Promise.all(orderIds.map((orderId) => put(orderId, '1', payment)))
      assert.equal(proxy.broken, broken + 1)
      for (const { status, text, body } of responses)
        assert.deepEqual([status, body.result, body.order.status], [201, 'SUCCESS', 'CAPTURED'], text)
      assert.deepEqual(await keptOf(orderIds), ['APPROVED 1 1000 1'])
      const again = await Promise.all(orderIds.map((orderId) => put(orderId, '1', payment)))
      assert.deepEqual(
        again.map(({ status, text }) => [status, text]),
        responses.map(({ text }) => [200, text]),
      )
    })
  }
}

it('a capture whose outcome was not received is made once, and the order shows it', async () => {
  const orderId = newOrderId()
  await put(orderId, '1', { ...payment, apiOperation: 'AUTHORIZE' })
  const broken = proxy.broken
  proxy.breakAt({ statement: lastStatements.ofOutcomes, lost: 'answer' })
  const captured = await put(orderId, '2', {
    apiOperation: 'CAPTURE',
    transaction: { amount: '4.00', currency: 'USD' },
  })
  assert.deepEqual(
    [captured.status, captured.body.order.totalCapturedAmount, captured.body.order.status],
    [201, 4, 'PARTIALLY_CAPTURED'],
  )
  assert.equal(proxy.broken, broken + 1)
})

it('a server that closes every connection during payments loses none of them', async () => {
  const orderIds = Array.from({ length: 40 }, newOrderId)
  const pending = orderIds.map((orderId) => put(orderId, '1', payment))
  await until(
    async () => (await ask('select from transactions where order_id = any ($1)', [orderIds])).length > 0,
    'some are recorded',
  )
  for (const connectionString of nodeUrls)
    await query(
      { connectionString },
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  const responses = await Promise.all(pending)
  // A client without an outcome repeats its request; the response must match what is recorded.
  const final = await Promise.all(orderIds.map((orderId) => put(orderId, '1', payment)))
  for (const [index, first] of responses.entries()) {
    const { status, text, body } = final[index] ?? assert.fail()
    assert.ok(status === 200 || status === 201, `${status} ${text}`)
    assert.ok(['APPROVED', 'TIMED_OUT'].includes(body.response.gatewayCode), text)
    if (first.status === 201) assert.equal(text, first.text)
    else assert.ok(first.status >= 500, first.text)
  }
  const twice = await ask('select from simulated_acquirer.book where asked > 1')
  assert.equal(twice.length, 0)
})
