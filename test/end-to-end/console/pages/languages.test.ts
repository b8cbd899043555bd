// The console in the language of its user: chosen by the browser first, then by the user, in every browser from then on; and
// every page fits the screen in the languages that need most room, and from right to left.
import assert from 'node:assert/strict'
import type { WatchedPage } from '../../../support/browser/browser.ts'
import {
  assertFits,
  type ConsoleWorld,
  goTo,
  loginCookie,
  narrow,
  openConsoleWorld,
  seriousFaults,
  takePicture,
  untilIdle,
  untilTitled,
  wide,
} from '../../../support/browser/console-browser.ts'
import { type FilledMerchant, fillMerchant } from '../../../support/browser/console-filled.ts'
import { addressOf, pageChecks } from '../../../support/browser/console-looks.ts'
import { pages } from '../../../support/browser/console-registry.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { ask, ofMerchant, signedIn } from '../../../support/clients/console.ts'

/** Titles, labels and the like: dates and amounts are in Arabic by themselves. */
const namesOnPage = `[...document.querySelectorAll('main :is(h1, h2, h3, th, label)')].map(({ textContent }) => textContent).join()`

describe('the language of the console', { timeout: 600_000 }, () => {
  let world: ConsoleWorld
  let filled: FilledMerchant

  before(async () => {
    world = await openConsoleWorld()
    filled = await fillMerchant(world.gateway)
  })
  after(() => world.stop())

  const written = (page: WatchedPage) =>
    page.evaluate<readonly [string, string]>('[document.documentElement.lang, document.documentElement.dir]')

  it('is the browser’s until the user has chosen one, also before the sign-in', async () => {
    const page = await world.open('/', { locale: 'es-MX' })
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
    assert.deepEqual(await written(page), ['es', 'ltr'])
    await page.close()
    const other = await world.open('/', { locale: 'ja-JP' })
    await other.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await written(other), ['en', 'ltr'])
    await other.close()
  })

  it('is the user’s choice from then on, in this browser and in others', async () => {
    const user = await signedIn(world.gateway, { merchantId: filled.merchantId })
    const page = await world.open('/account', { as: user })
    await untilTitled(page, 'Your account')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await untilTitled(page, 'Ihr Konto')
    assert.deepEqual(await written(page), ['de', 'ltr'])
    await goTo(page, ofMerchant('/orders', filled.merchantId))
    await untilTitled(page, 'Bestellungen')
    assert.deepEqual(page.problems, [])
    await page.close()

    const elsewhere = await world.open('/account', { as: user, locale: 'fr-FR' })
    await untilTitled(elsewhere, 'Ihr Konto')
    assert.deepEqual(await written(elsewhere), ['de', 'ltr'])
    await elsewhere.close()
  })

  it('is the browser’s where the browser stores nothing, whatever the user has chosen', async () => {
    const user = await signedIn(world.gateway, { merchantId: filled.merchantId })
    await ask(world.gateway, { method: 'PUT', path: '/preferences', as: user, body: { language: 'de' } })
    const page = await world.open('/', { locale: 'es' })
    await page.getByRole('button', { name: 'Iniciar sesión' }).waitFor()
    await page.addInitScript(`Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked') } })`)
    await page.context().addCookies([loginCookie(user, world.url)])
    await page.goto(`${world.url}/console/account`)
    await untilTitled(page, 'Su cuenta')
    assert.deepEqual(await written(page), ['es', 'ltr'])
    await page.close()
  })

  it('decides how amounts and times are written', async () => {
    const page = await world.open(ofMerchant('/orders/paid', filled.merchantId), { as: filled.user, locale: 'de-DE' })
    await page.locator('.totals').waitFor()
    assert.match((await page.locator('.totals').textContent()) ?? '', /\d,\d\d/)
    await page.close()
  })

  for (const { locale, direction, screen } of [
    { locale: 'de', direction: 'ltr', screen: wide },
    { locale: 'ar', direction: 'rtl', screen: narrow },
  ] as const)
    it(`is shown on every page, and none needs more room than the screen has: ${locale}`, async () => {
      const cut: string[] = []
      for (const user of [filled.user, filled.operators]) {
        const page = await world.open('/account', { as: user, locale, bypassCSP: true, ...screen })
        await untilIdle(page)
        assert.deepEqual(await written(page), [locale, direction])
        for (const { side, path } of pages) {
          const look = pageChecks[`${side} ${path}`]?.[0]
          if (!look || look.as || (side === 'OPERATOR') !== (user === filled.operators)) continue
          await goTo(page, addressOf(`${side} ${path}`, look, filled))
          if (locale === 'ar') assert.match(await page.evaluate<string>(namesOnPage), /\p{Script=Arabic}/u, path)
          const name = `${locale}-${side}-${path}`.replaceAll(/\W+/g, '-')
          await takePicture(page, name)
          await assertFits(page, name).catch(({ message }: Error) => cut.push(message))
        }
        assert.deepEqual(page.problems, [])
        await page.close()
      }
      assert.deepEqual(cut, [])
    })

  it('is accessible from right to left', async () => {
    const page = await world.open(`/merchants/${filled.merchantId}`, {
      as: filled.user,
      locale: 'ar',
      bypassCSP: true,
    })
    for (const path of ['', '/orders', '/orders/paid', '/webhooks']) {
      await goTo(page, `/merchants/${filled.merchantId}${path}`)
      assert.deepEqual(await seriousFaults(page), [], path)
    }
    await page.close()
  })
})
