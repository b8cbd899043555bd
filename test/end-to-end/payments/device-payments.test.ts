// Payments with what a wallet has encrypted for the merchant's key.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { deleteExpiredSessions } from '../../../src/checkout/jobs/delete-expired-sessions.ts'
import type { CardInstrument, Instrument } from '../../../src/kernel/instrument.ts'
import type { AcquirerRequest } from '../../../src/payments/ports/acquirer.ts'
import { appleContent, makeKey } from '../../support/builders/apple-pay.ts'
import { googleContent } from '../../support/builders/google-pay.ts'
import { spellingsOf, tablesOf } from '../../support/checks/canary-search.ts'
import { answerBank, authenticateBody, formIn, initiateBody } from '../../support/clients/access-control.ts'
import { type ApiResponse, cardSource, newOrderId, payBody, verifyBody } from '../../support/clients/client.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { openStoredValues, type StoredValues } from '../../support/clients/stored-values.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { deviceSource, openWalletWorld, type WalletWorld } from '../../support/fixtures/wallet-world.ts'
import { databaseUrl } from '../../support/gateway/database.ts'

let world: WalletWorld
let shop: Shop
let values: StoredValues
const asked: AcquirerRequest[] = []
before(async () => {
  world = await openWalletWorld()
  const merchant = await world.board()
  shop = openShop(world.gateway, merchant)
  values = openStoredValues(world.gateway, merchant)
  const acquirer = world.gateway.dependencies.acquirers.of({ adapter: 'simulator' } as never) as {
    ask: (request: AcquirerRequest, terms: unknown) => unknown
  }
  const { ask } = acquirer
  acquirer.ask = (request, terms) => {
    asked.push(request)
    return ask(request, terms)
  }
})
after(() => world.close())

const field = 'sourceOfFunds.provided.card.devicePayment.paymentToken'
const panOnly = { authMethod: 'PAN_ONLY', cryptogram: undefined, eciIndicator: undefined }
const usd = { amount: '10.00', currency: 'USD' }
const paying = (paymentToken: string, differences: object = {}) =>
  payBody({ order: usd, sourceOfFunds: deviceSource(paymentToken), ...differences })
const explanation = ({ body }: ApiResponse): string => body.error?.explanation ?? assert.fail('no explanation')

/** What the acquirer was asked to charge last. */
function cardAsked(): CardInstrument {
  const { instrument } = asked.at(-1) as { readonly instrument?: Instrument }
  return instrument?.kind === 'CARD' ? instrument : assert.fail('no card')
}

describe('an encrypted device payment', () => {
  for (const wallet of ['apple', 'google'] as const)
    it(`of ${wallet} pays, authorizes and verifies with the number, expiry, cryptogram and indicator in it`, async () => {
      const bodies = {
        PAY: () => paying(world[wallet]()),
        AUTHORIZE: () => paying(world[wallet](), { apiOperation: 'AUTHORIZE' }),
        VERIFY: () => verifyBody({ sourceOfFunds: deviceSource(world[wallet]()) }),
      }
      for (const [kind, body] of Object.entries(bodies)) {
        const response = await shop.put(body())
        assert.deepEqual(outcome(response).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], `${kind} ${response.text}`)
        const { card } = response.body.sourceOfFunds.provided
        assert.deepEqual([card.number, card.expiry], ['512345xxxxxx0008', { month: '1', year: '39' }])
        const { number, devicePayment } = cardAsked()
        const { eciIndicator, onlinePaymentCryptogram } =
          devicePayment?.threeDSecure ?? assert.fail('no device payment')
        assert.equal(number.open(), '5123450000000008')
        assert.equal(eciIndicator, wallet === 'apple' ? '5' : '02')
        assert.match(onlinePaymentCryptogram?.open() ?? '', /^Canary\/(apple|google)\+cryptogram/)
        assert.deepEqual(Object.keys(devicePayment ?? {}), ['cryptogramFormat', 'threeDSecure'])
      }
    })

  it('of a card that is not on a device gives its number, which is no number of a device', async () => {
    const orderId = newOrderId()
    await shop.put(paying(world.google({ content: googleContent({ details: panOnly }) })), { orderId })
    assert.equal(cardAsked().devicePayment, undefined)
  })

  it('counts as authentication of the payer where the merchant profile requires one', async () => {
    const careful = openShop(world.gateway, await world.board({ payerAuthentication: 'REQUIRED' }))
    assert.equal((await careful.put(paying(world.apple()))).body.result, 'SUCCESS')
    const response = await careful.put(paying(world.google({ content: googleContent({ details: panOnly }) })))
    assert.equal(response.body.result, 'FAILURE', response.text)
  })

  it('is opened for payer authentication, which does not use it up: the payment that follows contains it, too', async () => {
    const sourceOfFunds = deviceSource(world.google({ content: googleContent({ details: panOnly }) }))
    const [orderId, transactionId] = [newOrderId(), 'auth']
    const initiated = await shop.put(initiateBody({ sourceOfFunds }), { orderId, transactionId })
    assert.equal(initiated.body.transaction.authenticationStatus, 'AUTHENTICATION_AVAILABLE', initiated.text)
    assert.equal(initiated.body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    const authenticated = await shop.put(authenticateBody({ order: usd, sourceOfFunds }), { orderId, transactionId })
    assert.equal(authenticated.body.transaction.authenticationStatus, 'AUTHENTICATION_PENDING', authenticated.text)
    await answerBank(formIn(authenticated.body.authentication.redirectHtml), { result: 'Y' })
    const paid = await shop.put(payBody({ order: usd, sourceOfFunds, authentication: { transactionId } }), { orderId })
    assert.deepEqual(outcome(paid).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], paid.text)
    assert.deepEqual(
      refusal(await shop.put(paying(sourceOfFunds.provided.card.devicePayment.paymentToken))),
      refusalOf(field),
    )
  })

  it('a payload for another amount, or an altered one, authenticates no payer', async () => {
    const content = appleContent({ transactionAmount: 2000 })
    for (const sourceOfFunds of [deviceSource(world.apple({ content })), deviceSource('{"version":"EC_v1"}')]) {
      const response = await shop.put(initiateBody({ order: usd, sourceOfFunds }), { transactionId: 'auth' })
      assert.deepEqual(refusal(response), refusalOf(field), response.text)
    }
  })

  it('authenticates a payer whose device has put it into a session', async () => {
    const sessions = openSessions(world.gateway, shop.merchant)
    const id = await sessions.open()
    await sessions.updateFromDevice(id, { sourceOfFunds: deviceSource(world.apple()) })
    const { sourceOfFunds: _, ...body } = initiateBody({ session: { id } }) as { sourceOfFunds?: object }
    const initiated = await shop.put(body, { transactionId: 'auth' })
    assert.equal(initiated.body.transaction.authenticationStatus, 'AUTHENTICATION_AVAILABLE', initiated.text)
  })

  it('that the merchant has opened itself pays with its number and cryptogram, from version 50 on', async () => {
    const threeDSecure = { eciIndicator: '7', onlinePaymentCryptogram: 'Canary/clear+cryptogram==' }
    const devicePayment = { '3DSecure': threeDSecure, cryptogramFormat: '3DSECURE' }
    const sourceOfFunds = cardSource({ devicePayment })
    for (const version of [50, 100]) {
      const response = await shop.put(payBody({ order: usd, sourceOfFunds }), { version })
      assert.deepEqual(outcome(response).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], response.text)
      assert.doesNotMatch(response.text, /Canary/)
      assert.equal(
        cardAsked().devicePayment?.threeDSecure?.onlinePaymentCryptogram?.open(),
        'Canary/clear+cryptogram==',
      )
    }
    const old = await shop.put(payBody({ order: usd, sourceOfFunds }), { version: 49 })
    assert.equal(old.status, 400, old.text)
    const both = deviceSource(world.apple())
    both.provided.card.devicePayment = { ...both.provided.card.devicePayment, ...devicePayment }
    assert.deepEqual(refusal(await shop.put(payBody({ order: usd, sourceOfFunds: both }))), refusalOf(field))
  })

  it("comes from a payer's device through a session", async () => {
    const sessions = openSessions(world.gateway, shop.merchant)
    const id = await sessions.open()
    const filled = await sessions.updateFromDevice(id, { sourceOfFunds: deviceSource(world.apple()) })
    assert.equal(filled.status, 200, filled.text)
    const orderId = newOrderId()
    const body = { apiOperation: 'PAY', order: usd, session: { id } }
    const paid = await shop.put(body, { orderId })
    assert.deepEqual(outcome(paid).slice(0, 3), [201, 'SUCCESS', 'APPROVED'], paid.text)
    const again = await shop.put(body, { orderId })
    assert.deepEqual([again.status, again.body.transaction.id], [200, '1'])
    const other = await shop.put(body, { orderId: newOrderId() })
    assert.deepEqual(refusal(other), refusalOf('sourceOfFunds.provided.card.number', 'MISSING'))
  })

  it('is stored under a token, as the number of a device', async () => {
    const payload = world.google()
    const saved = await values.ask('POST', '/token', { sourceOfFunds: deviceSource(payload) })
    assert.equal(saved.body.result, 'SUCCESS', saved.text)
    assert.equal(saved.body.sourceOfFunds.provided.card.number, '512345xxxxxx0008')
    const [row] = await world.gateway.query<{ details: { isDeviceNumber?: boolean } }>(
      'select details from tokens where token = $1',
      [saved.body.token],
    )
    assert.equal(row?.details.isDeviceNumber, true)
    for (const response of [
      await values.ask('POST', '/token', { sourceOfFunds: deviceSource(payload) }),
      await shop.put(paying(payload)),
    ])
      assert.deepEqual(refusal(response), refusalOf(field))
    // Under the id in the path a repeat is the same request.
    const renewal = { sourceOfFunds: deviceSource(world.apple()), transaction: { currency: 'USD' } }
    for (let time = 0; time < 2; time += 1) {
      const renewed = await values.ask('PUT', `/token/${saved.body.token}`, renewal)
      assert.deepEqual([renewed.status, renewed.body.result], [200, 'SUCCESS'], renewed.text)
    }
    const euros = { sourceOfFunds: deviceSource(world.apple()), transaction: { currency: 'EUR' } }
    assert.deepEqual(refusal(await values.ask('PUT', `/token/${saved.body.token}`, euros)), refusalOf(field))
  })
})

describe('a payload', () => {
  it('pays once: the same request gets its first answer, any other is refused, also at the same time', async () => {
    const payload = world.apple()
    const orderId = newOrderId()
    const first = await shop.put(paying(payload), { orderId })
    assert.equal(first.status, 201, first.text)
    const repeat = await shop.put(paying(payload), { orderId })
    assert.deepEqual([repeat.status, repeat.body.transaction.id], [200, '1'], repeat.text)
    const other = await shop.put(paying(payload))
    assert.deepEqual(refusal(other), refusalOf(field))
    assert.match(explanation(other), /already been used/)

    const [contended, orders] = [world.google(), Array.from({ length: 6 }, newOrderId)]
    const responses = await Promise.all(orders.map((id) => shop.put(paying(contended), { orderId: id })))
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 400, 400, 400, 400, 400])
    const lines = await Promise.all(orders.map((id) => booksOf(world.gateway, id)))
    assert.equal(lines.flat().length, 1)
  })

  it('that has expired still gets its first answer again', async () => {
    const orderId = newOrderId()
    const signedAt = new Date()
    await shop.put(paying(world.apple({ signedAt })), { orderId })
    const old = new Date(signedAt.getTime() - 600_000)
    const repeat = await shop.put(paying(world.apple({ signedAt: old })), { orderId })
    assert.deepEqual([repeat.status, repeat.body.transaction.id], [200, '1'], repeat.text)
  })

  it('that a declined payment used is used up', async () => {
    const payload = world.apple({ content: appleContent({ applicationExpirationDate: '390531' }) })
    const orderId = newOrderId()
    assert.equal((await shop.put(paying(payload), { orderId })).body.response.gatewayCode, 'DECLINED')
    const second = await shop.put(paying(payload), { orderId, transactionId: '2' })
    assert.deepEqual(refusal(second), refusalOf(field))
  })

  it('is remembered until it has expired for every process', async () => {
    await shop.put(paying(world.apple()))
    const count = async () => (await world.gateway.query('select from wallet_payloads')).length
    const before = await count()
    await world.gateway.query(`update wallet_payloads set expires_at = now() - interval '1 minute'`)
    await deleteExpiredSessions(world.gateway.dependencies)
    assert.equal(await count(), before)
    await world.gateway.query(`update wallet_payloads set expires_at = now() - interval '1 hour'`)
    await deleteExpiredSessions(world.gateway.dependencies)
    assert.equal(await count(), 0)
  })

  const refusals: readonly (readonly [what: string, explanation: RegExp, payload: () => string])[] = [
    ['of no wallet', /not a complete payload/, () => 'sealed'],
    ['for another key', /another key/, () => world.apple({ key: makeKey() })],
    [
      'that was altered',
      /Apple Pay: Its signature does not verify/,
      () => world.apple().replace('"data":"', '"data":"AA'),
    ],
    ['that has expired', /expired/, () => world.apple({ signedAt: new Date(Date.now() - 600_000) })],
    ['for another amount', /another amount/, () => world.apple({ content: appleContent({ transactionAmount: 999 }) })],
    ['in another currency', /another currency/, () => world.apple({ content: appleContent({ currencyCode: '978' }) })],
    ['for another merchant', /not for this merchant/, () => world.google({ recipient: 'merchant:1' })],
  ]
  for (const [what, why, payload] of refusals)
    it(`${what} is refused, and no acquirer is called`, async () => {
      const count = asked.length
      const response = await shop.put(paying(payload()))
      assert.deepEqual(refusal(response), refusalOf(field))
      assert.match(explanation(response), why)
      assert.equal(asked.length, count)
    })

  it('of a merchant without a key is refused with that reason, beside a card number with another', async () => {
    const { id } = await boardMerchant(world.gateway)
    const response = await openShop(world.gateway, id).put(paying(world.google()))
    assert.deepEqual(refusal(response), refusalOf(field))
    assert.match(explanation(response), /Google Pay: The gateway has no key of the merchant/)
    const number = '5123450000000008'
    const both = await shop.put(payBody({ order: usd, sourceOfFunds: deviceSource(world.apple(), { number }) }))
    assert.deepEqual(refusal(both), refusalOf(field))
    assert.match(explanation(both), /must not be combined/)
  })

  it('is stored nowhere: no table, log line or response contains any of it', async () => {
    const transactionId = Buffer.from('wallet-canary-transaction-id-001')
    const content = appleContent({ applicationPrimaryAccountNumber: '5555555555554444' })
    const payload = world.apple({ transactionId, content })
    const response = await shop.put(paying(payload))
    assert.equal(response.status, 201, response.text)
    const { data, header } = JSON.parse(payload) as { data: string; header: { ephemeralPublicKey: string } }
    const secrets = [
      ...['5555555555554444', 'Canary/apple+cryptogram/AAAA='].flatMap(spellingsOf),
      ...['Canary/google+cryptogram/AAA=', 'wallet-canary-transaction-id-001'].flatMap(spellingsOf),
      data.slice(10, 60),
      header.ephemeralPublicKey.slice(-40),
    ]
    const { copies } = await tablesOf({ connectionString: databaseUrl(world.gateway.database) })
    const shown = [...world.gateway.logLines, response.text].join('\n')
    for (const text of secrets) {
      for (const { where, bytes } of copies) assert.ok(!bytes.includes(text), `${text} in ${where}`)
      assert.ok(!shown.includes(text), text)
    }
  })
})
