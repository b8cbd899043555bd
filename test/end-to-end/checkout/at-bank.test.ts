// The payer's bank asks on our page whether it is the payer, who has no scripts: every answer of the bank, and cards about which
// it does not ask. What only a browser does is in pages/challenge.test.ts.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { answerBank, enrolled, formIn, notEnrolled, post } from '../../support/clients/access-control.ts'
import { card, type NewCheckout, newCheckout, openPayer, redirectOf } from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop } from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const asked = () => newCheckout(gateway, { interaction: { action: undefined } })

async function outcomeOf({ orderId }: NewCheckout): Promise<readonly string[]> {
  const { body } = await openShop(gateway).order(orderId)
  const transactions: readonly { transaction: { type: string }; response: { gatewayCode: string } }[] =
    body.transaction ?? []
  const codes = transactions.map(({ transaction, response }) => `${transaction.type} ${response.gatewayCode}`)
  return [body.status, ...codes]
}

/** Answers the bank's question that stands on the page, and comes back to our own page. */
async function answerOn(page: string, result: string): Promise<void> {
  assert.match(page, /name="challenge"/)
  const back = await answerBank(formIn(page), { result })
  const wayBack = formIn((await post(back.action, back.fields)).text)
  assert.equal((await post(wayBack.action, wayBack.fields)).status, 200)
}

describe('a payer who gets a challenge pays', () => {
  for (const [label, result, code] of [
    ['Successful', 'Y', 'APPROVED'],
    ['Attempted', 'A', 'APPROVED'],
    ['Not available', 'U', 'DECLINED'],
  ] as const) {
    it(`after the answer "${label}", which leaves the authentication ${code}`, async () => {
      const checkout = await asked()
      const payer = openPayer(gateway, checkout.sessionId)
      await payer.pay({ cardNumber: enrolled.visa })
      await answerOn((await payer.open()).text, result)
      assert.equal(redirectOf(await payer.open())[1]['resultIndicator'], checkout.successIndicator)
      assert.deepEqual(await outcomeOf(checkout), ['CAPTURED', `AUTHENTICATION ${code}`, 'PAYMENT APPROVED'])
    })
  }

  it('with a stored card and its security code', async () => {
    const provided = { card: { number: enrolled.visa, expiry: { month: '1', year: '39' }, securityCode: '100' } }
    const body = { sourceOfFunds: { type: 'CARD', provided } }
    const { body: stored } = await openSessions(gateway).send('/token', { method: 'POST', body })
    const checkout = await asked()
    await openSessions(gateway).update(checkout.sessionId, { sourceOfFunds: { token: stored.token } })
    const payer = openPayer(gateway, checkout.sessionId)
    const blank = Object.fromEntries(Object.keys(card).map((name) => [name, '']))
    await payer.pay({ ...blank, source: 'STORED', securityCode: '100' })
    await answerOn((await payer.open()).text, 'Y')
    assert.equal(redirectOf(await payer.open())[1]['resultIndicator'], checkout.successIndicator)
  })
})

describe('a payer without a challenge pays at once', () => {
  for (const [why, fields, code] of [
    ['because it approves by itself', { expiryYear: '40' }, 'APPROVED'],
    ['because it refuses by itself', { expiryMonth: '5', expiryYear: '40' }, 'DECLINED'],
    ['because it takes no part', { cardNumber: notEnrolled }, 'DECLINED'],
  ] as const) {
    it(`${why}, which leaves the authentication ${code}`, async () => {
      const checkout = await asked()
      const payer = openPayer(gateway, checkout.sessionId)
      const response = await payer.pay(fields)
      const [address, query] = redirectOf(response)
      const end = address.includes('/checkout/pay/') ? redirectOf(await payer.open())[1] : query
      assert.equal(end['resultIndicator'], checkout.successIndicator)
      assert.deepEqual(await outcomeOf(checkout), ['CAPTURED', `AUTHENTICATION ${code}`, 'PAYMENT APPROVED'])
    })
  }
})

describe("the bank's page", () => {
  it('names the merchant as the payment page does, or else as the profile does', async () => {
    for (const [merchant, name] of [
      [{ name: 'The corner shop' }, /<dt>Merchant<\/dt><dd>The corner shop<\/dd>/],
      [undefined, /<dt>Merchant<\/dt><dd>(?!The corner shop)[^<]+<\/dd>/],
    ] as const) {
      const checkout = await newCheckout(gateway, { interaction: { action: undefined, merchant } })
      const payer = openPayer(gateway, checkout.sessionId)
      await payer.pay({ cardNumber: enrolled.visa })
      const { action, fields } = formIn((await payer.open()).text)
      assert.match((await post(action, fields)).text, name)
    }
  })
})

describe('a payer whom the bank does not confirm', () => {
  it('finds the name that was entered on the page again, and the number of attempts that are left', async () => {
    const checkout = await newCheckout(gateway, { interaction: { action: undefined, retryAttemptCount: 3 } })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay({ cardNumber: enrolled.visa })
    await answerOn((await payer.open()).text, 'N')
    const refused = await payer.open()
    assert.match(refused.text, /name="attempt" value="2"/)
    assert.match(refused.text, /<input[^>]* name="nameOnCard"[^>]* value="Jane Payer"/)
    assert.match(refused.text, /Attempts left: 2/)
    assert.ok(!refused.text.includes(enrolled.visa), 'the number is not in the markup')
  })
})
