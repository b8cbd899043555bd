// Too much, too long, too deep, or escaped wrongly: bodies, numbers, ids, names, versions, paths.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import {
  type ApiResponse,
  apiPath,
  type Body,
  inject,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { authorization, exchangeOne, open, parseResponses, requestHead } from '../../support/clients/raw.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})
after(async () => {
  const { status } = await send(gateway.listeners.httpUrl ?? '', { path: '/health/ready' })
  assert.equal(status, 200, 'the gateway is as ready as before')
})

function transactionPath(): string {
  return `/order/${newOrderId()}/transaction/1`
}

function put(body: object, rest = transactionPath()): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path: apiPath(rest), body })
}

function get(path: string): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', { path })
}

async function refusalOf(sent: Promise<ApiResponse>, about?: string): Promise<Body> {
  const response = await sent
  assert.equal(response.status, 400, about ?? response.text)
  return assertErrorShape(response, about)
}

describe('a body of 256 KB', () => {
  const bytesMax = 256 * 1024

  /** A valid request of exactly this many bytes. */
  function bodyOf(bytes: number): string {
    const empty = JSON.stringify(verifyBody({ correlationId: '' }))
    return JSON.stringify(verifyBody({ correlationId: 'x'.repeat(bytes - empty.length) }))
  }

  function chunked(body: string): string {
    const chunks = body.match(/.{1,65536}/g)?.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
    const line = `PUT ${apiPath(transactionPath())} HTTP/1.1`
    return `${requestHead(line, 'Transfer-Encoding: chunked', 'Connection: close')}${chunks?.join('')}0\r\n\r\n`
  }

  it('is read, to the last byte, whole or in chunks', async () => {
    const bytes = bodyOf(bytesMax)
    const { status, body } = await send(gateway.listeners.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath(transactionPath()),
      bytes,
    })
    assert.deepEqual([status, body.correlationId], [201, JSON.parse(bytes).correlationId])
    assert.equal((await exchangeOne(gateway.listeners.httpUrl ?? '', chunked(bytes))).status, 201)
  })

  it('plus one byte is too large, whole or in chunks', async () => {
    const bytes = bodyOf(bytesMax + 1)
    const whole = await send(gateway.listeners.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath(transactionPath()),
      bytes,
    })
    for (const response of [whole, await exchangeOne(gateway.listeners.httpUrl ?? '', chunked(bytes))]) {
      assert.equal(response.status, 413)
      const { cause, explanation, ...more } = assertErrorShape(response)
      assert.deepEqual([cause, more], ['INVALID_REQUEST', {}])
      assert.match(explanation, /262144 bytes/)
    }
  })

  it('twenty times over is refused with a readable answer, at every listener', async () => {
    const headers = { authorization: authorization.replace('Authorization: ', '') }
    for (let count = 0; count < 5; count += 1) {
      const url = `${gateway.listeners.httpUrl}${apiPath(transactionPath())}`
      const { status } = await fetch(url, { method: 'PUT', headers, body: ' '.repeat(20 * bytesMax) })
      assert.equal(status, 413)
    }
    const secure = { method: 'PUT', path: apiPath(transactionPath()), bytes: ' '.repeat(20 * bytesMax) }
    const response = await send(gateway.listeners.httpsUrl, { ...secure, tls: { keepAlive: true } })
    assert.equal(response.status, 413)
  })

  it('and more is read to its end and dropped, and the connection stays usable', async () => {
    const tooMuch = ' '.repeat(2 * bytesMax)
    const line = `PUT ${apiPath(transactionPath())} HTTP/1.1`
    const last = requestHead('GET /health/live HTTP/1.1', 'Connection: close')
    const socket = open(gateway.listeners.httpUrl ?? '')
    socket.write(requestHead(line, `Content-Length: ${tooMuch.length}`))
    const [refused] = (await once(socket, 'data')) as [Buffer]
    socket.write(tooMuch + last)
    const responses = parseResponses(refused.toString() + (await text(socket)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      [413, 200],
    )
  })

  it('is refused before it is sent, when the client declares its size', async () => {
    const line = `PUT ${apiPath(transactionPath())} HTTP/1.1`
    const response = await exchangeOne(
      gateway.listeners.httpUrl ?? '',
      requestHead(line, 'Content-Length: 9999999', 'Connection: close'),
    )
    assert.equal(response.status, 413)
    assertErrorShape(response)
  })
})

describe("a body of a payer's device", () => {
  const bytesMax = 48 * 1024

  it('may have 48 KB, and not one byte more', async () => {
    const sessions = openSessions(gateway)
    const id = await sessions.open()
    const login = `merchant.${sessions.merchant}:${id}`
    const update = (bytes: number) => {
      const start = '{"customer":{"firstName":"Jane"}'
      const body = `${start}${' '.repeat(bytes - start.length - 1)}}`
      return inject(gateway.server, { method: 'PUT', path: apiPath(`/session/${id}`), login, bytes: body })
    }
    assert.equal((await update(bytesMax)).status, 200)
    const refused = await update(bytesMax + 1)
    assert.equal(refused.status, 413)
    assert.match(assertErrorShape(refused).explanation, /device is larger than 49152 bytes/)
    const byMerchant = await sessions.update(id, {
      customer: { firstName: 'Jane' },
      correlationId: 'x'.repeat(bytesMax),
    })
    assert.equal(byMerchant.status, 200, 'the merchant may send more')
  })
})

describe('a number of 400 digits', () => {
  const long = '9'.repeat(400)
  const numbers = [
    long,
    `-${long}`,
    `0.${long}`,
    `${long}.${long}`,
    '1e400',
    '1e-400',
    '1E+999999999',
    `"${long}"`,
    '-0',
    '-1',
  ]
  const places: readonly (readonly [field: string, text: string])[] = [
    ['order.amount', '{"order":{"currency":"USD","amount":*}}'],
    ['order.item[0].quantity', '{"order":{"currency":"USD","item":[{"name":"a","quantity":*,"unitPrice":"1"}]}}'],
    ['order.item[0].unitPrice', '{"order":{"currency":"USD","item":[{"name":"a","quantity":1,"unitPrice":*}]}}'],
    ['order.reference', '{"order":{"currency":"USD","reference":*}}'],
    [
      'sourceOfFunds.provided.card.number',
      '{"sourceOfFunds":{"provided":{"card":{"number":*}}},"order":{"currency":"USD"}}',
    ],
    ['order', '{"order":*}'],
  ]
  for (const [field, text] of places) {
    it(`or another impossible number is INVALID in ${field}`, async () => {
      for (const number of numbers) {
        if (field.endsWith('unitPrice') && ['-1', '-0'].includes(number)) continue
        const bytes = text.replace('{', '{"apiOperation":"VERIFY",').replace('*', number)
        const path = apiPath(transactionPath())
        const error = await refusalOf(inject(gateway.server, { method: 'PUT', path, bytes }), bytes)
        assert.deepEqual([error.field, error.validationType], [field, 'INVALID'], number)
        assert.ok(!error.explanation.includes('9'.repeat(101)), 'a long value is cut')
      }
    })
  }
})

describe('an id in the path', () => {
  const fits = { 'one letter': 'a', '40 letters': 'a'.repeat(40), '40 emoji': '😀'.repeat(40), 'a dot': '.' }
  const wrong: Readonly<Record<string, readonly [id: string, explanation: RegExp]>> = {
    'nothing at all': ['', /must not be empty/],
    '41 letters': ['a'.repeat(41), /has 41 characters; the length must be less than 41/],
    '41 emoji': ['😀'.repeat(41), /has 41 characters/],
    '5,000 letters': ['a'.repeat(5000), /has 5000 characters/],
    'a NUL': ['a\0b', /NUL/],
    'only a NUL': ['\0', /NUL/],
  }
  for (const [name, id] of Object.entries(fits)) {
    it(`may be ${name}`, async () => {
      const encoded = encodeURIComponent(id)
      const first = await put(verifyBody(), `/order/${encoded}/transaction/${encoded}`)
      assert.deepEqual([first.status, first.body.order.id, first.body.transaction.id], [201, id, id])
      assert.equal((await get(apiPath(`/order/${encoded}`))).body.id, id)
    })
  }
  for (const [name, [id, explanation]] of Object.entries(wrong)) {
    it(`may not be ${name}: the order is named first, then the transaction`, async () => {
      const encoded = encodeURIComponent(id)
      const asked = [
        ['order.id', put(verifyBody(), `/order/${encoded}/transaction/${encoded}`)],
        ['transaction.id', put(verifyBody(), `/order/${newOrderId()}/transaction/${encoded}`)],
        ['order.id', get(apiPath(`/order/${encoded}/transaction/1`))],
        ['transaction.id', get(apiPath(`/order/1/transaction/${encoded}`))],
        ['order.id', get(apiPath(`/order/${encoded}`))],
      ] as const
      for (const [field, response] of asked) {
        const error = await refusalOf(response)
        assert.deepEqual([error.field, error.validationType], [field, 'INVALID'])
        assert.match(error.explanation, explanation)
      }
    })
  }
})

describe('an unknown id', () => {
  it('is shown in the explanation, except characters that cannot be shown', async () => {
    for (const [id, shown] of [
      ['nobody', 'nobody'],
      ['注文 1', '注文 1'],
      ['a\tb\r\nc', 'a\ufffdb\ufffd\ufffdc'],
      ['\u001b[31m\u0085', '\ufffd[31m\ufffd'],
    ] as const) {
      const { explanation, field } = await refusalOf(get(apiPath(`/order/${encodeURIComponent(id)}`)))
      assert.deepEqual([explanation, field], [`There is no order '${shown}' of merchant 'TESTMERCHANT'.`, undefined])
    }
  })
})

describe('a name of 5,000 characters', () => {
  const long = 'n'.repeat(5000)
  const bodies: Readonly<Record<string, readonly [body: object, field: RegExp]>> = {
    'in the request': [verifyBody({ [long]: 1 }), /^n{100}$/],
    'in a group': [verifyBody({ order: { currency: 'USD', [long]: 1 } }), /^order\.n{94}$/],
    'in a list': [
      verifyBody({ order: { currency: 'USD', item: [{ name: 'a', quantity: 1, unitPrice: '1', [long]: 1 }] } }),
      /^order\.item\[0\]\.n{86}$/,
    ],
    'of a custom field': [verifyBody({ order: { currency: 'USD', custom: { [long]: 'x' } } }), /^order\.custom\.n+$/],
    'made of emoji': [verifyBody({ ['😀'.repeat(2500)]: 1 }), /^(?:😀){100}$/u],
    'made of dots': [verifyBody({ ['.'.repeat(5000)]: 1 }), /^\.{100}$/],
    'of controls': [verifyBody({ ['\n'.repeat(5000)]: 1 }), /^\ufffd{100}$/],
  }
  for (const [name, [body, field]] of Object.entries(bodies)) {
    it(`${name} is cut to the 100 that error.field may have`, async () => {
      assert.match((await refusalOf(put(body))).field, field)
    })
  }

  it('in a query is cut as well', async () => {
    for (const query of [`${long}=1`, `${long}=1&${long}=2`, `a=1&a.${long}=2`, `${'a.'.repeat(2500)}a=1`]) {
      const { field } = await refusalOf(get(apiPath(`/order/1?${query}`)), query)
      assert.match(field, /^[an.]{1,100}$/)
    }
  })

  it('as a value is cut to what an explanation may have', async () => {
    const { explanation } = await refusalOf(put(verifyBody({ order: { currency: 'x'.repeat(5000) } })))
    assert.match(explanation, /^Value 'x{100}\.\.\.' is invalid\. It .*5000/)
  })
})

describe('a version that does not exist', () => {
  const versions: readonly (readonly [version: string, shown: string])[] = [
    ['14', '14'],
    ['101', '101'],
    ['', ''],
    ['%20100', ' 100'],
    ['v100', 'v100'],
    ['%F0%9F%98%80', '😀'],
    ['%00', '\ufffd'],
    ['1%0d%0aSet-Cookie:%20a=b', '1\ufffd\ufffdSet-Cookie: a=b'],
    ['%1b%5B31m', '\ufffd[31m'],
    ['%3Cscript%3E', '<script>'],
    ['v'.repeat(5000), `${'v'.repeat(100)}...`],
    ['9'.repeat(5000), 'x'.repeat(16)],
    ['5123450000000008', 'x'.repeat(16)],
    ['%F0%9F%98%80'.repeat(1000), `${'😀'.repeat(100)}...`],
    ['100%2F', '100/'],
  ]
  for (const [version, shown] of versions) {
    it(`is named as far as it can be shown: ${JSON.stringify(shown).slice(0, 40)}`, async () => {
      const paths = [apiPath('/order/1', { version }), `/api/rest/version/${version}/information`]
      for (const path of paths) {
        const response = await get(path)
        assert.equal(response.status, 404, response.text)
        const { explanation, field } = assertErrorShape(response)
        // Where anyone may ask, a path with as long a part leads nowhere.
        const isTooLong = path.endsWith('/information') && decodeURIComponent(version).length > 200
        const expected = isTooLong
          ? 'There is no resource at this path.'
          : `Version '${shown}' of the API is not known.`
        assert.deepEqual([explanation, field], [expected, undefined])
      }
    })
  }
})

describe('a percent-escape', () => {
  const malformed = [
    '%',
    '%2',
    '%zz',
    '%E0%A4%A',
    '%FF',
    '%C0%AF',
    '%E0%80%AF',
    '%ED%A0%80',
    '%u0041',
    '100%',
    '%%',
    '%2%35',
  ]
  for (const part of malformed) {
    it(`that is malformed is refused in every part of the path: ${part}`, async () => {
      const paths = [
        apiPath(`/order/${part}`),
        apiPath(`/order/a${part}-`),
        apiPath(`/order/1/transaction/${part}`),
        apiPath('/order/1', { merchant: part }),
        apiPath('/order/1', { version: part }),
        `/api/rest/version/${part}/information`,
        apiPath(`/${part}/1`),
        `/${part}`,
      ]
      for (const path of paths) {
        const response = await get(path)
        const { field, explanation } = assertErrorShape(response)
        assert.deepEqual([response.status, field], [400, undefined], path)
        assert.match(explanation, /path .*malformed/)
      }
    })
  }

  it('that is malformed in a query is read literally', async () => {
    const orderId = newOrderId()
    await put(verifyBody(), `/order/${orderId}/transaction/1`)
    for (const [query, shown] of [
      ['%zz', '%zz'],
      ['%', '%'],
      ['%FF', '\ufffd'],
      ['%C0%AF', '\ufffd\ufffd'],
      ['a+b', 'a b'],
    ]) {
      const { status, body } = await get(apiPath(`/order/${orderId}?correlationId=${query}`))
      assert.deepEqual([status, body.correlationId], [200, shown])
    }
    const nul = await refusalOf(get(apiPath(`/order/${orderId}?correlationId=a%00b`)))
    assert.deepEqual([nul.field, nul.validationType], ['correlationId', 'INVALID'])
    assert.equal((await refusalOf(get(apiPath(`/order/${orderId}?%zz=1`)))).field, '%zz')
  })
})
