// A gateway in production mode whose acquirer is another gateway: every operation and every outcome through both, and the
// books of both compared to the cent.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { type GatewayCode, gatewayCodes } from '../../../src/kernel/gateway-code.ts'
import { eventually } from '../../support/checks/poll.ts'
import {
  authorizeBody,
  type Body,
  captureBody,
  cardExpiring,
  newOrderId,
  payBody,
  refundBody,
  updateBody,
  verifyBody,
  voidBody,
} from '../../support/clients/client.ts'
import { openShop, type Shop, settleEverything, totals } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { openTwoGateways, type TwoGateways } from '../../support/fixtures/two-gateways.ts'
import { tollgate } from '../../support/gateway/command-line.ts'
import { testEnvironment } from '../../support/gateway/database.ts'
import { repository } from '../../support/gateway/process.ts'

let both: TwoGateways
before(async () => {
  both = await openTwoGateways()
})

const fullCard = { sourceOfFunds: (payBody() as { sourceOfFunds: object }).sourceOfFunds }

/** The operations of an order, one after the other, and its status and totals afterwards. */
const orders: readonly (readonly [what: string, bodies: readonly object[], totals: readonly unknown[]])[] = [
  ['a card is verified', [verifyBody()], ['VERIFIED', 0, 0, 0]],
  ['an authorization stands', [authorizeBody()], ['AUTHORIZED', 100, 0, 0]],
  ['an authorization is captured', [authorizeBody(), captureBody()], ['CAPTURED', 100, 100, 0]],
  [
    'an authorization is captured in two parts, one is voided, and a part of the other refunded',
    [authorizeBody(), captureBody('30.05'), captureBody('60.10'), voidBody('2'), refundBody('10.01')],
    ['PARTIALLY_REFUNDED', 100, 60.1, 10.01],
  ],
  ['an authorization is voided', [authorizeBody(), voidBody('1')], ['CANCELLED', 0, 0, 0]],
  [
    'an authorization is raised, extended and captured',
    [authorizeBody(), updateBody('150.00'), updateBody(), captureBody('150.00')],
    ['CAPTURED', 150, 150, 0],
  ],
  ['a payment stands', [payBody()], ['CAPTURED', 100, 100, 0]],
  ['a payment is voided', [payBody(), voidBody('1')], ['CANCELLED', 0, 0, 0]],
  ['a payment is refunded', [payBody(), refundBody()], ['REFUNDED', 100, 100, 100]],
  [
    'a payment is refunded in parts, and a refund voided',
    [payBody(), refundBody('40.00'), refundBody('20.55'), voidBody('2')],
    ['PARTIALLY_REFUNDED', 100, 100, 20.55],
  ],
  [
    'money is taken that was authorized elsewhere',
    [{ ...captureBody('12.00', { authorizationCode: 'A12345' }), ...fullCard }],
    ['CAPTURED', 0, 12, 0],
  ],
  [
    'money is given to a payer who paid elsewhere',
    [{ ...refundBody('7.00'), ...fullCard }],
    ['EXCESSIVELY_REFUNDED', 0, 0, 7],
  ],
]

/** Of the guide, so that no card is left out: month, year and code. */
async function testCards(): Promise<readonly (readonly [month: string, year: string])[]> {
  const guide = await readFile(`${repository}/docs/guides/test-cards.md`, 'utf8')
  const rows = guide.matchAll(/^\| (\d\d\/\d\d(?:, \d\d\/\d\d)?).* \| `/gm)
  const dates = [...rows].flatMap(([, text = '']) => text.match(/\d\d\/\d\d/g) ?? [])
  return dates.map((date) => date.split('/') as [string, string])
}

/** Sends an order's operations as transactions 1, 2, 3. */
async function run(shop: Shop, bodies: readonly object[]): Promise<string> {
  const orderId = newOrderId()
  for (const [index, body] of bodies.entries()) {
    const response = await shop.put(body, { orderId, transactionId: String(index + 1) })
    assert.equal(response.body.result, 'SUCCESS', `${JSON.stringify(body)}: ${response.text}`)
  }
  return orderId
}

/** The same order at the bank, which knows it by the reference of its first transaction. */
async function atBank(orderId: string, transactionId = '1'): Promise<Body> {
  const [row] = await both.production.query<{ reference: string }>(
    `select acquirer_reference as reference from transactions
     where merchant_id = $1 and order_id = $2 and transaction_id = $3`,
    [both.shop.merchant, orderId, transactionId],
  )
  return (await both.shopAtBank.order(row?.reference ?? '')).body
}

/** What the bank did by itself: its transaction ids, which are references that the gateway has never used. */
const ofBankAlone = ['by-hand', 'undone'] as const

async function verifyBooks(env: Readonly<Record<string, string>>, merchant: string): Promise<Body> {
  const { code, json } = await tollgate(['books', 'verify', merchant, '--json'], { env })
  assert.equal(json.merchants?.length, 1, JSON.stringify(json))
  assert.equal(code, json.differences > 0 ? 1 : 0)
  return json.merchants[0]
}

const figuresOf = (order: Body) => totals({ body: order } as never)

describe('a gateway in production whose acquirer is another gateway', () => {
  for (const [what, bodies, expected] of orders)
    it(`has the same order as the bank when ${what}`, async () => {
      const orderId = await run(both.shop, bodies)
      const { body: ours } = await both.shop.order(orderId)
      assert.deepEqual(figuresOf(ours), expected)
      const theirs = await atBank(orderId)
      assert.deepEqual(figuresOf(theirs), expected)
      const typesOf = ({ transaction: list }: Body) => list.map(({ transaction }: Body) => transaction.type)
      assert.deepEqual(typesOf(ours), typesOf(theirs))
    })

  it("shows the bank's details: codes, batch, authorization code, checks of the cardholder", async () => {
    const billing = { address: { street: '1 Zulu St', postcodeZip: '1000' } }
    const { body } = await both.shop.put(payBody({ billing }), { orderId: 'shown' })
    const [theirs] = (await atBank('shown')).transaction
    assert.deepEqual(body.response.cardholderVerification, theirs.response.cardholderVerification)
    assert.deepEqual(body.response.cardSecurityCode, theirs.response.cardSecurityCode)
    const { authorizationCode, receipt, stan, acquirer } = theirs.transaction
    assert.deepEqual(
      [body.transaction.authorizationCode, body.transaction.receipt, body.transaction.stan],
      [authorizationCode, receipt, stan],
    )
    assert.equal(body.transaction.acquirer.id, 'north-bank')
    assert.equal(body.transaction.acquirer.transactionId, acquirer.transactionId)
    assert.equal(body.transaction.acquirer.batch, acquirer.batch)
  })

  it('answers each test card as the bank itself answers it', async () => {
    const direct = openShop(both.upstream, (await boardMerchant(both.upstream)).id)
    const cards = await testCards()
    assert.ok(cards.length >= 30, `${cards.length} cards in the guide`)
    for (const isPartialAccepted of [false, true])
      for (const [month, year] of isPartialAccepted ? [['07', '39'] as const] : cards) {
        const order = { amount: '100.00', currency: 'USD', ...(isPartialAccepted && { acceptPartialAmount: true }) }
        const body = payBody({ order, sourceOfFunds: cardExpiring(month, year) })
        const outcomeOf = async (shop: Shop) => {
          const { result, response, order: paid, transaction } = (await shop.put(body)).body
          return [result, response.gatewayCode, response.acquirerCode, paid.totalCapturedAmount, transaction.amount]
        }
        assert.deepEqual(await outcomeOf(both.shop), await outcomeOf(direct), `${month}/${year}`)
      }
  })

  it('refuses what the bank refuses, with its reason, and moves nothing', async () => {
    const orderId = await run(both.shop, [authorizeBody()])
    const { body } = await both.shop.put(captureBody('100.01'), { orderId, transactionId: '2' })
    assert.equal(body.result, 'ERROR')
    const settled = await run(both.shop, [payBody()])
    // The bank has refunded it by itself: the gateway does not know, and the bank refuses a second time.
    const reference = (await atBank(settled)).id
    const refunded = await both.shopAtBank.put(refundBody(), { orderId: reference, transactionId: ofBankAlone[0] })
    assert.equal(refunded.body.result, 'SUCCESS', refunded.text)
    const again = await both.shop.put(refundBody(), { orderId: settled, transactionId: '2' })
    assert.equal(again.body.result, 'FAILURE', again.text)
    const voided = await both.shopAtBank.put(voidBody('by-hand'), { orderId: reference, transactionId: ofBankAlone[1] })
    assert.equal(voided.body.result, 'SUCCESS', voided.text)
  })

  it("agrees with the bank to the cent except for the bank's own actions, and the bank with its own acquirer", async () => {
    await settleEverything(both.upstream, both.shopAtBank.merchant)
    await settleEverything(both.production, both.shop.merchant)
    const ours = await eventually(
      () => verifyBooks(both.site.environment, both.shop.merchant),
      // The bank's events come in its feed soon after.
      ({ differences }) => differences.length === ofBankAlone.length,
    )
    assert.deepEqual([ours.merchantId, ours.open], [both.shop.merchant, 0])
    assert.ok(ours.orders > 40 && ours.transactions > 60, JSON.stringify(ours))
    const body = ours.differences.map(({ kind, reference }: Body) => [kind, reference])
    assert.deepEqual(
      body,
      ofBankAlone.map((reference) => ['UNKNOWN_TO_US', reference]),
    )
    const { upstream, shopAtBank } = both
    const environment = testEnvironment(upstream.database, { TOLLGATE_DATA_DIR: upstream.dataDir })
    const theirs = await verifyBooks(environment, shopAtBank.merchant)
    assert.deepEqual([theirs.merchantId, theirs.open, theirs.differences], [shopAtBank.merchant, 0, []])

    // The money itself: the totals of every order, and what the bank has recorded of it.
    const sums = `select coalesce(sum(total_authorized_minor), 0)::text as authorized,
      coalesce(sum(total_captured_minor), 0)::text as captured, coalesce(sum(total_refunded_minor), 0)::text as refunded
      from orders where merchant_id = $1`
    assert.deepEqual(
      await both.production.query(sums, [both.shop.merchant]),
      await both.upstream.query(sums, [both.shopAtBank.merchant]),
    )
    const codes = await both.production.query<{ code: GatewayCode }>(
      'select distinct gateway_code as code from transactions where merchant_id = $1',
      [both.shop.merchant],
    )
    assert.deepEqual(
      codes.filter(({ code }) => gatewayCodes[code].isOpen),
      [],
    )
  })
})
