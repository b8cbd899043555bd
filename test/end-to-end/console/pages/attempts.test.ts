// Manual resolution in the console: from the operator's dashboard to the outcome, by two users.
import assert from 'node:assert/strict'
import {
  type ConsoleWorld,
  narrow,
  openConsoleWorld,
  seriousFaults,
  takePicture,
  wide,
} from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { ask, type ConsoleUser, operatorsUser } from '../../../support/clients/console.ts'
import { openShop, type Shop } from '../../../support/clients/shop.ts'
import { holdVoid } from '../../../support/fixtures/held-attempts.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'

describe('manual resolution at the console', () => {
  let world: ConsoleWorld
  let shop: Shop
  let ann: ConsoleUser
  let bob: ConsoleUser
  before(async () => {
    world = keepWindows(await openConsoleWorld({ ownGateway: true }))
    shop = openShop(world.gateway, (await boardMerchant(world.gateway)).id)
    ann = await operatorsUser(world.gateway)
    bob = await operatorsUser(world.gateway)
  })
  after(() => world.stop())

  it('leads from money at risk to the list, where one user proposes the outcome and another approves it', async () => {
    const { merchantId, orderId } = await holdVoid(world.gateway, shop)
    const page = await world.open('/', { as: ann, ...wide })
    await page
      .getByRole('link', { name: /^Show (it|them)$/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'Money at risk' }).waitFor()
    const risk = page.getByRole('row', { name: new RegExp(orderId) })
    await risk.getByRole('link', { name: 'Open manual resolution' }).click()
    await page.getByRole('heading', { level: 1, name: 'Manual resolution' }).waitFor()
    await page.getByRole('row', { name: new RegExp(orderId) }).waitFor()
    // The bar and the navigation are looked at in every.test.ts.
    assert.deepEqual(await seriousFaults(page, { within: 'main' }), [])
    await takePicture(page, 'attempts-wide')
    await page.getByRole('button', { name: `Resolve ${orderId}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Approved/ })
      .check()
    await page.getByLabel('Authorization code').fill('123456')
    await page.getByLabel('Reason').fill('Confirmed by the acquirer, case 4711')
    assert.deepEqual(await seriousFaults(page, { within: '[role=dialog]' }), [])
    await takePicture(page, 'attempts-propose-wide')
    await page.getByRole('dialog').getByRole('button', { name: 'Propose', exact: true }).click()
    await page.getByRole('button', { name: `Withdraw the proposal for ${orderId}` }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Approve the proposal/ }).count(), 0, 'not the own one')
    const [proposal] = await world.gateway.query<{ proposal_id: string }>(
      'select proposal_id from attempt_resolutions where order_id = $1',
      [orderId],
    )
    const path = `/attempts/${merchantId}/${orderId}/2/proposals/${proposal?.proposal_id}/approval`
    const own = await ask(world.gateway, { method: 'POST', path, as: ann })
    assert.deepEqual([own.status, own.body.code], [409, 'FOUR_EYES'])
    await page.close()

    const other = await world.open('/attempts', { as: bob, ...wide })
    await other.setViewportSize(narrow.viewport)
    await other.getByRole('button', { name: `Approve the proposal for ${orderId}` }).waitFor()
    assert.deepEqual(await seriousFaults(other, { within: 'main', except: ['color-contrast'] }), [])
    await takePicture(other, 'attempts-narrow')
    await other.getByRole('button', { name: `Approve the proposal for ${orderId}` }).click()
    await takePicture(other, 'attempts-approve-narrow')
    await other.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await other.getByText('Nothing to resolve').waitFor()
    const { body } = await shop.transaction(orderId, '2')
    assert.deepEqual([body.result, body.transaction.authorizationCode], ['SUCCESS', '123456'])
    assert.deepEqual(other.problems, [])
    await other.close()
  })

  it('offers nothing to do to users without permission, and the services refuse them', async () => {
    const { merchantId, orderId } = await holdVoid(world.gateway, shop)
    const viewer = await operatorsUser(world.gateway, ['VIEW'])
    const page = await world.open('/attempts', { as: viewer, ...wide })
    await page.getByRole('row', { name: new RegExp(orderId) }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Resolve/ }).count(), 0)
    await page.close()
    const body = { outcome: 'FAILED', reason: 'Not there' }
    const path = `/attempts/${merchantId}/${orderId}/2/proposals`
    assert.equal((await ask(world.gateway, { method: 'POST', path, body, as: viewer })).status, 403)
    assert.equal((await ask(world.gateway, { method: 'POST', path, body, as: ann })).status, 202)
    assert.equal((await ask(world.gateway, { method: 'POST', path, body, as: bob })).body.code, 'ALREADY_PROPOSED')
  })
})
