// The API version of notifications: that of the payment, also for the gateway's own actions on it.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { MerchantProfile } from '../../../src/merchants/rules/merchant.ts'
import { approveRefund } from '../../../src/payments/operations/manual/decide-refund-request.ts'
import { reviewOrder } from '../../../src/payments/operations/manual/review-order.ts'
import { noRiskRules } from '../../../src/risk/rules/risk.ts'
import { until } from '../../support/checks/poll.ts'
import { apiPath, payBody, refundBody, send } from '../../support/clients/client.ts'
import { boardMerchant } from '../../support/fixtures/merchants.ts'
import { testPassword } from '../../support/gateway/database.ts'
import type { TestGateway } from '../../support/gateway/gateway.ts'
import { sharedGateway } from '../../support/gateway/shared-gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await sharedGateway()
})

/** A merchant with all notifications enabled, and its program. */
async function openToldShop(profile: Partial<MerchantProfile>, version: number) {
  const { id: merchantId } = await boardMerchant(gateway, { profile })
  const { webhookSettings, deliveries, store } = gateway.dependencies
  const by = { actor: 'test', at: new Date() }
  await webhookSettings.change(merchantId, { isEnabled: true, url: 'https://shop.example/notified' }, by)
  const key = { merchantId, orderId: 'a' }
  return {
    key,
    async put(transactionId: string, body: object) {
      const response = await send(gateway.listeners.httpUrl ?? '', {
        method: 'PUT',
        path: apiPath(`/order/a/transaction/${transactionId}`, { merchant: merchantId, version }),
        login: `merchant.${merchantId}:${testPassword}`,
        body,
      })
      assert.equal(response.status, 201, response.text)
    },
    /** The transactions of notifications, and their versions. */
    async notifiedVersions(): Promise<readonly (readonly [transactionId: string, version: string])[]> {
      const events = await store.listEvents(key)
      const list = () => deliveries.list({ ...key, isOldestFirst: true, limit: 10 })
      await until(async () => (await list()).length === events.length, 'every event has its notification')
      return (await list()).map(({ apiVersion, body }) => {
        const notified = JSON.parse(body)
        assert.equal(notified.version, String(apiVersion))
        return [notified.transaction.id, notified.version]
      })
    },
  }
}

for (const version of [30, 50, 100]) {
  it(`a payment in version ${version} that a reviewer rejects, and its reversal, are notified in that version`, async () => {
    const risk = { ...noRiskRules, binRanges: [{ from: '512345', to: '512345', action: 'REVIEW' as const }] }
    const shop = await openToldShop({ risk }, version)
    await shop.put('1', payBody())
    const reviewed = await reviewOrder({ key: shop.key, decision: 'REJECTED', userId: 'anna' }, gateway.dependencies)
    assert.equal(reviewed.kind, 'REVIEWED')
    const notified = await shop.notifiedVersions()
    assert.ok(notified.some(([transactionId]) => transactionId !== '1'))
    assert.deepEqual(new Set(notified.map(([, each]) => each)), new Set([String(version)]))
  })
}

it('a refund that a user approves is notified in the version of its request', async () => {
  const shop = await openToldShop({}, 50)
  await shop.put('1', payBody())
  await shop.put('2', refundBody('10.00', { priorApproval: 'REQUESTED' }))
  const approved = await approveRefund({ key: shop.key, userId: 'anna' }, gateway.dependencies)
  assert.equal(approved.kind, 'ANSWERED')
  const notified = await shop.notifiedVersions()
  assert.equal(new Set(notified.map(([transactionId]) => transactionId)).size, 3)
  assert.deepEqual(new Set(notified.map(([, version]) => version)), new Set(['50']))
})
