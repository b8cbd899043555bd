// What lists of the console have in common, in a browser: order, counts, columns, selection, views, periods, zone, keys.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { goTo, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { type KeptWorld, keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { payBody } from '../../../support/clients/client.ts'
import { type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

describe('a list of the console', () => {
  let world: KeptWorld
  let merchantId: string
  let user: ConsoleUser
  /** Has preferences of their own. */
  let choosing: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    choosing = await signedIn(world.gateway, { merchantId })
    for (const number of Array.from({ length: 27 }, (_, index) => index + 1)) {
      const order = { amount: `${(number * 7) % 30}.00`, currency: 'EUR' }
      await makeOrder(world.gateway, [payBody({ order })], { merchant: merchantId, orderId: `row-${number}` })
    }
    await caughtUp(world.gateway, merchantId)
  })
  after(() => world.stop())

  const open = (rest: string, options = {}) => world.open(ofMerchant(rest, merchantId), { as: user, ...options })

  it('says how many rows there are and where in them a page is, which keys and buttons turn; is sorted by its headings, by amount where one currency is shown', async () => {
    const page = await open('/orders')
    const rows = page.getByRole('row')
    await page.getByText('1–25 of 27').waitFor()
    assert.equal(await rows.count(), 26, 'below the headings')
    await rows.nth(1).getByText('row-27').waitFor()
    await page.keyboard.press('n')
    await page.getByText('26–27 of 27').waitFor()
    await page.keyboard.press('p')
    await page.getByText('1–25 of 27').waitFor()
    await page.getByRole('button', { name: 'Opened' }).click()
    await rows.nth(1).getByText('row-1', { exact: true }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Opened' }).getAttribute('aria-sort'), 'ascending')
    assert.equal(await page.getByRole('button', { name: 'Amount' }).count(), 0)
    await goTo(page, ofMerchant('/orders?currency=EUR', merchantId))
    await page.getByRole('button', { name: 'Amount' }).click()
    await rows
      .nth(1)
      .getByText(/29\.00/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Amount' }).click()
    await rows
      .nth(1)
      .getByText(/0\.00|1\.00/)
      .first()
      .waitFor()
    await goTo(page, ofMerchant('/orders?orderId=row-*', merchantId))
    await page.getByRole('link', { name: 'row-27' }).waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('link', { name: 'row-1', exact: true }).waitFor()
    assert.equal(await rows.count(), 3)
    await page.getByRole('button', { name: 'Previous' }).click()
    await page.getByRole('link', { name: 'row-27' }).waitFor()
    await page.getByRole('textbox', { name: 'Order' }).fill('row-9')
    await page.getByText('1–1 of 1').waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('exports the rows that are selected, and is limited to a usual period in one step', async () => {
    const page = await open('/orders?orderId=row-2*')
    await page.getByRole('checkbox', { name: 'Select row-27' }).check()
    await page.getByRole('checkbox', { name: 'Select row-25' }).check()
    await page.getByText('2 selected').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    assert.deepEqual(
      lines.map((line) => line.split(',')[0]),
      ['Order', 'row-27', 'row-25'],
    )
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByText('2 selected').waitFor({ state: 'detached' })

    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Yesterday' }).click()
    await page.getByText('No matching orders').waitFor()
    await page.getByRole('combobox', { name: 'Period' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await page.getByText('1–9 of 9').waitFor()
    await page.close()
  })

  it('shows the columns that its user has chosen, and keeps filters as a view under a name, in every browser', async () => {
    const page = await open('/orders?orderId=row-2*', { as: choosing })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Paid with' }).click()
    await page.getByRole('checkbox', { name: 'Last changed' }).click()
    await page.getByRole('columnheader', { name: 'Last changed' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Paid with' }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('The twenties')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('View “The twenties” was saved.').waitFor()
    await page.close()
    const later = await world.openElsewhere(ofMerchant('/orders', merchantId), { as: choosing })
    await later.getByText('1–25 of 27').waitFor()
    await later.getByRole('columnheader', { name: 'Last changed' }).waitFor()
    assert.equal(await later.getByRole('columnheader', { name: 'Paid with' }).count(), 0)
    await later.getByRole('button', { name: 'Views' }).click()
    await later.getByRole('menuitem', { name: 'The twenties' }).click()
    await later.getByText('1–9 of 9').waitFor()
    await later.getByRole('button', { name: 'The twenties' }).click()
    await later.getByRole('menuitem', { name: 'Delete “The twenties”' }).click()
    await later.getByRole('button', { name: 'Views' }).waitFor()
    await later.close()
  })

  it('shows times in the zone that its user has chosen, and days begin there', async () => {
    const page = await world.open('/account', { as: choosing })
    const ofBrowser = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone')
    await page.getByText(`Times in ${ofBrowser}`).waitFor()
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await zone.fill('Tokyo')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
    await page.getByText('Times in Asia/Tokyo (GMT+9)').waitFor()
    await goTo(page, ofMerchant('/orders?orderId=row-9', merchantId))
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByLabel('From', { exact: true }).fill('2026-01-01')
    await page.waitForURL(/from=2025-12-31T15%3A00%3A00\.000Z/)
    const time = page.locator('tbody time').first()
    assert.match(String(await time.getAttribute('title')), /GMT\+9|Japan/)
    await page.close()
  })

  it('is reached by keys, which a help page lists and a switch turns off', async () => {
    const page = await open('/orders?orderId=row-9', { as: choosing })
    await page.getByText('1–1 of 1').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await page.getByRole('heading', { name: 'Transactions' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await page.getByRole('row', { name: 'g o Orders' }).waitFor()
    await page.getByRole('switch', { name: 'Shortcuts of a single key' }).click()
    await page.getByRole('row', { name: 'g o Orders' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).click()
    await page.keyboard.press('/')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.close()
  })
})
