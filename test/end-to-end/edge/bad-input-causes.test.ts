// What an error says depends on its cause: one table, and the cause that only a broken gateway has.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import {
  type ApiResponse,
  apiPath,
  type ClientRequest,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { exchangeOne } from '../../support/clients/raw.ts'
import { holdAcquirer, untilAttemptRecorded } from '../../support/faults/slow-database.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  // A repeated request waits for the first one for the time of a request less a second: here hardly at all.
  gateway = await startGateway({ TOLLGATE_ACQUIRER_TIMEOUT_MS: '900', TOLLGATE_REQUEST_TIMEOUT_MS: '1000' })
})
after(() => gateway.stop())

function ask(sent: Partial<ClientRequest>): Promise<ApiResponse> {
  const path = apiPath(`/order/${newOrderId()}/transaction/1`)
  return send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, ...sent })
}

/** The same request again while the acquirer still processes the first: it is refused as busy. */
async function askTwice(): Promise<ApiResponse> {
  const orderId = newOrderId()
  const sent = { path: apiPath(`/order/${orderId}/transaction/1`), body: verifyBody({ correlationId: 'busy' }) }
  const acquirer = await holdAcquirer(gateway)
  const first = ask(sent)
  await untilAttemptRecorded(gateway, orderId)
  const second = await ask(sent)
  await acquirer.release()
  await first
  return second
}

async function askInOtherCurrency(): Promise<ApiResponse> {
  const { id: merchant } = await boardMerchant(gateway, { profile: { currencies: ['USD'] } })
  const path = apiPath(`/order/${newOrderId()}/transaction/1`, { merchant })
  return ask({ path, body: verifyBody({ order: { currency: 'BRL' } }), login: `merchant.${merchant}:${testPassword}` })
}

async function askWithOldCertificate(): Promise<ApiResponse> {
  const { id } = await boardMerchant(gateway)
  const { cert, key, fingerprint } = await makeCertificate(gateway, { from: -2, days: 1 })
  await registerCertificate(gateway, id, { cert, key, fingerprint })
  const path = apiPath('/order/1', { merchant: id })
  return send(gateway.listeners.mtlsUrl, { path, login: null, tls: { cert, key } })
}

const explained = ['cause', 'explanation']
const aboutField = ['cause', 'explanation', 'field', 'validationType']
const forSupport = ['cause', 'supportCode']

type Line = readonly [name: string, status: number, cause: string, members: readonly string[], () => Promise<unknown>]

const lines: readonly Line[] = [
  ['a missing field', 400, 'INVALID_REQUEST', aboutField, () => ask({ body: {} })],
  ['a wrong field', 400, 'INVALID_REQUEST', aboutField, () => ask({ body: verifyBody({ userId: '' }) })],
  ['an unknown field', 400, 'INVALID_REQUEST', aboutField, () => ask({ body: verifyBody({ zebra: 1 }) })],
  ['an unknown operation', 400, 'INVALID_REQUEST', aboutField, () => ask({ body: { apiOperation: 'X' } })],
  [
    'a rule across fields',
    400,
    'INVALID_REQUEST',
    aboutField,
    () => ask({ body: verifyBody({ order: { currency: 'JPY', amount: '1.5' } }) }),
  ],
  ['a currency the merchant does not have', 400, 'INVALID_REQUEST', aboutField, askInOtherCurrency],
  [
    'a wrong id',
    400,
    'INVALID_REQUEST',
    aboutField,
    () => ask({ path: apiPath(`/order/${'x'.repeat(41)}/transaction/1`) }),
  ],
  ['malformed JSON', 400, 'INVALID_REQUEST', explained, () => ask({ bytes: '{' })],
  ['no JSON object', 400, 'INVALID_REQUEST', explained, () => ask({ bytes: '[1]' })],
  ['no UTF-8', 400, 'INVALID_REQUEST', explained, () => ask({ bytes: Buffer.from([0xff]) })],
  ['a malformed path', 400, 'INVALID_REQUEST', explained, () => ask({ path: apiPath('/order/%zz') })],
  ['no HTTP', 400, 'INVALID_REQUEST', explained, () => exchangeOne(gateway.listeners.httpUrl ?? '', 'x\r\n\r\n')],
  ['an unknown order', 400, 'INVALID_REQUEST', explained, () => ask({ method: 'GET', path: apiPath('/order/nobody') })],
  ['wrong credentials', 401, 'INVALID_REQUEST', explained, () => ask({ login: null })],
  ['an unknown path', 404, 'INVALID_REQUEST', explained, () => ask({ path: '/nowhere' })],
  [
    'an unknown version',
    404,
    'INVALID_REQUEST',
    explained,
    () => ask({ path: apiPath('/order/1/transaction/1', { version: 1 }) }),
  ],
  ['a wrong method', 405, 'INVALID_REQUEST', explained, () => ask({ method: 'PATCH' })],
  ['too large a body', 413, 'INVALID_REQUEST', explained, () => ask({ bytes: ' '.repeat(262_145) })],
  [
    'headers that are too large',
    431,
    'INVALID_REQUEST',
    explained,
    () => exchangeOne(gateway.listeners.httpUrl ?? '', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
  ],
  ['an old certificate', 403, 'REQUEST_REJECTED', forSupport, askWithOldCertificate],
  ['a request that is still in progress', 503, 'SERVER_BUSY', explained, askTwice],
]

describe('an error', () => {
  for (const [name, status, cause, members, request] of lines) {
    it(`about ${name} is ${status} ${cause} with ${members.slice(1).join(', ')}`, async () => {
      const response = (await request()) as ApiResponse
      assert.equal(response.status, status, response.text)
      const error = assertErrorShape(response)
      assert.deepEqual([error.cause, Object.keys(error).toSorted()], [cause, members])
      assert.equal(response.headers['retry-after'] !== undefined, status === 503)
      assert.equal(response.headers['www-authenticate'] !== undefined, status === 401)
      assert.equal(response.headers.allow !== undefined, status === 405)
    })
  }

  it('echoes the correlationId when it could be read, and only then', async () => {
    const echoed: readonly (readonly [body: object, shown: string | undefined])[] = [
      [verifyBody({ correlationId: 'mine', zebra: 1 }), 'mine'],
      [{ correlationId: 'mine' }, 'mine'],
      [{ correlationId: 'mine', apiOperation: 'X' }, 'mine'],
      [{ correlationId: '' }, ''],
      [{ correlationId: '5123450000000008' }, '5123450000000008'],
      [{ correlationId: 1 }, undefined],
      [{ correlationId: ['mine'] }, undefined],
      [{}, undefined],
    ]
    for (const [body, shown] of echoed) {
      const response = await ask({ body })
      assertErrorShape(response)
      assert.equal(response.body.correlationId, shown)
    }
    assert.equal((await askTwice()).body.correlationId, 'busy')
    const get = await ask({ method: 'GET', path: apiPath('/order/nobody?correlationId=mine') })
    assert.equal(get.body.correlationId, 'mine')
  })
})

describe('a gateway whose database is broken', () => {
  it('answers 500 with a support code and nothing about the reason, and logs the reason under that code', async () => {
    const broken = await startGateway()
    const url = broken.listeners.httpUrl ?? ''
    const orderId = newOrderId()
    const path = apiPath(`/order/${orderId}/transaction/1`)
    assert.equal((await send(url, { method: 'PUT', path, body: verifyBody() })).status, 201)
    await broken.query('alter table transactions rename to elsewhere')

    const fresh = apiPath(`/order/${newOrderId()}/transaction/1`)
    const failing: readonly ClientRequest[] = [
      { method: 'PUT', path: fresh, body: verifyBody({ correlationId: 'mine' }) },
      { path },
      { path: apiPath(`/order/${orderId}`) },
    ]
    for (const sent of failing) {
      const response = await send(url, sent)
      assert.equal(response.status, 500)
      const supportCode = response.headers['x-request-id']
      assert.deepEqual(response.body, { error: { cause: 'SERVER_FAILED', supportCode }, result: 'ERROR' })
      assertErrorShape(response)
      assert.doesNotMatch(
        response.text + JSON.stringify(response.headers),
        /transactions|relation|select|postgres|\.ts/i,
      )
    }
    const reasons = broken.logLines.filter((line) => line.includes('"msg":"request failed"'))
    assert.equal(reasons.length, failing.length)
    for (const line of reasons) {
      assert.match(line, /"level":"error"/)
      assert.match(line, /relation .{0,4}transactions.{0,4} does not exist/)
      assert.ok(!line.includes('5123450000000008') && !line.includes(testPassword), line)
    }

    // Requests that need no table are still answered, and the others work again after the repair.
    assert.equal((await send(url, { path: '/health/live' })).status, 200)
    assert.equal((await send(url, { path, login: null })).status, 401)
    assert.equal((await send(url, { method: 'PUT', path: fresh, bytes: '{' })).status, 400)
    await broken.query('alter table elsewhere rename to transactions')
    assert.equal((await send(url, { method: 'PUT', path: fresh, body: verifyBody() })).status, 201)
    await broken.stop()
  })
})
