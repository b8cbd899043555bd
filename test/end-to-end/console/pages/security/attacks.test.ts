// Other sites against the console, in a real browser: they send requests with a user's session, frame it, and open it.
import assert from 'node:assert/strict'
import { csrfOf } from '../../../../../src/console/session-cookie.ts'
import { openPage } from '../../../../support/browser/browser.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../../support/browser/test.ts'
import { type ConsoleUser, ofMerchant, signedIn } from '../../../../support/clients/console.ts'
import { type ForeignSite, openForeignSite } from '../../../../support/sites/foreign-site.ts'

/** Bodies that a form can make, too: what it sends is a name, "=" and a value. */
const intruder = { login: 'intruder', name: 'Intruder = somebody', permissions: ['VIEW'] }
const attacker = { merchantId: 'TESTMERCHANT', login: 'attacker', password: 'a password = nineteen' }
const usersPath = `/console/api${ofMerchant('/users')}`

describe('other sites', () => {
  let world: ConsoleWorld
  let site: ForeignSite
  let url: string
  let user: ConsoleUser

  before(async () => {
    world = await openConsoleWorld()
    url = world.gateway.listeners.httpUrl ?? ''
    site = await openForeignSite(url)
    user = await signedIn(world.gateway)
    const { passwords, users } = world.gateway.dependencies
    const { password, ...theirs } = attacker
    const hash = (await passwords.hash(password)) ?? assert.fail('hashing is busy')
    const added = { ...theirs, name: 'Attacker', permissions: [], mustChangePassword: false }
    await users.add(added, hash, { actor: 'a test', at: new Date() })
  })
  after(async () => {
    await site.close()
    await world.stop()
  })

  interface Sent {
    readonly method: string
    readonly hasCookie: boolean
    readonly status: number
  }

  /** A browser in which the user is signed in. A careless cookie says nothing about sites: browsers send one that is
   * new along with forms of any site, so that the cookie is not what stops them. */
  async function visit(address: string, cookie: 'ours' | 'careless' = 'ours') {
    const page = await openPage(world.browser)
    const given = { name: 'tollgate', value: user.token, url, httpOnly: true }
    await page.context().addCookies([{ ...given, ...(cookie === 'ours' && { sameSite: 'Strict' as const }) }])
    const sent: Promise<Sent>[] = []
    page.context().on('response', (response) => {
      const request = response.request()
      if (!request.url().startsWith(`${url}/console/api`)) return
      sent.push(
        request.allHeaders().then(({ cookie: given = '' }) => ({
          method: request.method(),
          hasCookie: given.includes(user.token),
          status: response.status(),
        })),
      )
    })
    await page.goto(address)
    return Object.assign(page, { sent: () => Promise.all(sent) })
  }

  async function assertNothingDone(): Promise<void> {
    const rows = await world.gateway.query(`select from users where login = 'intruder'`)
    assert.equal(rows.length, 0, 'no user was added')
    const consoleSessions = await world.gateway.query(`select from console_sessions where login = $1`, [user.login])
    assert.equal(consoleSessions.length, 1, 'no user was signed out')
  }

  /** A form whose one field makes the text a JSON object. */
  const form = (path: string, body: object) => {
    const [head, tail] = JSON.stringify(body).split('=') as [string, string]
    const escaped = (text: string) => text.replaceAll('"', '&quot;')
    return `<form method="post" enctype="text/plain" action="${url}${path}">
      <input name="${escaped(head)}" value="${escaped(tail)}"></form><button onclick="document.forms[0].submit()">Win</button>`
  }

  for (const kind of ['sameSite', 'crossSite'] as const) {
    const words = kind === 'sameSite' ? 'a neighbour on the same site' : 'another site'

    it(`cannot post a form whose text is JSON: ${words}`, async () => {
      const page = await visit(site[kind](form(usersPath, intruder)), kind === 'sameSite' ? 'ours' : 'careless')
      const answered = page.waitForResponse(`${url}${usersPath}`)
      await page.getByRole('button').click()
      assert.equal((await (await answered).json()).code, 'FOREIGN_ORIGIN')
      assert.deepEqual(await page.sent(), [{ method: 'POST', hasCookie: true, status: 403 }], 'the login went along')
      await assertNothingDone()
      await page.close()
    })

    it(`cannot send requests by script, nor read an answer: ${words}`, async () => {
      const page = await visit(site[kind]('<h1>Win</h1>'), kind === 'sameSite' ? 'ours' : 'careless')
      const csrf = csrfOf(user.token)
      const tries: readonly [path: string, options: object][] = [
        [usersPath, { method: 'POST', mode: 'no-cors', body: JSON.stringify(intruder) }],
        [usersPath, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(intruder) }],
        [usersPath, { method: 'POST', headers: { 'content-type': 'application/json', 'x-tollgate-csrf': csrf } }],
        ['/console/api/session', { method: 'DELETE', headers: { 'x-tollgate-csrf': csrf } }],
        ['/console/api/session', { method: 'GET' }],
        ['/console/api/session', { method: 'GET', mode: 'no-cors' }],
        [`/console/api${ofMerchant('/orders.csv')}`, { method: 'GET', mode: 'no-cors' }],
      ]
      for (const [path, options] of tries) {
        const read = await page.evaluate<string>(`fetch(${JSON.stringify(url + path)},
          ${JSON.stringify({ credentials: 'include', ...options })}).then((answer) => answer.text(), () => '')`)
        assert.equal(read, '', `${path} ${JSON.stringify(options)} was read`)
      }
      for (const { method, status } of await page.sent())
        assert.ok(status === 403 || (method === 'OPTIONS' && status === 404), `${method} was answered with ${status}`)
      await assertNothingDone()
      await page.close()
    })
  }

  it("cannot send a sign-in, which browsers limit to the console's pages", async () => {
    const page = await visit(site.crossSite(form(usersPath, intruder)))
    const answered = page.waitForResponse(`${url}${usersPath}`)
    await page.getByRole('button').click()
    await answered
    assert.deepEqual(await page.sent(), [{ method: 'POST', hasCookie: false, status: 403 }])
    await page.close()
  })

  it('cannot sign a user in as another user', async () => {
    const page = await visit(site.sameSite(form('/console/api/session', attacker)))
    const answered = page.waitForResponse(`${url}/console/api/session`)
    await page.getByRole('button').click()
    assert.equal((await answered).headers()['set-cookie'], undefined)
    const [cookie] = await page.context().cookies(url)
    assert.equal(cookie?.value, user.token)
    await page.close()
  })

  it('cannot load the console’s data and files as a script, an image or a style', async () => {
    const csv = `${url}/console/api${ofMerchant('/orders.csv')}`
    const files = await (await fetch(`${url}/console`)).text()
    const file = (kind: string) => url + (new RegExp(`"(/console/assets/[^"]+\\.${kind})"`).exec(files)?.[1] ?? kind)
    const told = (name: string) => `onload="heard.push('${name} was loaded')" onerror="heard.push('no ${name}')"`
    const page = await visit(
      site.sameSite(`<script>heard = []</script><script src="${csv}" ${told('data')}></script>
        <script src="${file('js')}" ${told('script')}></script>
        <img src="${url}/console/mark.svg" alt="" ${told('picture')}>
        <link rel="stylesheet" href="${file('css')}" ${told('style')}>`),
    )
    assert.deepEqual((await page.evaluate<readonly string[]>('heard')).toSorted(), [
      'no data',
      'no picture',
      'no script',
      'no style',
    ])
    await page.close()
  })

  it('cannot show the console or its services in a frame', async () => {
    const entry = /src="(\/console\/assets\/[^"]+)"/.exec(await (await fetch(`${url}/console`)).text())?.[1] ?? ''
    const paths = ['/console', `/console${ofMerchant('/orders')}`, '/console/api/session', '/console/mark.svg', entry]
    for (const kind of ['sameSite', 'crossSite'] as const) {
      const frames = paths.map((path) => `<iframe src="${url}${path}"></iframe>`).join('')
      const page = await visit(site[kind](frames))
      const shown = page.frames().slice(1)
      assert.equal(shown.length, paths.length)
      for (const frame of shown) assert.equal(frame.url(), 'chrome-error://chromewebdata/', kind)
      await page.close()
    }
  })

  it('cannot keep a reference to a window of the console that they opened', async () => {
    const page = await visit(
      site.sameSite(`<button onclick="opened = window.open('${url}/console/account')">Win</button>`),
    )
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
    await popup.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    assert.equal(await popup.evaluate('opener'), null)
    assert.equal(await page.evaluate('opened.closed'), true, 'for the opener it is gone')
    await page.close()
  })
})
