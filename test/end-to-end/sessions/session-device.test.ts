// Payers' devices: who has the id of a session may fill it, so often, and may do nothing else with it.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type ApiResponse, apiPath, cardSource, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let sessions: Sessions
let wrongPassword: ApiResponse
before(async () => {
  gateway = await sharedGateway()
  sessions = openSessions(gateway)
  wrongPassword = await sessions.send('/session', { method: 'POST', login: 'merchant.TESTMERCHANT:wrong' })
})

/** The same as for a wrong password, byte for byte; only time and the request's own id differ. */
function assertRefused({ status, text, headers }: ApiResponse, about: string): void {
  const constant = (all: ApiResponse['headers']) => ({ ...all, date: undefined, 'x-request-id': undefined })
  assert.equal(status, 401, about)
  assert.equal(text, wrongPassword.text, about)
  assert.deepEqual(constant(headers), constant(wrongPassword.headers), about)
}

const card = { sourceOfFunds: cardSource() }
const named = { ...card, apiOperation: 'UPDATE_PAYER_DATA' }

async function usesOf(): Promise<number> {
  const [row] = await gateway.query<{ sum: number }>(
    'select coalesce(sum(authentications), 0)::int as sum from sessions',
  )
  return row?.sum ?? assert.fail()
}

describe("a payer's device", () => {
  it('fills a session by its id, from version 50 on as the password', async () => {
    for (const version of [50, 73, 100]) {
      const id = await sessions.open()
      const filled = await sessions.updateFromDevice(id, card, { version })
      assert.equal(filled.status, 200, filled.text)
      assert.equal((await sessions.updateFromDevice(id, named, { version })).status, 200)
      assert.equal(filled.body.session.updateStatus, 'SUCCESS')
      assert.equal(filled.body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
      assert.equal(filled.headers['access-control-allow-origin'], '*')
    }
  })

  it("corrects its own mistake, and not the merchant's", async () => {
    const wrong = { customer: { email: 'wrong' } }
    const id = await sessions.open()
    assert.equal((await sessions.updateFromDevice(id, wrong)).status, 400)
    assert.equal((await sessions.updateFromDevice(id, card)).body.session.updateStatus, 'SUCCESS')
    await sessions.update(id, { order: { amount: '10.00', currency: 'USD' } })
    assert.equal((await sessions.update(id, { order: { amount: '20.00', currency: 'USD' }, ...wrong })).status, 400)
    assert.equal((await sessions.updateFromDevice(id, card)).body.session.updateStatus, 'FAILURE')
    assert.equal((await sessions.updateFromDevice(id, wrong)).status, 400)
    assert.equal((await sessions.updateFromDevice(id, card)).body.session.updateStatus, 'FAILURE')
    const corrected = await sessions.update(id, { order: { amount: '20.00', currency: 'USD' } })
    assert.equal(corrected.body.session.updateStatus, 'SUCCESS')
  })

  it('fills a session without any credentials up to version 49, with an apiOperation', async () => {
    for (const version of [15, 30, 49]) {
      for (const apiOperation of ['UPDATE_PAYER_DATA', 'UPDATE_SESSION']) {
        const id = await sessions.open()
        const filled = await sessions.update(id, { ...card, apiOperation }, { version, login: null })
        assert.equal(filled.status, 200, filled.text)
        assert.equal(filled.body.session.version.slice(-2), '02')
      }
    }
  })

  it("is shown the session and the payer's instrument, and nothing that the shop stored", async () => {
    const id = await sessions.open()
    const shop = { billing: { address: { city: 'Graz' } }, order: { id: 'O1', amount: '10', currency: 'USD' } }
    await sessions.update(id, { ...shop, risk: { bypassMerchantRiskRules: 'ALL' } })
    for (const [version, login] of [
      [100, `merchant.TESTMERCHANT:${id}`],
      [30, null],
    ] as const) {
      const { body, status } = await sessions.update(id, version < 50 ? named : card, { version, login })
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body).toSorted(), ['merchant', 'session', 'sourceOfFunds', 'version'])
    }
    const { body } = await sessions.retrieve(id)
    assert.deepEqual(body.billing, shop.billing)
    assert.deepEqual(body.risk, { bypassMerchantRiskRules: 'ALL' })
  })

  it('is informed of errors in its request, and the session shows that it was refused', async () => {
    const id = await sessions.open()
    const wrong = await sessions.updateFromDevice(id, { sourceOfFunds: cardSource({ number: '5123450000000009' }) })
    assert.deepEqual(refusal(wrong), refusalOf('sourceOfFunds.provided.card.number'))
    assert.equal((await sessions.retrieve(id)).body.session.updateStatus, 'FAILURE')
  })

  it('sends a preflight request from another origin, which needs no credentials', async () => {
    const id = await sessions.open()
    const before = await usesOf()
    const path = apiPath(`/session/${id}`)
    const asked = await send(gateway.listeners.httpUrl ?? '', {
      method: 'OPTIONS',
      path,
      login: null,
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers['access-control-allow-origin'], '*')
    assert.match(String(asked.headers['access-control-allow-methods']), /\bPUT\b/)
    assert.equal(asked.headers['access-control-allow-headers'], 'authorization, content-type')
    assert.equal(await usesOf(), before)
  })

  it('works over TLS, and for a merchant that itself uses certificates only', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { authenticationMethods: ['CERTIFICATE'] } })
    const tls = await makeCertificate(gateway)
    await registerCertificate(gateway, merchant, tls)
    const { httpsUrl, mtlsUrl } = gateway.listeners
    const withCertificate = { login: null, tls: { cert: tls.cert, key: tls.key } }
    const { body } = await send(mtlsUrl, {
      method: 'POST',
      path: apiPath('/session', { merchant }),
      ...withCertificate,
    })
    const { id } = body.session
    const path = apiPath(`/session/${id}`, { merchant })
    const login = `merchant.${merchant}:${id}`
    assert.equal((await send(httpsUrl, { method: 'PUT', path, body: card, login })).status, 200)
    assertRefused(await send(mtlsUrl, { method: 'PUT', path, body: card, login }), 'without a certificate there')
    const both = await send(mtlsUrl, { method: 'PUT', path, body: card, ...withCertificate, login })
    assertRefused(both, 'a certificate and an id')
  })
})

describe('every call of a device', () => {
  it('counts, and after the last one the id is refused', async () => {
    const { body } = await sessions.create({ session: { authenticationLimit: 3 } })
    const { id } = body.session
    assert.equal((await sessions.updateFromDevice(id, card)).status, 200)
    assert.equal((await sessions.updateFromDevice(id, { colour: 'red' })).status, 400)
    assert.equal((await sessions.update(id, named, { version: 49, login: null })).status, 200)
    assertRefused(await sessions.updateFromDevice(id, card), 'the fourth')
    assertRefused(await sessions.update(id, named, { version: 49, login: null }), 'the fourth in an older version')
    assert.equal((await sessions.update(id, card)).status, 200, 'the merchant may go on')
  })

  it('is one too many when none is allowed', async () => {
    const { body } = await sessions.create({ session: { authenticationLimit: 0 } })
    assertRefused(await sessions.updateFromDevice(body.session.id, card), 'the first')
  })

  it('counts also when calls are concurrent', async () => {
    const { body } = await sessions.create({ session: { authenticationLimit: 5 } })
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => sessions.updateFromDevice(body.session.id, { customer: { firstName: 'Pat' } })),
    )
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [...Array(5).fill(200), ...Array(7).fill(401)])
  })

  it('of the merchant itself does not count', async () => {
    const id = await sessions.open()
    const before = await usesOf()
    await sessions.update(id, card)
    await sessions.retrieve(id)
    assert.equal(await usesOf(), before)
  })
})

describe('the id of a session does not give access', () => {
  it('to another session, nor to one of another merchant', async () => {
    const [one, other] = [await sessions.open(), await sessions.open()]
    assertRefused(await sessions.updateFromDevice(one, card, { password: other }), 'another session')
    const elsewhere = openSessions(gateway, 'TESTSUPPLIED')
    assertRefused(await elsewhere.updateFromDevice(one, card), "another merchant's path")
    const path = apiPath(`/session/${one}`)
    const login = `merchant.TESTSUPPLIED:${one}`
    assertRefused(
      await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body: card, login }),
      'another user',
    )
    assertRefused(await elsewhere.update(one, named, { version: 49, login: null }), "another merchant's old path")
    assert.equal((await sessions.retrieve(one)).body.session.updateStatus, 'NO_UPDATE')
  })

  it('to anything of the merchant: payments, orders, tokens, the session itself', async () => {
    const transactionsRecorded = async () => (await gateway.query('select from transactions')).length
    const recorded = await transactionsRecorded()
    const id = await sessions.open()
    await sessions.update(id, card)
    const login = `merchant.TESTMERCHANT:${id}`
    const calls: readonly (readonly [method: string, rest: string, body?: object])[] = [
      ['GET', `/session/${id}`],
      ['POST', '/session'],
      ['GET', '/order/O1'],
      ['PUT', `/order/${newOrderId()}/transaction/1`, payBody()],
      ['PUT', `/order/${newOrderId()}/transaction/1`, { ...payBody(), session: { id } }],
      ['PUT', `/order/${newOrderId()}/transaction/1`, { session: { id } }],
      ['GET', '/token/9000000000000001'],
      ['DELETE', '/token/9000000000000001'],
      ['POST', '/token', { session: { id } }],
      ['POST', '/tokenSearch', {}],
      ['GET', '/paymentOptionsInquiry'],
    ]
    for (const version of [49, 50, 100]) {
      for (const [method, rest, body] of calls) {
        const response = await sessions.send(rest, { method, login, ...(body && { body }) }, version)
        assertRefused(response, `${method} ${rest} in ${version}`)
      }
    }
    assert.equal(await transactionsRecorded(), recorded)
  })

  it('to anything but payer authentication of that very session', async () => {
    const [id, other] = [await sessions.open(), await sessions.open()]
    const login = `merchant.TESTMERCHANT:${id}`
    for (const apiOperation of ['INITIATE_AUTHENTICATION', 'AUTHENTICATE_PAYER']) {
      const ask = (body: object) =>
        sessions.send(`/order/${newOrderId()}/transaction/1`, { method: 'PUT', login, body: { apiOperation, ...body } })
      const own = await ask({ session: { id } })
      assert.notEqual(own.status, 401, own.text)
      for (const body of [{}, { session: {} }, { session: { id: other } }, { session: id }, { session: [id] }])
        assertRefused(await ask(body), JSON.stringify(body))
    }
  })

  it('in versions without session passwords, nor without an apiOperation in those', async () => {
    const id = await sessions.open()
    assertRefused(await sessions.updateFromDevice(id, named, { version: 49 }), 'as a password in 49')
    assertRefused(await sessions.update(id, card, { version: 49, login: null }), 'without an operation')
    for (const apiOperation of ['PAY', '', 5, null])
      assertRefused(
        await sessions.update(id, { ...card, apiOperation }, { version: 49, login: null }),
        'wrong operation',
      )
    assertRefused(await sessions.update(id, named, { version: 50, login: null }), 'without credentials in 50')
    assertRefused(await sessions.update(id, card, { version: 100, login: null }), 'without credentials in 100')
    assert.equal((await sessions.retrieve(id)).body.session.updateStatus, 'NO_UPDATE')
  })

  it('when it was guessed wrong, in whatever shape', async () => {
    const id = await sessions.open()
    const guesses = [
      `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`,
      id.toLowerCase(),
      ` ${id}`,
      `${id}0`,
      'SESSION0002000000000A0000000B00',
      'SESSION'.padEnd(31, '0'),
      '',
    ]
    for (const guess of guesses) {
      assertRefused(await sessions.updateFromDevice(id, card, { password: guess }), guess)
      if (/^\w+$/.test(guess)) {
        assertRefused(await sessions.updateFromDevice(guess, card), `path ${guess}`)
        assertRefused(await sessions.update(guess, named, { version: 49, login: null }), `old path ${guess}`)
      }
    }
    for (const merchant of ['NOBODY', 'x'.repeat(41), '%00']) {
      const path = apiPath(`/session/${id}`, { merchant })
      const login = `merchant.${merchant}:${id}`
      assertRefused(await send(gateway.listeners.httpUrl ?? '', { method: 'PUT', path, body: card, login }), merchant)
    }
  })

  it('to a merchant that is disabled', async () => {
    for (const isEnabled of [true, false]) {
      const { id: merchant } = await boardMerchant(gateway, { profile: { isEnabled } })
      // A merchant that is in no cache yet cannot have made a session itself.
      const { body } = await sessions.create()
      const { id, version } = body.session
      // Through the test: a distributed database changes no row's merchant.
      const [row] = await gateway.query<{ session: object }>(
        'select to_jsonb(s) as session from sessions s where version = $1',
        [version],
      )
      await gateway.query('delete from sessions where version = $1', [version])
      await gateway.query('insert into sessions select * from jsonb_populate_record(null::sessions, $1)', [
        { ...row?.session, merchant_id: merchant },
      ])
      const response = await openSessions(gateway, merchant).updateFromDevice(id, card)
      if (isEnabled) assert.equal(response.status, 200, response.text)
      else assertRefused(response, 'switched off')
    }
  })

  it('through the log, which never contains it', async () => {
    const id = await sessions.open()
    await sessions.updateFromDevice(id, card)
    await sessions.update(id, named, { version: 49, login: null })
    await sessions.retrieve(id)
    const log = gateway.logLines.join('\n')
    assert.ok(log.includes('/session/:sessionId'), 'the route is')
    assert.ok(!log.includes(id))
    assert.ok(!log.includes(Buffer.from(`merchant.TESTMERCHANT:${id}`).toString('base64')))
  })
})
