// Users at the console: how they sign in, by password and second factor and back to where they were; and how they are
// added, given permissions, let back in and let go.
import assert from 'node:assert/strict'
import type { Page, WatchedPage } from '../../../support/browser/browser.ts'
import {
  acknowledge,
  type ConsoleWorld,
  fillSignIn,
  goTo,
  openConsoleWorld,
  seriousFaults,
  takePicture,
  textOf,
  untilTitled,
} from '../../../support/browser/console-browser.ts'
import {
  consolePassword,
  forgetUsedCodes,
  giveStaleDevice,
  userWithPassword,
} from '../../../support/browser/console-users.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { comeBack } from '../../../support/browser/windows/console-visits.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { type ConsoleUser, signedIn } from '../../../support/clients/console.ts'
import { base32Bytes, deviceOf } from '../../../support/fixtures/users.ts'

const merchantId = 'TESTMERCHANT'
const users = `/merchants/${merchantId}/users`
/** What browsers report by themselves about a 401 response. */
const nobodyThere = /status of 401/

describe('users at the console', () => {
  let world: ConsoleWorld
  before(async () => {
    world = keepWindows(await openConsoleWorld({ ownGateway: true }))
    for (const login of ['ada', 'careful', 'newcomer', 'starter'])
      await userWithPassword(world.gateway, { merchantId, login })
    await world.gateway.query(`update users set must_change_password = true where login = 'newcomer'`)
  })
  after(() => world.stop())

  const fill = (page: Page, login: string, password = consolePassword) =>
    fillSignIn(page, { merchantId, login, password })

  /** The browser has lost the login, which the page notices when it comes into sight again. */
  async function loseLogin(page: Page): Promise<void> {
    await page.context().clearCookies()
    assert.equal(await comeBack(page), 401)
    await untilTitled(page, 'Sign in')
  }

  const strange = ({ problems }: WatchedPage) => problems.filter((problem) => !nobodyThere.test(problem))

  describe('signing in', () => {
    /** From Ada's first try until she leaves; then the others', one after the other. */
    let page: WatchedPage
    before(async () => {
      page = await world.open('/')
    })
    after(() => page.close())

    it('refuses a wrong password, and clears the form', async () => {
      await fill(page, 'ada', 'another password')
      const message = page.getByRole('alert')
      await message.waitFor()
      assert.match(await textOf(message), /Incorrect merchant, login or password/)
      assert.equal(await page.getByLabel('Password', { exact: true }).inputValue(), '')
      assert.deepEqual(strange(page), [])
    })

    it('asks users to wait who have failed too often', async () => {
      const explanation = 'Too many attempts from this address. Wait a minute and try again.'
      await page.route('**/console/api/session', (route) =>
        // Who is signed in the page asks by itself.
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 429, json: { code: 'TOO_MANY_TRIES', explanation } }),
      )
      await fill(page, 'ada')
      await page.getByRole('alert').filter({ hasText: explanation }).waitFor()
      await page.unrouteAll()
      page.problems.splice(0)
    })

    it('leads to the requested page', async () => {
      await goTo(page, `/merchants/${merchantId}/users`)
      await untilTitled(page, 'Sign in')
      await fill(page, 'ada')
      await untilTitled(page, 'Users')
      assert.equal(await page.title(), 'Users · Tollgate')
      assert.equal(new URL(page.url()).pathname, `/console/merchants/${merchantId}/users`)
      assert.deepEqual(strange(page), [])
    })

    it('continues at the same address after the session has ended', async () => {
      // A call that is still under way would be the one that finds the login ended, before anything was clicked.
      await goTo(page, `/merchants/${merchantId}?period=30d`)
      await world.gateway.dependencies.consoleSessions.closeAll(
        { merchantId, login: 'ada' },
        { actor: 'a test', at: new Date() },
      )
      await page.getByText('24 hours').click()
      await page.getByText('Your session has ended').waitFor()
      await fill(page, 'ada')
      await untilTitled(page, 'Dashboard')
      assert.equal(new URL(page.url()).search, '?period=24h')
    })

    it('ends when a user signs out, also for the previous page', async () => {
      await page.getByRole('button', { name: /Account and sign-out/ }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await untilTitled(page, 'Sign in')
      await page.reload()
      await untilTitled(page, 'Sign in')
    })

    it('shows users with a first password only the page to change it', async () => {
      await goTo(page, `/merchants/${merchantId}/users`)
      await fill(page, 'newcomer')
      await untilTitled(page, 'Choose your password')
      await page.getByLabel('Current password').fill(consolePassword)
      await page.getByLabel('New password', { exact: true }).fill('short')
      await page.getByLabel('Confirm new password').fill('short')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('The password must have at least').waitFor()
      await page.getByLabel('New password', { exact: true }).fill('quite another sentence 7')
      await page.getByLabel('Confirm new password').fill('quite another sentence 7')
      await page.getByRole('button', { name: 'Change password' }).click()
      await untilTitled(page, 'Users')
    })

    it('shows users who need a second factor only the page to set it up, and then the requested page', async () => {
      await loseLogin(page)
      await goTo(page, users)
      // As production answers; that it opens nothing else is tested there.
      await page.route('**/console/api/session', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({ response, json: { ...body, needsSecondFactor: !body.user?.hasSecondFactor } })
      })
      await fill(page, 'starter')
      await untilTitled(page, 'Set up a second factor')
      assert.equal(await page.getByRole('navigation').count(), 0)
      await page.getByLabel('Your password').fill(consolePassword)
      await page.getByRole('button', { name: 'Set up' }).click()
      const secret = await textOf(page.getByText(/^[A-Z2-7]{32}$/))
      const device = deviceOf(base32Bytes(secret), world.gateway.dependencies)
      await page.getByLabel('Code', { exact: true }).fill(device.code())
      await page.getByRole('button', { name: 'Finish' }).click()
      await page.getByRole('button', { name: 'I have saved the codes' }).click()
      await untilTitled(page, 'Users')
      const notice = page.getByText('Your second factor is set up.')
      await notice.waitFor()
      await page.unrouteAll()
      await loseLogin(page)
      assert.equal(await notice.count(), 0, 'the next user sees nothing of this one')
    })

    it('accepts a second factor: set up by a QR code, requested at sign-in and before sensitive actions', async () => {
      await goTo(page, '/account')
      await fill(page, 'careful')
      await untilTitled(page, 'Your account')
      await page.getByLabel('Your password').fill(consolePassword)
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('img', { name: 'QR code' }).waitFor()
      const secret = await textOf(page.getByText(/^[A-Z2-7]{32}$/))
      const device = deviceOf(base32Bytes(secret), world.gateway.dependencies)
      await page.getByLabel('Code', { exact: true }).fill(device.code())
      await page.getByRole('button', { name: 'Finish' }).click()
      const shown = page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem')
      await shown.first().waitFor()
      const [first = '', second = '', ...others] = await shown.allTextContents()
      assert.equal(others.length, 8)
      assert.deepEqual(await seriousFaults(page), [])
      await takePicture(page, 'recovery-codes')
      await page.getByRole('button', { name: 'I have saved the codes' }).click()
      await acknowledge(page, 'Your second factor is set up.')
      assert.equal(await page.getByText(first).count(), 0)

      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
      await fill(page, 'careful')
      await untilTitled(page, 'Second factor')
      await forgetUsedCodes(world.gateway, 'careful')
      await page.getByLabel('Code from your').fill(device.code())
      await page.getByRole('button', { name: 'Continue' }).click()
      await untilTitled(page, 'Your account')

      await world.gateway.query(`update console_sessions set second_factor_at = now() - interval '1 hour'`)
      await goTo(page, `/merchants/${merchantId}/users`)
      await page.getByRole('button', { name: 'Actions for newcomer' }).click()
      await page.getByRole('menuitem', { name: 'Disable' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
      await forgetUsedCodes(world.gateway, 'careful')
      await page.getByLabel('Code from your').fill(device.code())
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('The user was disabled.').waitFor()
      const newcomer = await world.gateway.dependencies.users.find({ merchantId, login: 'newcomer' })
      assert.equal(newcomer?.isEnabled, false)

      // Without the device, by keyboard alone.
      await loseLogin(page)
      await goTo(page, '/account')
      await fill(page, 'careful')
      await untilTitled(page, 'Second factor')
      await page.getByLabel('Code from your').press('Tab')
      await page.keyboard.press('Enter')
      await page.getByLabel('Recovery code').pressSequentially(first)
      await takePicture(page, 'recovery-code-sign-in')
      await page.keyboard.press('Enter')
      await untilTitled(page, 'Your account')
      await page.getByText('Recovery codes left: 9').waitFor()
      await page.getByRole('button', { name: 'New recovery codes' }).click()
      const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
      await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
      const make = dialog.getByRole('button', { name: 'Make new codes' })
      await dialog.getByLabel('Recovery code').fill(first)
      await make.click()
      await dialog.getByText('The code is incorrect or has already been used.').waitFor()
      await dialog.getByLabel('Recovery code').fill(second)
      await make.click()
      const renewed = page.getByRole('dialog', { name: 'Recovery codes' })
      await renewed.getByRole('listitem').first().waitFor()
      assert.equal(await renewed.getByRole('listitem').count(), 10)
      await renewed.getByRole('button', { name: 'I have saved the codes' }).click()
      await page.getByText('Recovery codes left: 10').waitFor()
      await takePicture(page, 'recovery-codes-left')
    })
  })

  describe('the users page', () => {
    let as: ConsoleUser
    before(async () => {
      as = await signedIn(world.gateway)
    })

    it('adds a user, shows the first password once, and changes permissions', async () => {
      const page = await world.open(users, { as })
      await page.getByRole('button', { name: 'Add user' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Login').fill('Grace')
      await form.getByLabel('Name', { exact: true }).fill('Grace <b>Hopper</b>')
      await form.getByRole('checkbox', { name: 'Refund' }).check()
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      const message = page.locator('[data-secret]')
      await message.waitFor()
      const first = await textOf(message)
      assert.ok(first.length >= 12)
      await page.getByRole('button', { name: 'I have saved it' }).click()

      const row = page.getByRole('row', { name: /grace/ })
      assert.match(await textOf(row), /Grace <b>Hopper<\/b>grace.*View, Refund.*Initial password/)
      assert.ok(!(await page.content()).includes(first), 'the password is nowhere on the page any more')
      const kept = await world.gateway.dependencies.users.find({ merchantId, login: 'grace' })
      assert.deepEqual([kept?.permissions, kept?.mustChangePassword], [['VIEW', 'REFUND'], true])

      await row.getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Edit name and permissions' }).click()
      await form.getByRole('checkbox', { name: 'Refund' }).uncheck()
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('row', { name: /Viewer/ }).waitFor()
      assert.deepEqual(page.problems, [])
      await page.close()
    })

    it('shows errors in the form', async () => {
      const page = await world.open(users, { as })
      await page.getByRole('button', { name: 'Add user' }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Login').fill(as.login)
      await form.getByLabel('Name', { exact: true }).fill('Somebody else')
      await form.getByRole('button', { name: 'Add', exact: true }).click()
      await form.getByText('A user with this login already exists.').waitFor()
      await page.close()
    })

    it('removes a user after a confirmation', async () => {
      const other = await signedIn(world.gateway)
      const page = await world.open(users, { as })
      await page
        .getByRole('row', { name: new RegExp(`${other.login}\\b`) })
        .getByRole('button')
        .click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('The user was removed.').waitFor()
      assert.equal(await world.gateway.dependencies.users.find(other), undefined)
      await page.close()
    })

    it('does nothing in the name of another user who has signed in in the same browser', async () => {
      const [intruder, other] = [await signedIn(world.gateway), await signedIn(world.gateway)]
      const page = await world.open(users, { as })
      await page
        .getByRole('row', { name: new RegExp(`${other.login}\\b`) })
        .getByRole('button')
        .click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      const url = new URL('/', page.url()).href
      await page.context().addCookies([{ name: 'tollgate', value: intruder.token, url, httpOnly: true }])
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await page.getByText('is now signed in in this browser.').waitFor()
      assert.ok(await world.gateway.dependencies.users.find(other))
      await page.getByRole('row', { name: new RegExp(`You.*${intruder.login}\\b`) }).waitFor()
      await page.close()
    })

    it('is not shown to users without the permission, and not in their navigation', async () => {
      const viewer = await signedIn(world.gateway, { permissions: ['VIEW'] })
      const page = await world.open(users, { as: viewer })
      await page.getByText('You do not have permission to open this page').waitFor()
      assert.equal(await page.getByRole('link', { name: 'Users' }).count(), 0)
      assert.equal(await page.getByRole('link', { name: 'Dashboard' }).count(), 1)
      await page.close()
    })

    it('restores access to a user who was locked out or disabled, or has lost the device or the password', async () => {
      const { user: other } = await giveStaleDevice(world.gateway, await signedIn(world.gateway))
      const find = () => world.gateway.dependencies.users.find(other)
      await world.gateway.query(
        `insert into sign_in_counters (merchant_id, login, counter, failures, failed_at, locked_until)
         values ($1, $2, 'network 192.0.2.1', 9, now(), now() + interval '1 hour')`,
        [other.merchantId, other.login],
      )
      const page = await world.open(users, { as })
      const row = page.getByRole('row', { name: new RegExp(`${other.login}\\b`) })
      const act = async (label: string, done?: string) => {
        await row.getByRole('button').click()
        await page.getByRole('menuitem', { name: label, exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
        if (done !== undefined) await acknowledge(page, done)
        await page.getByRole('menu').waitFor({ state: 'detached' })
      }
      await row.filter({ hasText: 'Locked' }).waitFor()
      await act('Unlock', 'The user was unlocked.')
      assert.equal((await find())?.lockedUntil, undefined)
      await act('Reset second factor', 'The second factor was reset.')
      assert.equal((await find())?.hasSecondFactor, false)
      await act('Disable', 'The user was disabled.')
      await row.filter({ hasText: 'Disabled' }).waitFor()
      await act('Enable', 'The user was enabled.')
      assert.equal((await find())?.isEnabled, true)
      await act('Reset password')
      await page.getByText('You will not be able to see it again').waitFor()
      const text = await textOf(page.locator('[data-secret]'))
      await page.getByRole('button', { name: 'I have saved it' }).click()
      await row.filter({ hasText: 'Initial password' }).waitFor()
      assert.deepEqual(page.problems, [])

      await loseLogin(page)
      await fill(page, other.login, text)
      await untilTitled(page, 'Choose your password')
      await page.close()
    })
  })
})
