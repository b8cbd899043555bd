// UPDATE_AUTHORIZATION: another amount for what is reserved, or only more time.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { authorizeBody, captureBody, payBody, updateBody, voidBody } from '../../support/clients/client.ts'
import {
  booksOf,
  openShop,
  orderOf,
  outcome,
  refusal,
  refusalOf,
  type Shop,
  totals,
} from '../../support/clients/shop.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

describe('UPDATE_AUTHORIZATION', () => {
  for (const version of [15, 29, 30, 38, 50, 100]) {
    it(`in version ${version} makes the amount the authorized one`, async () => {
      const orderId = await orderOf(shop, authorizeBody())
      const place = { orderId, transactionId: '2', version }
      const response = await shop.put(updateBody('150'), place)
      assert.deepEqual(outcome(response), [201, 'SUCCESS', 'APPROVED', 'AUTHORIZED'])
      assert.deepEqual([...totals(response), response.body.order.amount], ['AUTHORIZED', 150, 0, 0, 150])
      assert.equal(response.body.transaction.type, 'AUTHORIZATION_UPDATE')
      const again = await shop.put(updateBody('150'), place)
      assert.deepEqual([again.status, again.text], [200, response.text])
      assert.deepEqual(refusal(await shop.put(updateBody('151'), place)), refusalOf('transaction.id'))
      const captured = await shop.put(captureBody('150'), { orderId, transactionId: '3', version })
      assert.deepEqual(totals(captured), ['CAPTURED', 150, 150, 0])
    })
  }

  it('downwards limits what can be captured', async () => {
    const orderId = await orderOf(shop, authorizeBody(), updateBody('60'))
    const over = await shop.put(captureBody('60.01'), { orderId, transactionId: '3' })
    assert.deepEqual(refusal(over), refusalOf('transaction.amount'))
    assert.deepEqual(totals(await shop.put(captureBody('60'), { orderId, transactionId: '3' })), [
      ...['CAPTURED', 60, 60, 0],
    ])
  })

  it('without an amount only extends the time', async () => {
    const orderId = await orderOf(shop, authorizeBody())
    const response = await shop.put(updateBody(), { orderId, transactionId: '2' })
    assert.deepEqual([...totals(response), response.body.order.amount], ['AUTHORIZED', 100, 0, 0, 100])
    assert.equal(response.body.transaction.amount, 100)
    const books = await booksOf(gateway, orderId)
    assert.deepEqual(
      books.map(({ kind, amount_minor }) => [kind, amount_minor]),
      [
        ['AUTHORIZE', '10000'],
        ['UPDATE_AUTHORIZATION', '10000'],
      ],
    )
  })

  it('may name the amount of the order instead', async () => {
    const orderId = await orderOf(shop, authorizeBody())
    const body = { apiOperation: 'UPDATE_AUTHORIZATION', order: { amount: '130', currency: 'USD' } }
    const response = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual([...totals(response), response.body.order.amount], ['AUTHORIZED', 130, 0, 0, 130])
  })

  it('of a partly captured authorization goes down to the captured amount and no lower', async () => {
    const orderId = await orderOf(shop, authorizeBody(), captureBody('40'))
    const below = await shop.put(updateBody('39.99'), { orderId, transactionId: '3' })
    assert.deepEqual(refusal(below), refusalOf('transaction.amount'))
    const down = await shop.put(updateBody('40'), { orderId, transactionId: '3' })
    assert.deepEqual(totals(down), ['CAPTURED', 40, 40, 0])
  })

  it('is refused once all is captured or voided, on a payment, and in another currency', async () => {
    for (const bodies of [[authorizeBody(), captureBody()], [authorizeBody(), voidBody('1')], [payBody()]]) {
      const orderId = await orderOf(shop, ...bodies)
      const response = await shop.put(updateBody('150'), { orderId, transactionId: '9' })
      assert.deepEqual(refusal(response), refusalOf('apiOperation'))
    }
    const orderId = await orderOf(shop, authorizeBody())
    const body = { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '1', currency: 'EUR' } }
    assert.deepEqual(refusal(await shop.put(body, { orderId, transactionId: '2' })), refusalOf('transaction.currency'))
    assert.deepEqual(refusal(await shop.put(updateBody('1'))), [400, 'INVALID_REQUEST', undefined, undefined])
  })

  it('that is declined leaves the amount of the order and of the authorization as they were', async () => {
    const orderId = await orderOf(shop, authorizeBody())
    const transaction = { amount: '150', currency: 'USD', reference: 'x.FAILDECLINED' }
    const body = { apiOperation: 'UPDATE_AUTHORIZATION', transaction }
    const response = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'AUTHORIZED'])
    assert.deepEqual([...totals(response), response.body.order.amount], ['AUTHORIZED', 100, 0, 0, 100])
    const order = await shop.order(orderId)
    assert.deepEqual([...totals(order), order.body.amount], ['AUTHORIZED', 100, 0, 0, 100])
    assert.deepEqual(totals(await shop.put(captureBody(), { orderId, transactionId: '3' })), [
      ...['CAPTURED', 100, 100, 0],
    ])
  })
})
