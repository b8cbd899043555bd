// Attacks on console sessions at the console, in a real browser: planted tokens, stolen cookies, and what stays behind afterwards.
import assert from 'node:assert/strict'
import type { Page, WatchedPage } from '../../../../support/browser/browser.ts'
import {
  type ConsoleWorld,
  fillSignIn,
  goTo,
  loginCookie,
  openConsoleWorld,
  textOf,
  untilTitled,
} from '../../../../support/browser/console-browser.ts'
import { consolePassword, forgetUsedCodes, userWithPassword } from '../../../../support/browser/console-users.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { comeBack } from '../../../../support/browser/windows/console-visits.ts'
import { ask, ofMerchant, signedIn } from '../../../../support/clients/console.ts'
import { boardMerchant } from '../../../../support/fixtures/merchants.ts'
import { base32Bytes, deviceOf } from '../../../../support/fixtures/users.ts'
import { type ForeignSite, openForeignSite } from '../../../../support/sites/foreign-site.ts'

describe('a sign-in at the console', () => {
  let world: ConsoleWorld
  let site: ForeignSite
  let url: string
  let merchantId: string
  /** One browser: what a test leaves in it is taken out, or replaced, by the next. */
  let page: WatchedPage

  before(async () => {
    world = await openConsoleWorld()
    url = world.url
    site = await openForeignSite(url)
    merchantId = (await boardMerchant(world.gateway)).id
    for (const login of ['ada', 'careful']) await userWithPassword(world.gateway, { merchantId, login })
    await world.gateway.query(`update users set name = 'Name of ' || login where merchant_id = $1`, [merchantId])
    page = await world.open('/account')
  })
  after(async () => {
    await site.close()
    await world.stop()
  })

  const fill = (login: string, password = consolePassword) => fillSignIn(page, { merchantId, login, password })
  /** But for those that only make a browser known, and open nothing. */
  const cookies = async () => (await page.context().cookies()).filter(({ name }) => !name.includes('-browser-'))
  async function tokenNow(): Promise<string> {
    const found = await cookies()
    assert.equal(found.length, 1, 'there is one cookie')
    return found[0]?.value ?? ''
  }
  const statusWith = async (token: string) => (await ask(world.gateway, { path: '/session', as: { token } })).status

  /** The browser has this cookie alone, or none. */
  async function plant(token?: string): Promise<void> {
    await page.context().clearCookies()
    if (token !== undefined) await page.context().addCookies([loginCookie({ token }, url)])
  }
  const signOut = async (window: Page) => {
    await window.getByRole('button', { name: /Account and sign-out/ }).click()
    await window.getByRole('menuitem', { name: 'Sign out' }).click()
    await untilTitled(window, 'Sign in')
  }

  it('does not take over a token that was planted before, forged or formerly valid', async () => {
    const attacker = await signedIn(world.gateway)
    await world.gateway.dependencies.consoleSessions.close(attacker.token, { actor: 'a test', at: new Date() })
    await untilTitled(page, 'Sign in')
    for (const planted of ['A'.repeat(32), attacker.token]) {
      await plant(planted)
      await goTo(page, ofMerchant('/users', merchantId))
      await fill('ada')
      await untilTitled(page, 'Users')
      assert.notEqual(await tokenNow(), planted)
      assert.equal(await statusWith(planted), 401, 'who planted it has nothing')
      await signOut(page)
    }
  })

  it('does not continue the session of an attacker who planted a valid token', async () => {
    const attacker = await signedIn(world.gateway)
    await goTo(page, '/account')
    await fill('ada')
    await untilTitled(page, 'Your account')
    await plant(attacker.token)
    assert.equal(await comeBack(page), 200)
    await page.getByText('is now signed in in this browser.').waitFor()
    const body = JSON.stringify({ merchantId, login: 'ada', password: consolePassword })
    await page.evaluate(`fetch('/console/api/session', { method: 'POST', body: ${JSON.stringify(body)},
      headers: { 'content-type': 'application/json' } })`)
    assert.notEqual(await tokenNow(), attacker.token)
    const theirs = await ask(world.gateway, { path: '/session', as: attacker })
    assert.equal(theirs.body.user.login, attacker.login)
  })

  it('is refused while there is a second cookie of the name, so that no user acts for another', async () => {
    const [victim, attacker] = [await signedIn(world.gateway), await signedIn(world.gateway)]
    await plant(victim.token)
    await goTo(page, '/account')
    assert.equal(await comeBack(page), 200)
    await untilTitled(page, 'Your account')
    await page
      .context()
      .addCookies([{ name: 'tollgate', value: attacker.token, domain: new URL(url).hostname, path: '/console/api' }])
    assert.equal(await comeBack(page), 401)
    await untilTitled(page, 'Sign in')
  })

  it('gets another token after the second factor and after a new password, and the previous ones are invalid', async () => {
    await plant()
    await goTo(page, '/account')
    await fill('careful')
    await untilTitled(page, 'Your account')
    const byPassword = await tokenNow()

    await page.getByLabel('Your password').fill(consolePassword)
    await page.getByRole('button', { name: 'Set up' }).click()
    const secret = await textOf(page.getByText(/^[A-Z2-7]{32}$/))
    const device = deviceOf(base32Bytes(secret), world.gateway.dependencies)
    await page.getByLabel('Code', { exact: true }).fill(device.code())
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await page.getByText('Your second factor is set up.').waitFor()
    const setUp = await tokenNow()

    await signOut(page)
    await fill('careful')
    await untilTitled(page, 'Second factor')
    assert.deepEqual(await cookies(), [], 'the password alone opens nothing')
    await forgetUsedCodes(world.gateway, 'careful')
    await page.getByLabel('Code from your').fill(device.code())
    await page.getByRole('button', { name: 'Continue' }).click()
    await untilTitled(page, 'Your account')
    const byCode = await tokenNow()

    await page.getByLabel('Current password').fill(consolePassword)
    await page.getByLabel('New password', { exact: true }).fill('quite another sentence 7')
    await page.getByLabel('Confirm new password').fill('quite another sentence 7')
    const changed = page.waitForResponse('**/console/api/password')
    await page.getByRole('button', { name: 'Change password' }).click()
    assert.equal((await changed).status(), 200)
    const byNewPassword = await tokenNow()

    const before = [byPassword, setUp, byCode]
    assert.equal(new Set([...before, byNewPassword]).size, 4)
    for (const token of before) assert.equal(await statusWith(token), 401)
    assert.equal(await statusWith(byNewPassword), 200)
    await signOut(page)
  })

  // The browser of the tests loads a page again on the way back. Others may keep it alive, unless it is not to be stored at
  // all, which ../../served.test.ts looks after.
  it('leaves nothing on the screen after signing out and going back', async () => {
    await goTo(page, ofMerchant('/users', merchantId))
    await fill('ada')
    await page.getByText('Name of careful').waitFor()
    await page.goto(new URL(`/console${ofMerchant('/audit', merchantId)}`, url).href)
    await untilTitled(page, 'Audit log')
    await signOut(page)
    await page.goBack()
    await untilTitled(page, 'Sign in')
    assert.doesNotMatch(await page.content(), /Name of careful/)
  })

  it('leaves nothing after returning from another site, when it has ended in another window', async () => {
    await goTo(page, ofMerchant('/users', merchantId))
    await fill('ada')
    await page.getByText('Name of careful').waitFor()
    await page.goto(site.crossSite('<h1>Elsewhere</h1>'))
    const other = await page.context().newPage()
    await other.goto(`${url}/console/account`)
    await signOut(other)
    await other.close()
    await page.goBack()
    await untilTitled(page, 'Sign in')
    assert.doesNotMatch(await page.content(), /Name of careful/)
  })

  it('is stored in a cookie for this very host over TLS, which no script and no other site can use', async () => {
    await plant()
    const { httpsUrl } = world.gateway.listeners
    await page.goto(`${httpsUrl}/console/account`)
    await fill('ada')
    await untilTitled(page, 'Your account')
    const [cookie, ...others] = await cookies()
    assert.equal(others.length, 0)
    assert.equal(cookie?.name, '__Host-tollgate')
    const { secure, httpOnly, sameSite, path, domain } = cookie
    assert.deepEqual([secure, httpOnly, sameSite, path], [true, true, 'Strict', '/'])
    assert.equal(domain, new URL(httpsUrl).hostname, 'not for subdomains, whose cookies begin with a dot')
    const all = await page.context().cookies()
    assert.equal(all.length, 2)
    for (const each of all) {
      assert.match(each.name, /^__Host-tollgate(-browser-[0-9a-f]{16})?$/)
      assert.deepEqual([each.secure, each.httpOnly, each.sameSite, each.path], [true, true, 'Strict', '/'])
    }
    assert.equal(await page.evaluate('document.cookie'), '')
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')
    assert.ok(!kept.includes(cookie.value) && !kept.includes(consolePassword), 'nothing of it is kept elsewhere')
    await page.close()
  })
})
