// Ids with characters that mean something in addresses: their pages open by a click in a list and by the address itself.
import assert from 'node:assert/strict'
import type { WatchedPage } from '../../../../support/browser/browser.ts'
import { type ConsoleWorld, goTo, openConsoleWorld } from '../../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { specialIds as ids } from '../../../../support/builders/special-ids.ts'
import { apiPath, payBody, send } from '../../../../support/clients/client.ts'
import { ask, type ConsolePerson, ofMerchant, signedIn } from '../../../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../../support/fixtures/search-world.ts'
import { testPassword } from '../../../../support/gateway/database.ts'

describe('an id with special characters in URLs', () => {
  let world: ConsoleWorld
  let merchantId: string
  let person: ConsolePerson
  let token: string

  before(async () => {
    world = await openConsoleWorld()
    merchantId = (await boardMerchant(world.gateway)).id
    person = await signedIn(world.gateway, { merchantId })
    const url = 'https://localhost:9/notifications'
    await world.gateway.ports.notificationSettings.change(merchantId, { isEnabled: true, url }, testerStamp())
    for (const id of ids) {
      const place = `/order/${encodeURIComponent(id)}/transaction/${encodeURIComponent(id)}`
      const { status, text } = await call('PUT', place, payBody({ order: { amount: '1', currency: 'USD' } }))
      assert.equal(status, 201, text)
    }
    const card = { number: '5123450000000008', expiry: { month: '1', year: '39' } }
    token = (await call('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } })).body.token
    await caughtUp(world.gateway, merchantId)
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
  const open = async (path: string) => {
    const page = await world.open(path, { as: person })
    page.on('dialog', () => assert.fail('something ran'))
    return page
  }
  const load = (page: WatchedPage, path: string) => page.goto(`${world.url}/console${path}`)

  async function assertOrder(page: WatchedPage, id: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name: `Order ${id}`, exact: true }).waitFor()
    await page.locator('.timeline').waitFor()
    const { pathname } = new URL(page.url())
    assert.equal(pathname, `/console${own(`/orders/${encodeURIComponent(id)}`)}`)
  }

  it('opens its order by the address, and again when the page is reloaded', async () => {
    const page = await open(own('/orders'))
    for (const id of ids) {
      await goTo(page, own(`/orders/${encodeURIComponent(id)}`))
      await assertOrder(page, id)
    }
    // What the gateway answers at these addresses is in ../addresses.test.ts; these are read again by the browser itself.
    for (const id of ['%252F', 'a/b?c#d', '../../orders']) {
      await load(page, own(`/orders/${encodeURIComponent(id)}`))
      await assertOrder(page, id)
    }
    await page.reload()
    await assertOrder(page, '../../orders')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('opens its order by a click in the lists of orders and transactions, and the back link leads to the list', async () => {
    const page = await open(own('/orders'))
    for (const [list, title] of [
      ['orders', 'Orders'],
      ['transactions', 'Transactions'],
    ]) {
      await goTo(page, own(`/${list}`))
      for (const id of ids) {
        await page.getByRole('link', { name: id, exact: true }).first().click()
        await assertOrder(page, id)
        await page.goBack()
        await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor()
      }
    }
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('finds its order, and stays in the address as it was typed', async () => {
    const page = await open(own('/orders'))
    for (const id of ids) {
      await goTo(page, own(`/orders?orderId=${encodeURIComponent(id)}`))
      await page.getByRole('link', { name: id, exact: true }).waitFor()
      assert.equal(await page.getByLabel('Order', { exact: true }).inputValue(), id)
      assert.equal(new URL(page.url()).searchParams.get('orderId'), id)
    }
    await page.close()
  })

  it('opens the notification about it from the order, by the address, and leads back to the order', async () => {
    const page = await open(own('/deliveries'))
    for (const id of ids) {
      const { body } = await ask(world.gateway, {
        path: own(`/deliveries?orderId=${encodeURIComponent(id)}`),
        as: person,
      })
      await goTo(page, own(`/deliveries/${body.rows[0].notificationId}`))
      await page.getByRole('link', { name: id, exact: true }).first().click()
      await assertOrder(page, id)
    }
    await page.close()
  })

  it('is not a token: a token opens by its address, and any other address is not found', async () => {
    const page = await open(own(`/tokens/${token}`))
    await page.getByText(token).first().waitFor()
    for (const id of ids) {
      await goTo(page, own(`/tokens/${encodeURIComponent(id)}`))
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
    }
    await page.close()
  })
})
