// What hosted fields are served with and to whom, without a browser; and the oldest way, a form that is posted.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { until } from '../../support/checks/poll.ts'
import { type ApiResponse, send } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  sessions = openSessions(gateway)
})

const root = (version: number | string = 100, merchant = 'TESTMERCHANT') =>
  `/form/version/${version}/merchant/${merchant}`

function ask(path: string, sent: object = {}): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', { path, login: null, ...sent })
}

describe('hosted fields are served', () => {
  it('as one script for every version from 18 on, to any page, the same for all', async () => {
    const texts = new Set<string>()
    for (const version of [18, 32, 33, 100]) {
      const { status, headers, text } = await ask(`${root(version)}/session.js`)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/javascript;charset=UTF-8')
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['set-cookie'], undefined)
      texts.add(text)
      const again = await ask(`${root(version)}/session.js`, { headers: { 'if-none-match': headers.etag ?? '' } })
      assert.equal(again.status, 304)
    }
    // Modules keep browsers from a stored copy, or look at what the library does.
    for (const query of ['?_=1700000000000', '?debug=1&_=1700000000000'])
      texts.add((await ask(`${root(57)}/session.js${query}`)).text)
    assert.equal(texts.size, 1)
    for (const version of [17, 101, '0', 'x']) assert.equal((await ask(`${root(version)}/session.js`)).status, 404)
  })

  it("with frames that may be shown on any page with TLS, and run only the gateway's files", async () => {
    for (const frame of ['field', 'controller']) {
      const { status, headers } = await ask(`${root()}/${frame}`)
      const policy = String(headers['content-security-policy'])
      assert.equal(status, 200)
      assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
      assert.match(policy, /form-action 'none'; base-uri 'none'/)
      assert.match(policy, /frame-ancestors 'self' https: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*;/)
      assert.match(policy, new RegExp(`connect-src '${frame === 'field' ? 'none' : 'self'}'`))
      assert.match(policy, /report-uri \/checkout\/reports/)
      assert.equal(headers['x-frame-options'], undefined)
    }
    const live = await ask(`${root(100, 'SHOP1')}/field`)
    assert.match(String(live.headers['content-security-policy']), /frame-ancestors 'self' https:;/, 'with TLS only')
    const { id } = await boardMerchant(gateway, { profile: { pageOrigins: ['https://shop.example'] } })
    const listed = await ask(`${root(100, id)}/field`)
    assert.match(String(listed.headers['content-security-policy']), /frame-ancestors 'self' https:\/\/shop\.example;/)
  })

  it('with files whose addresses change with their content', async () => {
    const { text } = await ask(`${root()}/field`)
    const [, path = ''] = /src="([^"]+)"/.exec(text) ?? []
    const file = await ask(path)
    assert.equal(file.status, 200)
    assert.match(String(file.headers['cache-control']), /immutable/)
    const older = await ask(path.replace(/[0-9a-f]{16}/, '0000000000000000'))
    assert.deepEqual([older.status, older.headers['cache-control']], [200, 'no-cache'])
    for (const name of ['nothing.js', '..%2fwatch.js', 'session.js'])
      assert.equal((await ask(path.replace(/[^/]+$/, name))).status, 404, name)
  })

  it('by no other method', async () => {
    for (const [path, allow] of [
      [`${root()}/session.js`, 'GET, HEAD'],
      [`${root()}/field`, 'GET, HEAD'],
    ] as const) {
      const response = await ask(path, { method: 'POST' })
      assert.deepEqual([response.status, response.headers.allow], [405, allow])
    }
    assert.equal((await ask(`${root()}/session`)).status, 405)
  })
})

describe('a session for a page that brings none', () => {
  const make = (headers: Record<string, string> = {}, merchant?: string) =>
    ask(`${root(100, merchant)}/session`, { method: 'POST', headers })

  it("is created for the gateway's own frame, which gets only its id", async () => {
    const { status, body, headers } = await make({ 'sec-fetch-site': 'same-origin' })
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body), ['session'])
    assert.deepEqual(Object.keys(body.session), ['id'])
    assert.equal(headers['access-control-allow-origin'], undefined)
    assert.equal((await sessions.retrieve(body.session.id)).body.session.updateStatus, 'NO_UPDATE')
    assert.ok(!gateway.logLines.join('').includes(body.session.id))
  })

  it('is not created for a page of another origin, an unknown merchant or a disabled one', async () => {
    assert.equal((await make({ 'sec-fetch-site': 'cross-site' })).status, 401)
    assert.equal((await make({ origin: 'https://evil.example' })).status, 401)
    assert.equal((await make({}, 'NOBODY')).status, 401)
    const { id } = await boardMerchant(gateway, { profile: { isEnabled: false } })
    assert.equal((await make({}, id)).status, 401)
  })

  it('is logged with its result: made or refused', async () => {
    const { id } = await boardMerchant(gateway, { profile: { isEnabled: false } })
    const before = gateway.logLines.length
    await make()
    await make({}, id)
    const path = `${root(':version', ':merchantId')}/session`
    const results = () =>
      gateway.logLines
        .slice(before)
        .map((line) => JSON.parse(line))
        .filter(({ route }) => route === path)
        .map(({ status, result }) => [status, result])
    await until(() => results().length === 2, 'both are in the log')
    assert.deepEqual(results(), [
      [201, 'SUCCESS'],
      [401, undefined],
    ])
  })

  it('is limited to sixty a minute for one merchant and address', async () => {
    const { id } = await boardMerchant(gateway)
    const statuses: number[] = []
    for (let count = 0; count < 121; count += 1) statuses.push((await make({}, id)).status)
    const made = statuses.filter((status) => status === 201).length
    // A minute may have turned meanwhile, and begun a second count.
    assert.ok(made >= 60 && made <= 120, String(made))
    assert.ok(statuses.includes(503))
    assert.equal((await make({}, (await boardMerchant(gateway)).id)).status, 201, 'another merchant goes on')
  })
})

describe('a form that is posted to a session', () => {
  const card = {
    gatewayCardNumber: '5123 4500 0000 0008',
    gatewayCardExpiryDateMonth: '01',
    gatewayCardExpiryDateYear: '39',
    gatewayCardSecurityCode: '100',
  }
  const returning = { gatewayReturnURL: 'https://shop.example/back?order=7' }
  let sessions: Sessions
  before(async () => {
    const { id } = await boardMerchant(gateway, {
      profile: { pageOrigins: ['https://shop.example', 'https://b.example:8443'] },
    })
    sessions = openSessions(gateway, id)
  })
  const post = (id: string, fields: Record<string, string>) =>
    ask(`/form/${id}`, {
      method: 'POST',
      bytes: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://shop.example' },
    })

  it('fills the session and redirects the payer, with nothing of the card in the address', async () => {
    const id = await sessions.open()
    const { status, headers, text } = await post(id, { ...returning, ...card })
    assert.equal(status, 303)
    assert.equal(headers.location, 'https://shop.example/back?order=7&gatewayFormResponse=ok')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(text, '')
    const order = { amount: '12.34', currency: 'USD' }
    const paid = await openShop(gateway, sessions.merchant).put(
      { apiOperation: 'PAY', order, session: { id } },
      { version: 30 },
    )
    assert.equal(paid.body.response.gatewayCode, 'APPROVED', paid.text)
    const log = gateway.logLines.join('')
    for (const secret of [id, '5123450000000008', '5123 4500']) assert.ok(!log.includes(secret))
    assert.match(log, /"route":"\/form\/:sessionId"/)
  })

  it('may have any prefix before the names of its fields, and gets its errors under the same names', async () => {
    const id = await sessions.open()
    const fields = {
      ...returning,
      'shop.gatewayCardNumber': '5123450000000009',
      'shop.gatewayCardExpiryDateYear': '2039',
      'shop.gatewayCardSecurityCode': '1',
    }
    const { status, headers } = await post(id, fields)
    assert.equal(status, 303)
    const parameters = new URL(headers.location ?? '').searchParams
    assert.deepEqual(Object.fromEntries(parameters), {
      order: '7',
      gatewayFormResponse: 'fields_in_error',
      'shop.gatewayCardNumber': 'invalid',
      gatewayCardExpiryDateMonth: 'missing',
      'shop.gatewayCardSecurityCode': 'invalid',
    })
    assert.equal((await sessions.retrieve(id)).body.session.updateStatus, 'NO_UPDATE')
  })

  it('is refused without a return address with TLS, or without a session', async () => {
    const id = await sessions.open()
    for (const gatewayReturnURL of [
      '',
      'https:/',
      'http://shop.example/',
      'javascript:alert(1)',
      '/back',
      'https://payer@shop.example/',
      `https://shop.example/${'x'.repeat(2000)}`,
    ]) {
      const { status, headers } = await post(id, { ...card, gatewayReturnURL })
      assert.deepEqual([status, headers.location], [400, undefined], gatewayReturnURL)
    }
    for (const unknown of ['SESSION0002799480514F69145320L2', 'SESSION', 'x'.repeat(200), id.toLowerCase()]) {
      const { status, headers, text } = await post(unknown, { ...returning, ...card })
      assert.deepEqual([status, headers.location], [400, undefined])
      assert.ok(!text.includes(unknown))
    }
    assert.equal((await ask(`/form/${id}`)).status, 405)
  })

  it('redirects only to origins that the merchant has named, and fills nothing otherwise', async () => {
    const id = await sessions.open()
    const elsewhere = [
      'https://evil.example/login',
      'https://shop.example.evil.example/',
      'https://shop.example:8443/',
      'https://b.example/',
      'https://shop.example@evil.example/',
      'https:\\\\evil.example/',
      'https://xn--shp-ula.example/',
    ]
    for (const gatewayReturnURL of elsewhere) {
      const { status, headers, text } = await post(id, { ...card, gatewayReturnURL })
      assert.deepEqual([status, headers.location], [400, undefined], gatewayReturnURL)
      assert.ok(!text.includes('evil'))
    }
    assert.equal((await sessions.retrieve(id)).body.session.updateStatus, 'NO_UPDATE')
    const { headers } = await post(id, { ...card, gatewayReturnURL: 'https://b.example:8443/back' })
    assert.equal(headers.location, 'https://b.example:8443/back?gatewayFormResponse=ok')
  })

  it('redirects nowhere from a session that any page can have created, where the merchant has named no origin', async () => {
    const { body } = await ask(`${root()}/session`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
    const { status, headers, text } = await post(body.session.id, { ...card, ...returning })
    assert.deepEqual([status, headers.location], [400, undefined])
    assert.match(text, /page origins/)
  })

  it('counts as a call of a device, and is limited', async () => {
    const { body } = await sessions.create({ session: { authenticationLimit: 1 } })
    const { id } = body.session
    assert.equal((await post(id, { ...returning, ...card })).status, 303)
    assert.equal((await post(id, { ...returning, ...card })).status, 400)
    assert.equal((await post(id, { ...returning, filler: 'x'.repeat(20_000) })).status, 413)
  })
})
