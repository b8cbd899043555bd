// The version of the API that notifications are told in: that of the payment, also of what the gateway does about it itself.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { noRiskRules } from '../../src/domain/risk.ts'
import { reviewOrder } from '../../src/operations/review-order.ts'
import { apiPath, payBody, send } from '../support/client.ts'
import { testPassword } from '../support/database.ts'
import { until } from '../support/embedded-kit.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { boardMerchant } from '../support/merchants.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

for (const version of [30, 50, 100]) {
  it(`a payment in version ${version} that a reviewer rejects, and what undoes it, are told in that version`, async () => {
    const risk = { ...noRiskRules, binRanges: [{ from: '512345', to: '512345', action: 'REVIEW' as const }] }
    const { id: merchantId } = await boardMerchant(gateway, { profile: { risk } })
    const { notificationSettings, deliveries } = gateway.ports
    const by = { actor: 'test', at: new Date() }
    await notificationSettings.change(merchantId, { isEnabled: true, url: 'https://shop.example/told' }, by)
    const key = { merchantId, orderId: 'a' }
    const paid = await send(gateway.doors.httpUrl ?? '', {
      method: 'PUT',
      path: apiPath('/order/a/transaction/1', { merchant: merchantId, version }),
      login: `merchant.${merchantId}:${testPassword}`,
      body: payBody(),
    })
    assert.equal(paid.body.result, 'SUCCESS', paid.text)
    const reviewed = await reviewOrder({ key, decision: 'REJECTED', userId: 'anna' }, gateway.ports)
    assert.equal(reviewed.kind, 'reviewed')
    const events = await gateway.ports.store.listEvents(key)
    const told = () => deliveries.list({ ...key, isOldestFirst: true, limit: 10 })
    await until(async () => (await told()).length === events.length, 'every event has its notification')
    const bodies = (await told()).map(({ apiVersion, body }) => ({ apiVersion, ...JSON.parse(body) }))
    assert.ok(bodies.some(({ transaction }) => transaction.id !== '1'))
    assert.deepEqual(
      bodies.map((body) => [body.apiVersion, body.version]),
      events.map(() => [version, String(version)]),
    )
  })
}
