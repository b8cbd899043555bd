// Who sees what on the console's own pages: every page by its address, with everybody who may not see it, also when their
// browser has been made to believe that they may; and every call that the pages make.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { operator, type Right, rights } from '../../../../src/domain/person.ts'
import type { ConsoleRoute } from '../../../../src/http/console/route.ts'
import { consoleRoot } from '../../../../src/http/console/routes.ts'
import { consoleTable } from '../../../../src/http/console/table.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { type FilledMerchant, fillMerchant, longOrderId } from '../../../support/browser/console-filled.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { send } from '../../../support/clients/client.ts'
import { type ConsolePerson, signedIn } from '../../../support/clients/console.ts'
import { makeCertificate } from '../../../support/fixtures/merchants.ts'

interface Registered {
  readonly side: 'MERCHANT' | 'OPERATOR' | 'SELF'
  readonly path: string
  readonly right?: Right
}

// The components behind the registry are for the browser; their types stay out of this check.
const registry = new URL('../../../../web/console/src/pages.ts', import.meta.url).href
const { pages } = (await import(registry)) as { readonly pages: readonly Registered[] }
const guarded = pages.filter(({ side }) => side !== 'SELF')

/** Only methods, paths and rules are read of it. */
const table = consoleTable({ ports: {} } as never)

function routeOf(method: string, pathname: string): ConsoleRoute {
  const parts = pathname.slice(consoleRoot.length).split('/')
  const found = table.find((route) => {
    const own = route.path.split('/')
    const isAlike = own.every((part, index) => part.startsWith(':') || part === parts[index])
    return route.method === method && own.length === parts.length && isAlike
  })
  return found ?? assert.fail(`the table has no ${method} ${pathname}`)
}

interface Visitor {
  readonly person?: ConsolePerson
  /** Empty for who is signed out. */
  readonly rights: readonly Right[]
}

interface Visit {
  readonly isDeceived?: boolean
  /** Each page is waited for until it has asked for something. */
  readonly mustAsk?: boolean
  readonly look?: (page: Page, registered: Registered) => Promise<void>
}

interface Call {
  readonly route: ConsoleRoute
  readonly status: number
}

/** Some hundred addresses, which take their time on a busy machine. */
const timeout = 600_000

describe('the console’s pages, by their addresses', { timeout }, () => {
  let world: ConsoleWorld
  let filled: FilledMerchant
  /** What only the merchant and the operator know. */
  let known: readonly string[]

  before(async () => {
    world = await openConsoleWorld()
    filled = await fillMerchant(world.gateway)
    const { token, notificationId } = filled
    const names = ['Honourable Company', 'Lovelace', 'Reported stolen', '512345', '450875', 'Two cups']
    known = [longOrderId, token, notificationId, ...names]
  })
  after(() => world.stop())

  function addressOf({ path }: Registered): string {
    const { merchantId, token, notificationId } = filled
    const ids: Readonly<Record<string, string>> = { merchantId, token, notificationId, orderId: longOrderId }
    return path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? assert.fail(`there is no ${name} to ask for`))
  }

  async function someone(merchantId: string, held: readonly Right[]): Promise<Visitor> {
    return { person: await signedIn(world.gateway, { merchantId, rights: held }), rights: held }
  }

  const isStranger = ({ person }: Visitor) => !person || ![operator, filled.merchantId].includes(person.merchantId)

  /** By the table alone, without asking the code that decides. */
  function isAllowed({ person, rights: held }: Visitor, { access }: ConsoleRoute): boolean {
    if (access.kind === 'PUBLIC') return true
    if (!person || access.kind === 'SELF') return person !== undefined
    const isOperators = person.merchantId === operator
    const isIn = isOperators || (access.kind === 'MERCHANT' && person.merchantId === filled.merchantId)
    return isIn && held.includes(access.right)
  }

  /** Makes the browser believe that one of the operator's people is there who holds every right. */
  async function deceive(page: Page): Promise<void> {
    await page.route('**/console/api/session', async (route) => {
      const person = { merchantId: operator, login: 'anybody', name: 'Anybody', rights, isEnabled: true }
      await route.fulfill({ json: { person, isOperator: true, expiresAt: '2099-01-01T00:00:00Z', csrf: 'made up' } })
    })
  }

  /** Opens the pages one after the other in one window; gives the calls that each of them made and had answered. */
  async function visit(
    visitor: Visitor,
    wanted: readonly Registered[],
    { isDeceived, mustAsk, look }: Visit = {},
  ): Promise<ReadonlyMap<Registered, readonly Call[]>> {
    const page = await world.open('/account', visitor.person && { as: visitor.person })
    if (isDeceived) await deceive(page)
    let calls: Promise<readonly Call[]>[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith(`${consoleRoot}/`) || pathname === `${consoleRoot}/session`) return
      const route = routeOf(request.method(), pathname)
      calls.push(request.response().then((answer) => (answer ? [{ route, status: answer.status() }] : [])))
    })
    const made = new Map<Registered, readonly Call[]>()
    for (const registered of wanted) {
      calls = []
      await page.goto(new URL(`/console${addressOf(registered)}`, world.gateway.doors.httpUrl).href)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (mustAsk && calls.length === 0) await page.waitForRequest((request) => request.url().includes(consoleRoot))
      await page.locator('.mantine-Skeleton-root[data-visible]').first().waitFor({ state: 'detached' })
      for (let seen = -1; seen < calls.length; ) {
        seen = calls.length
        await Promise.all(calls)
      }
      made.set(registered, (await Promise.all(calls)).flat())
      await look?.(page, registered)
    }
    await page.close()
    return made
  }

  /** Nothing that was not theirs was answered, and nothing of it stands on a page. */
  async function assertNoLeak(visitor: Visitor, wanted: readonly Registered[], isDeceived: boolean): Promise<void> {
    const made = await visit(visitor, wanted, {
      isDeceived,
      async look(page, registered) {
        const address = addressOf(registered)
        const shown = (await page.locator('body').textContent()) ?? ''
        for (const text of isStranger(visitor) ? known : [])
          if (!address.includes(text)) assert.ok(!shown.includes(text), `${address} shows ${text}`)
        if (isDeceived) return
        // A page that only takes something in says so beside the button.
        const no = page.getByRole('heading', { name: /^(Not for you|Not found)$/ }).or(page.getByRole('alert'))
        await no.first().waitFor()
      },
    })
    for (const [registered, calls] of made)
      for (const { route, status } of calls) {
        const name = `${addressOf(registered)} with ${route.method} ${route.path}`
        assert.ok(status < 300 ? isAllowed(visitor, route) : [401, 403, 404].includes(status), `${name}: ${status}`)
      }
    // Otherwise the above would be no news.
    if (isDeceived) {
      const refused = [...made].filter(([, calls]) => calls.some(({ status }) => status >= 400))
      assert.ok(refused.length > 0, 'pages have asked')
    }
  }

  // Whoever is signed out and not deceived is in console-page-attacks-policy.test.ts.
  it('show nothing to whoever is signed out, though the browser believes they may', async () => {
    await assertNoLeak({ rights: [] }, guarded, true)
  })

  for (const isDeceived of [false, true]) {
    const how = isDeceived ? ', though the browser believes they may' : ''

    it(`show nothing of a merchant or the operator to people of another merchant${how}`, async () => {
      const stranger = await someone('TESTSUPPLIED', rights)
      const wanted = guarded.filter(({ path }) => path !== '/')
      await assertNoLeak(stranger, wanted, isDeceived)
    })

    it(`show nothing of the operator to people of a merchant${how}`, async () => {
      const wanted = guarded.filter(({ side, path }) => side === 'OPERATOR' && path !== '/')
      await assertNoLeak(await someone(filled.merchantId, rights), wanted, isDeceived)
    })

    it(`show nothing that takes a right to people of the merchant who hold all others${how}`, async () => {
      await assertNeedsRights(filled.merchantId, isDeceived)
    })
  }

  it('show nothing that takes a right to people of the operator who hold all others, whatever the browser believes', async () => {
    await assertNeedsRights(operator, true)
  })

  async function assertNeedsRights(merchantId: string, isDeceived: boolean): Promise<void> {
    for (const right of new Set(guarded.flatMap((page) => page.right ?? []))) {
      const held = rights.filter((each) => each !== right)
      const wanted = guarded.filter(
        (page) => page.right === right && page.path !== '/' && (merchantId === operator || page.side === 'MERCHANT'),
      )
      await assertNoLeak(await someone(merchantId, held), wanted, isDeceived)
    }
  }

  it('are all there for people of the operator who hold every right', async () => {
    const made = await visit(await someone(operator, rights), pages, {
      mustAsk: true,
      async look(page, { path }) {
        assert.equal(await page.getByRole('heading', { name: /^(Not for you|Not found|Sign in)$/ }).count(), 0, path)
      },
    })
    for (const [{ path }, calls] of made)
      for (const { route, status } of calls) assert.ok(status < 300, `${path} with ${route.path}: ${status}`)
  })

  it('are at the door for people, and not at that for programs with certificates', async () => {
    const { cert, key } = await makeCertificate(world.gateway)
    const { httpsUrl, mtlsUrl } = world.gateway.doors
    for (const path of ['/', ...pages.map(addressOf), '/mark.svg'].map((rest) => `/console${rest}`)) {
      assert.equal((await send(httpsUrl, { path, login: null })).status, 200, path)
      assert.equal((await send(mtlsUrl, { path, login: null, tls: { cert, key } })).status, 404, path)
    }
  })
})
