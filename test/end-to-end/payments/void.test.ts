// VOID: undoes an authorization, a capture, a payment or a refund before its batch is closed.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type AcquirerSettlementBatch, closeSettlementBatch } from '../../../src/settlement/operations/close-batch.ts'
import {
  authorizeBody,
  captureBody,
  payBody,
  refundBody,
  updateBody,
  verifyBody,
  voidBody,
} from '../../support/clients/client.ts'
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
import { boardWithAccount } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let shop: Shop
before(async () => {
  gateway = await sharedGateway()
  shop = openShop(gateway)
})

describe('VOID', () => {
  const undone = [
    ['VOID_AUTHORIZATION', '1', [authorizeBody()], ['CANCELLED', 0, 0, 0], 100],
    ['VOID_CAPTURE', '2', [authorizeBody(), captureBody('40')], ['AUTHORIZED', 100, 0, 0], 40],
    ['VOID_PAYMENT', '1', [payBody()], ['CANCELLED', 0, 0, 0], 100],
    ['VOID_REFUND', '2', [payBody(), refundBody('30')], ['CAPTURED', 100, 100, 0], 30],
    ['VOID_REFUND', '3', [authorizeBody(), captureBody('40'), refundBody('5')], ['PARTIALLY_CAPTURED', 100, 40, 0], 5],
  ] as const
  for (const [type, target, bodies, expected, amount] of undone) {
    for (const version of [15, 29, 30, 38, 50, 100]) {
      it(`${type} in version ${version} leaves the order ${expected[0]}`, async () => {
        const orderId = await orderOf(shop, ...bodies)
        const place = { orderId, transactionId: '9', version }
        const response = await shop.put(voidBody(target), place)
        assert.deepEqual([response.status, response.body.result], [201, 'SUCCESS'], response.text)
        assert.deepEqual(totals(response), expected)
        const { transaction } = response.body
        assert.deepEqual(
          [transaction.type, transaction.amount, transaction.targetTransactionId],
          [type, amount, target],
        )
        assert.equal(response.body.order.amount, 100)
        assert.equal((await shop.put(voidBody(target), place)).text, response.text)
        const other = await shop.put(voidBody('7'), place)
        assert.deepEqual(refusal(other), refusalOf('transaction.id'))
      })
    }
  }

  it('is recorded in the books of the acquirer', async () => {
    const orderId = await orderOf(shop, payBody(), voidBody('1'))
    const standing = await gateway.query(
      `select s.kind from simulated_acquirer.standing s join transactions t on t.acquirer_reference = s.reference
       where t.order_id = $1`,
      [orderId],
    )
    assert.deepEqual(standing, [{ kind: 'VOID' }])
    const [paid, voided] = await booksOf(gateway, orderId)
    assert.equal(voided?.batch, paid?.batch)
  })

  it('of a transaction with dependents waits until those are voided', async () => {
    const captured = await orderOf(shop, authorizeBody(), captureBody('40'))
    const refunded = await orderOf(shop, payBody(), refundBody('30'))
    for (const orderId of [captured, refunded]) {
      const first = await shop.put(voidBody('1'), { orderId, transactionId: '9' })
      assert.deepEqual(refusal(first), refusalOf('transaction.targetTransactionId'))
      assert.equal((await shop.put(voidBody('2'), { orderId, transactionId: '9' })).body.result, 'SUCCESS')
      const then = await shop.put(voidBody('1'), { orderId, transactionId: '10' })
      assert.equal(then.body.order.status, 'CANCELLED')
    }
  })

  it('is refused where there is nothing to void, and for a transaction type that cannot be voided', async () => {
    const verified = await orderOf(shop, verifyBody())
    const nothing = await shop.put(voidBody('1'), { orderId: verified, transactionId: '2' })
    assert.deepEqual(refusal(nothing), refusalOf('apiOperation'))
    const cancelled = await orderOf(shop, payBody(), voidBody('1'))
    const twice = await shop.put(voidBody('1'), { orderId: cancelled, transactionId: '3' })
    assert.deepEqual(refusal(twice), refusalOf('apiOperation'))
    const orderId = await orderOf(shop, authorizeBody(), updateBody('120'), captureBody('10'), voidBody('3'))
    for (const target of ['2', '3', '4', '77']) {
      const response = await shop.put(voidBody(target), { orderId, transactionId: '9' })
      assert.deepEqual(refusal(response), refusalOf('transaction.targetTransactionId'), target)
    }
    assert.deepEqual(refusal(await shop.put(voidBody('1'))), [400, 'INVALID_REQUEST', undefined, undefined])
  })

  it('that fails at the acquirer changes nothing', async () => {
    const orderId = await orderOf(shop, payBody())
    const body = {
      apiOperation: 'VOID',
      transaction: { targetTransactionId: '1', reference: 'x.FAILDECLINED' },
    }
    const response = await shop.put(body, { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'CAPTURED'])
    assert.equal((await shop.put(voidBody('1'), { orderId, transactionId: '3' })).body.order.status, 'CANCELLED')
  })

  it('of an authorization that was updated voids the update too', async () => {
    const orderId = await orderOf(shop, authorizeBody(), updateBody('150'))
    const response = await shop.put(voidBody('1'), { orderId, transactionId: '3' })
    assert.deepEqual(totals(response), ['CANCELLED', 0, 0, 0])
  })
})

describe('once the batch is closed', () => {
  // With an account of its own at the acquirer, so that no other test's batch is closed.
  const boardApart = async (name: string) => openShop(gateway, (await boardWithAccount(gateway, name)).id)

  it('a payment can be refunded and no longer voided; an authorization still can', async () => {
    const other = await boardApart('BATCHES1')
    const paid = await orderOf(other, payBody())
    const authorized = await orderOf(other, authorizeBody())
    const closed = await closeSettlementBatch({ merchantId: other.merchant, userId: 'anna' }, gateway.dependencies)
    assert.ok(closed.kind === 'CLOSED')
    const [{ batch, totals: sums }] = closed.batches as readonly [AcquirerSettlementBatch]
    assert.deepEqual(sums, [{ currency: 'USD', capturedMinor: 10_000n, refundedMinor: 0n, count: 1 }])
    const late = await other.put(voidBody('1'), { orderId: paid, transactionId: '2' })
    assert.deepEqual(refusal(late), refusalOf('transaction.targetTransactionId'))
    assert.match(late.body.error.explanation, new RegExp(String(batch)))
    const refunded = await other.put(refundBody(), { orderId: paid, transactionId: '2' })
    assert.equal(refunded.body.order.status, 'REFUNDED')
    assert.notEqual(refunded.body.transaction.acquirer.batch, batch)
    const voided = await other.put(voidBody('1'), { orderId: authorized, transactionId: '2' })
    assert.equal(voided.body.order.status, 'CANCELLED')
    assert.equal(
      (await closeSettlementBatch({ merchantId: other.merchant, userId: 'anna' }, gateway.dependencies)).kind,
      'CLOSED',
    )
    const nothing = await closeSettlementBatch({ merchantId: other.merchant, userId: 'anna' }, gateway.dependencies)
    assert.equal(nothing.kind, 'NOTHING_OPEN')
  })

  it('a void names the expected batch to the acquirer; a void of an authorization names none', async (t) => {
    const acquirer = gateway.dependencies.acquirers.of({ adapter: 'simulator' })
    assert.ok(acquirer)
    const captured = await orderOf(shop, authorizeBody(), captureBody())
    const { mock } = t.mock.method(acquirer, 'ask')
    const { body } = await shop.put(voidBody('2'), { orderId: captured, transactionId: '3' })
    await shop.put(voidBody('1'), { orderId: captured, transactionId: '4' })
    const batches = mock.calls.map(({ arguments: [question] }) => question.kind === 'VOID' && question.batch)
    assert.deepEqual(batches, [body.transaction.acquirer.batch, undefined])
    assert.ok(Number.isInteger(batches[0]))
  })

  it('the acquirer refuses a void that names a closed batch, even when the gateway does not know that it is closed', async () => {
    const other = await boardApart('BATCHES2')
    const orderId = await orderOf(other, payBody())
    await gateway.dependencies.acquirers.of({ adapter: 'simulator' })?.closeBatch({ acquirerMerchantId: 'BATCHES2' })
    const response = await other.put(voidBody('1'), { orderId, transactionId: '2' })
    assert.deepEqual(outcome(response), [201, 'FAILURE', 'DECLINED', 'CAPTURED'])
    assert.equal(response.body.response.acquirerMessage, 'Batch closed')
  })
})
