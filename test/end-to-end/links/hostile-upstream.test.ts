// A gateway whose upstream repeats every secret it gets, lies, floods, stalls and downgrades. Afterwards the secrets are looked
// for in everything that the gateway leaves behind: answers, database, write-ahead log, log, console, messages, metrics.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { spellingsOf, walSegmentOf } from '../../support/checks/canary-search.ts'
import { assertNone, testsOfTraces } from '../../support/checks/no-secret-left.ts'
import { until } from '../../support/checks/poll.ts'
import { type ApiResponse, captureBody, newOrderId } from '../../support/clients/client.ts'
import { openShop, type Shop, settleEverything } from '../../support/clients/shop.ts'
import { boardMerchant, testerStamp } from '../../support/fixtures/merchants.ts'
import { databaseUrl } from '../../support/gateway/database.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'
import {
  approvalOf,
  approve,
  type Behaviour,
  type HostileUpstream,
  openHostileUpstream,
  type UpstreamRequest,
  type UpstreamResponse,
  withMember,
} from '../../support/sites/hostile-upstream.ts'
import { certificateFor, makeAuthority, type TestAuthority } from '../../support/sites/tls-server.ts'

// No other test uses them: the write-ahead log is that of the whole server.
const number = '3530111333300000'
const code = '7391'
const track2 = `;${number}=39011010000073910000?`
const password = 'canary-password-of-the-bank'
/** Before each code that is repeated in a text, so that it can be found among other digits. */
const marker = 'CANARYCODE'

const money = { amount: '10.00', currency: 'USD' }
const card = (more: object = {}) => ({ number, expiry: { month: '1', year: '39' }, securityCode: code, ...more })
const bodyOf = (apiOperation: string, more: object = {}) => ({
  apiOperation,
  order: apiOperation === 'VERIFY' ? { currency: 'USD' } : money,
  sourceOfFunds: { type: 'CARD', provided: { card: card(more) } },
})

let authority: TestAuthority
let upstream: HostileUpstream
let gateway: TestGateway
let shop: Shop
let firstSegment: string
const responses: ApiResponse[] = []
const orders: string[] = []

before(async () => {
  authority = await makeAuthority()
  upstream = await openHostileUpstream(await certificateFor({ issuer: authority }))
  gateway = await startGateway()
  firstSegment = await walSegmentOf({ connectionString: databaseUrl(gateway.database) })
  shop = await boardAt(upstream.url, 'hostile')
})
after(async () => {
  await upstream.close()
  await gateway.stop()
})

async function boardAt(url: string, linkId: string, ca = authority.certificatePem): Promise<Shop> {
  const acquirerLink = { linkId, adapter: 'gateway', acquirerId: 'HOSTILE', acquirerMerchantId: 'BANK1' }
  const settings = { url, ca, requestTimeoutMs: 300, lateArrivalMs: 1_000, failuresMax: 1_000 }
  await gateway.administration.links.create({ ...acquirerLink, settings, secrets: { password } }, testerStamp())
  await until(() => gateway.dependencies.acquirers.current(linkId) !== undefined, 'the gateway knows the link')
  const { id } = await boardMerchant(gateway, { profile: { acquirerLink, privileges: ['DEBUG_INFORMATION'] } })
  return openShop(gateway, id)
}

async function put(body: object, orderId = newOrderId(), transactionId = '1', at = shop): Promise<ApiResponse> {
  const response = await at.put(body, { orderId, transactionId })
  responses.push(response, await at.order(orderId), await at.transaction(orderId, transactionId))
  if (at === shop) orders.push(orderId)
  return response
}

const pay = (behaviour: Behaviour, body: object = bodyOf('PAY')) => {
  upstream.behave(behaviour)
  return put(body)
}

const hexOf = (text: string) => Buffer.from(text).toString('hex')
const base64Of = (text: string) => Buffer.from(text).toString('base64')
const each = (text: string, spell: (character: string) => string) => [...text].map(spell).join('')

/** Ways in which a program repeats a value, on purpose or not. */
const ways: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(/\d{4}(?=\d)/g, '$& '),
  (text) => text.replaceAll(/\d{4}(?=\d)/g, '$&-'),
  base64Of,
  hexOf,
  (text) => each(text, (character) => `%${hexOf(character)}`),
  (text) => each(text, (character) => `&#${character.charCodeAt(0)};`),
  (text) => each(text, (character) => `\\u00${hexOf(character)}`),
  (text) => each(text, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
]

/** Everything that was sent, in one way, as a text of a response. */
const everything = (way: (text: string) => string = (text) => text) =>
  `${marker} ${way(code)} NUMBER ${way(number)} TRACK ${way(track2)} PASSWORD ${way(password)}`

/** Every place of a response from which something is taken, and some from which nothing is. */
const places = [
  ...['acquirerCode', 'acquirerMessage', 'debugInformation', 'gatewayRecommendation', 'cardSecurityCode.acquirerCode'],
  ...['cardholderVerification.avs.acquirerCode', 'recurringPaymentAdvice.acquirerCode'],
].map((name) => `response.${name}`)
const otherPlaces = [
  ...['receipt', 'stan', 'terminal', 'authorizationCode', 'reference', 'batchName'].map(
    (name) => `transaction.${name}`,
  ),
  ...[
    'batch',
    'customData',
    'date',
    'time',
    'timeZone',
    'settlementDate',
    'traceId',
    'transactionId',
    'merchantId',
  ].map((name) => `transaction.acquirer.${name}`),
  ...['posData', 'paySvcData', 'transactionIdentifier', 'validationCode', 'responseCode', 'stan', 'date'].map(
    (name) => `authorizationResponse.${name}`,
  ),
  ...['planId', 'finalAmount', 'numberOfPayments'].map((name) => `paymentPlan.${name}`),
  ...['giftCard.availableBalance.amount', 'order.description', 'merchantNote', 'sourceOfFunds.provided.card.number'],
]

const changed =
  (...changes: readonly (readonly [path: string, value: unknown])[]): Behaviour =>
  (request) => ({
    status: 201,
    body: changes.reduce((body, [path, value]) => withMember(body, path, value), approvalOf(request) as object),
  })

describe('an upstream that repeats what it gets', () => {
  it('has it removed from every place of an approval, which stays an approval', async () => {
    for (const place of [...places, ...otherPlaces])
      for (const value of [number, Number(number), code, everything()]) {
        const { body, text } = await pay(changed([place, value]))
        assert.equal(body.response.gatewayCode, 'APPROVED', `${place} ${value}: ${text}`)
      }
    for (const way of ways) {
      const text = everything(way)
      await pay(
        changed(
          ['response.acquirerMessage', text],
          ['response.debugInformation', text],
          ['transaction.receipt', way(number)],
        ),
      )
    }
  })

  it('has it removed from the names of members, and from the request that it sends back whole', async () => {
    await pay(
      changed([number, number], [`${marker} ${code}`, 1], [`response.${everything().replaceAll('.', '')}`, code]),
    )
    const whole: Behaviour = (request) => ({
      status: 201,
      body: {
        ...request.body,
        ...approvalOf(request),
        headers: request.headers,
        path: request.path,
        text: request.text,
      },
    })
    for (const operation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
      const { body, text } = await pay(whole, bodyOf(operation, { track2 }))
      assert.equal(body.result, 'SUCCESS', text)
    }
    await pay(({ text }) => ({ status: 200, body: text }))
    await pay(({ text }) => ({
      status: 200,
      body: `<html>${everything()}${text}</html>`,
      headers: { 'content-type': 'text/html' },
    }))
  })

  it('has it removed from errors of every status', async () => {
    for (const status of [400, 401, 403, 404, 409, 422, 429, 500, 503])
      for (const way of ways.slice(0, 4)) {
        const text = everything(way)
        const error = {
          cause: 'INVALID_REQUEST',
          explanation: text,
          field: `card ${way(code)}`,
          supportCode: way(number),
        }
        await pay(({ correlationId }) => ({ status, body: { correlationId, result: 'ERROR', error } }))
      }
    upstream.behave(approve)
    await until(async () => (await put(bodyOf('PAY'))).body.result === 'SUCCESS', 'the link is up again')
  })

  it('has it removed when the answer is lost and the order is asked for', async () => {
    const repeated = (request: UpstreamRequest) => ({
      ...(
        changed(
          ['response.acquirerMessage', everything()],
          ['transaction.receipt', number],
          [number, number],
        )(request) as {
          readonly body: object
        }
      ).body,
    })
    const lost = new Map<string, object>()
    const losing: Behaviour = (request) => {
      if (request.method === 'PUT') {
        lost.set(request.orderId, repeated(request))
        return { respond: (response) => response.destroy() }
      }
      const { merchantId: merchant, orderId: id, correlationId } = request
      return { status: 200, body: { id, merchant, result: 'SUCCESS', correlationId, transaction: [lost.get(id)] } }
    }
    for (const operation of ['PAY', 'AUTHORIZE', 'VERIFY']) await pay(losing, bodyOf(operation))
    await gateway.query('update transactions set sendable_until = now() where merchant_id = $1', [shop.merchant])
    await settleEverything(gateway, shop.merchant)
    assert.ok(lost.size >= 3)
    for (const orderId of orders.slice(-3)) responses.push(await shop.order(orderId))
  })

  it('has it removed from what follows on an order', async () => {
    upstream.behave(changed(['response.acquirerMessage', everything()]))
    const orderId = newOrderId()
    assert.equal((await put(bodyOf('AUTHORIZE'), orderId)).body.result, 'SUCCESS')
    upstream.behave(
      changed(['response.acquirerMessage', `NUMBER ${number} PASSWORD ${password}`], ['transaction.receipt', number]),
    )
    assert.equal((await put(captureBody('10.00'), orderId, '2')).body.result, 'SUCCESS')
  })
})

describe('an upstream that lies', () => {
  it('is believed nothing that its field cannot hold', async () => {
    const { body } = await pay(
      changed(
        ['transaction.acquirer.settlementDate', '2026-99-99'],
        ['transaction.authorizationCode', '4111111111111111'],
        ['transaction.stan', '12345678'],
        ['response.acquirerCode', '4111111111111111'],
        ['response.cardSecurityCode', { acquirerCode: 'M', gatewayCode: 'PERHAPS' }],
      ),
    )
    const { acquirer, authorizationCode, stan } = body.transaction
    assert.equal(body.response.gatewayCode, 'APPROVED')
    assert.deepEqual(
      [acquirer.settlementDate, authorizationCode, stan, body.response.acquirerCode, body.response.cardSecurityCode],
      Array(5).fill(undefined),
    )
  })

  it('is believed no approval of something else', async () => {
    for (const [path, value] of [
      ['transaction.amount', 999],
      ['transaction.currency', 'EUR'],
      ['transaction.id', 'other'],
      ['order.id', 'other'],
      ['merchant', 'OTHER'],
      ['result', 'PENDING'],
      ['response.gatewayCode', 'PROBABLY'],
    ] as const)
      assert.notEqual((await pay(changed([path, value]))).body.result, 'SUCCESS', path)
  })
})

const respond = (work: (response: import('node:http').ServerResponse) => void): UpstreamResponse => ({ respond: work })

describe('an upstream that floods or stalls', () => {
  it('gets no more of the process than a bound, and no approval', async () => {
    const huge = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes) })
    const floods: Readonly<Record<string, Behaviour>> = {
      '8 MB': () => ({ status: 201, body: huge(8_000_000) }),
      'more than 256 kB': (request) => ({ status: 201, body: { ...approvalOf(request), a: 'x'.repeat(262_144) } }),
      'many values': (request) => ({ status: 201, body: { ...approvalOf(request), a: Array(100_000).fill(1) } }),
      'deep nesting': () => ({ status: 201, body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }),
      'a body without end': () =>
        respond((response) => {
          response.writeHead(201, { 'content-type': 'application/json' })
          const more = () => {
            while (!response.destroyed && response.write('x'.repeat(65_536)));
          }
          response.on('drain', more)
          more()
        }),
      'headers without end': () =>
        respond((response) => {
          response.socket?.write(`HTTP/1.1 201 Created\r\n${`x-canary: ${number}\r\n`.repeat(10_000)}\r\n`)
        }),
      silence: () => respond(() => undefined),
      'a byte now and then': () =>
        respond((response) => {
          response.writeHead(201, { 'content-length': '1000' })
          const trickle = setInterval(() => response.write(' '), 20)
          response.on('close', () => clearInterval(trickle))
        }),
      'an end in the middle': (request) =>
        respond((response) => {
          response.writeHead(201, { 'content-length': '10000' })
          response.write(JSON.stringify(approvalOf(request)))
          response.socket?.end()
        }),
    }
    for (const [name, behaviour] of Object.entries(floods)) {
      const { body, text } = await pay(behaviour)
      assert.notEqual(body.result, 'SUCCESS', `${name}: ${text}`)
    }
  })
})

describe('an upstream that downgrades', () => {
  it('gets no request without TLS 1.2, a certificate of the link, and the address of the link', async (t) => {
    const stranger = await makeAuthority('Another CA of the tests')
    const own = await certificateFor({ issuer: authority })
    const others = {
      plain: await openHostileUpstream(own, { isPlain: true }),
      'tls-1-1': await openHostileUpstream(own, { tlsVersion: 'TLSv1.1' }),
      stranger: await openHostileUpstream(await certificateFor({ issuer: stranger })),
      'other-name': await openHostileUpstream(
        await certificateFor({ issuer: authority, names: [{ type: 'dns', value: 'elsewhere.example' }] }),
      ),
    }
    for (const [linkId, other] of Object.entries(others)) {
      t.after(other.close)
      const elsewhere = await boardAt(other.url, linkId)
      const { body } = await put(bodyOf('PAY'), undefined, undefined, elsewhere)
      assert.equal(body.response.gatewayCode, 'ACQUIRER_SYSTEM_ERROR', linkId)
      assert.deepEqual(other.received, [], linkId)
    }
    const elsewhere = await openHostileUpstream(own, { isPlain: true })
    t.after(elsewhere.close)
    for (const status of [301, 302, 307, 308]) {
      const location = elsewhere.url.replace('https:', 'http:')
      const { body } = await pay(() => ({ status, body: '', headers: { location } }))
      assert.notEqual(body.result, 'SUCCESS')
    }
    assert.deepEqual(elsewhere.received, [])
  })
})

describe('after all of it, no secret', () => {
  const spellings = [
    ...[number, password, track2.slice(17, -1)].flatMap(spellingsOf),
    ...ways.flatMap((way) => [way(number), way(password), `${marker} ${way(code)}`]),
  ]
  testsOfTraces(() => ({
    ...{ gateway, merchant: shop.merchant, orders, responses, linkId: 'hostile', firstSegment, spellings, code },
    ...{ tables: ['transactions', 'events', 'exchanged_messages'], answersMin: 500, messagesMin: 100 },
  }))

  it('escapes the search', () => {
    for (const way of ways) assert.throws(() => assertNone(`x ${everything(way)}`, spellings, 'here'))
  })
})
