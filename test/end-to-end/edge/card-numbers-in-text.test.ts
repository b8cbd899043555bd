// Card numbers where none belongs: what payers write is refused, what merchants send is masked or refused as the profile says.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { AccountNumbersInText } from '../../../src/merchants/rules/merchant.ts'
import { cardSource, newOrderId, payBody, send } from '../../support/clients/client.ts'
import { formText, newCheckout, openPayer } from '../../support/clients/payer.ts'
import { openSessions } from '../../support/clients/sessions.ts'
import { openShop, refusal, refusalOf } from '../../support/clients/shop.ts'
import { cardBody, openTokenKeeper } from '../../support/clients/token-keeper.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

// Not the number of the tests that search the write-ahead log, which all suites share: merchants here may store theirs in clear.
const number = '5506900140100305'
const spelled = '5506 9001-4010 0305'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

const board = async (accountNumbersInText: AccountNumbersInText) =>
  (await boardMerchant(gateway, { profile: { accountNumbersInText } })).id

/** Every row of the merchant, as text. */
async function storedOf(merchantId: string): Promise<string> {
  const tables = await gateway.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'merchant_id' and table_schema = 'public'`,
  )
  const texts = tables.map(({ name }) =>
    gateway.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t where merchant_id = $1`, [
      merchantId,
    ]),
  )
  return (await Promise.all(texts)).flatMap((rows) => rows.map(({ row }) => row)).join('\n')
}

describe("a card number in a payer's free text", () => {
  it('is refused from a device, with the field named and nothing stored', async () => {
    const sessions = openSessions(gateway)
    const texts: Readonly<Record<string, object>> = {
      'billing.address.street': { billing: { address: { street: `1 High Street ${spelled}` } } },
      'customer.email': { customer: { email: `${number}@payer.example` } },
      'customer.lastName': { customer: { lastName: spelled } },
      'sourceOfFunds.provided.card.nameOnCard': {
        sourceOfFunds: cardSource({ nameOnCard: number }),
      },
    }
    for (const [field, values] of Object.entries(texts)) {
      const id = await sessions.open()
      const response = await sessions.updateFromDevice(id, values)
      assert.deepEqual(refusal(response), refusalOf(field))
      assert.ok(!response.text.includes(number))
      const { body } = await sessions.retrieve(id)
      assert.equal(body.session.updateStatus, 'FAILURE')
    }
  })

  it('is refused on the page, and is not shown again', async () => {
    const interaction = { displayControl: { billingAddress: 'MANDATORY', customerEmail: 'MANDATORY' } }
    const filled = {
      email: 'jane@payer.example',
      billingStreet: '1 High Street',
      billingCity: 'Leeds',
      billingPostcodeZip: 'LS1 1AA',
      billingCountry: 'GBR',
      billingStateProvince: '',
    }
    for (const name of ['nameOnCard', 'email', 'billingStreet', 'billingStreet2', 'billingCity']) {
      const { sessionId } = await newCheckout(gateway, { interaction })
      const value = name === 'email' ? `${number}@payer.example` : `Jane ${spelled}`
      const response = await openPayer(gateway, sessionId).pay({ ...filled, [name]: value })
      assert.equal(response.status, 422, `${name}: ${response.text}`)
      for (const spelling of [number, spelled]) assert.ok(!response.text.includes(spelling), name)
      assert.match(response.text, /1 High Street|Jane Payer/, 'what else was typed stands in the form again')
    }
  })

  it('is not shown again in a page that refuses another field', async () => {
    const { sessionId } = await newCheckout(gateway)
    const response = await openPayer(gateway, sessionId).pay({ nameOnCard: number, expiryMonth: '13' })
    assert.equal(response.status, 422)
    assert.ok(!response.text.includes(number))
  })

  it('is refused in the post that opens a page', async () => {
    const { sessionId } = await newCheckout(gateway, { version: 45, interaction: { returnUrl: undefined } })
    const response = await send(gateway.listeners.httpUrl ?? '', {
      path: '/api/page/version/45/pay',
      method: 'POST',
      login: null,
      bytes: formText({ 'session.id': sessionId, 'billing.address.street': spelled }),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    })
    assert.deepEqual(refusal(response), refusalOf('billing.address.street'))
  })
})

describe('a card number in the texts of a merchant', () => {
  const texts = (): object => ({
    order: { amount: '10.00', currency: 'USD', description: `for ${spelled}`, custom: { note: number } },
    customer: { firstName: number, email: `${number}@payer.example` },
    sourceOfFunds: cardSource({ nameOnCard: spelled }),
  })

  it('is masked before anything is stored where the profile says so, and a repeat is known as one', async () => {
    const shop = openShop(gateway, await board('MASK'))
    const orderId = newOrderId()
    const paid = await shop.put(payBody(texts()), { orderId })
    assert.equal(paid.status, 201, paid.text)
    assert.equal(paid.body.order.description, 'for 550690xxxxxx0305')
    assert.equal(paid.body.customer.email, '550690xxxxxx0305@payer.example')
    const again = await shop.put(payBody(texts()), { orderId })
    assert.deepEqual([again.status, again.body.result], [200, 'SUCCESS'], again.text)
    const other = payBody({ ...texts(), customer: { firstName: '5123450000000008' } })
    assert.equal((await shop.put(other, { orderId })).status, 400)
    const stored = await storedOf(shop.merchant)
    assert.ok(stored.includes('550690xxxxxx0305'))
    for (const spelling of [number, spelled]) assert.ok(!stored.includes(spelling))
  })

  it('is masked in a session that the merchant fills', async () => {
    const sessions = openSessions(gateway, await board('MASK'))
    const id = await sessions.open()
    const updated = await sessions.update(id, { customer: { firstName: number } })
    assert.equal(updated.body.customer?.firstName, '550690xxxxxx0305', updated.text)
  })

  it('is refused in ids and references where the profile says so, and only there', async () => {
    const order = { amount: '10.00', currency: 'USD', reference: number }
    const strict = openShop(gateway, await board('MASK_AND_REFUSE_IDS'))
    assert.deepEqual(refusal(await strict.put(payBody(), { orderId: number })), refusalOf('order.id'))
    assert.deepEqual(refusal(await strict.put(payBody(), { transactionId: number })), refusalOf('transaction.id'))
    assert.deepEqual(refusal(await strict.put(payBody({ order }))), refusalOf('order.reference'))
    for (const policy of ['KEEP', 'MASK'] as const) {
      const shop = openShop(gateway, await board(policy))
      const paid = await shop.put(payBody({ order }), {
        orderId: '5123450000000008',
        transactionId: '4508750015741019',
      })
      assert.equal(paid.status, 201, paid.text)
    }
  })
})

describe('an audit log entry', () => {
  it('masks the id of an order that is a card number', async () => {
    const tokens = await openTokenKeeper(gateway)
    const { token } = await tokens.made(tokens.post(cardBody()))
    const body = payBody({ sourceOfFunds: { token } })
    const paid = await openShop(gateway, tokens.merchant).put(body, { orderId: number })
    assert.equal(paid.status, 201, paid.text)
    const opened = await gateway.query<{ order_id: string }>(
      `select subject ->> 'orderId' as order_id from audit where merchant_id = $1 and action = 'ACCOUNT_OPENED'`,
      [tokens.merchant],
    )
    assert.deepEqual(opened, [{ order_id: '550690xxxxxx0305' }])
  })
})

describe('a token named by its merchant', () => {
  it('is refused when the name is a card number', async () => {
    const generation = 'MERCHANT_SUPPLIED'
    const tokens = await openTokenKeeper(gateway, { repository: { generation, management: 'UNIQUE_TOKEN' } })
    assert.deepEqual(refusal(await tokens.put('4508750015741019', cardBody())), refusalOf('token'))
    assert.equal((await tokens.put('4508750015741018', cardBody())).status, 201)
  })
})
