// Ids with characters that mean something in addresses: their pages open by a click in a list and by the address itself.
import assert from 'node:assert/strict'
import type { WatchedPage } from '../../../../support/browser/browser.ts'
import { type ConsoleWorld, goTo, openConsoleWorld, untilTitled } from '../../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { specialIds as ids } from '../../../../support/builders/special-ids.ts'
import { apiPath, payBody, send } from '../../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../../support/fixtures/search-world.ts'
import { testPassword } from '../../../../support/gateway/database.ts'

describe('an id with special characters in URLs', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser
  let token: string
  /** One window, which is led from test to test. */
  let page: WatchedPage
  /** What scripts have shown. */
  const ran: string[] = []

  before(async () => {
    world = await openConsoleWorld()
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    const url = 'https://localhost:9/notifications'
    await world.gateway.dependencies.webhookSettings.change(merchantId, { isEnabled: true, url }, testerStamp())
    for (const id of ids) {
      const place = `/order/${encodeURIComponent(id)}/transaction/${encodeURIComponent(id)}`
      const { status, text } = await call('PUT', place, payBody({ order: { amount: '1', currency: 'USD' } }))
      assert.equal(status, 201, text)
    }
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
    token = (await call('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).body.token
    await caughtUp(world.gateway, merchantId)
    page = await world.open(own('/orders'), { as: user })
    page.on('dialog', (dialog) => {
      ran.push(dialog.message())
      void dialog.dismiss()
    })
  })
  after(() => world.stop())

  const call = (method: string, rest: string, body: object) =>
    send(world.gateway.listeners.httpUrl ?? '', {
      method,
      path: apiPath(rest, { merchant: merchantId }),
      body,
      login: `merchant.${merchantId}:${testPassword}`,
    })
  const own = (rest: string) => ofMerchant(rest, merchantId)
  const orderPath = (id: string) => own(`/orders/${encodeURIComponent(id)}`)
  const linkOf = (id: string) => page.getByRole('link', { name: id, exact: true }).first()

  async function assertOrder(id: string): Promise<void> {
    await untilTitled(page, `Order ${id}`)
    await page.locator('.timeline').waitFor()
    assert.equal(new URL(page.url()).pathname, `/console${orderPath(id)}`)
  }

  function assertNothingRan(): void {
    assert.deepEqual(ran, [])
    assert.deepEqual(page.problems, [])
  }

  it('finds its order, stays in the address as it was typed, and opens the order by a click in the list', async () => {
    for (const id of ids) {
      await goTo(page, own(`/orders?orderId=${encodeURIComponent(id)}`))
      await linkOf(id).waitFor()
      assert.equal(await page.getByLabel('Order', { exact: true }).inputValue(), id)
      assert.equal(new URL(page.url()).searchParams.get('orderId'), id)
      await linkOf(id).click()
      await assertOrder(id)
      await page.goBack()
      await untilTitled(page, 'Orders')
      assert.equal(new URL(page.url()).searchParams.get('orderId'), id, 'the way back leads to the list')
    }
    assertNothingRan()
  })

  it('opens its order by a click in the list of transactions, and the way back leads to the list', async () => {
    await goTo(page, own('/transactions'))
    for (const id of ids) {
      await linkOf(id).click()
      await assertOrder(id)
      await page.goBack()
      await untilTitled(page, 'Transactions')
    }
    assertNothingRan()
  })

  // Every click above leads the application to these addresses, and what the gateway answers there is in ../../addresses.test.ts:
  // these are read by the browser itself.
  it('opens its order by the address, and again when the page is reloaded', async () => {
    for (const id of ['%252F', 'a/b?c#d']) {
      await page.goto(`${world.url}/console${orderPath(id)}`)
      await assertOrder(id)
    }
    await goTo(page, orderPath('../../orders'))
    await assertOrder('../../orders')
    await page.reload()
    await assertOrder('../../orders')
    assertNothingRan()
  })

  it('opens the notification about it by the address, which leads back to the order', async () => {
    for (const id of ids) {
      const { body } = await ask(world.gateway, {
        path: own(`/deliveries?orderId=${encodeURIComponent(id)}`),
        as: user,
      })
      await goTo(page, own(`/deliveries/${body.rows[0].notificationId}`))
      await linkOf(id).click()
      await assertOrder(id)
    }
    assertNothingRan()
  })

  it('is not a token: a token opens by its address, and any other address is not found', async () => {
    await goTo(page, own(`/tokens/${token}`))
    await page.getByText(token).first().waitFor()
    for (const id of ids) {
      await goTo(page, own(`/tokens/${encodeURIComponent(id)}`))
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
    }
    assert.deepEqual(ran, [])
    await page.close()
  })
})
