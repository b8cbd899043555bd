// What users see of pages that are not theirs, also when their browser was made to believe that they may open them. Who may open
// which page is decided in web/console/src/shell/home.test.ts, and what the gateway refuses in ../access.test.ts.
import assert from 'node:assert/strict'
import type { ConsoleRoute } from '../../../../../src/console/route.ts'
import { consoleRouteTable } from '../../../../../src/console/route-table.ts'
import { consoleRoot } from '../../../../../src/console/routes.ts'
import { operatorMerchantId, type Permission, permissions } from '../../../../../src/kernel/user.ts'
import type { WatchedPage } from '../../../../support/browser/browser.ts'
import { type ConsoleWorld, goTo, openConsoleWorld, untilTitled } from '../../../../support/browser/console-browser.ts'
import { type FilledMerchant, fillMerchant, longOrderId } from '../../../../support/browser/console-filled.ts'
import { pages, type RegisteredPage } from '../../../../support/browser/console-registry.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { comeBack } from '../../../../support/browser/windows/console-visits.ts'
import { keepWindows } from '../../../../support/browser/windows/console-windows.ts'
import { type ConsoleUser, signedIn } from '../../../../support/clients/console.ts'
import { boardMerchant } from '../../../../support/fixtures/merchants.ts'

const ofMerchants = pages.filter(({ side }) => side === 'MERCHANT')
const ofOperator = pages.filter(({ side }) => side === 'OPERATOR')

/** Only methods, paths and rules are read of it. */
const table = consoleRouteTable({ dependencies: {} } as never)

function routeOf(method: string, pathname: string): ConsoleRoute {
  const parts = pathname.slice(consoleRoot.length).split('/')
  const found = table.find((route) => {
    const own = route.path.split('/')
    const isAlike = own.every((part, index) => part.startsWith(':') || part === parts[index])
    return route.method === method && own.length === parts.length && isAlike
  })
  return found ?? assert.fail(`the table has no ${method} ${pathname}`)
}

interface Call {
  readonly route: ConsoleRoute
  readonly status: number
}

describe('a page of the console', () => {
  let world: ConsoleWorld
  let filled: FilledMerchant
  /** Of another merchant, with every permission. */
  let stranger: ConsoleUser
  /** What only the merchant and the operator know. */
  let known: readonly string[]

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    filled = await fillMerchant(world.gateway)
    stranger = await signedIn(world.gateway, { merchantId: (await boardMerchant(world.gateway)).id })
    const { token, notificationId, paymentLinkId } = filled
    const names = [
      'summer concert',
      'Honourable Company',
      'Lovelace',
      'Reported stolen',
      '512345',
      '450875',
      'Two cups',
      'merchant.com.example.teapots',
    ]
    known = [longOrderId, token, notificationId, paymentLinkId, ...names]
  })
  after(() => world.stop())

  function addressOf({ path }: RegisteredPage): string {
    const { merchantId, token, notificationId, paymentLinkId, batch } = filled
    const ids: Readonly<Record<string, string>> = {
      ...{ merchantId, token, notificationId, paymentLinkId, orderId: longOrderId, ...batch },
      linkId: 'simulator',
    }
    const address = path.replace(
      /:(\w+)/g,
      (_, name: string) => ids[name] ?? assert.fail(`there is no ${name} to ask for`),
    )
    // Without a text it asks for nothing.
    return path.endsWith('/search') ? `${address}?text=order` : address
  }

  /** The calls of the console's services that were answered, but for who is signed in, and what the navigation counts of the
   * user's own merchant. */
  function callsOf(page: WatchedPage, { merchantId }: { readonly merchantId?: string } = {}): readonly Call[] {
    const own = [`${consoleRoot}/session`, `${consoleRoot}/merchants/${merchantId}/waiting`]
    const calls: Call[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (!pathname.startsWith(`${consoleRoot}/`) || own.includes(pathname)) return
      calls.push({ route: routeOf(response.request().method(), pathname), status: response.status() })
    })
    return calls
  }

  /** The navigation counts what waits for a user who may see the merchant's orders, whichever page is open. */
  const ofPages = (calls: readonly Call[]) => calls.filter(({ route }) => !route.path.endsWith('/waiting'))

  /** Makes the browser believe that one of the operator's users is signed in who holds every permission. */
  async function deceive(page: WatchedPage): Promise<void> {
    const user = {
      merchantId: operatorMerchantId,
      login: 'anybody',
      name: 'Anybody',
      permissions: permissions,
      isEnabled: true,
    }
    const session = {
      user,
      isOperator: true,
      expiresAt: '2099-01-01T00:00:00Z',
      csrf: 'made up',
      preferences: {},
    }
    await page.route('**/console/api/session', (route) => route.fulfill({ json: session }))
    await comeBack(page)
    await page.getByText('Anybody is now signed in in this browser.').waitFor()
  }

  async function assertTellsNothing(page: WatchedPage, registered: RegisteredPage): Promise<void> {
    const address = addressOf(registered)
    await goTo(page, address)
    const shown = (await page.locator('body').textContent()) ?? ''
    for (const text of known) if (!address.includes(text)) assert.ok(!shown.includes(text), `${address} shows ${text}`)
  }

  const refusal = (page: WatchedPage) =>
    // A page that only takes something in says so beside the button.
    page.getByRole('heading', { name: /^(Access denied|Not found)$/ }).or(page.getByRole('alert'))

  it('of another merchant says that nothing is found, and shows nothing of it', async () => {
    const page = await world.open('/shortcuts', { as: stranger })
    const calls = callsOf(page, stranger)
    for (const registered of ofMerchants) {
      await assertTellsNothing(page, registered)
      await refusal(page).first().waitFor()
    }
    assert.ok(calls.length > ofMerchants.length / 2, 'the pages have asked')
    assert.deepEqual(
      calls.filter(({ status }) => status !== 404).map(({ route, status }) => `${route.path} ${status}`),
      [],
    )
    await page.close()
  })

  it('of the operator is not shown to a merchant’s users, who see no link to it', async () => {
    const page = await world.open('/shortcuts', { as: await signedIn(world.gateway, filled) })
    const calls = callsOf(page)
    for (const path of ['/merchants', '/users']) {
      await goTo(page, path)
      await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    }
    assert.equal(await page.getByRole('link', { name: 'Acquirer links' }).count(), 0)
    assert.deepEqual(ofPages(calls), [], 'nothing was asked for')
    await page.close()
  })

  for (const permission of new Set(pages.flatMap(({ permission: each }) => each ?? [])))
    it(`that requires the permission ${permission} says so to users who hold all others`, async () => {
      const others = permissions.filter((each) => each !== permission)
      const as = await signedIn(world.gateway, { merchantId: filled.merchantId, permissions: others })
      const registered =
        ofMerchants.find((each) => each.permission === permission) ?? assert.fail('no page of a merchant takes it')
      const { title } = registered
      const page = await world.open('/shortcuts', { as })
      const calls = callsOf(page)
      await goTo(page, addressOf(registered))
      await untilTitled(page, title)
      await page.getByRole('heading', { name: 'Access denied' }).waitFor()
      assert.equal(await page.getByRole('link', { name: title, exact: true }).count(), 0)
      assert.deepEqual(ofPages(calls), [], 'nothing was asked for')
      await page.close()
    })

  // A merchant's pages are above: a browser asks for them without being deceived.
  it('of the operator shows no data to a merchant’s user whose browser was made to open it', async () => {
    const page = await world.open('/shortcuts', { as: stranger })
    await deceive(page)
    const calls = callsOf(page)
    for (const registered of ofOperator) await assertTellsNothing(page, registered)
    assert.ok(calls.length > ofOperator.length / 2, 'the pages have asked')
    const answered = calls.filter(({ status }) => status !== 403)
    assert.deepEqual(
      answered.map(({ route, status }) => `${route.path} ${status}`),
      [],
    )
    await page.close()
  })

  it('shows no data to users without its permission whose browser was made to open it', async () => {
    const held: readonly Permission[] = permissions.filter((each) => each !== 'MANAGE_USERS')
    const as = await signedIn(world.gateway, { merchantId: filled.merchantId, permissions: held })
    const page = await world.open('/shortcuts', { as })
    await deceive(page)
    const calls = callsOf(page)
    for (const registered of ofMerchants.filter(({ permission }) => permission === 'MANAGE_USERS')) {
      await goTo(page, addressOf(registered))
      await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    }
    const asked = ofPages(calls)
    assert.ok(asked.length > 0, 'the pages have asked')
    assert.deepEqual(new Set(asked.map(({ status }) => status)), new Set([403]))
    await page.close()
  })

  // That every page opens for those who may is in every.test.ts.
  it('of a merchant opens for the operator’s users, with all its data', async () => {
    const page = await world.open('/shortcuts', { as: filled.operators })
    const calls = callsOf(page)
    for (const rest of ['', '/orders', '/credentials', '/users']) {
      await goTo(page, `/merchants/${filled.merchantId}${rest}`)
      const no = page.getByRole('heading', { name: /^(Access denied|Not found|Sign in)$/ })
      assert.equal(await no.count(), 0, rest)
    }
    assert.ok(calls.length > 0, 'the pages have asked')
    const refused = calls.filter(({ status }) => status >= 300)
    assert.deepEqual(
      refused.map(({ route, status }) => `${route.path} ${status}`),
      [],
    )
    await page.close()
  })

  it('asks to sign in when the session has ended although the browser does not know it', async () => {
    const page = await world.open('/shortcuts', { as: await signedIn(world.gateway, filled) })
    await deceive(page)
    await page.context().clearCookies()
    await goTo(page, `/merchants/${filled.merchantId}/orders`)
    await untilTitled(page, 'Sign in')
    const shown = (await page.locator('body').textContent()) ?? ''
    for (const text of known) assert.ok(!shown.includes(text), text)
    await page.close()
  })
})
