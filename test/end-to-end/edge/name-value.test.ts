// The name-value protocol: form posts to one path, with the same results as JSON.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Operation, OperationName } from '../../../src/contract/operation.ts'
import { exampleFor } from '../../../src/contract/reference/examples.ts'
import { normaliseDecimal } from '../../../src/kernel/money.ts'
import { catalogue, findOperation } from '../../../src/requests/catalogue.ts'
import { pairsOfJson } from '../../support/builders/name-values.ts'
import { assertErrorShape } from '../../support/checks/error-shape.ts'
import { apiPath, inject, merchantId, newOrderId, payBody } from '../../support/clients/client.ts'
import { login, type NameValueResponse, nameValueSender, postForm } from '../../support/clients/name-values.ts'
import { boardMerchant, makeCertificate, registerCertificate } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const operationOf = (name: OperationName): Operation => findOperation(name) ?? assert.fail(name)
const pay = operationOf('PAY')
const ask: ReturnType<typeof nameValueSender> = (...asked) => nameValueSender(gateway.server)(...asked)
const post = (text: string | Buffer, ...rest: [version?: number | string, sent?: object]) =>
  postForm(gateway.server, text, ...rest)

const newPayment = () => ({ orderId: newOrderId(), transactionId: '1' })

function outcomeOf({ status, names }: NameValueResponse) {
  return [status, names['result'], names['response.gatewayCode'], names['order.status']]
}

function refusalOf(response: NameValueResponse) {
  const { cause, validationType, field } = assertErrorShape(response)
  return [response.status, response.names['result'], cause, validationType, field]
}
const refusedFor = (field: string, type = 'INVALID') => [400, 'ERROR', 'INVALID_REQUEST', type, field]
const unauthorized = [401, 'ERROR', 'INVALID_REQUEST', undefined, undefined]

describe('a payment by name-value pairs', () => {
  it('is approved over a real socket, as a form post of a shop sends it', async () => {
    const orderId = newOrderId()
    const form = new URLSearchParams({
      apiOperation: 'PAY',
      apiPassword: testPassword,
      apiUsername: `merchant.${merchantId}`,
      merchant: merchantId,
      'order.amount': '10.00',
      'order.currency': 'USD',
      'order.id': orderId,
      'order.item[0].name': 'Tea',
      'order.item[0].quantity': '1',
      'order.item[0].unitPrice': '10',
      'sourceOfFunds.provided.card.expiry.month': '1',
      'sourceOfFunds.provided.card.expiry.year': '39',
      'sourceOfFunds.provided.card.number': '5123450000000008',
      'sourceOfFunds.provided.card.securityCode': '100',
      'sourceOfFunds.type': 'CARD',
      'transaction.id': '1',
    })
    const response = await postForm(gateway.listeners.httpUrl ?? '', form.toString(), 61)
    assert.deepEqual(outcomeOf(response), [201, 'SUCCESS', 'APPROVED', 'CAPTURED'])
    assert.equal(response.headers['content-type'], 'application/x-www-form-urlencoded;charset=UTF-8')
    assert.equal(response.names['order.amount'], '10.00')
    assert.equal(response.names['order.item[0].name'], 'Tea')
    const names = Object.keys(response.names)
    assert.deepEqual(names, names.toSorted())
    assert.doesNotMatch(response.text, /apiPassword|apiUsername/)
    assert.ok(!response.text.includes(testPassword))
  })

  it('is one payment with the same request in JSON, in either order', async () => {
    const body = payBody({ correlationId: 'c-1' })
    for (const isJsonFirst of [true, false]) {
      const ids = newPayment()
      const path = apiPath(`/order/${ids.orderId}/transaction/1`)
      const json = () => inject(gateway.server, { method: 'PUT', path, body })
      const pairs = () => ask(pay, ids, body)
      const first = isJsonFirst ? await json() : await pairs()
      const second = isJsonFirst ? await pairs() : await json()
      assert.deepEqual([first.status, second.status], [201, 200], second.text)
      const other = await ask(pay, ids, body, { names: { 'order.amount': '0.50' } })
      assert.deepEqual(refusalOf(other), refusedFor('transaction.id'))
    }
  })

  it('leaves the credentials in nothing that is stored or logged', async () => {
    const ids = newPayment()
    assert.equal((await ask(pay, ids, payBody())).status, 201)
    const [row] = await gateway.query<{ text: string }>(
      'select row_to_json(transactions)::text as text from transactions where order_id = $1',
      [ids.orderId],
    )
    for (const text of [row?.text ?? '', gateway.logLines.join('\n')])
      for (const secret of ['apiPassword', 'apiUsername', testPassword]) assert.ok(!text.includes(secret), secret)
    assert.match(gateway.logLines.join('\n'), /"route":"\/api\/nvp\/version\/:version"/)
  })

  it('needs its operation, merchant and identifiers as names', async () => {
    for (const name of ['apiOperation', 'merchant', 'order.id', 'transaction.id'])
      assert.deepEqual(
        refusalOf(await ask(pay, newPayment(), payBody(), { names: { [name]: undefined } })),
        refusedFor(name, 'MISSING'),
      )
    const strange = await ask(pay, newPayment(), payBody(), { names: { apiOperation: 'STEAL', correlationId: 'c' } })
    assert.deepEqual(refusalOf(strange), refusedFor('apiOperation'))
    assert.equal(strange.names['correlationId'], 'c')
    const long = await ask(pay, { ...newPayment(), orderId: 'x'.repeat(41) }, payBody())
    assert.deepEqual(refusalOf(long), refusedFor('order.id'))
  })

  it('is refused by the rules of its fields, in words without JSON', async () => {
    const sent = (names: Record<string, string | undefined>) => ask(pay, newPayment(), payBody(), { names })
    assert.deepEqual(refusalOf(await sent({ 'order.amount': '1,5' })), refusedFor('order.amount'))
    assert.deepEqual(refusalOf(await sent({ colour: 'red' })), refusedFor('colour', 'UNSUPPORTED'))
    assert.deepEqual(refusalOf(await sent({ 'order.currency': undefined })), refusedFor('order.currency', 'MISSING'))
    const limit = await ask(operationOf('CREATE_SESSION'), {}, {}, { names: { 'session.authenticationLimit': 'x' } })
    assert.deepEqual(refusalOf(limit), refusedFor('session.authenticationLimit'))
    const group = await sent({ billing: 'Main St' })
    assert.deepEqual(refusalOf(group), refusedFor('billing'))
    for (const { names } of [limit, group]) assert.doesNotMatch(names['error.explanation'] ?? '', /JSON/)
  })

  it('is refused when its names are ambiguous, before any other check', async () => {
    const text = 'apiOperation=PAY&merchant=A&merchant=B'
    assert.deepEqual(refusalOf(await post(text)), refusedFor('merchant'))
    assert.deepEqual(refusalOf(await post('order.item[1].name=x')), refusedFor('order.item[0]'))
    assert.deepEqual(refusalOf(await post('__proto__.x=1')), refusedFor('__proto__.x'))
    const many = Array.from({ length: 2001 }, (_, index) => `n${index}=`).join('&')
    assert.deepEqual(refusalOf(await post(many)), refusedFor('n2000'))
    assert.deepEqual(refusalOf(await post('a=%zz')), [400, 'ERROR', 'INVALID_REQUEST', undefined, undefined])
  })
})

describe('the credentials of a name-value request', () => {
  const attempt = (names: Record<string, string | undefined>, sent = {}) =>
    ask(pay, newPayment(), payBody(), { names, sent })
  const without = { apiUsername: undefined, apiPassword: undefined }
  const right = `merchant.${merchantId}:${testPassword}`

  it('are names, or HTTP Basic', async () => {
    assert.equal((await attempt(without, { login: right })).status, 201)
    assert.equal((await attempt({}, { login: right })).status, 201, 'both, and the same')
  })

  it('are refused when they are wrong, missing, of another merchant, or say two things', async () => {
    const refused = [
      await attempt(without),
      await attempt({ apiPassword: 'wrong' }),
      await attempt({ apiPassword: undefined }),
      await attempt({ apiUsername: undefined }),
      await attempt({ apiUsername: merchantId }),
      await attempt({ merchant: 'TESTSUPPLIED' }),
      await attempt({ merchant: 'NOBODY', apiUsername: 'merchant.NOBODY' }),
      await attempt({ apiPassword: 'wrong' }, { login: right }),
      await attempt({}, { login: `merchant.${merchantId}:wrong` }),
    ]
    for (const response of refused) assert.deepEqual(refusalOf(response), unauthorized, response.text)
    assert.ok(refused.every(({ headers }) => headers['content-type']?.includes('urlencoded')))
  })

  it('are left out with a client certificate', async () => {
    const { id: merchant } = await boardMerchant(gateway, { profile: { authenticationMethods: ['CERTIFICATE'] } })
    const tls = await makeCertificate(gateway)
    await registerCertificate(gateway, merchant, tls)
    const over = nameValueSender(gateway.listeners.mtlsUrl, merchant)
    const sent = { tls: { cert: tls.cert, key: tls.key } }
    assert.equal((await over(pay, newPayment(), payBody(), { names: without, sent })).status, 201)
    assert.equal((await over(pay, newPayment(), payBody(), { names: without })).status, 401)
  })
})

describe('a payer’s device with the id of a session as apiPassword', () => {
  const sessionOf = async () => {
    const { names } = await ask(operationOf('CREATE_SESSION'), {})
    return names['session.id'] ?? assert.fail()
  }
  const card = { sourceOfFunds: { provided: { card: { number: '5123450000000008' } } } }

  it('fills that session, is shown the payer’s part of it, and cannot set the price', async () => {
    const id = await sessionOf()
    const update = operationOf('UPDATE_SESSION')
    await ask(update, { sessionId: id }, { order: { amount: '100.00', currency: 'USD' } })
    const filled = await ask(update, { sessionId: id }, card, { names: { apiPassword: id } })
    assert.equal(filled.status, 200, filled.text)
    assert.equal(filled.names['sourceOfFunds.provided.card.number'], '512345xxxxxx0008')
    assert.equal(filled.names['order.amount'], undefined)
    const cheaper = await ask(update, { sessionId: id }, { order: { amount: '0.01' } }, { names: { apiPassword: id } })
    assert.deepEqual(refusalOf(cheaper), refusedFor('order.amount'))
  })

  it('gives access to nothing else', async () => {
    const [id, other] = [await sessionOf(), await sessionOf()]
    const names = { apiPassword: id }
    const session = { session: { id } }
    const refused = [
      await ask(operationOf('UPDATE_SESSION'), { sessionId: other }, card, { names }),
      await ask(operationOf('RETRIEVE_SESSION'), { sessionId: id }, {}, { names }),
      await ask(operationOf('CREATE_SESSION'), {}, {}, { names }),
      await ask(pay, newPayment(), { ...payBody(), ...session }, { names }),
      await ask(operationOf('RETRIEVE_ORDER'), { orderId: 'O1' }, {}, { names }),
      await ask(operationOf('CREATE_TOKEN'), {}, session, { names }),
      await ask(operationOf('INITIATE_AUTHENTICATION'), newPayment(), {}, { names }),
      await ask(operationOf('INITIATE_AUTHENTICATION'), newPayment(), { session: { id: other } }, { names }),
      await ask(operationOf('UPDATE_SESSION'), { sessionId: id }, card, { names, version: 49 }),
      await ask(operationOf('UPDATE_SESSION'), { sessionId: id }, card, {
        names: { apiUsername: undefined, apiPassword: undefined },
      }),
    ]
    for (const [index, response] of refused.entries())
      assert.deepEqual(refusalOf(response), unauthorized, `${index}: ${response.text}`)
    const own = await ask(operationOf('INITIATE_AUTHENTICATION'), newPayment(), session, { names })
    assert.notEqual(own.status, 401, own.text)
    assert.ok(!gateway.logLines.join('\n').includes(id))
  })
})

describe('the path of the name-value protocol', () => {
  it('answers other methods, versions and paths in name-value pairs, too', async () => {
    const form = new URLSearchParams(
      [...login(), ['merchant', merchantId], ['apiOperation', 'PAY']].map(([a = '', b = '']) => [a, b]),
    )
    const get = await post('', 100, { method: 'GET' })
    assert.deepEqual([get.status, get.headers['allow'], get.names['result']], [405, 'OPTIONS, POST', 'ERROR'])
    for (const version of ['14', '101', 'x']) assert.equal((await post(form.toString(), version)).status, 404)
    for (const path of ['/api/nvp/version/100/merchant/M', '/api/nvp/other', '/api/nvp/%zz']) {
      const { status, names } = await post('', 100, { path })
      assert.deepEqual([status === 404 || status === 400, names['result']], [true, 'ERROR'], path)
    }
    assert.equal((await post(form.toString(), '100/')).status, 400, 'a slash at the end is ignored')
    const preflight = await post('', 100, { method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
    assert.deepEqual([preflight.status, preflight.headers['access-control-allow-origin']], [204, '*'])
  })

  it('refuses bodies that are too large or compressed in name-value pairs', async () => {
    const large = await post(`a=${'x'.repeat(300_000)}`)
    assert.deepEqual([large.status, large.names['error.cause']], [413, 'INVALID_REQUEST'])
    const packed = await post('a=1', 100, { headers: { 'content-encoding': 'gzip' } })
    assert.deepEqual([packed.status, packed.names['error.cause']], [415, 'INVALID_REQUEST'])
  })

  it('reports without credentials whether the gateway works', async () => {
    const { status, names } = await post('apiOperation=CHECK_GATEWAY')
    assert.deepEqual([status, names['status'], Object.keys(names)], [200, 'OPERATING', ['gatewayVersion', 'status']])
    assert.equal((await post('apiOperation=CHECK_GATEWAY', 14)).status, 404)
  })

  it('reads and answers in the character set that the request names', async () => {
    const fields = (description: string) =>
      Buffer.from(
        `apiOperation=CREATE_SESSION&merchant=${merchantId}&apiUsername=merchant.${merchantId}&apiPassword=${testPassword}&correlationId=${description}`,
        'latin1',
      )
    const latin = { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' } }
    const response = await post(fields('%FC\xfc'), 100, latin)
    assert.equal(response.status, 201, response.text)
    assert.match(response.text, /correlationId=%FC%FC&/)
    assert.match(String(response.headers['content-type']), /charset=ISO-8859-1$/)
    const inQuery = await post(fields('%FC'), '100?charset=iso-8859-1', { headers: { 'content-type': 'text/plain' } })
    assert.match(inQuery.text, /correlationId=%FC&/)
    const utf8 = await post(fields('%C3%BC'))
    assert.match(utf8.text, /correlationId=%C3%BC&/)
    const unknown = await post(fields('x'), 100, { headers: { 'content-type': 'a/b;charset=EBCDIC' } })
    assert.deepEqual([unknown.status, unknown.names['result']], [415, 'ERROR'])
  })
})

/** Examples that follow others come after them. */
const order: readonly OperationName[] = [
  'AUTHORIZE',
  'UPDATE_AUTHORIZATION',
  'CAPTURE',
  'REFUND',
  'VOID',
  'RETRIEVE_TOKEN',
]
const inOrder = [...order.map(operationOf), ...catalogue.filter(({ name }) => !order.includes(name))]

/** What the gateway chooses for each call. */
const ofTheCall =
  /^(session\.(id|version|aes256Key)|token|repositoryId|sourceOfFunds\.token|checkoutMode|successIndicator|page\.after|error\.supportCode|.*\.last(Updated|Used)|.*[tT]ime)$/
/** The feed goes on while it is read. */
const ofTheFeed = /^event\[/

describe('the example of every operation', () => {
  for (const version of [15, 30, 50, 100])
    it(`has the same answer in version ${version} by JSON and by name-value pairs`, async () => {
      const prefix = `nv${version}-`
      const created = async (path: string, body: object) =>
        (await inject(gateway.server, { method: 'POST', path: apiPath(path), body })).body
      const { sourceOfFunds } = exampleFor('CREATE_TOKEN', 100).body ?? {}
      const ours: Readonly<Record<string, string>> = {
        sessionId: (await created('/session', {})).session.id,
        tokenId: (await created('/token', { sourceOfFunds })).token,
      }
      for (const operation of inOrder) {
        const { merchantId: merchant, ids: example, body } = exampleFor(operation.name, version)
        const ids = Object.fromEntries(
          Object.entries(example).map(([id, value]) => {
            const isNew = /^(order|threeDSecure)Id$/.test(id)
            return [id, isNew ? prefix + value : merchant === merchantId ? (ours[id] ?? value) : value]
          }),
        )
        const path = apiPath(
          operation.route.path.replace(/:(\w+)/g, (_, id: string) => ids[id] ?? ''),
          { version, merchant },
        )
        const [method = 'GET'] = operation.route.methods
        const credentials = { login: `merchant.${merchant}:${testPassword}` }
        const sendJson = () => inject(gateway.server, { method, path, ...(body && { body }), ...credentials })
        await sendJson()
        // What was executed is answered again, from what is stored.
        const json = await sendJson()
        const names = await nameValueSender(gateway.server, merchant)(operation, ids, body, { version })
        assert.equal(names.status, json.status, `${operation.name}: ${json.text} ${names.text}`)
        const expected = comparable(pairsOfJson(json.text))
        assert.deepEqual(comparable(Object.entries(names.names)), expected, operation.name)
      }
    })
})

function comparable(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs
      .filter(([name]) => !ofTheFeed.test(name))
      .map(([name, value]): [string, string] => [name, ofTheCall.test(name) ? 'chosen' : shortest(value)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function shortest(text: string): string {
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? normaliseDecimal(text) : text
}
