// Cards that the merchant has stored and lists for its payer: what the page offers, and what pays.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { answerBank, enrolled, formIn, post } from '../../support/clients/access-control.ts'
import { type Body, newOrderId } from '../../support/clients/client.ts'
import {
  card,
  type FormFields,
  type NewCheckout,
  newCheckout,
  openPayer,
  redirectOf,
} from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

const visa = '4508750015741019'
const mastercard = '5123450000000008'

/** No provider is offered beside the cards, and the payer is authenticated where a test says so. */
const profile = { verificationStrategy: 'NONE', payerAuthentication: 'BY_MERCHANT', providers: [] } as const

let gateway: TestGateway
let merchant: string
before(async () => {
  gateway = await sharedGateway()
  merchant = (await boardMerchant(gateway, { profile: { ...profile, velocityLimits: [] } })).id
})

const shop = () => openShop(gateway, merchant)

async function store(number: string, [month, year] = ['1', '39'], owner = merchant): Promise<string> {
  const provided = { card: { number, expiry: { month, year } } }
  const { body, status, text } = await openSessions(gateway, owner).send('/token', {
    method: 'POST',
    body: { sourceOfFunds: { type: 'CARD', provided } },
  })
  assert.ok(status === 200 || status === 201, text)
  return body.token
}

function offer(tokens: readonly string[], { interaction = {}, ...differences }: { interaction?: object } = {}) {
  const savedCard = tokens.map((token) => ({ token }))
  return newCheckout(gateway, { merchant, interaction: { savedCard, ...interaction }, ...differences })
}

/** What the page lets the payer choose, with what the script is told of a stored card. */
function choicesOn(page: string): readonly string[] {
  return [...page.matchAll(/<input type="(?:radio|hidden)" name="source" value="(\w+)"/g)].map(
    ([, value = '']) => value,
  )
}

const typedNothing: FormFields = Object.fromEntries(Object.keys(card).map((name) => [name, '']))

function payWith({ sessionId }: NewCheckout, fields: FormFields) {
  return openPayer(gateway, sessionId).pay({ ...typedNothing, ...fields })
}

async function transactionOf({ orderId }: NewCheckout, id = '1'): Promise<Body> {
  return (await shop().transaction(orderId, id)).body
}

describe('a payer whose cards the merchant has stored', () => {
  it('chooses one by brand, last digits and expiry, enters its security code, and never sees a token', async () => {
    const tokens = [await store(visa), await store(mastercard, ['5', '31'])]
    const checkout = await offer(tokens)
    const { text } = await openPayer(gateway, checkout.sessionId).open()
    assert.deepEqual(choicesOn(text), ['SAVED_1', 'SAVED_2', 'CARD'])
    for (const shown of ['Visa', '•••• 1019', '01/39', 'Mastercard', '•••• 0008', '05/31', 'Another card'])
      assert.ok(text.includes(shown), shown)
    for (const hidden of [...tokens, visa.slice(0, 6), mastercard.slice(0, 6)]) assert.ok(!text.includes(hidden))

    const paid = await payWith(checkout, { source: 'SAVED_1', securityCode: '100' })
    assert.equal(redirectOf(paid)[1]['resultIndicator'], checkout.successIndicator)
    const { sourceOfFunds, response } = await transactionOf(checkout)
    assert.equal(sourceOfFunds.token, tokens[0])
    assert.equal(sourceOfFunds.provided.card.number, '450875xxxxxx1019')
    assert.equal(response.cardSecurityCode.gatewayCode, 'MATCH')
  })

  it('pays with another card instead', async () => {
    const checkout = await offer([await store(visa)])
    redirectOf(await openPayer(gateway, checkout.sessionId).pay())
    const { sourceOfFunds } = await transactionOf(checkout)
    assert.deepEqual([sourceOfFunds.token, sourceOfFunds.provided.card.number], [undefined, '512345xxxxxx0008'])
  })

  it('has to enter the security code, of the length that the card has', async () => {
    const checkout = await offer([await store(visa)])
    for (const securityCode of ['', '1000']) {
      const { status, text } = await payWith(checkout, { source: 'SAVED_1', securityCode })
      assert.equal(status, 422)
      assert.match(text, /id="securityCode-fault">[^<]+</)
    }
    assert.equal((await shop().order(checkout.orderId)).status, 400)
  })

  it('keeps the choice after a decline, which counts as an attempt, and may choose another', async () => {
    const tokens = [await store(visa), await store(mastercard, ['5', '39'])]
    const checkout = await offer(tokens)
    const { text } = await payWith(checkout, { source: 'SAVED_2', securityCode: '100' })
    assert.match(text, /Attempts left: 4/)
    assert.match(text, /value="SAVED_2" checked/)
    assert.match((await openPayer(gateway, checkout.sessionId).open()).text, /value="SAVED_2" checked/)
    redirectOf(await payWith(checkout, { source: 'SAVED_1', securityCode: '100', attempt: '2' }))
    const [first, second] = [await transactionOf(checkout), await transactionOf(checkout, '2')]
    assert.deepEqual([first.sourceOfFunds.token, second.sourceOfFunds.token], [tokens[1], tokens[0]])
    assert.deepEqual([first.response.gatewayCode, second.response.gatewayCode], ['DECLINED', 'APPROVED'])
  })

  it('is offered neither a card that has expired, nor one that was deleted, is invalid, or is of another merchant', async () => {
    const stranger = (await boardMerchant(gateway, { profile: { verificationStrategy: 'NONE' } })).id
    const deleted = await store(mastercard)
    await openSessions(gateway, merchant).send(`/token/${deleted}`, { method: 'DELETE' })
    const good = await store(visa)
    const checkout = await offer([
      await store('5111111111111118', ['10', '26']),
      deleted,
      await store('4012000033330026', ['1', '39'], stranger),
      'nosuchtoken1',
      good,
      good,
    ])
    const page = openPayer(gateway, checkout.sessionId)
    assert.deepEqual(choicesOn((await page.open()).text), ['SAVED_5', 'CARD'])
    for (const source of ['SAVED_1', 'SAVED_2', 'SAVED_3', 'SAVED_4', 'SAVED_6', 'SAVED_99', `SAVED_${good}`]) {
      const { status, text } = await payWith(checkout, { source, securityCode: '100' })
      assert.equal(status, 422)
      assert.match(text, /href="#source"/)
    }
    assert.equal((await shop().order(checkout.orderId)).status, 400)
  })

  it('does not pay with a card that is deleted while the page is open, nor with another in its place', async () => {
    const tokens = [await store(visa), await store(mastercard)]
    const checkout = await offer(tokens)
    await openSessions(gateway, merchant).send(`/token/${tokens[0]}`, { method: 'DELETE' })
    const { status, text } = await payWith(checkout, { source: 'SAVED_1', securityCode: '100' })
    assert.equal(status, 422)
    assert.deepEqual(choicesOn(text), ['SAVED_2', 'CARD'])
    assert.equal((await shop().order(checkout.orderId)).status, 400)
  })

  it('is offered only cards of schemes that the merchant accepts', async () => {
    const visaOnly = { ...profile, schemes: ['VISA'] } as const
    const { id } = await boardMerchant(gateway, { profile: visaOnly, repository: { id: merchant } })
    const savedCard = [{ token: await store(mastercard) }, { token: await store(visa) }]
    const checkout = await newCheckout(gateway, { merchant: id, interaction: { savedCard } })
    assert.deepEqual(choicesOn((await openPayer(gateway, checkout.sessionId).open()).text), ['SAVED_2', 'CARD'])
  })

  it('stores the chosen card in the session where nothing is to be paid yet', async () => {
    const token = await store(visa)
    const checkout = await offer([token], { interaction: { operation: 'NONE' } })
    redirectOf(await payWith(checkout, { source: 'SAVED_1', securityCode: '100' }))
    const { body } = await openSessions(gateway, merchant).retrieve(checkout.sessionId)
    assert.equal(body.sourceOfFunds.token, token)
    const paid = await shop().put({
      apiOperation: 'PAY',
      session: { id: checkout.sessionId },
      order: { amount: '1', currency: 'USD' },
    })
    assert.equal(paid.body.sourceOfFunds.token, token)
  })

  it('is stopped by the velocity limits of the merchant as with a typed card', async () => {
    const velocityLimits = ['ACCOUNT:DECLINES:HOUR:1']
    const { id } = await boardMerchant(gateway, { profile: { ...profile, velocityLimits } })
    const savedCard = [{ token: await store(mastercard, ['5', '39'], id) }]
    const checkout = await newCheckout(gateway, { merchant: id, interaction: { savedCard } })
    await payWith(checkout, { source: 'SAVED_1', securityCode: '100' })
    await payWith(checkout, { source: 'SAVED_1', securityCode: '100', attempt: '2' })
    const { body } = await openShop(gateway, id).transaction(checkout.orderId, '2')
    assert.equal(body.response.gatewayCode, 'BLOCKED')
  })
})

describe('a payer who is authenticated for a stored card', () => {
  it('pays with it after the challenge, and may take another one after a refused challenge', async () => {
    const tokens = [await store(enrolled.visa), await store(mastercard)]
    const checkout = await offer(tokens, { interaction: { action: { '3DSecure': 'MANDATORY' } } })
    const payer = openPayer(gateway, checkout.sessionId)
    const answer = async (result: string) => {
      const back = await answerBank(formIn((await payer.open()).text), { result })
      const wayBack = formIn((await post(back.action, back.fields)).text)
      await post(wayBack.action, wayBack.fields)
    }
    await payWith(checkout, { source: 'SAVED_1', securityCode: '100' })
    await answer('N')
    const { text } = await payer.open()
    assert.deepEqual(choicesOn(text), ['SAVED_1', 'SAVED_2', 'CARD'])
    await payWith(checkout, { source: 'SAVED_2', securityCode: '100', attempt: '2' })
    await answer('Y')
    assert.equal(redirectOf(await payer.open())[1]['resultIndicator'], checkout.successIndicator)
    const { sourceOfFunds, response } = await transactionOf(checkout)
    assert.deepEqual([sourceOfFunds.token, response.cardSecurityCode.gatewayCode], [tokens[1], 'MATCH'])
  })
})

describe('the list of stored cards', () => {
  it('is shown to no device that has the session id, and cannot be changed by one', async () => {
    const token = await store(visa)
    const { sessionId } = await offer([token], { interaction: { operation: 'NONE' } })
    await payWith({ sessionId } as NewCheckout, { source: 'SAVED_1', securityCode: '100' })
    const sessions = openSessions(gateway, merchant)
    const seen = await sessions.updateFromDevice(sessionId, { customer: { firstName: 'Jane' } })
    assert.equal(seen.status, 200)
    assert.ok(!seen.text.includes(token))
    for (const body of [{ sourceOfFunds: { token } }, { interaction: { savedCard: [{ token }] } }])
      assert.equal((await sessions.updateFromDevice(sessionId, body)).status, 400)
  })

  it('is not accepted for a payment link', async () => {
    const { status, body } = await openSessions(gateway, merchant).create({
      apiOperation: 'INITIATE_CHECKOUT',
      checkoutMode: 'PAYMENT_LINK',
      interaction: { operation: 'PURCHASE', savedCard: [{ token: await store(visa) }] },
      order: { id: newOrderId(), amount: '1', currency: 'USD' },
    })
    assert.deepEqual([status, body.error.field], [400, 'interaction.savedCard'])
  })
})
