// Payer authentication on a page, without a browser: the rare orders of events, processes that die in between, and who is asked
// at all.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerBank, formIn, post } from '../../support/clients/access-control.ts'
import type { ApiResponse } from '../../support/clients/client.ts'
import {
  card,
  type NewCheckout,
  newCheckout,
  notEnrolledCard,
  openPayer,
  redirectOf,
  wayFrom,
} from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { booksOf, openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

type Differences = NonNullable<Parameters<typeof newCheckout>[1]>

const asked = (differences: Differences = {}) =>
  newCheckout(gateway, { ...differences, interaction: { action: undefined, ...differences.interaction } })

const indicatorOf = (response: ApiResponse) => redirectOf(response)[1]['resultIndicator']
const isChallenge = ({ status, text }: ApiResponse) => status === 200 && text.includes('name="challenge"')
const isWait = ({ status, text }: ApiResponse) => status === 200 && text.includes('wait.js')

async function transactionsOf({ orderId }: NewCheckout, merchant?: string): Promise<readonly string[]> {
  const { body } = await openShop(gateway, merchant).order(orderId)
  const transactions: readonly { transaction: { id: string }; response: { gatewayCode: string } }[] =
    body.transaction ?? []
  return transactions.map(({ transaction, response }) => `${transaction.id} ${response.gatewayCode}`)
}

/** Posts the form and comes to the bank's question; returns the page with it. */
async function untilAsked(checkout: NewCheckout): Promise<ApiResponse> {
  const payer = openPayer(gateway, checkout.sessionId)
  const response = await payer.pay()
  assert.equal(wayFrom(response), payer.path, response.text)
  const page = await payer.open()
  assert.ok(isChallenge(page), page.text)
  return page
}

/** Answers the bank, and returns to where the gateway's page would be notified; the page itself is not loaded. */
async function answerOn(page: ApiResponse, result = 'Y'): Promise<void> {
  const back = await answerBank(formIn(page.text), { result })
  const wayBack = formIn((await post(back.action, back.fields)).text)
  assert.equal(new URL(wayBack.action).pathname, '/checkout/challenged')
  assert.deepEqual(Object.keys(wayBack.fields).toSorted(), [
    'order.id',
    'response.gatewayRecommendation',
    'result',
    'transaction.id',
  ])
  assert.equal((await post(wayBack.action, wayBack.fields)).status, 200)
}

async function rowOf({ sessionId }: NewCheckout, change: string, values: readonly unknown[] = []): Promise<void> {
  const hashes = gateway.dependencies.vault.lookupHashes('SESSION', sessionId).map(({ hash }) => hash)
  await gateway.query(
    `update checkouts set ${change}, revision = revision + 1 where session_hash = any($${values.length + 1})`,
    [...values, hashes],
  )
}

describe('a payer with a challenge', () => {
  it('gets one challenge for a form that was sent twice, also by two gateways', async () => {
    const second = await startGateway({}, gateway.database)
    try {
      const checkout = await asked()
      const payers = [gateway, gateway, second].map((each) => openPayer(each, checkout.sessionId))
      for (const response of await Promise.all(payers.map((payer) => payer.pay())))
        assert.match(wayFrom(response) ?? '', /^\/checkout\/pay\//)
      assert.deepEqual(await transactionsOf(checkout), ['authentication-1 PENDING'])
    } finally {
      await second.stop()
    }
  })

  it('pays once, however many requests find the answered challenge', async () => {
    const checkout = await asked({ order: { reference: 'SIM-SLOW-500' } })
    const page = await untilAsked(checkout)
    await answerOn(page)
    const payer = openPayer(gateway, checkout.sessionId)
    const responses = await Promise.all([payer.open(), payer.open(), payer.pay(), payer.open()])
    for (const response of responses)
      assert.ok(isWait(response) || indicatorOf(response) === checkout.successIndicator, response.text)
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
    assert.deepEqual(await transactionsOf(checkout), ['authentication-1 APPROVED', '1 APPROVED'])
    assert.equal((await booksOf(gateway, checkout.orderId)).length, 1)
  })

  it('has paid when another process finds the bank’s answer: the process that asked is gone', async () => {
    const checkout = await asked()
    await answerOn(await untilAsked(checkout))
    const second = await startGateway({}, gateway.database)
    try {
      assert.equal(indicatorOf(await openPayer(second, checkout.sessionId).open()), checkout.successIndicator)
    } finally {
      await second.stop()
    }
  })

  it('types the card again when the process died before it asked the bank, after a safe wait', async () => {
    const checkout = await asked()
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.open()
    const left = `state = 'AUTHENTICATING', attempts = 1, transaction_id = 'authentication-1',
      paying_since = now() - $1::interval`
    await rowOf(checkout, left, ['1 second'])
    assert.ok(isWait(await payer.open()))
    await rowOf(checkout, left, ['10 minutes'])
    assert.match((await payer.open()).text, /name="attempt" value="1"/)
    await answerOn(await untilAsked(checkout))
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
  })

  it('types the card again when the process died before it paid, and pays once', async () => {
    const checkout = await asked()
    await answerOn(await untilAsked(checkout))
    await rowOf(checkout, "state = 'PAYING', transaction_id = '1', paying_since = now() - interval '10 minutes'")
    const payer = openPayer(gateway, checkout.sessionId)
    assert.match((await payer.open()).text, /name="attempt" value="1"/)
    await answerOn(await untilAsked(checkout))
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
    assert.equal((await booksOf(gateway, checkout.orderId)).length, 1)
  })

  it('has taken too long: the page has ended, and a late answer pays nothing', async () => {
    const checkout = await asked({ interaction: { timeoutUrl: 'https://shop.example/late' } })
    const page = await untilAsked(checkout)
    await rowOf(checkout, "expires_at = now() - interval '1 second'")
    const payer = openPayer(gateway, checkout.sessionId)
    assert.equal((await payer.open()).status, 410)
    assert.equal(wayFrom(await payer.timeout()), 'https://shop.example/late')
    await answerOn(page)
    assert.equal((await payer.open()).status, 410)
    assert.deepEqual(await booksOf(gateway, checkout.orderId), [])
  })

  it('is not charged on another card that was put into the session meanwhile', async () => {
    const checkout = await asked()
    await answerOn(await untilAsked(checkout))
    const number = '4508750015741019'
    await openSessions(gateway).update(checkout.sessionId, {
      sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: { month: '1', year: '39' } } } },
    })
    const payer = openPayer(gateway, checkout.sessionId)
    const response = await payer.open()
    assert.equal(response.status, 422)
    assert.match(response.text, /This type of card is not accepted here/)
    assert.deepEqual(await booksOf(gateway, checkout.orderId), [])
  })

  it('may fail as often as the page allows attempts, and no more', async () => {
    const checkout = await asked({ interaction: { retryAttemptCount: 2 } })
    const payer = openPayer(gateway, checkout.sessionId)
    await answerOn(await untilAsked(checkout), 'N')
    assert.match((await payer.open()).text, /name="attempt" value="2"/)
    await payer.pay({ attempt: '2' })
    await answerOn(await payer.open(), 'N')
    const end = indicatorOf(await payer.open())
    assert.match(end ?? '', /^[0-9a-f]{16}$/)
    assert.notEqual(end, checkout.successIndicator)
    assert.deepEqual(await booksOf(gateway, checkout.orderId), [])
  })

  it('leaves no security code behind when the payment is made', async () => {
    const checkout = await asked()
    await answerOn(await untilAsked(checkout))
    const hashes = gateway.dependencies.vault.lookupHashes('SESSION', checkout.sessionId).map(({ hash }) => hash)
    const codes = () => gateway.query('select 1 from session_codes where session_hash = any($1)', [hashes])
    assert.equal((await codes()).length, 1)
    await openPayer(gateway, checkout.sessionId).open()
    assert.deepEqual(await codes(), [])
  })

  it('types a billing address that is not mixed with the shop’s', async () => {
    const checkout = await asked({
      interaction: { displayControl: { billingAddress: 'OPTIONAL' } },
      billing: { address: { street: '1 Shop Road', street2: 'Flat 9', city: 'Oldtown', country: 'GBR' } },
    })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay({ billingStreet: '2 Typed Road', billingCity: 'Newtown', billingCountry: 'DEU' })
    await answerOn(await payer.open())
    assert.equal(indicatorOf(await payer.open()), checkout.successIndicator)
    const { body } = await openShop(gateway).transaction(checkout.orderId, '1')
    assert.deepEqual(body.billing.address, { street: '2 Typed Road', city: 'Newtown', country: 'DEU' })
  })
})

describe('whether the payer is authenticated', () => {
  const bypass = { '3DSecure': 'BYPASS' }
  const mandatory = { '3DSecure': 'MANDATORY' }
  const rows = [
    ['BY_MERCHANT', undefined, false],
    ['BY_MERCHANT', mandatory, true],
    ['ON_PAGES', undefined, true],
    ['ON_PAGES', bypass, false],
    ['REQUIRED', bypass, true],
  ] as const
  for (const [payerAuthentication, action, isAsked] of rows) {
    it(`${payerAuthentication}, ${action?.['3DSecure'] ?? 'the page says nothing'}: ${isAsked ? 'yes' : 'no'}`, async () => {
      const { id: merchant } = await boardMerchant(gateway, { profile: { payerAuthentication } })
      const { sessionId, successIndicator } = await newCheckout(gateway, { merchant, interaction: { action } })
      const payer = openPayer(gateway, sessionId)
      const response = await payer.pay()
      if (isAsked) assert.ok(isChallenge(await payer.open()))
      else assert.equal(indicatorOf(response), successIndicator)
    })
  }

  it('does not depend on the policy for a card that is not enrolled, unless the operator requires it', async () => {
    const checkout = await asked()
    const paid = await openPayer(gateway, checkout.sessionId).pay(notEnrolledCard)
    assert.equal(indicatorOf(paid), checkout.successIndicator)
    const { id: merchant } = await boardMerchant(gateway, { profile: { payerAuthentication: 'REQUIRED' } })
    const insisted = await newCheckout(gateway, { merchant })
    const refused = await openPayer(gateway, insisted.sessionId).pay(notEnrolledCard)
    assert.match(refused.text, /Your bank could not confirm your identity/)
    assert.deepEqual(await transactionsOf(insisted, merchant), [
      'authentication-1 DECLINED',
      '1 NOT_ENROLLED_3D_SECURE',
    ])
  })

  for (const [operation, status] of [
    ['AUTHORIZE', 'AUTHORIZED'],
    ['VERIFY', 'VERIFIED'],
  ] as const) {
    it(`is the same for ${operation}`, async () => {
      const checkout = await asked({ interaction: { operation } })
      await answerOn(await untilAsked(checkout))
      assert.equal(indicatorOf(await openPayer(gateway, checkout.sessionId).open()), checkout.successIndicator)
      assert.equal((await openShop(gateway).order(checkout.orderId)).body.status, status)
    })
  }

  it('is the same for sessions of older versions', async () => {
    for (const version of [28, 51, 60]) {
      const checkout = await asked({ version })
      await answerOn(await untilAsked(checkout))
      assert.equal(indicatorOf(await openPayer(gateway, checkout.sessionId).open()), checkout.successIndicator)
    }
  })

  it('is never when the card is only stored', async () => {
    const checkout = await asked({ interaction: { operation: 'NONE' } })
    const response = await openPayer(gateway, checkout.sessionId).pay(card)
    assert.equal(indicatorOf(response), checkout.successIndicator)
    assert.deepEqual(await transactionsOf(checkout), [])
  })
})
