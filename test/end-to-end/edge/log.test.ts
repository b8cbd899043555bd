// What the gateway writes down about requests: one line each, and nothing that must not be written.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import {
  type ApiResponse,
  apiPath,
  type Body,
  type ClientRequest,
  cardSource,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { authorization, open, putRequest, requestHead } from '../../support/clients/raw.ts'
import { holdAcquirer, holdTable, untilAttemptRecorded, untilWaiting } from '../../support/faults/slow-database.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

function ask(sent: ClientRequest): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', sent)
}

function linesAboutRequests(): readonly Body[] {
  return gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
}

/** The lines that the work makes the gateway write about requests; exactly as many as expected. */
async function linesOf(count: number, work: () => Promise<unknown>): Promise<readonly Body[]> {
  const before = linesAboutRequests().length
  await work()
  const deadline = performance.now() + 10_000
  // A line is written when the response is on its way; a further request gives it the time.
  while (linesAboutRequests().length < before + count) {
    assert.ok(performance.now() < deadline, 'a line is missing')
    await new Promise(setImmediate)
  }
  const { headers } = await ask({ path: '/health/live' })
  await new Promise(setImmediate)
  const lines = linesAboutRequests().slice(before)
  assert.equal(lines.length, count + 1, `after ${JSON.stringify(headers)}`)
  return lines.slice(0, count)
}

/** Sends the bytes and, when the gateway is as far as that, hangs up. */
async function leaveAfter(bytes: string, isReached: Promise<void> = Promise.resolve()): Promise<void> {
  const socket = open(gateway.listeners.httpUrl ?? '')
  await new Promise((sent) => socket.write(bytes, sent))
  await isReached
  socket.destroy()
  await once(socket, 'close')
}

const cards = ['5123450000000008', '4508750015741019', '345678901234564', '36259600000012'] as const
const [card] = cards

const about = (order: string, transaction?: string) => ({
  merchant: 'TESTMERCHANT',
  order,
  ...(transaction && { transaction }),
})
const approved = { result: 'SUCCESS', gatewayCode: 'APPROVED' }

describe('the log', () => {
  const requests: Readonly<Record<string, readonly [sent: ClientRequest, line: object]>> = {
    'a verification': [
      { method: 'PUT', path: apiPath('/order/log-1/transaction/1', { version: 50 }), body: verifyBody() },
      { ...about('log-1', '1'), version: 50, operation: 'VERIFY', ...approved, status: 201 },
    ],
    'the same again': [
      { method: 'PUT', path: apiPath('/order/log-1/transaction/1'), body: verifyBody() },
      { ...about('log-1', '1'), version: 100, operation: 'VERIFY', ...approved, status: 200 },
    ],
    'a retrieval': [
      { path: apiPath('/order/log-1') },
      { ...about('log-1'), version: 100, operation: 'RETRIEVE_ORDER', ...approved, status: 200 },
    ],
    'a field that is wrong': [
      { method: 'PUT', path: apiPath('/order/log-2/transaction/1'), body: { apiOperation: 'VERIFY' } },
      { ...about('log-2', '1'), version: 100, operation: 'VERIFY', error: 'FIELD_MISSING', status: 400 },
    ],
    'malformed JSON': [
      { method: 'PUT', path: apiPath('/order/log-2/transaction/1'), bytes: '{' },
      { ...about('log-2', '1'), version: 100, error: 'MALFORMED_JSON', status: 400 },
    ],
    'wrong credentials': [
      { path: apiPath('/order/1'), login: 'merchant.TESTMERCHANT:wrong' },
      { error: 'INVALID_CREDENTIALS', status: 401 },
    ],
    'a wrong method': [
      { method: 'PROPFIND', path: apiPath('/order/1') },
      { error: 'METHOD_NOT_ALLOWED', status: 405 },
    ],
    'an unknown version': [
      { path: apiPath('/order/1', { version: 14 }) },
      { merchant: 'TESTMERCHANT', error: 'UNKNOWN_VERSION', status: 404 },
    ],
    'an unknown path': [{ path: '/nowhere' }, { error: 'UNKNOWN_PATH', status: 404 }],
    'a malformed path': [{ path: apiPath('/order/%zz') }, { error: 'MALFORMED_PATH', status: 400 }],
    'too large a body': [
      { method: 'PUT', path: apiPath('/order/1/transaction/1'), bytes: ' '.repeat(262_145) },
      { ...about('1', '1'), version: 100, error: 'BODY_TOO_LARGE', status: 413 },
    ],
    'a question about health': [{ path: '/health/ready' }, { status: 200 }],
    'a browser that asks first': [{ method: 'OPTIONS', path: apiPath('/order/1') }, { status: 204 }],
  }
  for (const [name, [sent, expected]] of Object.entries(requests)) {
    it(`has one line about ${name}`, async () => {
      const [line] = await linesOf(1, () => ask(sent))
      const { requestId, method, ms, level, time, msg, route, ...rest } = line
      assert.deepEqual([level, msg, method], ['info', 'request', sent.method ?? 'GET'])
      assert.deepEqual(rest, { clientAddress: '127.0.0.1', ...expected })
      assert.ok(typeof requestId === 'string' && ms >= 0 && ms < 60_000)
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.ok(route === undefined || route.startsWith('/order/:orderId'), 'ids are not part of the route')
    })
  }

  it('has one line for each of many requests at once', async () => {
    const lines = await linesOf(200, () =>
      Promise.all(Array.from({ length: 200 }, () => ask({ path: '/health/live' }))),
    )
    assert.equal(new Set(lines.map(({ requestId }) => requestId)).size, 200)
  })

  it('has one line about a client that leaves before its body is there', async () => {
    const line = `PUT ${apiPath('/order/left/transaction/1')} HTTP/1.1`
    const [written] = await linesOf(1, () => leaveAfter(requestHead(line, 'Content-Length: 100')))
    assert.partialDeepStrictEqual(written, { method: 'PUT', status: 400, isDelivered: false })
  })

  it('has one line about a client that leaves while its credentials are looked at', async () => {
    const { id } = await boardMerchant(gateway)
    const path = apiPath('/order/left/transaction/1', { merchant: id })
    const login = `Basic ${btoa(`merchant.${id}:${testPassword}`)}`
    const request = requestHead(`PUT ${path} HTTP/1.1`, 'Content-Length: 100').replace(/Basic \S+/, login)
    const merchants = await holdTable(gateway, 'merchants')
    const [written] = await linesOf(1, async () => {
      await leaveAfter(`${request}{`, untilWaiting(gateway))
      await merchants.release()
    })
    assert.partialDeepStrictEqual(written, { method: 'PUT', status: 400, isDelivered: false })
  })

  it('has one line about a client that leaves before its answer, with the outcome of the request', async () => {
    const orderId = newOrderId()
    const acquirer = await holdAcquirer(gateway)
    const [written] = await linesOf(1, async () => {
      await leaveAfter(putRequest(orderId, JSON.stringify(verifyBody())), untilAttemptRecorded(gateway, orderId))
      await acquirer.release()
    })
    const outcome = { operation: 'VERIFY', result: 'SUCCESS', status: 201, isDelivered: false }
    assert.partialDeepStrictEqual(written, outcome)
  })

  it('reports no failure of the gateway for clients that left', () => {
    assert.deepEqual(
      gateway.logLines.filter((line) => /"level":"(error|fatal|warn)"/.test(line)),
      [],
    )
  })
})

describe('sensitive values', () => {
  const securityCode = '8642'
  const source = cardSource({ number: card, securityCode })
  const requests: Readonly<Record<string, () => Partial<ClientRequest>>> = {
    'a card in its place': () => ({ body: verifyBody({ sourceOfFunds: source }) }),
    'a card in the wrong place': () => ({ body: verifyBody({ order: { currency: 'USD', reference: card } }) }),
    'a card as a name': () => ({ body: verifyBody({ [card]: card }) }),
    'a card in malformed JSON': () => ({ bytes: `{"number":"${card}","securityCode":"${securityCode}"` }),
    'a wrong card number': () => ({ body: verifyBody({ sourceOfFunds: cardSource({ number: `${card}1` }) }) }),
    'a wrong security code': () => ({ body: verifyBody({ sourceOfFunds: cardSource({ securityCode: '86421' }) }) }),
    'a card as order id': () => ({ path: apiPath(`/order/${card}/transaction/1`), body: verifyBody() }),
    'a card as both ids': () => ({ path: apiPath(`/order/${cards[1]}/transaction/${card}`), body: verifyBody() }),
    'a card with spaces as id': () => ({
      path: apiPath('/order/5123%204500%200000%200008/transaction/5123-4500-0000-0008'),
      body: verifyBody(),
    }),
    'a card as an unknown order': () => ({ method: 'GET', path: apiPath(`/order/${cards[2]}`) }),
    'a card as a parameter': () => ({ method: 'GET', path: apiPath(`/order/1?${card}=1&a.${card}=2`) }),
    'a card as a value': () => ({ method: 'GET', path: apiPath(`/order/1?correlationId=${card}`) }),
    'a card as version': () => ({ path: apiPath('/order/1/transaction/1', { version: card }), body: {} }),
    'a card as merchant': () => ({ path: apiPath('/order/1/transaction/1', { merchant: card }), body: {} }),
    'a card as path': () => ({ method: 'GET', path: `/${card}` }),
    'a card in a malformed path': () => ({ method: 'GET', path: apiPath(`/order/${card}%zz`) }),
    'a card as userid': () => ({ login: `merchant.${card}:${card}`, body: {} }),
    'a card in headers': () => ({
      headers: { 'user-agent': card, referer: `https://x/${card}`, cookie: card },
      body: {},
    }),
    'a card as content type': () => ({ headers: { 'content-type': card }, body: {} }),
  }

  it('are not logged, wherever a client puts them', async () => {
    const { httpUrl = '', httpsUrl } = gateway.listeners
    for (const [name, sent] of Object.entries(requests)) {
      for (const url of [httpUrl, httpsUrl]) {
        const path = apiPath(`/order/${newOrderId()}/transaction/1`)
        const { status, text } = await send(url, { method: 'PUT', path, ...sent() })
        assert.ok(status < 500, `${name}: ${text}`)
      }
    }
    const secrets = [...cards, '5123 4500 0000 0008', '5123-4500-0000-0008', testPassword, btoa(testPassword)]
    secrets.push(authorization.split(' ').at(-1) ?? '', `"${securityCode}"`, '86421')
    assert.ok(gateway.logLines.length > 2 * Object.keys(requests).length)
    for (const line of gateway.logLines) {
      for (const secret of secrets) assert.ok(!line.includes(secret), line)
      assert.doesNotMatch(line, /authorization|securityCode/i)
    }
  })
})

describe('a support code', () => {
  it('leads to the line about its request', async () => {
    const responses = await Promise.all(Array.from({ length: 300 }, () => ask({ path: '/health/live' })))
    const written = new Set(linesAboutRequests().map(({ requestId }) => requestId))
    const lost = responses.filter(({ headers }) => !written.has(headers['x-request-id']))
    assert.deepEqual(
      lost.map(({ headers }) => headers['x-request-id']),
      [],
    )
  })
})
