// How pages use the room they have, in a browser: on a laptop and on a phone, and while they are on their way.
import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import type { Page } from '../../../support/browser/browser.ts'
import {
  type ConsoleWorld,
  goTo,
  narrow,
  openConsoleWorld,
  takePicture,
  untilIdle,
} from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { payBody } from '../../../support/clients/client.ts'
import { type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

describe('a page of the console', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    for (const orderId of ['one', 'two', 'three'])
      await makeOrder(world.gateway, [payBody()], { merchant: merchantId, orderId })
    await caughtUp(world.gateway, merchantId)
  })
  after(() => world.stop())

  const open = (rest: string, options = {}) => world.open(ofMerchant(rest, merchantId), { as: user, ...options })

  /** Holds what matches until it is released. */
  async function hold(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
    const gate = Promise.withResolvers<void>()
    await page.route(pattern, async (route: Route) => {
      await gate.promise
      await route.continue()
    })
    return async () => {
      gate.resolve()
      await page.unrouteAll({ behavior: 'wait' })
    }
  }

  /** How many parts move without end. */
  const countMoving = (page: Page) =>
    page.evaluate<number>(
      `document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations === Infinity).length`,
    )

  it('has a menu on a low screen of a laptop whose edge shows that it goes on, and whose current entry is in view', async () => {
    const page = await open('/users', { viewport: { width: 1280, height: 680 } })
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    const list = page.locator('.side-list')
    const [whole, seen] = await list.evaluate((part) => [part.scrollHeight, part.clientHeight])
    assert.ok((whole ?? 0) > (seen ?? 0), 'all entries fit')
    // The shade at an end stays, and what covers it scrolls away with the entries.
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector('.side-list')).backgroundAttachment`),
      'local, local, scroll, scroll',
    )
    const isInView = (name: string) =>
      page.getByRole('link', { name, exact: true }).evaluate((entry) => {
        const [{ top, bottom }, edge] = [entry.getBoundingClientRect(), entry.closest('.side-list')]
        const { top: first = 0, bottom: last = 0 } = edge?.getBoundingClientRect() ?? {}
        return top >= first - 1 && bottom <= last + 1
      })
    assert.equal(await isInView('Users'), true)
    await takePicture(page, 'menu-680')
    await page.getByRole('link', { name: 'Audit log' }).focus()
    assert.equal(await isInView('Audit log'), true)
    await page.close()
  })

  it('stands for a list on its way with parts that move, where the system setting wants motion; and while a page is loaded for the first time, with its title and its shape', async () => {
    const page = await open('/reviews', { isFirstVisit: true, reducedMotion: 'no-preference' })
    await untilIdle(page)
    const releaseList = await hold(page, /\/console\/api\/.*\/orders(\?|$)/)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.locator('.table-skeleton').waitFor()
    assert.ok((await countMoving(page)) > 0, 'nothing moves')
    await releaseList()
    await page.getByRole('link', { name: 'three' }).waitFor()
    for (const [title, shape] of [
      ['Transactions', '.table-skeleton'],
      ['Webhooks', '.section'],
    ] as const) {
      const release = await hold(page, /\.js$/)
      await page.getByRole('link', { name: title, exact: true }).click()
      await page.locator('.page-skeleton-title').getByText(title, { exact: true }).waitFor()
      assert.ok((await page.locator(shape).count()) > 0, `blocks of the shape of ${title}`)
      const loading = page.getByRole('status').filter({ hasText: `Loading ${title}` })
      assert.equal(await loading.count(), 1)
      await release()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      assert.equal(await page.locator('.page-skeleton-title').count(), 0)
    }
    await page.close()
  })

  it('keeps still while the gateway answers, where the system setting wants no motion, and has the headings of its list, or the name of its order', async () => {
    const page = await open('/reviews')
    await untilIdle(page)
    const release = await hold(page, /\/console\/api\/.*\/(orders|orders\/two)(\?|$)/)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.locator('.table-skeleton').getByText('Paid with').waitFor()
    assert.equal(await countMoving(page), 0, 'parts move')
    await release()
    await page.getByRole('link', { name: 'two' }).waitFor()
    const releaseOrder = await hold(page, /\/console\/api\/.*\/orders\/two$/)
    await page.getByRole('link', { name: 'two' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order two' }).waitFor()
    await page.locator('.figures-skeleton').waitFor()
    await releaseOrder()
    await page.getByRole('region', { name: 'Timeline' }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('has every entry of the navigation in sight on a laptop, and its filters in one line', async () => {
    const page = await open('/transactions')
    await page.getByRole('row', { name: 'two' }).waitFor()
    const isCut = await page.evaluate<boolean>(
      `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(document.querySelector('.side-list'))`,
    )
    assert.equal(isCut, false, 'the navigation is scrolled')
    const tops = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('search > div > *')]
        .filter(({ clientHeight }) => clientHeight > 0)
        .map((part) => Math.round(part.getBoundingClientRect().bottom))`,
    )
    assert.ok(tops.length >= 5, `${tops.length} filters`)
    assert.equal(new Set(tops).size, 1, `the filters end at ${tops.join()}`)
    // The library's styles of a button have none: those of the console come after them.
    const frame = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.search-field')).borderTopWidth`,
    )
    assert.equal(frame, '1px', 'the search field has no frame')
    await page.close()
  })

  it('leaves out columns that do not fit, and shows them again when they do', async () => {
    const page = await open('/orders')
    await page.getByRole('columnheader', { name: 'Refunded' }).waitFor()
    await page.setViewportSize({ width: 800, height: 800 })
    await page.getByRole('columnheader', { name: 'Refunded' }).waitFor({ state: 'detached' })
    await page.getByRole('columnheader', { name: 'Opened' }).waitFor()
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.getByRole('columnheader', { name: 'Refunded' }).waitFor()
    await page.close()
  })

  it('folds its filters on a phone and says how many are set; rows are as high as a finger needs; navigation that was open hides no page, whichever way leads to it', async () => {
    const page = await open('/reviews')
    await page.setViewportSize(narrow.viewport)
    await goTo(page, ofMerchant('/orders?orderId=t*', merchantId))
    const card = page.getByRole('listitem').filter({ hasText: 'three' })
    await card.waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Order' }).count(), 0)
    const box = (await card.boundingBox()) ?? assert.fail('the card is not visible')
    assert.ok(box.height >= 44 && box.height <= 88, `${box.height} pixels`)
    const first = (await page.getByRole('list', { name: 'Orders' }).boundingBox()) ?? assert.fail()
    assert.ok(first.y < 330, `the list begins at ${first.y}`)
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await page.getByRole('textbox', { name: 'Order' }).fill('one')
    await page.getByRole('listitem').filter({ hasText: 'one' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Filters', exact: true }).waitFor()

    const openNavigation = page.getByRole('button', { name: 'Open navigation' })
    await openNavigation.click()
    await page.getByRole('button', { name: /Account and sign-out/ }).click()
    await page.getByRole('menuitem', { name: 'Your account' }).click()
    await page.getByLabel('Current password').click()
    await openNavigation.click()
    await page.goBack()
    await page.getByRole('link', { name: 'three' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order three' }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
