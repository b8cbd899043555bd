// What an operator decides about orders and batches is in the audit if, and only if, it came about.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { AuditEntry } from '../../../src/audit/ports/audit.ts'
import { authorizeBody, newOrderId } from '../../support/clients/client.ts'
import { openShop } from '../../support/clients/shop.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
let merchantId: string
before(async () => {
  gateway = await sharedGateway()
  merchantId = (await boardMerchant(gateway)).id
})

const at = new Date('2026-11-15T10:00:00.000Z')

async function actionsAbout(name: string, value: string): Promise<readonly unknown[]> {
  const rows = await gateway.query<{ action: string }>(
    `select action from audit where merchant_id = $1 and subject ->> $2 = $3 and action <> 'ACCOUNT_OPENED'`,
    [merchantId, name, value],
  )
  return rows.map(({ action }) => action)
}

describe('a decision about a payment', () => {
  it('has an audit entry when it is recorded, and none when the order has changed meanwhile', async () => {
    const orderId = newOrderId()
    const { status, text } = await openShop(gateway, merchantId).put(authorizeBody(), { orderId })
    assert.equal(status, 201, text)
    const { store } = gateway.dependencies
    const stored = (await store.findOrder({ merchantId, orderId })) ?? assert.fail()
    const key = { merchantId, orderId, transactionId: '1' }
    const audit: AuditEntry = { merchantId, actor: 'anna', action: 'ORDER_REVIEWED', subject: { orderId }, at }
    const decision = { key, at, kind: 'DECISION', decision: 'ACCEPTED', orderStatus: 'AUTHORIZED', audit } as const
    const response = stored.transactions[0]?.response ?? assert.fail()
    const late = { ...decision, response, orderRevision: stored.order.revision - 1 }
    assert.equal(await store.amend(late), false)
    assert.deepEqual(await actionsAbout('orderId', orderId), [])
    const inTime = { ...decision, response, orderRevision: stored.order.revision }
    assert.equal(await store.amend(inTime), true)
    assert.deepEqual(await actionsAbout('orderId', orderId), ['ORDER_REVIEWED'])
    const { audit: _, ...unsaid } = { ...inTime, orderRevision: stored.order.revision + 1 }
    assert.equal(await store.amend(unsaid), true, 'what the gateway learns by itself needs no line')
    assert.deepEqual(await actionsAbout('orderId', orderId), ['ORDER_REVIEWED'])
  })
})

describe('a batch', () => {
  it('is closed once, however often that is requested', async () => {
    const batch = { merchantId, acquirerId: 'ACQ', batch: 7, totals: [], closedAt: at }
    const audit: AuditEntry = { merchantId, actor: 'anna', action: 'BATCH_CLOSED', subject: { batch: '7' }, at }
    for (let times = 0; times < 2; times += 1)
      await gateway.dependencies.store.recordClosedSettlementBatch(batch, audit)
    assert.deepEqual(await actionsAbout('batch', '7'), ['BATCH_CLOSED'])
  })
})
