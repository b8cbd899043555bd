// More than the gateway can do: it decides whom it serves, refuses the others early, and records nothing for those who left.
// The commit of attempts is held here, so that work waits for certain, on a fast machine and on a slow one.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { Store } from '../../../src/payments/ports/store.ts'
import { eventually, until } from '../../support/checks/poll.ts'
import { type ApiResponse, apiPath, cardSource, newOrderId, send } from '../../support/clients/client.ts'
import { open, putRequest } from '../../support/clients/raw.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

const payBody = {
  apiOperation: 'PAY',
  order: { amount: '10.00', currency: 'USD' },
  sourceOfFunds: cardSource(),
}

/** From now on one of the store's methods waits, until it is released. */
function hold(gateway: TestGateway, method: 'recordAttempt' | 'findMerchant') {
  const { store } = gateway.dependencies
  const { promise: released, resolve } = Promise.withResolvers<void>()
  const usual = store[method] as (...given: unknown[]) => Promise<unknown>
  let waiting = 0
  const held = async (...given: unknown[]) => {
    waiting += 1
    await released
    return usual(...given)
  }
  Object.assign(store, { [method]: held } as Partial<Store>)
  return {
    waiting: () => waiting,
    release() {
      Object.assign(store, { [method]: usual } as Partial<Store>)
      resolve()
    },
  }
}

function clientOf(gateway: () => TestGateway) {
  const url = () => gateway().listeners.httpUrl ?? ''
  return {
    url,
    pay: (orderId = newOrderId(), merchant = 'TESTMERCHANT', password = testPassword): Promise<ApiResponse> =>
      send(url(), {
        method: 'PUT',
        path: apiPath(`/order/${orderId}/transaction/1`, { merchant }),
        body: payBody,
        login: `merchant.${merchant}:${password}`,
      }),
    get: (path: string) => send(url(), { path }),
    async metric(name: string): Promise<number> {
      const { text } = await send(url(), { path: '/metrics', login: null })
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.slice(name.length) ?? 0,
      )
    },
  }
}

function assertBusy(response: ApiResponse): void {
  assert.equal(response.status, 503)
  const { result, error } = response.body
  assert.deepEqual([result, error.cause], ['ERROR', 'SERVER_BUSY'])
  assert.match(response.headers['retry-after'] ?? '', /^[3-7]$/)
}

/** As many payments may be on their way to their commit as two lanes of batches of one have at least. */
const places = 64

const othersUnderOverload = 16

describe('when payments wait for too long', () => {
  let gateway: TestGateway
  const { pay, get, metric } = clientOf(() => gateway)
  before(async () => {
    gateway = await startGateway({ TOLLGATE_BATCH_ROWS_MAX: '1', TOLLGATE_OVERLOAD_DELAY_MS: '50' })
  })
  after(() => gateway.stop())

  it('new ones are refused and leave no trace; reads, repeats and health are served; those in progress are finished', async () => {
    const knownOrder = newOrderId()
    const first = await pay(knownOrder)
    assert.equal(first.status, 201)
    const attempts = hold(gateway, 'recordAttempt')
    const responses: ApiResponse[] = []
    const orders = Array.from({ length: places + 40 }, newOrderId)
    const sent: Promise<unknown>[] = []
    const sendTo = (count: number) => {
      for (const orderId of orders.slice(sent.length, count))
        sent.push(pay(orderId).then((each) => responses.push(each)))
    }
    // The last place apart from the others: with fewer than that waiting no request is refused, however slow the machine is.
    for (const count of [places - 1, places]) {
      sendTo(count)
      await until(() => attempts.waiting() === count, `${count} wait for their commit`)
    }
    sendTo(orders.length)
    await until(() => responses.length === 40, 'those for whom there is no place are refused')
    for (const response of responses) assertBusy(response)
    assert.equal(attempts.waiting(), places)

    // Refused in front of the framework, which would make it cost a third of a payment.
    const { routing } = gateway.server
    const routed: IncomingMessage[] = []
    Object.assign(gateway.server, {
      routing(request: IncomingMessage, response: ServerResponse) {
        routed.push(request)
        routing(request, response)
      },
    })
    let refused = 0
    const isRefusedInFront = async () => {
      const routedBefore = routed.length
      // More than the line holds; those in it are refused when their time is over.
      const volley = await Promise.all(Array.from({ length: 40 }, () => pay()))
      for (const response of volley) assertBusy(response)
      refused += volley.length
      return routed.length - routedBefore < volley.length
    }
    await until(isRefusedInFront, 'some are refused without the framework')
    assert.equal((await get(apiPath(`/order/${knownOrder}`))).status, 200)
    const repeat = await pay(knownOrder)
    assert.deepEqual([repeat.status, repeat.text], [200, first.text])
    // Who has no credentials learns nothing from the difference.
    const unknown = await pay(newOrderId(), 'TESTMERCHANT', 'wrong-password')
    const known = await pay(knownOrder, 'TESTMERCHANT', 'wrong-password')
    assert.deepEqual([unknown.status, known.status, known.text], [503, 503, unknown.text])
    for (const path of ['/health/live', '/health/ready']) assert.equal((await get(path)).status, 200, path)
    assert.equal(await metric('tollgate_requests_shed_total{reason="WAITING"} '), responses.length + refused + 1)
    assert.equal(await metric('tollgate_requests_waiting '), places)
    assert.ok((await metric('tollgate_request_oldest_waiting_seconds ')) >= 0.05)

    await assertOthersRefused()

    attempts.release()
    await Promise.all(sent)
    assert.equal(responses.filter(({ status }) => status === 201).length, places)
    const rows = await gateway.query('select 1 from transactions where order_id = any($1)', [orders])
    assert.equal(rows.length, places)
    await eventually(pay, ({ status }) => status === 201)
  })

  /** Pages, console and reports, once as many of them are in progress as an overloaded gateway allows. */
  async function assertOthersRefused(): Promise<void> {
    const merchants = hold(gateway, 'findMerchant')
    const load = (path: string, accept = 'text/html') =>
      send(gateway.listeners.httpUrl ?? '', { path, login: null, headers: { accept } })
    const frame = '/form/version/100/merchant/TESTMERCHANT/field'
    const frames = Array.from({ length: othersUnderOverload }, () => load(frame))
    await until(() => merchants.waiting() === othersUnderOverload, 'pages are in progress')
    const refusals = {
      'a payment page': [await load(`/checkout/pay/SESSION${'0'.repeat(31)}`), /Please try again in a moment/],
      'a page of the console': [await load('/console/orders'), /The console is busy/],
      'a console service': [await load('/console/api/session', 'application/json'), /"code":"OVERLOADED"/],
      'a report': [await load('/history/version/1/merchant/TESTMERCHANT/transaction', '*/*'), /SERVER_BUSY/],
    } as const
    for (const [what, [{ status, text, headers }, words]] of Object.entries(refusals)) {
      assert.equal(status, 503, what)
      assert.match(text, words, what)
      assert.match(headers['retry-after'] ?? '', /^[3-7]$/, what)
    }
    for (const path of ['/health/live', '/health/ready', '/metrics']) assert.equal((await load(path)).status, 200, path)
    merchants.release()
    for (const { status } of await Promise.all(frames)) assert.equal(status, 200)
  }
})

describe('concurrency limits', () => {
  let gateway: TestGateway
  const { url, pay, get, metric } = clientOf(() => gateway)
  before(async () => {
    gateway = await startGateway({ TOLLGATE_MERCHANT_REQUESTS_MAX: '3', TOLLGATE_LINK_REQUESTS_MAX: '5' })
  })
  after(() => gateway.stop())

  it('apply to requests of a merchant and on an acquirer link, and requests without credentials do not count', async () => {
    const [one, two] = [await boardMerchant(gateway), await boardMerchant(gateway)]
    const attempts = hold(gateway, 'recordAttempt')
    const ofOne = [pay(undefined, one.id), pay(undefined, one.id), pay(undefined, one.id)]
    await until(() => attempts.waiting() === 3, 'three payments are in progress')
    for (let n = 0; n < 4; n += 1) assert.equal((await pay(undefined, two.id, 'wrong-password')).status, 401)
    const fourth = await pay(undefined, one.id)
    assert.deepEqual([fourth.status, fourth.body.error.cause], [503, 'SERVER_BUSY'])
    assert.equal((await pay(undefined, one.id, 'wrong-password')).status, 401)

    const ofTwo = [pay(undefined, two.id), pay(undefined, two.id)]
    await until(() => attempts.waiting() === 5, 'two more are in progress')
    const sixth = await pay(undefined, two.id)
    assert.deepEqual([sixth.status, sixth.body.error.cause], [503, 'SERVER_BUSY'])
    assert.equal(attempts.waiting(), 5)
    assert.equal(await metric('tollgate_requests_shed_total{reason="MERCHANT_LIMIT"} '), 1)
    assert.equal(await metric('tollgate_requests_shed_total{reason="LINK_LIMIT"} '), 1)

    attempts.release()
    for (const { status } of await Promise.all([...ofOne, ...ofTwo])) assert.equal(status, 201)
    assert.equal((await pay(undefined, one.id)).status, 201)
  })

  it('a request whose client leaves before its attempt is recorded is dropped, and may be sent again', async () => {
    const orderId = newOrderId()
    const responses: ServerResponse[] = []
    const { routing } = gateway.server
    Object.assign(gateway.server, {
      routing(request: IncomingMessage, response: ServerResponse) {
        if (request.url?.includes(orderId)) responses.push(response)
        routing(request, response)
      },
    })
    const merchants = hold(gateway, 'findMerchant')
    const socket = open(url())
    await once(socket, 'connect')
    socket.write(putRequest(orderId, JSON.stringify(payBody)))
    await until(() => merchants.waiting() === 1, 'the request is on its way')
    socket.destroy()
    await until(() => responses[0]?.closed === true, 'the gateway knows that the client has left')
    merchants.release()
    await until(async () => (await metric('tollgate_requests_abandoned_total ')) === 1, 'the request is dropped')
    assert.equal((await get(apiPath(`/order/${orderId}`))).status, 400)
    assert.equal((await pay(orderId)).status, 201)
  })
})
