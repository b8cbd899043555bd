// How the console's pages are served: under a strict policy, on the listeners for browsers only; and what they show when things
// are not as they should be: half typed, unreachable, broken, on a screen that is too short.
import assert from 'node:assert/strict'
import { type ConsoleWorld, openConsoleWorld, untilIdle } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { comeBackLater } from '../../../support/browser/windows/console-visits.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { payBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

describe('the console’s pages', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser
  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    await makeOrder(world.gateway, [payBody()], { merchant: merchantId, orderId: 'paid' })
    await caughtUp(world.gateway, merchantId)
  })
  after(() => world.stop())

  describe('under adverse conditions', () => {
    const open = (rest: string, options = {}) => world.open(ofMerchant(rest, merchantId), { as: user, ...options })

    it('keeps the list while a card is half typed, and shows how many are left when it is complete', async () => {
      const page = await open('/orders')
      await page.getByRole('link', { name: 'paid' }).waitFor()
      await page.getByRole('button', { name: 'More filters' }).click()
      const lastFour = page.getByRole('textbox', { name: 'Card ends with' })
      await lastFour.pressSequentially('00')
      // Another filter takes effect after it: had the first asked for anything, it would be in the address by then.
      await page.getByRole('textbox', { name: 'Order' }).fill('pai*')
      await page.waitForURL('**?orderId=pai*')
      assert.equal(await page.getByRole('alert').count(), 0)
      assert.equal(await page.getByRole('link', { name: 'paid' }).count(), 1)
      assert.equal(await lastFour.inputValue(), '00', 'what was typed stays')
      await lastFour.fill('1111')
      await page.getByRole('heading', { name: 'No matching orders' }).waitFor()
      await page.getByRole('status').filter({ hasText: 'Orders: 0 shown' }).waitFor({ state: 'attached' })
      assert.deepEqual(page.problems, [])
      await page.close()
    })

    it('reports that the gateway cannot be reached, and continues when it can again', async () => {
      const page = await open('/orders')
      await page.getByRole('link', { name: 'paid' }).waitFor()
      await page.context().setOffline(true)
      await page.getByRole('textbox', { name: 'Order' }).fill('pa*')
      await page.getByRole('alert').filter({ hasText: 'The gateway cannot be reached.' }).waitFor()
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('link', { name: 'paid' }).waitFor()
      await page.close()
    })

    it('reports that the gateway cannot be reached where a part of the console is to be loaded', async () => {
      const page = await open('/orders', { isFirstVisit: true })
      await page.getByRole('link', { name: 'paid' }).waitFor()
      await untilIdle(page)
      // The browser itself has a connection.
      await page.route('**/*', (route) => route.abort())
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
      await page.getByRole('alert').filter({ hasText: 'The gateway cannot be reached.' }).waitFor()
      await page.unrouteAll()
      await page.close()
    })

    it('reports a failure of the gateway, and keeps the rest of the page', async () => {
      // The window of another user has read no orders yet.
      const page = await open('/tokens', { as: await signedIn(world.gateway, { merchantId }) })
      await page.route('**/console/api/**/orders?**', (route) =>
        route.fulfill({ status: 500, json: { code: 'SERVER_FAILED', explanation: 'The gateway could not do that.' } }),
      )
      await page.route('**/console/api/**/orders', (route) =>
        route.fulfill({ status: 500, json: { code: 'SERVER_FAILED', explanation: 'The gateway could not do that.' } }),
      )
      await page.getByRole('link', { name: 'Orders' }).click()
      await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
      await page.getByRole('textbox', { name: 'Order' }).waitFor()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('link', { name: 'paid' }).waitFor()
      await page.close()
    })

    it('keeps what another user has changed while a form was half filled in', async () => {
      const page = await open('/webhooks')
      await page.getByLabel('URL').fill('https://shop.example/notifications')
      const path = ofMerchant('/webhooks', merchantId)
      const body = { acceptsAny2xx: true }
      assert.equal((await ask(world.gateway, { method: 'PUT', path, body, as: user })).status, 200)
      await comeBackLater(page)
      await page.getByRole('switch', { name: /^Treat any status/, checked: true }).waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('The webhook settings were saved.').waitFor()
      const { url, acceptsAny2xx } = (await ask(world.gateway, { path, as: user })).body
      assert.deepEqual([url, acceptsAny2xx], ['https://shop.example/notifications', true])
      await page.close()
    })

    it('keeps all of the navigation within reach on a short screen', async () => {
      const page = await open('/orders', { viewport: { width: 1280, height: 420 } })
      const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').last()
      await last.waitFor()
      const side = await page.getByRole('navigation', { name: 'Pages' }).boundingBox()
      assert.equal((side?.y ?? 0) + (side?.height ?? 0), 420, 'it reaches to the bottom')
      await last.focus()
      const seen = await last.boundingBox()
      assert.ok(seen && seen.y + seen.height <= 420, `the last entry ends at ${(seen?.y ?? 0) + (seen?.height ?? 0)}`)
      assert.equal(await page.evaluate('scrollY'), 0, 'the page itself stays where it is')
      await page.close()
    })

    it("shows the operator’s users which merchant's page it is, however long the name", async () => {
      const name = 'The Honourable Company of Merchants Trading in Teapots'
      const { id } = await boardMerchant(world.gateway, { profile: { name } })
      const page = await world.open(ofMerchant('/orders', id), { as: await operatorsUser(world.gateway) })
      const choice = page.getByRole('combobox', { name: 'Merchant' })
      await page.getByRole('navigation', { name: 'Pages' }).getByText(id, { exact: true }).waitFor()
      await eventually(async () => ((await choice.inputValue()) === name ? true : undefined))
      await choice.fill(merchantId)
      await page.getByRole('option', { name: merchantId }).click()
      await page.waitForURL(`**/merchants/${merchantId}/orders`)
      await page.getByRole('link', { name: 'paid' }).waitFor()
      await page.close()
    })
  })
})
