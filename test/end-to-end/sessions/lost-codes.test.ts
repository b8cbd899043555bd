// Security codes of sessions are in a table that is empty after a crash of the database and on a promoted standby. A session
// that held one is not paid without it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { answerBank, formIn, post } from '../../support/clients/access-control.ts'
import { apiPath, cardSource, newOrderId, send } from '../../support/clients/client.ts'
import { newCheckout, openPayer, redirectOf } from '../../support/clients/payer.ts'
import { booksOf, openShop, outcome, refusal, refusalOf, type Shop } from '../../support/clients/shop.ts'
import { openStoredValues, type StoredValues } from '../../support/clients/stored-values.ts'
import { startGateway, type TestGateway } from '../../support/gateway/gateway.ts'

let gateway: TestGateway
let shop: Shop
let stored: StoredValues
before(async () => {
  gateway = await startGateway()
  shop = openShop(gateway)
  stored = openStoredValues(gateway)
})
after(() => gateway.stop())

const order = { amount: '100.00', currency: 'USD' }
const securityCode = 'sourceOfFunds.provided.card.securityCode'
const codeIn = (value: string) => ({ sourceOfFunds: { provided: { card: { securityCode: value } } } })
const codeless = (number: string) => ({
  type: 'CARD',
  provided: { card: { number, expiry: { month: '1', year: '39' } } },
})
const filled = () => stored.session({ order, sourceOfFunds: cardSource({ securityCode: '102' }) })
const codeResult = ({ body }: Awaited<ReturnType<Shop['put']>>) => body.response?.cardSecurityCode?.gatewayCode

/** What crash recovery does to them. */
const loseCodes = () => gateway.query('truncate session_codes, session_code_epochs')

describe('a session whose security code the database has lost', () => {
  for (const apiOperation of ['PAY', 'AUTHORIZE', 'VERIFY']) {
    for (const version of [29, 100]) {
      it(`is refused by ${apiOperation} in version ${version}, as if the code were missing, and asks no acquirer`, async () => {
        const id = await filled()
        await loseCodes()
        const orderId = newOrderId()
        const response = await shop.put({ apiOperation, session: { id } }, { orderId, version })
        assert.deepEqual(refusal(response), refusalOf(securityCode, 'MISSING'), response.text)
        assert.equal((await booksOf(gateway, orderId)).length, 0)
      })
    }
  }

  it('is refused also after others have stored their codes again', async () => {
    const id = await filled()
    await loseCodes()
    const other = await filled()
    assert.deepEqual(
      refusal(await shop.put({ apiOperation: 'PAY', session: { id } })),
      refusalOf(securityCode, 'MISSING'),
    )
    assert.equal(codeResult(await shop.put({ apiOperation: 'PAY', session: { id: other } })), 'NO_MATCH')
  })

  it('is refused after updates that do not bring the code, and pays once it is there again', async () => {
    const id = await filled()
    await loseCodes()
    const updated = await stored.ask('PUT', `/session/${id}`, { customer: { firstName: 'Jo' } })
    assert.equal(updated.body.sourceOfFunds.provided.card.securityCode, undefined, 'it is not shown as held')
    assert.deepEqual(
      refusal(await shop.put({ apiOperation: 'PAY', session: { id } })),
      refusalOf(securityCode, 'MISSING'),
    )
    await stored.ask('PUT', `/session/${id}`, codeIn('102'))
    assert.equal(codeResult(await shop.put({ apiOperation: 'PAY', session: { id } })), 'NO_MATCH')
    assert.equal(codeResult(await shop.put({ apiOperation: 'PAY', session: { id } })), 'NOT_PRESENT', 'it was used')
  })

  it('pays with a code in the request', async () => {
    const id = await filled()
    await loseCodes()
    const paid = await shop.put({ apiOperation: 'PAY', session: { id }, ...codeIn('102') })
    assert.deepEqual([outcome(paid)[0], codeResult(paid)], [201, 'NO_MATCH'], paid.text)
  })

  it('pays with another card that was put in without a code', async () => {
    const id = await filled()
    await loseCodes()
    await stored.ask('PUT', `/session/${id}`, { sourceOfFunds: codeless('4508750015741019') })
    const paid = await shop.put({ apiOperation: 'PAY', session: { id } })
    assert.deepEqual([outcome(paid)[0], codeResult(paid)], [201, 'NOT_PRESENT'], paid.text)
  })

  it('is refused when it was filled by hosted fields or another device', async () => {
    const created = await stored.ask('POST', '/session')
    const { id } = created.body.session
    const filledByDevice = await send(gateway.listeners.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath(`/session/${id}`),
      login: `merchant.TESTMERCHANT:${id}`,
      body: { sourceOfFunds: cardSource() },
    })
    assert.equal(filledByDevice.status, 200, filledByDevice.text)
    await loseCodes()
    assert.deepEqual(
      refusal(await shop.put({ apiOperation: 'PAY', order, session: { id } })),
      refusalOf(securityCode, 'MISSING'),
    )
  })

  it('makes no token with it that the acquirer would have to verify', async () => {
    const id = await filled()
    await loseCodes()
    const save = { session: { id }, transaction: { currency: 'USD' }, verificationStrategy: 'ACQUIRER' }
    assert.deepEqual(refusal(await stored.ask('POST', '/token', save)), refusalOf(securityCode, 'MISSING'))
  })
})

describe('a session that never held a security code, or one that was used', () => {
  it('pays as before after a loss, without a code', async () => {
    const id = await stored.session({ order, sourceOfFunds: codeless('5123450000000008') })
    await loseCodes()
    const paid = await shop.put({ apiOperation: 'PAY', session: { id } })
    assert.deepEqual([outcome(paid)[0], codeResult(paid)], [201, 'NOT_PRESENT'], paid.text)
  })
})

describe('a payer on a hosted page whose code is lost during the challenge', () => {
  it('is asked for the card again, and pays once', async () => {
    const checkout = await newCheckout(gateway, { interaction: { action: undefined } })
    const payer = openPayer(gateway, checkout.sessionId)
    await payer.pay()
    const challenge = await payer.open()
    await loseCodes()
    const back = await answerBank(formIn(challenge.text), { result: 'Y' })
    const wayBack = formIn((await post(back.action, back.fields)).text)
    assert.equal((await post(wayBack.action, wayBack.fields)).status, 200)
    const page = await payer.open()
    assert.equal((await booksOf(gateway, checkout.orderId)).filter(({ kind }) => kind === 'PAY').length, 0, page.text)
    assert.match(page.text, /name="cardNumber"/, 'the form')
    const again = await payer.pay()
    const answered = await answerBank(formIn((await payer.open()).text), { result: 'Y' })
    const wayBackAgain = formIn((await post(answered.action, answered.fields)).text)
    assert.equal((await post(wayBackAgain.action, wayBackAgain.fields)).status, 200, again.text)
    assert.equal(redirectOf(await payer.open())[1]['resultIndicator'], checkout.successIndicator)
  })
})
