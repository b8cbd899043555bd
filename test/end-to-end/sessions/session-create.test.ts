// Creating sessions: empty ones, and those for hosted pages.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createCheckoutSession } from '../../../src/checkout/contract/create-checkout-session.ts'
import { createPaymentPageSession } from '../../../src/checkout/contract/create-payment-page-session.ts'
import { initiateCheckout } from '../../../src/checkout/contract/initiate-checkout.ts'
import { type JsonObject, parseJson } from '../../../src/contract/json/json.ts'
import { type Contract, compile, contractFor, type Operation } from '../../../src/contract/operation.ts'
import { isRejection } from '../../../src/kernel/rejection.ts'
import { storableRequest } from '../../../src/payments/masking/storable-request.ts'
import { retrieveSession } from '../../../src/sessions/contract/retrieve-session.ts'
import { fullBody } from '../../support/builders/bodies.ts'
import { leavesOf } from '../../support/checks/canary-search.ts'
import type { Body } from '../../support/clients/client.ts'
import { openSessions, type Sessions } from '../../support/clients/sessions.ts'
import { refusal, refusalOf } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let sessions: Sessions
before(async () => {
  gateway = await sharedGateway()
  sessions = openSessions(gateway)
})

const idPattern = /^SESSION[0-9A-Z]{28}$/
const versionPattern = /^[0-9a-f]{8}01$/

describe('an empty session', () => {
  for (const version of [15, 30, 49]) {
    it(`is made in version ${version}, with a body or without, and has no key`, async () => {
      for (const body of [undefined, {}, { correlationId: 'c' }]) {
        const { status, body: response, text } = await sessions.create(body, version)
        assert.equal(status, 201, text)
        const { session, ...others } = response
        assert.deepEqual(others, { merchant: 'TESTMERCHANT', result: 'SUCCESS', ...body })
        assert.deepEqual(Object.keys(session).toSorted(), ['id', 'updateStatus', 'version'])
        assert.match(session.id, idPattern)
        assert.match(session.version, versionPattern)
        assert.equal(session.updateStatus, 'NO_UPDATE')
      }
    })
  }

  for (const version of [50, 100]) {
    it(`is made in version ${version} with a key and a limit`, async () => {
      const { status, body } = await sessions.create(undefined, version)
      assert.equal(status, 201)
      const { aes256Key, id, ...others } = body.session
      assert.match(id, idPattern)
      assert.equal(Buffer.from(aes256Key, 'base64').length, 32)
      assert.equal(aes256Key.length, 44)
      assert.equal(others.authenticationLimit, 25)
      for (const authenticationLimit of [0, 1, 9999, '25']) {
        const limited = await sessions.create({ session: { authenticationLimit } }, version)
        assert.deepEqual([limited.status, limited.body.session.authenticationLimit], [201, Number(authenticationLimit)])
        const { body: read } = await sessions.retrieve(limited.body.session.id, version)
        assert.deepEqual([read.result, read.session.authenticationLimit], ['SUCCESS', Number(authenticationLimit)])
      }
      for (const authenticationLimit of [-1, 10_000])
        assert.deepEqual(
          refusal(await sessions.create({ session: { authenticationLimit } }, version)),
          refusalOf('session.authenticationLimit'),
        )
    })
  }

  it('is a new one every time, and returns its key only once', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => sessions.create()))
    const of = (name: string) => new Set(made.map(({ body }) => body.session[name])).size
    assert.deepEqual([of('id'), of('aes256Key')], [50, 50])
    const { session } = made[0]?.body ?? assert.fail()
    const read = await sessions.retrieve(session.id)
    assert.equal(read.status, 200)
    const { aes256Key, ...others } = session
    assert.deepEqual(read.body, { merchant: 'TESTMERCHANT', result: 'SUCCESS', session: others, version: '100' })
    assert.ok(!read.text.includes(aes256Key))
  })

  it('belongs to its merchant only, whatever others know', async () => {
    const id = await sessions.open()
    const other = openSessions(gateway, 'TESTSUPPLIED')
    for (const response of [await other.retrieve(id), await other.update(id, { order: { id: 'O1' } })]) {
      assert.deepEqual(refusal(response), [400, 'INVALID_REQUEST', undefined, undefined])
      assert.equal(response.body.error.explanation, 'There is no session with this id.')
    }
    assert.equal((await sessions.retrieve(id)).body.session.updateStatus, 'NO_UPDATE')
  })

  it('is stored by a hash of its id, which is not stored', async () => {
    const { body } = await sessions.create()
    const { id, aes256Key } = body.session
    const rows = await gateway.query<object>('select to_jsonb(s)::text as text from sessions s')
    const text = JSON.stringify(rows) + gateway.logLines.join('\n')
    for (const secret of [id, aes256Key, Buffer.from(id).toString('hex'), Buffer.from(aes256Key).toString('hex')])
      assert.ok(!text.includes(secret))
  })
})

const pages: readonly { readonly operation: Operation; readonly version: number; readonly traits: object }[] = [
  { operation: createPaymentPageSession, version: 26, traits: {} },
  { operation: createPaymentPageSession, version: 100, traits: {} },
  { operation: createCheckoutSession, version: 32, traits: {} },
  { operation: createCheckoutSession, version: 50, traits: {} },
  { operation: createCheckoutSession, version: 62, traits: {} },
  { operation: initiateCheckout, version: 63, traits: { checkoutMode: 'PAYMENT_LINK' } },
  { operation: initiateCheckout, version: 100, traits: { checkoutMode: 'PAYMENT_LINK' } },
]

/** Every field there is, made to agree with the rules across fields. */
function fullRequest({ request }: Contract): Body {
  const body: Body = JSON.parse(fullBody(request))
  body.order.amount = '0'
  if (body.agreement) body.agreement.type = 'UNSCHEDULED'
  // A link has no saved cards, which are one payer's.
  if (body.checkoutMode === 'PAYMENT_LINK') delete body.interaction.savedCard
  if (body.accountFunding) body.order.purchaseType = 'ACCOUNT_FUNDING'
  return body
}

describe('a session for a page', () => {
  for (const { operation, version, traits } of pages) {
    it(`of ${operation.name} in version ${version} holds every field, and every version shows its own`, async () => {
      const contract = contractFor(operation, version)
      const request = fullRequest(contract)
      const response = await sessions.create(request, version)
      assert.equal(response.status, 201, response.text)
      const { session, successIndicator, ...others } = response.body
      assert.match(successIndicator, /^[0-9a-f]{16}$/)
      assert.deepEqual([session.updateStatus, Object.keys(session).length], ['SUCCESS', 3])
      assert.match(session.id, idPattern)
      assert.match(session.version, versionPattern)
      const { correlationId } = request
      assert.deepEqual(others, { correlationId, merchant: 'TESTMERCHANT', result: 'SUCCESS', ...traits })

      const canonical = compile(contract).read(parseJson(JSON.stringify(request)) as JsonObject)
      assert.ok(!isRejection(canonical))
      const shown = {
        ...storableRequest(canonical),
        merchant: 'TESTMERCHANT',
        result: 'SUCCESS',
        session: { ...session, authenticationLimit: 25 },
      }
      for (const read of [15, 30, 50, 63, 100]) {
        const expected = JSON.parse(
          compile(contractFor(retrieveSession, read)).write({ ...shown, version: String(read) }),
        )
        const { body, status } = await sessions.retrieve(session.id, read)
        assert.equal(status, 200)
        assert.deepEqual(body, expected)
        assert.ok([...leavesOf(body)].length > 300, 'it is a whole order')
      }
    })
  }

  it('returns the checkout mode from version 63 on, the website by default', async () => {
    const order = { amount: '10', currency: 'USD', id: 'O1' }
    const least = { apiOperation: 'INITIATE_CHECKOUT', interaction: { operation: 'PURCHASE' }, order }
    for (const version of [63, 100]) {
      assert.equal((await sessions.create(least, version)).body.checkoutMode, 'WEBSITE')
      const link = await sessions.create({ ...least, checkoutMode: 'PAYMENT_LINK' }, version)
      assert.equal(link.body.checkoutMode, 'PAYMENT_LINK')
    }
    const older = await sessions.create({ apiOperation: 'CREATE_CHECKOUT_SESSION', order }, 50)
    assert.deepEqual([older.status, older.body.checkoutMode], [201, undefined])
  })

  it('has a success indicator that is not in the database', async () => {
    const order = { amount: '10', currency: 'USD', id: 'O1' }
    const made = await Promise.all(
      Array.from({ length: 10 }, () => sessions.create({ apiOperation: 'CREATE_CHECKOUT_SESSION', order }, 50)),
    )
    const indicators = new Set(made.map(({ body }) => body.successIndicator as string))
    assert.equal(indicators.size, 10)
    const rows = JSON.stringify(await gateway.query('select to_jsonb(s)::text as text from sessions s'))
    for (const indicator of indicators) {
      assert.ok(!rows.includes(indicator))
      assert.ok(!rows.includes(Buffer.from(indicator).toString('hex')))
    }
  })

  it('is refused without the fields that its version needs, and nothing is stored', async () => {
    const before = await gateway.query('select from sessions')
    const order = { amount: '10', currency: 'USD' }
    for (const [apiOperation, version] of [
      ['CREATE_PAYMENT_PAGE_SESSION', 26],
      ['CREATE_CHECKOUT_SESSION', 32],
      ['INITIATE_CHECKOUT', 100],
    ] as const) {
      const interaction = version === 100 ? { interaction: { operation: 'PURCHASE' } } : {}
      const response = await sessions.create({ apiOperation, order, ...interaction }, version)
      assert.deepEqual(refusal(response), refusalOf('order.id', 'MISSING'))
    }
    assert.deepEqual(refusal(await sessions.create({ apiOperation: 'PAY' })), refusalOf('apiOperation'))
    assert.equal((await gateway.query('select from sessions')).length, before.length)
  })
})
