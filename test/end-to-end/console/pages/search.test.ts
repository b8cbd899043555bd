// The search field in a browser, by keyboard alone.
import assert from 'node:assert/strict'
import { type ConsoleWorld, narrow, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { payBody } from '../../../support/clients/client.ts'
import { type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

describe('the search field', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    const customer = { firstName: 'Rosa', lastName: 'Quinn', email: 'rosa@quinn.example' }
    for (const number of [1, 2, 3])
      await makeOrder(world.gateway, [payBody({ customer, order: { amount: `${number}7.50`, currency: 'EUR' } })], {
        merchant: merchantId,
        orderId: `spring-${number}`,
      })
    await caughtUp(world.gateway, merchantId)
  })
  after(() => world.stop())

  const open = (rest: string, options = {}) => world.open(ofMerchant(rest, merchantId), { as: user, ...options })

  it('opens with a slash, and opens the order of a payer and an amount by keyboard alone', async () => {
    const page = await open('/settlement')
    await page.getByRole('heading', { name: 'Settlement' }).waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.waitFor()
    await page.keyboard.type('quinn 27.50')
    await page.getByRole('option', { name: /spring-2.*Payer Rosa Quinn.*27\.50/ }).waitFor()
    assert.equal(await page.getByRole('option').count(), 1)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /spring-2/ }).waitFor()
    assert.equal(await field.count(), 0)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('keeps what is typed while it is loaded on a first visit, and takes none of it for a shortcut', async () => {
    const page = await open('/orders', { isFirstVisit: true })
    await page.getByRole('link', { name: 'spring-1' }).waitFor()
    const gate = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.keyboard.press('/')
    await page.keyboard.type('quinn 3')
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('7.50')
    await page.getByRole('option', { name: /spring-3/ }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Search' }).inputValue(), 'quinn 37.50')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    assert.equal(await page.getByRole('combobox', { name: 'Search' }).inputValue(), '')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('moves through results with the arrow keys and leads to all of them', async () => {
    const page = await open('/orders')
    await page.getByRole('link', { name: 'spring-1' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.type('quinn')
    await page.getByRole('option', { name: /spring-3/ }).waitFor()
    const chosen = () => page.getByRole('option', { selected: true }).textContent()
    assert.match(String(await chosen()), /spring-3/)
    await page.keyboard.press('ArrowDown')
    assert.match(String(await chosen()), /spring-2/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    assert.match(String(await chosen()), /Show as a list/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    await page.getByRole('link', { name: 'spring-1' }).waitFor()
    assert.equal(new URL(page.url()).search, '?text=quinn')
    await page.close()
  })

  it('does not open while something is typed into another field, and closes with Escape', async () => {
    const page = await open('/orders')
    await page.getByRole('textbox', { name: 'Order' }).fill('a')
    await page.getByRole('textbox', { name: 'Order' }).press('/')
    assert.equal(await page.getByRole('textbox', { name: 'Order' }).inputValue(), 'a/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' })
    await page.close()
  })

  it('sends no card number, and asks for the last four digits', async () => {
    const page = await open('/orders')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('5123 4500 0000 0008')
    await page.getByRole('alert').getByText('Enter the last four digits').waitFor()
    assert.deepEqual(
      asked.filter((url) => url.includes('/api/') && url.includes('/search')),
      [],
    )
    await page.close()
  })

  it('opens pages by their titles, and merchants for the operator, also on a phone', async () => {
    const operator = await operatorsUser(world.gateway)
    const page = await world.open('/links', { as: operator })
    await page.setViewportSize(narrow.viewport)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill(merchantId)
    await page.getByRole('option', { name: merchantId }).click()
    await page.waitForURL(`**/merchants/${merchantId}`)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('settle')
    await page.getByRole('option', { name: 'Settlement' }).click()
    await page.getByRole('heading', { name: 'Settlement' }).waitFor()
    await page.close()
  })
})
