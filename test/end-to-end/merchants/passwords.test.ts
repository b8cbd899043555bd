// Who may call the API with a password. Every refusal looks the same, so that it does not reveal which merchants exist.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { before, describe, it } from 'node:test'
import { connect } from 'node:tls'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { until } from '../../support/checks/poll.ts'
import {
  type ApiResponse,
  apiPath,
  type ClientRequest,
  newOrderId,
  send,
  verifyBody,
} from '../../support/clients/client.ts'
import { open, parseResponses, requestHead } from '../../support/clients/raw.ts'
import {
  boardMerchant,
  makeCertificate,
  registerCertificate,
  type TestCertificate,
  testerStamp,
} from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let certificate: TestCertificate
let refused: ApiResponse

before(async () => {
  gateway = await sharedGateway()
  certificate = await makeCertificate(gateway)
  await registerCertificate(gateway, 'TESTMERCHANT', certificate)
  refused = await send(gateway.listeners.httpUrl ?? '', { path: orderPath(), login: null })
})

function orderPath(merchant = 'TESTMERCHANT'): string {
  return apiPath('/order/nobody', { merchant })
}

/** Each door with what a client of it must show besides a password. */
function listeners(): Readonly<Record<string, Pick<ClientRequest, 'tls'> & { readonly url: string }>> {
  const { httpUrl = '', httpsUrl, mtlsUrl } = gateway.listeners
  const { cert, key } = certificate
  return { http: { url: httpUrl }, https: { url: httpsUrl }, mtls: { url: mtlsUrl, tls: { cert, key } } }
}

async function onEveryDoor(
  sent: ClientRequest,
  check: (response: ApiResponse, listener: string) => void,
): Promise<void> {
  for (const [listener, { url, ...tls }] of Object.entries(listeners()))
    check(await send(url, { ...tls, ...sent }), listener)
}

/** The same response as without any credentials, byte for byte; only time and the request's own id differ. */
function assertRefused(response: ApiResponse, about: string): void {
  const { status, text, headers } = response
  const constant = (all: ApiResponse['headers']) => ({ ...all, date: undefined, 'x-request-id': undefined })
  assert.deepEqual([status, text], [refused.status, refused.text], about)
  assert.deepEqual(constant(headers), constant(refused.headers), about)
  assert.notEqual(headers['x-request-id'], refused.headers['x-request-id'])
}

/** A request that got past the credentials: it asks for an order that does not exist. */
function assertLetIn({ status, text }: ApiResponse, about: string): void {
  assert.equal(status, 400, `${about}: ${text}`)
  assert.match(text, /There is no order/, about)
}

const base64 = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding).toString('base64')
const right = base64(`merchant.TESTMERCHANT:${testPassword}`)

describe('a request without credentials', () => {
  it('is answered with 401, the text that clients compare, and a challenge for a password', () => {
    assert.equal(refused.status, 401)
    assert.equal(
      refused.text,
      '{"error":{"cause":"INVALID_REQUEST","explanation":"Invalid credentials."},"result":"ERROR"}',
    )
    assertErrorShape(refused)
    assert.match(String(refused.headers['www-authenticate']), /^Basic\b/)
  })
})

describe('the right password', () => {
  const spellings: Readonly<Record<string, string>> = {
    'as everybody sends it': `Basic ${right}`,
    'with the scheme in small letters': `basic ${right}`,
    'with the scheme in capitals': `BASIC ${right}`,
    'with several spaces': `Basic   ${right}`,
    'without padding': `Basic ${right.replace(/=+$/, '')}`,
    // As a mobile library and a driver send it.
    'without the scheme': right,
  }
  for (const [name, authorization] of Object.entries(spellings)) {
    it(`${name} is accepted at every listener`, async () => {
      const sent = { path: orderPath(), login: null, headers: { authorization } }
      await onEveryDoor(sent, assertLetIn)
    })
  }

  it('may hold a colon and letters of any script, sent as UTF-8', async () => {
    const password = 'ein:Paßwort:mit 密码 und 😀'
    const { id } = await boardMerchant(gateway, { passwords: [password] })
    const url = gateway.listeners.httpsUrl
    const path = orderPath(id)
    assertLetIn(await send(url, { path, login: `merchant.${id}:${password}` }), 'the whole password')
    for (const wrong of ['ein', 'ein:', `${password}:`, password.normalize('NFD').replace('ß', 'ss')]) {
      assertRefused(await send(url, { path, login: `merchant.${id}:${wrong}` }), wrong)
    }
  })

  it('may be one of two, and one that was revoked is refused', async () => {
    const passwords = ['the first password', 'the second password'] as const
    const url = gateway.listeners.httpsUrl
    const both = await boardMerchant(gateway, { passwords })
    for (const password of passwords) {
      assertLetIn(await send(url, { path: orderPath(both.id), login: `merchant.${both.id}:${password}` }), password)
    }
    const one = await boardMerchant(gateway, { passwords })
    assert.equal(await gateway.administration.merchants.revokePassword(one.id, 1, testerStamp()), 'REVOKED')
    const [first, second] = await Promise.all(
      passwords.map((password) => send(url, { path: orderPath(one.id), login: `merchant.${one.id}:${password}` })),
    )
    assertRefused(first as ApiResponse, 'revoked')
    assertLetIn(second as ApiResponse, 'kept')
  })

  it('stops working within seconds when it is revoked, and the new one starts', async () => {
    const { id } = await boardMerchant(gateway, { passwords: ['old password'] })
    const ask = (password: string) =>
      send(gateway.listeners.httpsUrl, { path: orderPath(id), login: `merchant.${id}:${password}` })
    assertLetIn(await ask('old password'), 'old')
    const { merchants, vault } = gateway.administration
    await merchants.setPassword(id, 1, vault.keyedHash('PASSWORD', 'new password'), testerStamp())
    const revokedMs = performance.now()
    await until(async () => (await ask('old password')).status === 401, 'the old password is refused')
    assert.ok(performance.now() - revokedMs < 10_000, 'within seconds')
    assertLetIn(await ask('new password'), 'new')
  })
})

describe('wrong credentials', () => {
  const authorizations: Readonly<Record<string, string>> = {
    'an empty header': '',
    'a bearer token': 'Bearer 0123456789',
    'a digest': 'Digest username="merchant.TESTMERCHANT"',
    'the right words of another scheme': `Bearer ${right}`,
    'the scheme alone': 'Basic',
    'the scheme and a space': 'Basic ',
    'a wrong password without a scheme': base64(`merchant.TESTMERCHANT:${testPassword}x`),
    'a scheme that only begins like Basic': `Basics ${right}`,
    'no space after the scheme': `Basic${right}`,
    'a comma after the scheme': `Basic, ${right}`,
    'words that are no Base64': 'Basic merchant.TESTMERCHANT',
    'a plain userid and password': `Basic merchant.TESTMERCHANT:${testPassword}`,
    'padding alone': 'Basic ==',
    'padding in the middle': `Basic ${base64('merchant.TESTMERCHANT')}=${base64(`:${testPassword}`)}`,
    'two pairs': `Basic ${right}, Basic ${right}`,
    'something after the pair': `Basic ${right} x`,
    'nothing in Base64': `Basic ${base64('\0')}`,
    'bytes that are no UTF-8': `Basic ${base64('fffefd', 'hex')}`,
  }
  for (const [name, authorization] of Object.entries(authorizations)) {
    it(`${name}: refused at every listener`, async () => {
      await onEveryDoor({ path: orderPath(), login: null, headers: { authorization } }, assertRefused)
    })
  }

  const logins: Readonly<Record<string, string>> = {
    'no colon': 'merchant.TESTMERCHANT',
    'nothing but a colon': ':',
    'no userid': `:${testPassword}`,
    'no prefix': `TESTMERCHANT:${testPassword}`,
    'a prefix with a capital': `Merchant.TESTMERCHANT:${testPassword}`,
    'another prefix': `operator.TESTMERCHANT:${testPassword}`,
    'the prefix twice': `merchant.merchant.TESTMERCHANT:${testPassword}`,
    'the prefix alone': `merchant.:${testPassword}`,
    'the merchant in small letters': `merchant.testmerchant:${testPassword}`,
    'a space before the merchant': `merchant. TESTMERCHANT:${testPassword}`,
    "another merchant's userid": `merchant.TESTUNIQUE:${testPassword}`,
    'an unknown merchant': `merchant.NOBODY:${testPassword}`,
    'a wrong password': 'merchant.TESTMERCHANT:wrong',
    'an empty password': 'merchant.TESTMERCHANT:',
    'the password without its last letter': `merchant.TESTMERCHANT:${testPassword.slice(0, -1)}`,
    'the password in capitals': `merchant.TESTMERCHANT:${testPassword.toUpperCase()}`,
    'the password and a colon': `merchant.TESTMERCHANT:${testPassword}:`,
    'a colon and the password': `merchant.TESTMERCHANT::${testPassword}`,
    'the password and a space': `merchant.TESTMERCHANT:${testPassword} `,
    'the password and a line feed': `merchant.TESTMERCHANT:${testPassword}\n`,
    'the password and a NUL': `merchant.TESTMERCHANT:${testPassword}\0`,
    'a password that is not ASCII': 'merchant.TESTMERCHANT:пароль-密码-😀',
    'a password of 4,000 letters': `merchant.TESTMERCHANT:${'p'.repeat(4000)}`,
  }
  for (const [name, login] of Object.entries(logins)) {
    it(`${name}: refused at every listener`, () => onEveryDoor({ path: orderPath(), login }, assertRefused))
  }

  it('a password in Latin-1 is not the same password in UTF-8', async () => {
    const { id } = await boardMerchant(gateway, { passwords: ['grüße'] })
    const authorization = `Basic ${base64(`merchant.${id}:grüße`, 'latin1')}`
    const response = await send(gateway.listeners.httpsUrl, {
      path: orderPath(id),
      login: null,
      headers: { authorization },
    })
    assertRefused(response, 'Latin-1')
  })
})

describe('the merchant in the path', () => {
  const merchants: Readonly<Record<string, string>> = {
    'another merchant': 'TESTUNIQUE',
    'an unknown merchant': 'NOBODY',
    'the merchant in small letters': 'testmerchant',
    'an empty merchant': '',
    'a merchant with a NUL': 'TESTMERCHANT%00',
    'a merchant with a space': 'TESTMERCHANT%20',
    'a merchant with a slash': 'TEST%2FMERCHANT',
    'a merchant in another script': '%E5%95%86%E5%AE%B6',
    'a merchant of 5,000 letters': 'M'.repeat(5000),
    'a merchant like a card number': '5123450000000008',
    'a name every JavaScript object has': '__proto__',
    'words of SQL': `x'%20or%20'1'='1`,
  }
  for (const [name, merchant] of Object.entries(merchants)) {
    it(`${name}: valid credentials of TESTMERCHANT are refused at every listener`, () =>
      onEveryDoor({ path: orderPath(merchant) }, assertRefused))
  }

  it('with an invalid id, and a matching userid, is refused as well', async () => {
    for (const merchant of ['NOBODY', 'a\0b', 'a b', 'M'.repeat(41), '\ud800x', '']) {
      const path = orderPath(encodeURIComponent(merchant.toWellFormed()))
      assertRefused(await send(gateway.listeners.httpsUrl, { path, login: `merchant.${merchant}:x` }), merchant)
    }
  })

  it('that is disabled, or without a password, or without the right to use one, is refused like an unknown one', async () => {
    const boardings = {
      disabled: { profile: { isEnabled: false } },
      'certificates only': { profile: { authenticationMethods: ['CERTIFICATE'] } },
      'no way in': { profile: { authenticationMethods: [] } },
      'no password': { passwords: [] },
    } as const
    for (const [name, boarding] of Object.entries(boardings)) {
      const { id } = await boardMerchant(gateway, boarding)
      for (const password of [testPassword, '']) {
        for (const url of [gateway.listeners.httpsUrl, gateway.listeners.httpUrl ?? '']) {
          assertRefused(await send(url, { path: orderPath(id), login: `merchant.${id}:${password}` }), name)
        }
      }
    }
  })

  it('is the only one whose orders its credentials can make', async () => {
    const path = apiPath(`/order/${newOrderId()}/transaction/1`, { merchant: 'TESTUNIQUE' })
    assertRefused(await send(gateway.listeners.httpsUrl, { method: 'PUT', path, body: verifyBody() }), 'PUT')
    const rows = await gateway.query<{ count: string }>(`select count(*) from orders where merchant_id = 'TESTUNIQUE'`)
    assert.deepEqual(rows, [{ count: '0' }])
  })
})

describe('credentials are checked', () => {
  const longId = 'x'.repeat(41)
  const requests: Readonly<Record<string, ClientRequest>> = {
    'an unknown version': { path: apiPath('/order/1', { version: 14 }) },
    'an order id that is too long': { path: apiPath(`/order/${longId}`) },
    'an empty order id': { path: apiPath('/order/') },
    'an unknown parameter': { path: apiPath('/order/1?zebra=1') },
    'malformed JSON': { method: 'PUT', path: apiPath('/order/1/transaction/1'), bytes: '{' },
    'an unknown operation': { method: 'PUT', path: apiPath('/order/1/transaction/1'), body: { apiOperation: 'X' } },
    'a body that is too large': {
      method: 'PUT',
      path: apiPath('/order/1/transaction/1'),
      bytes: ' '.repeat(300_000),
    },
  }
  for (const [name, sent] of Object.entries(requests)) {
    it(`before ${name} is reported`, () =>
      onEveryDoor({ ...sent, login: 'merchant.TESTMERCHANT:wrong' }, assertRefused))
  }

  it('before version, the version before ids, and ids before JSON', async () => {
    const url = gateway.listeners.httpsUrl
    const bytes = '{'
    const inOrder = [
      [apiPath(`/order/${longId}/transaction/1`, { version: 14 }), 404, undefined],
      [apiPath(`/order/${longId}/transaction/${longId}`), 400, 'order.id'],
      [apiPath(`/order/1/transaction/${longId}`), 400, 'transaction.id'],
      [apiPath('/order/1/transaction/1'), 400, undefined],
    ] as const
    for (const [path, status, field] of inOrder) {
      const response = await send(url, { method: 'PUT', path, bytes })
      assert.deepEqual([response.status, response.body.error.field], [status, field], path)
    }
  })

  it('before a body is read: unknown credentials are answered while the body is still on its way', async () => {
    const line = `PUT ${apiPath('/order/1/transaction/1')} HTTP/1.1`
    const request = requestHead(line, 'Content-Length: 200000').replace(right, base64('merchant.TESTMERCHANT:wrong'))
    const { httpUrl = '', httpsUrl } = gateway.listeners
    const secure = connect({ host: 'localhost', port: Number(new URL(httpsUrl).port), rejectUnauthorized: false })
    for (const socket of [open(httpUrl), secure]) {
      socket.write(request)
      const [received] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      assert.deepEqual(
        parseResponses(received.toString()).map(({ status, text }) => [status, text]),
        [[refused.status, refused.text]],
      )
    }
  })
})
