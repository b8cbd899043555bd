// Several notifications of the delivery log at once, in a browser.
import assert from 'node:assert/strict'
import {
  acknowledge,
  type ConsoleWorld,
  openConsoleWorld,
  untilIdle,
} from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { payBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../../support/fixtures/merchants.ts'
import { openWebhook } from '../../../support/sites/webhook.ts'

describe('the delivery log', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
  })
  after(() => world.stop())

  it('replays the notifications that were selected, and no others', async (t) => {
    const { gateway } = world
    const webhook = await openWebhook(t, gateway.dataDir)
    const settings = { isEnabled: true, url: webhook.url }
    await gateway.dependencies.webhookSettings.change(merchantId, settings, testerStamp())
    for (const orderId of ['first', 'second', 'third'])
      await makeOrder(gateway, [payBody()], { merchant: merchantId, orderId })
    await eventually(
      async () => (await ask(gateway, { path: ofMerchant('/deliveries', merchantId), as: user })).body.rows,
      (rows) => rows.filter(({ state }: { state: string }) => state === 'DELIVERED').length === 3,
    )
    const page = await world.open(ofMerchant('/deliveries', merchantId), { as: user })
    const boxOf = (orderId: string) => page.getByRole('row').filter({ hasText: orderId }).getByRole('checkbox')
    await boxOf('first').check()
    await boxOf('third').check()
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await acknowledge(page, '2 notifications queued for replay.')
    await page.getByText('2 selected').waitFor({ state: 'detached' })
    const arrived = await eventually(
      async () => webhook.arrivals.map(({ orderId }) => orderId).toSorted(),
      (orders) => orders.length >= 5,
    )
    assert.deepEqual(arrived, ['first', 'first', 'second', 'third', 'third'])
    const entries = await gateway.query<{ actor: string; subject: { notificationIds?: readonly string[] } }>(
      `select actor, subject from audit where action = 'NOTIFICATIONS_REPLAYED' and merchant_id = $1`,
      [merchantId],
    )
    assert.deepEqual(
      entries.map(({ actor }) => actor),
      [user.actor],
    )
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('selects all rows of a page at once, and offers nothing to select to users who may not replay', async () => {
    const page = await world.open(ofMerchant('/deliveries', merchantId), { as: user })
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByText('3 selected').waitFor({ state: 'detached' })
    await page.close()
    const viewer = await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] })
    const others = await world.open(ofMerchant('/deliveries', merchantId), { as: viewer })
    await others.getByRole('row').filter({ hasText: 'second' }).waitFor()
    await untilIdle(others)
    assert.equal(await others.getByRole('checkbox').count(), 0)
    await others.close()
  })
})
