import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../ports/store.ts'
import type { StoredOrder, StoredTransaction } from '../ports/transactions.ts'
import { findInitialReference, initialReferenceOf } from './initial-reference.ts'

/** Id, and the id of the target; the reference is the id in capitals. */
const order = [
  ['check', undefined],
  ['declined', undefined],
  ['auth', undefined],
  ['update', 'auth'],
  ['capture', 'auth'],
  ['refund', 'capture'],
  ['undone', 'refund'],
].map(([transactionId, targetTransactionId]) => ({
  key: { merchantId: 'M', orderId: 'O', transactionId },
  ...(targetTransactionId !== undefined && { targetTransactionId }),
  acquirerReference: transactionId?.toUpperCase(),
  link: {},
})) as unknown as readonly StoredTransaction[]

const transaction = (id: string) => order.find(({ key }) => key.transactionId === id) as StoredTransaction

describe('the initial reference of a transaction', () => {
  it('is that of the transaction at the start of its chain', () => {
    const initial = Object.fromEntries(order.map((each) => [each.key.transactionId, initialReferenceOf(each, order)]))
    assert.deepEqual(initial, {
      check: 'CHECK',
      declined: 'DECLINED',
      auth: 'AUTH',
      update: 'AUTH',
      capture: 'AUTH',
      refund: 'AUTH',
      undone: 'AUTH',
    })
  })

  it('is its own when the target is not in the order', () => {
    assert.equal(initialReferenceOf(transaction('refund'), []), 'REFUND')
  })

  it('is that of the payer authentication that has opened the order at the acquirer', async () => {
    const authenticated = order.map((each) => ({ ...each, link: { ...each.link, orderReference: 'PAYER' } }))
    const [, , paid, , , refunded] = authenticated
    assert.ok(paid && refunded)
    assert.equal(initialReferenceOf(paid, authenticated), 'PAYER')
    assert.equal(initialReferenceOf(refunded, authenticated), 'PAYER')
    assert.deepEqual(await findInitialReference(paid, {} as never), { initialReference: 'PAYER' })
  })

  it('is read only for a transaction that follows another one', async () => {
    let reads = 0
    const findOrder = async () => {
      reads += 1
      return { transactions: order } as StoredOrder
    }
    const store = { findOrder } as unknown as Store
    assert.deepEqual(await findInitialReference(transaction('auth'), { store }), {})
    assert.equal(reads, 0)
    assert.deepEqual(await findInitialReference(transaction('undone'), { store }), { initialReference: 'AUTH' })
  })
})
