import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AcquirerLink } from '../../merchants/rules/merchant.ts'
import type { StoredOrder } from '../../payments/ports/transactions.ts'
import { orderData, orderText } from './view.ts'

const at = new Date('2026-11-16T10:20:30Z')

function orderOn(link: AcquirerLink): StoredOrder {
  const transaction = {
    key: { merchantId: 'SHOP1', orderId: 'order', transactionId: '1' },
    type: 'PAYMENT',
    amountMinor: 1000n,
    gatewayCode: 'APPROVED',
    request: {},
    recordedAt: at,
    entryPoint: 'WEB_SERVICES_API',
    link,
  }
  const order = { id: 'order', currency: 'USD', amountMinor: 1000n, isLocked: false, transactions: [] }
  return { order: { ...order, createdAt: at, updatedAt: at }, transactions: [transaction] } as unknown as StoredOrder
}

describe('an order as a command shows it', () => {
  const link = { linkId: 'south', revision: 1, adapter: 'iso8583', acquirerId: 'BANK', acquirerMerchantId: 'S1' }
  const failed = { linkId: 'north', revision: 2, acquirerMerchantId: 'N1', reference: 'r-1', why: 'not\nconnected' }

  it('names the links that did not receive a request, and the one that did', () => {
    const shown = orderData('SHOP1', orderOn({ ...link, failedOver: [failed] }), { events: [], answers: [] })
    assert.deepEqual(
      shown.transactions.map(({ linkId, failedOver }) => [linkId, failedOver]),
      [['south', [{ linkId: 'north', why: 'not\nconnected' }]]],
    )
    const text = orderText(shown)
    assert.match(text, /^ *Acquirer link +south$/m)
    assert.match(text, /^ *Failover +north did not receive the request: not\?connected$/m)
  })

  it('says nothing of failover where there was none', () => {
    const text = orderText(orderData('SHOP1', orderOn(link), { events: [], answers: [] }))
    assert.match(text, /^ *Acquirer link +south$/m)
    assert.ok(!text.includes('Failover'))
  })
})
