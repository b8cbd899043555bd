import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { silentLog } from '../../test/support/gateway/database.ts'
import { closeListeners, exchange, open } from '../../test/support/gateway/listeners.ts'
import type { RequestSummary } from './edge-rules.ts'
import { type EarlyRefusalOptions, earlyRefusals } from './refuse-early.ts'

const orderPath = (orderId: string) => `/api/rest/version/100/merchant/M/order/${orderId}/transaction/1`

const nameValuePath = '/api/nvp/version/100'

interface Situation {
  readonly isOverloaded?: boolean
  readonly isLineFull?: boolean
  /** Reads and requests on known orders are refused, too. */
  readonly isEveryLineFull?: boolean
  readonly demandsTls?: boolean
}

/** A listener that responses 418 to every request that is not refused early. */
async function listen({
  isOverloaded = true,
  isLineFull = true,
  isEveryLineFull = false,
  demandsTls = false,
}: Situation = {}) {
  const seen = { finished: [] as RequestSummary[], logged: [] as object[], endSecond: () => {} }
  const log = Object.assign(silentLog(), { warn: (line: object) => void seen.logged.push(line) })
  const options: EarlyRefusalOptions = {
    admission: { isOverloaded: () => isOverloaded, refuseNew: () => isLineFull, refuseAny: () => isEveryLineFull },
    dependencies: {
      store: { hasSeenOrder: ({ orderId }) => orderId === 'known' },
      identifiers: { requestId: () => 'the-request-id' },
    },
    demandsTls,
    log,
    atEndOfSecond: (work) => {
      seen.endSecond = work
    },
    onFinished: (finished) => seen.finished.push(finished),
  }
  const handle = earlyRefusals(options)((_request, response) => void response.writeHead(418).end())
  const listenerKind = demandsTls ? 'https' : 'http'
  const { port } = await open((request, response, origin) => handle(request, response, { ...origin, listenerKind }))
  const send = (method: string, path: string, body = '') =>
    exchange(
      port,
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  return { port, send, seen }
}

after(closeListeners)

describe('under overload, before the framework sees it', () => {
  it('a new payment is answered SERVER_BUSY with the headers of every response, and is counted', async () => {
    const { send, seen } = await listen()
    const response = await send('PUT', orderPath('new'), '{"apiOperation":"PAY"}')
    const [head = '', body = ''] = response.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 503 /)
    assert.match(head, /\r\nretry-after: [3-7]\r\n/)
    assert.match(head, /\r\nx-request-id: the-request-id\r\n/)
    assert.match(head, /\r\ncontent-type: application\/json;charset=UTF-8\r\n/)
    assert.doesNotMatch(head, /strict-transport-security/)
    const { result, error } = JSON.parse(body)
    assert.deepEqual([result, error.cause], ['ERROR', 'SERVER_BUSY'])
    const operation = '/order/:orderId/transaction/:transactionId'
    const [finished] = seen.finished
    assert.deepEqual({ ...finished, seconds: 0 }, { operation, status: 503, result: 'ERROR', seconds: 0 })
  })

  it('refusals are logged together, with their number by route, not one by one', async () => {
    const { send, seen } = await listen()
    for (const orderId of ['a', 'b', 'c']) await send('PUT', orderPath(orderId))
    assert.deepEqual(seen.logged, [])
    seen.endSecond()
    assert.deepEqual(seen.logged, [{ refused: { '/order/:orderId/transaction/:transactionId': 3 } }])
    await send('PUT', orderPath('d'))
    seen.endSecond()
    assert.deepEqual(seen.logged.slice(1), [{ refused: { '/order/:orderId/transaction/:transactionId': 1 } }])
  })

  it('a name-value request is answered in name-value pairs once every request would be refused', async () => {
    const { send, seen } = await listen({ isEveryLineFull: true })
    const response = await send('POST', nameValuePath, 'apiOperation=PAY&order.id=new')
    const [head = '', body = ''] = response.split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 503 /)
    assert.match(head, /\r\nretry-after: [3-7]\r\n/)
    assert.match(head, /\r\ncontent-type: application\/x-www-form-urlencoded;charset=UTF-8\r\n/)
    const names = new URLSearchParams(body)
    assert.deepEqual([names.get('result'), names.get('error.cause')], ['ERROR', 'SERVER_BUSY'])
    assert.equal(seen.finished[0]?.operation, '/api/nvp/version/:version')
  })

  it('those that are refused together get different retry times', async () => {
    const { send } = await listen()
    const responses = await Promise.all(Array.from({ length: 5 }, () => send('PUT', orderPath('new'))))
    const times = responses.map((response) => /\r\nretry-after: (\d)\r\n/.exec(response)?.[1])
    assert.deepEqual(times.toSorted(), ['3', '4', '5', '6', '7'])
  })

  it('a refusal over TLS in production says that TLS is demanded', async () => {
    const { send } = await listen({ demandsTls: true })
    assert.match(await send('PUT', orderPath('new')), /\r\nstrict-transport-security: max-age=63072000\r\n/)
  })

  it('the connection serves the next request, whether or not the refused body was complete', async () => {
    const { port } = await listen()
    const first = `PUT ${orderPath('new')} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde`
    const second = 'GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const statuses = [...(await exchange(port, first + second)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, each]) => each)
    assert.deepEqual(statuses, ['503', '418'])
  })

  for (const [what, method, path] of [
    ['a read', 'GET', orderPath('new')],
    ['a request on a known order', 'PUT', orderPath('known')],
    ['a path that is not there', 'PUT', '/api/rest/version/100/merchant/M/nothing'],
    ['a method that the path does not have', 'DELETE', orderPath('new')],
    ['a preflight of a browser', 'OPTIONS', orderPath('new')],
    ['a path outside the API', 'POST', '/checkout/pay'],
    ['a name-value request, which may be a read or a repeat', 'POST', nameValuePath],
    ['a name-value request with another method', 'PUT', nameValuePath],
  ] as const)
    it(`${what} is passed to the routes`, async () => {
      const { send, seen } = await listen()
      assert.match(await send(method, path), /^HTTP\/1\.1 418 /)
      assert.deepEqual(seen.finished, [])
    })

  it('a new payment for which the queue has room is passed to the routes', async () => {
    const { send } = await listen({ isLineFull: false })
    assert.match(await send('PUT', orderPath('new')), /^HTTP\/1\.1 418 /)
  })
})

it('without overload nothing is refused early', async () => {
  const { send } = await listen({ isOverloaded: false })
  assert.match(await send('PUT', orderPath('new')), /^HTTP\/1\.1 418 /)
})
