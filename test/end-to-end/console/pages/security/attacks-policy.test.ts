// What the console's policy stops if something foreign ever gets into a page, and where addresses lead who is signed out.
import assert from 'node:assert/strict'
import type { WatchedPage } from '../../../../support/browser/browser.ts'
import {
  type ConsoleWorld,
  fillSignIn,
  goTo,
  loginCookie,
  openConsoleWorld,
  untilIdle,
  untilTitled,
} from '../../../../support/browser/console-browser.ts'
import { pages } from '../../../../support/browser/console-registry.ts'
import { consolePassword, userWithPassword } from '../../../../support/browser/console-users.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { type ConsoleUser, ofMerchant, signedIn } from '../../../../support/clients/console.ts'
import { boardMerchant } from '../../../../support/fixtures/merchants.ts'
import { type ForeignSite, openForeignSite } from '../../../../support/sites/foreign-site.ts'

describe('a page of the console', () => {
  let world: ConsoleWorld
  let site: ForeignSite
  let merchantId: string
  let user: ConsoleUser
  /** One window for all tests. It begins signed out; the last test injects scripts and elements into its page. */
  let page: WatchedPage
  before(async () => {
    world = await openConsoleWorld()
    site = await openForeignSite(world.url)
    merchantId = (await boardMerchant(world.gateway)).id
    await userWithPassword(world.gateway, { merchantId, login: 'ada' })
    user = await signedIn(world.gateway)
    page = await world.open(`${ofMerchant('/orders', merchantId)}?status=CAPTURED&reference=a%26b%3C`)
  })
  after(async () => {
    await site.close()
    await world.stop()
  })

  /** Which of the directives have stopped nothing although there was time. */
  const notStopped = (directives: readonly string[]) =>
    page.evaluate<readonly string[]>(`new Promise((resolve) => {
      const missing = () => ${JSON.stringify(directives)}.filter((each) => !stopped.includes(each))
      const look = () => { if (missing().length === 0) resolve([]) }
      addEventListener('securitypolicyviolation', look)
      setTimeout(() => resolve(missing()), 10_000)
      look()
    })`)

  it('leads back to exactly the requested address', async () => {
    await fillSignIn(page, { merchantId, login: 'ada', password: consolePassword })
    await untilTitled(page, 'Orders')
    await untilIdle(page)
    const { searchParams } = new URL(page.url())
    assert.deepEqual([searchParams.get('status'), searchParams.get('reference')], ['CAPTURED', 'a&b<'])
  })

  it('shows only the sign-in form to users who are signed out, at every address', async () => {
    await page.context().clearCookies()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/console/api/')) asked.push(pathname)
    })
    const assertSignIn = async (address: string) => {
      await untilTitled(page, 'Sign in')
      assert.equal(await page.getByRole('navigation').count(), 0, address)
      const { pathname, search } = new URL(page.url())
      assert.equal(pathname + search, `/console${address}`, 'the address stays, for afterwards')
    }
    const addresses = pages.map(
      ({ path }) => `${path.replaceAll(':merchantId', merchantId).replaceAll(/:\w+/g, 'x')}?status=CAPTURED`,
    )
    // Loaded at one address of each kind, and led to all of them.
    for (const address of ['/', ofMerchant('/orders/x', merchantId), '/account']) {
      await page.goto(`${world.url}/console${address}`)
      await assertSignIn(address)
    }
    for (const address of addresses) {
      await goTo(page, address)
      await assertSignIn(address)
    }
    assert.deepEqual(new Set(asked), new Set(['/console/api/session']), 'nothing else was even asked for')
  })

  it('never leads to another site, whatever its address says', async () => {
    const elsewhere = new URL('/stolen', site.crossSite('')).href
    await page.context().addCookies([loginCookie(user, world.url)])
    page.on('dialog', () => assert.fail('something ran'))
    for (const rest of [
      `//${new URL(elsewhere).host}/stolen`,
      `?next=${elsewhere}&returnTo=${elsewhere}#${elsewhere}`,
      '/javascript:alert(1)',
      `/merchants/${encodeURIComponent('../../..')}/orders`,
    ]) {
      await page.goto(`${world.url}/console${rest}`)
      await page.getByRole('heading').first().waitFor()
      assert.equal(new URL(page.url()).origin, new URL(world.url).origin, rest)
    }
    assert.deepEqual(site.strays, [])
  })

  it('runs nothing that is injected, sends nothing elsewhere, and keeps working', async () => {
    await goTo(page, '/account')
    await untilTitled(page, 'Your account')
    const strange = new URL('/stolen', site.crossSite('')).href
    await page.evaluate(`{
      globalThis.stopped = []
      addEventListener('securitypolicyviolation', ({ effectiveDirective }) => stopped.push(effectiveDirective))
      const put = (name, members) => document.body.append(Object.assign(document.createElement(name), members))
      put('script', { textContent: 'globalThis.ran = true' })
      put('script', { src: '${strange}.js' })
      put('script', { src: 'data:text/javascript,globalThis.ran=true' })
      put('div', { innerHTML: '<img src="/console/nothing" onerror="globalThis.ran = true"><p style="color: red">x</p>' })
      put('style', { textContent: 'body { background: url(${strange}.png) }' })
      put('img', { src: '${strange}.png' })
      put('iframe', { src: '${strange}.html' })
      put('iframe', { srcdoc: '<script>parent.ran = true</scr' + 'ipt>' })
      put('object', { data: '${strange}.svg' })
      put('base', { href: '${strange}/' })
      put('a', { href: 'javascript:globalThis.ran=true', id: 'planted' })
      document.querySelector('#planted').click()
      fetch('${strange}').catch(() => {})
      navigator.sendBeacon('${strange}')
      setTimeout(() => { try { eval('globalThis.ran = true') } catch {} })
      try { new Worker('data:text/javascript,0') } catch {}
    }`)
    const expected = ['base-uri', 'connect-src', 'frame-src', 'img-src', 'object-src']
    const scripts = ['script-src', 'script-src-attr', 'script-src-elem', 'style-src-attr', 'style-src-elem']
    assert.deepEqual(await notStopped([...expected, ...scripts]), [])
    assert.equal(await page.evaluate('globalThis.ran'), undefined)
    assert.deepEqual(site.strays, [], 'nothing went there')
    await page.getByRole('link', { name: 'Users' }).click()
    await untilTitled(page, 'Users')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await untilTitled(page, 'Orders')
    await page.evaluate(`{
      const form = Object.assign(document.createElement('form'), { action: '${strange}', method: 'post' })
      document.body.append(form)
      form.submit()
    }`)
    assert.deepEqual(await notStopped(['form-action']), [])
    assert.deepEqual(site.strays, [], 'no form went there')
    await page.close()
  })
})
