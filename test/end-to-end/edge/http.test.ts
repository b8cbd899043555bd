// What holds at the edge whatever is asked: headers, CORS, methods, paths, content types.
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { before, describe, it } from 'node:test'
import { catalogue } from '../../../src/requests/catalogue.ts'
import { assertErrorShape, assertStandardHeaders } from '../../support/checks/error-shape.ts'
import {
  type ApiResponse,
  apiPath,
  type ClientRequest,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { exchange, exchangeOne, requestHead } from '../../support/clients/raw.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

function ask(sent: ClientRequest): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', sent)
}

function transactionPath(version?: number): string {
  return apiPath(`/order/${newOrderId()}/transaction/1`, { ...(version && { version }) })
}

/** Every path of the API, as the catalogue has them, with the methods it answers to. */
const apiPaths = [...Map.groupBy(catalogue, ({ route }) => route.path)].map(([path, operations]) => ({
  path: apiPath(path.replaceAll(/:\w+/g, 'x')),
  methods: [...new Set<string>(operations.flatMap(({ route }) => route.methods))],
}))
const information = { path: '/api/rest/version/100/information', methods: ['GET', 'HEAD'] }

const encoded = (encoding: string) => ({ method: 'PUT', headers: { 'content-encoding': encoding }, body: verifyBody() })

/** What the gateway answers, by the status it answers with. */
const requests: readonly (readonly [name: string, status: number, sent: () => ClientRequest])[] = [
  ['a first request', 201, () => ({ method: 'PUT', path: transactionPath(), body: verifyBody() })],
  ['a request in the oldest version', 201, () => ({ method: 'PUT', path: transactionPath(15), body: verifyBody() })],
  ['malformed JSON', 400, () => ({ method: 'PUT', path: transactionPath(), bytes: '{' })],
  ['a missing field', 400, () => ({ method: 'PUT', path: transactionPath(), body: {} })],
  ['an unknown order', 400, () => ({ path: apiPath('/order/nobody') })],
  ['a malformed path', 400, () => ({ path: apiPath('/order/%zz') })],
  ['no credentials', 401, () => ({ path: apiPath('/order/1'), login: null })],
  ['an unknown path', 404, () => ({ path: '/nowhere' })],
  ['an unknown path of the API', 404, () => ({ path: apiPath('/nowhere') })],
  ['an unknown version', 404, () => ({ path: apiPath('/order/1', { version: 14 }) })],
  ['a wrong method', 405, () => ({ method: 'PATCH', path: apiPath('/order/1') })],
  ['too large a body', 413, () => ({ method: 'PUT', path: transactionPath(), bytes: ' '.repeat(262_145) })],
  ['a compressed body', 415, () => ({ ...encoded('gzip'), path: transactionPath() })],
  ['a body that says it is as it is', 201, () => ({ ...encoded('Identity'), path: transactionPath() })],
  ['a compressed body without credentials', 401, () => ({ ...encoded('br'), path: transactionPath(), login: null })],
  ['the question whether it lives', 200, () => ({ path: '/health/live' })],
  ['the question whether it is ready', 200, () => ({ path: '/health/ready' })],
  ['the question what it is', 200, () => ({ path: information.path })],
  ['the question what an unknown version is', 404, () => ({ path: '/api/rest/version/14/information' })],
]

describe('every response', () => {
  for (const [name, status, sent] of requests) {
    it(`has the standard headers and a request id: ${name}, ${status}`, async () => {
      const ids = new Set<unknown>()
      for (const url of [gateway.listeners.httpUrl ?? '', gateway.listeners.httpsUrl]) {
        for (const headers of [{}, { 'x-request-id': 'mine', origin: 'https://shop.example' }]) {
          const asked = sent()
          const response = await send(url, { ...asked, headers: { ...asked.headers, ...headers } })
          assert.equal(response.status, status, response.text)
          assertStandardHeaders(response.headers)
          assert.equal(response.headers['access-control-expose-headers'], 'X-Request-Id')
          assert.equal(response.headers['x-content-type-options'], 'nosniff')
          assert.equal(response.headers['x-powered-by'] ?? response.headers['server'], undefined)
          if (status >= 400) assertErrorShape(response)
          ids.add(response.headers['x-request-id'])
        }
      }
      assert.equal(ids.size, 4, 'each request has an id of its own, not the one the client sent')
    })
  }

  it('has a unique id, also with concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => ask({ path: '/health/live' })))
    assert.equal(new Set(responses.map(({ headers }) => headers['x-request-id'])).size, 100)
  })
})

describe('a preflight request of a browser', () => {
  for (const { path, methods } of [...apiPaths, information]) {
    it(`may send any header from any origin to ${path}, without credentials`, async () => {
      for (const wanted of ['authorization,content-type', 'x-a, x-b, x-request-id']) {
        const headers = {
          origin: 'https://shop.example',
          'access-control-request-method': methods[0] ?? '',
          'access-control-request-headers': wanted,
        }
        const response = await ask({ method: 'OPTIONS', path, login: null, headers })
        assert.deepEqual([response.status, response.text], [204, ''])
        assert.equal(response.headers['access-control-allow-origin'], '*')
        assert.equal(response.headers['access-control-allow-headers'], wanted)
        const allowed = response.headers['access-control-allow-methods']?.split(', ').toSorted()
        assert.deepEqual(allowed, ['DELETE', 'GET', 'OPTIONS', 'POST', 'PUT'])
        assert.ok(response.headers['x-request-id'])
      }
    })
  }

  it('learns which methods the path has', async () => {
    for (const { path, methods } of [...apiPaths, information]) {
      const { headers } = await ask({ method: 'OPTIONS', path, login: null })
      assert.deepEqual(headers.allow?.split(', ').toSorted(), [...methods, 'OPTIONS'].toSorted(), path)
      assert.match(headers['access-control-allow-headers'] ?? '', /authorization/i)
    }
  })

  it('learns nothing about a path that does not exist', async () => {
    for (const path of ['/nowhere', apiPath('/nowhere'), '/api/rest/version/100', '/api/rest', '*']) {
      assert.equal((await ask({ method: 'OPTIONS', path })).status, 404, path)
    }
  })
})

describe('a wrong method', () => {
  const health = ['/health/live', '/health/ready', '/metrics'].map((path) => ({ path, methods: ['GET', 'HEAD'] }))
  for (const { path, methods } of [...apiPaths, information, ...health]) {
    it(`is refused at ${path}, and the allowed ones are named`, async () => {
      const isApi = path.startsWith('/api/')
      const right = isApi ? [...methods, 'OPTIONS'] : methods
      const wrong = METHODS.filter((method) => method !== 'CONNECT' && !right.includes(method))
      assert.ok(['PATCH', 'TRACE', 'PROPFIND'].every((method) => wrong.includes(method)))
      for (const method of wrong) {
        const response = await ask({ method, path, login: null })
        assert.equal(response.status, 405, method)
        assert.deepEqual(response.headers.allow?.split(', ').toSorted(), right.toSorted(), method)
        // A response to HEAD has no body, whatever it says.
        if (method === 'HEAD') assertStandardHeaders(response.headers)
        else assert.match(assertErrorShape(response).explanation, new RegExp(` ${method}\\.$`))
      }
    })
  }

  it('is refused before the body is read, however large or strange', async () => {
    for (const bytes of ['{', ' '.repeat(300_000), Buffer.from([0xff])]) {
      const response = await ask({ method: 'PATCH', path: transactionPath(), bytes, headers: { 'content-type': '?' } })
      assert.equal(response.status, 405)
    }
  })
})

describe('a path', () => {
  it('may end in a slash, wherever it leads', async () => {
    for (const { path, methods } of [...apiPaths, information]) {
      for (const method of methods.filter((each) => each !== 'HEAD')) {
        const sent = { method, ...(method !== 'GET' && { body: {} }) }
        const [plain, slashed] = [await ask({ ...sent, path }), await ask({ ...sent, path: `${path}/` })]
        assert.ok(![404, 405, 500].includes(plain.status), `${method} ${path}: ${plain.text}`)
        assert.equal(slashed.status, plain.status, `${method} ${path}/`)
        assert.deepEqual(slashed.body.error?.field, plain.body.error?.field)
      }
    }
    for (const path of ['/health/live/', '/health/ready/', '/metrics/']) assert.equal((await ask({ path })).status, 200)
    const orderId = newOrderId()
    const path = apiPath(`/order/${orderId}/transaction/1/`)
    const { status, body } = await ask({ method: 'PUT', path, body: verifyBody() })
    assert.deepEqual([status, body.order.id, body.transaction.id], [201, orderId, '1'])
    assert.equal((await ask({ path: apiPath(`/order/${orderId}/?correlationId=1`) })).body.correlationId, '1')
  })

  it('that does not exist is answered with 404, without credentials', async () => {
    const paths = [
      '/',
      '//',
      '/API/REST/VERSION/100/INFORMATION',
      '/api',
      '/api/rest/',
      apiPath('/orders/1'),
      apiPath('/order/1/transaction/1/more'),
      apiPath('/order/1//transaction/1'),
      apiPath('/Order/1'),
      '/api/rest/version/100/informations',
      '/api/rest//version/100/information',
      '/health',
      '/health/alive',
      '/metrics/all',
      '/.env',
      '/../../etc/passwd',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PROPFIND']) {
        const response = await ask({ method, path, login: null })
        assert.equal(response.status, 404, `${method} ${path}`)
        assert.equal(assertErrorShape(response).field, undefined)
      }
    }
  })

  it('may be absolute, as to a proxy', async () => {
    const { httpUrl = '' } = gateway.listeners
    for (const origin of [httpUrl, 'http://gateway.example', 'HTTPS://gateway.example:8443']) {
      const line = `GET ${origin}${apiPath('/order/nobody')} HTTP/1.1`
      const { body } = await exchangeOne(httpUrl, requestHead(line, 'Connection: close'))
      assert.match(body.error.explanation, /There is no order 'nobody'/)
    }
  })
})

describe('a body', () => {
  const types: Readonly<Record<string, string | undefined>> = {
    'no content type': undefined,
    'an empty content type': '',
    'application/json': 'application/json',
    'application/json; charset=utf-8': 'application/json; charset=utf-8',
    'Application/JSON;Charset=UTF-8': 'Application/JSON;Charset=UTF-8',
    'text/plain': 'text/plain',
    'what browsers send for forms': 'application/x-www-form-urlencoded',
    'a content type that is none': 'json',
    'a content type of odd signs': ';;=/"',
    'a content type with a broken parameter': 'application/json; charset="utf-8',
  }
  for (const [name, type] of Object.entries(types)) {
    it(`is read as JSON with ${name}`, async () => {
      const body = JSON.stringify(verifyBody())
      const lines = [`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close']
      if (type !== undefined) lines.push(`Content-Type: ${type}`)
      const request = requestHead(`PUT ${transactionPath()} HTTP/1.1`, ...lines) + body
      const { status, text } = await exchangeOne(gateway.listeners.httpUrl ?? '', request)
      assert.equal(status, 201, text)
    })
  }

  it('may begin with a byte order mark, and end with spaces', async () => {
    for (const bytes of [`\ufeff${JSON.stringify(verifyBody())}`, `\r\n\t ${JSON.stringify(verifyBody())} \r\n`]) {
      assert.equal((await ask({ method: 'PUT', path: transactionPath(), bytes })).status, 201)
    }
    const twice = await ask({ method: 'PUT', path: transactionPath(), bytes: '\ufeff\ufeff{}' })
    assert.match(assertErrorShape(twice).explanation, /^Malformed JSON at character 1 of line 1/)
  })

  it('may come in chunks, and after 100 Continue', async () => {
    const body = JSON.stringify(verifyBody())
    const chunks = [...body].map((letter) => `1\r\n${letter}\r\n`).join('')
    const chunked = requestHead(`PUT ${transactionPath()} HTTP/1.1`, 'Transfer-Encoding: chunked', 'Connection: close')
    const { status, text } = await exchangeOne(gateway.listeners.httpUrl ?? '', `${chunked}${chunks}0\r\n\r\n`)
    assert.equal(status, 201, text)

    const expecting = { 'Content-Length': `${body.length}`, Expect: '100-continue', Connection: 'close' }
    const lines = Object.entries(expecting).map((header) => header.join(': '))
    const responses = await exchange(
      gateway.listeners.httpUrl ?? '',
      requestHead(`PUT ${transactionPath()} HTTP/1.1`, ...lines) + body,
    )
    assert.deepEqual(
      responses.map(({ status }) => status),
      [100, 201],
    )
  })

  it('that is missing or blank counts as an empty object', async () => {
    for (const bytes of ['', ' ', '\r\n\t ', '\ufeff', '{}']) {
      const error = assertErrorShape(await ask({ method: 'PUT', path: transactionPath(), bytes }))
      assert.deepEqual([error.field, error.validationType], ['apiOperation', 'MISSING'])
    }
    const without = await ask({
      method: 'PUT',
      path: transactionPath(),
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(assertErrorShape(without).field, 'apiOperation')
  })

  it('of a GET is ignored, and so is its content type', async () => {
    const orderId = newOrderId()
    await ask({ method: 'PUT', path: apiPath(`/order/${orderId}/transaction/1`), body: verifyBody() })
    const headers: readonly Record<string, string>[] = [
      { 'content-type': 'application/json' },
      { 'content-type': 'application/json', 'content-length': '0' },
      { 'content-length': '0' },
      { 'content-type': '?' },
    ]
    for (const each of headers) {
      assert.equal((await ask({ path: apiPath(`/order/${orderId}`), headers: each })).status, 200)
    }
    assert.equal((await ask({ path: apiPath(`/order/${orderId}`), bytes: '{ "not": json' })).status, 200)
  })
})
