import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { BookEntry } from '../../payments/ports/acquirer-books.ts'
import type { ListedOrder } from '../../payments/ports/transactions.ts'
import { withReadingProgress } from './books.ts'

it('a comparison reports progress every ten thousand rows, and passes every page on unchanged', async () => {
  const lines: string[] = []
  const orders: readonly ListedOrder[] = new Array(500)
  const entries: readonly BookEntry[] = new Array(7_500)
  const { store, books } = withReadingProgress(
    { store: { listOrders: async () => orders }, books: { list: async () => entries } },
    (line) => lines.push(line),
  )
  for (let page = 1; page < 20; page += 1) assert.equal(await store.listOrders({ merchantId: 'M', limit: 500 }), orders)
  assert.deepEqual(lines, [])
  await store.listOrders({ merchantId: 'M', limit: 500 })
  assert.deepEqual(lines.splice(0), ['10000 gateway orders read.'])

  for (let page = 1; page <= 4; page += 1)
    assert.equal(await books.list({ acquirerMerchantId: 'M', limit: 1 }), entries)
  const says = [15_000, 22_500, 30_000].map((count) => `${count} acquirer entries compared.`)
  assert.deepEqual(lines, says)
})
