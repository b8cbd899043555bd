// The checkout library by itself, in a real browser on a merchant's page: its settings, its requests, the messages it
// trusts.
import assert from 'node:assert/strict'
import {
  type Browser,
  launchBrowser,
  openPage,
  untilProblem,
  type WatchedPage,
} from '../../../support/browser/browser.ts'
import { until } from '../../../support/browser/checkout-site.ts'
import { frameIn, press, untilSeen } from '../../../support/browser/in-page.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { send } from '../../../support/clients/client.ts'
import { sharedGateway } from '../../../support/gateway/shared-gateway.ts'
import { type MerchantPage, type MerchantSite, openMerchantSite } from '../../../support/sites/merchant-site.ts'

const sessionId = 'SESSION0002123456789F1234567A12'
const older = '/checkout/version/60/checkout.js'
const newer = '/static/checkout/checkout.min.js'
const functions = { error: 'onError', cancel: 'onCancel', complete: 'onComplete', timeout: 'onTimeout' }
const start = (show: string, settings = `{ session: { id: '${sessionId}' } }`) =>
  `Checkout.configure(${settings}); document.querySelector('#pay').onclick = () => Checkout.${show}`
const embedding = { library: newer, body: '<div id="place"></div>', script: start("showEmbeddedPage('#place')") }

/** In place of our page: says whatever the test wants it to say. */
const speaker = `<!doctype html><title>Our page</title><input><script>
  const say = (message) => parent.postMessage({ source: 'tollgate-checkout', ...message }, '*')
  addEventListener('message', ({ data }) => { globalThis.heard = data })
</script>`

describe('the checkout library', () => {
  let browser: Browser
  let site: MerchantSite
  let gatewayUrl = ''
  before(async () => {
    const [gateway, launched] = await Promise.all([sharedGateway(), launchBrowser()])
    browser = launched
    gatewayUrl = gateway.listeners.httpUrl ?? ''
    site = await openMerchantSite(gatewayUrl)
  })
  after(async () => {
    await browser?.close()
    await site?.close()
  })

  interface PayerPage extends WatchedPage {
    /** What was posted to our pages. */
    readonly posts: string[]
  }
  let shared: PayerPage | undefined
  /** The page that the tests use one after the other. What a shop's page has put aside for the way back is of use on its own
   * address alone, and each test has another. */
  async function pageWithSpeaker(): Promise<PayerPage> {
    shared ??= await openWithSpeaker()
    shared.problems.length = 0
    shared.posts.length = 0
    return shared
  }
  async function openWithSpeaker(options = {}): Promise<PayerPage> {
    const opened = await openPage(browser, options)
    const posts: string[] = []
    await standIn(opened, posts)
    return Object.assign(opened, { posts })
  }
  /** A merchant's page; where our payment page would be, the speaker stands. */
  async function visit(page: MerchantPage): Promise<PayerPage> {
    const opened = await pageWithSpeaker()
    await opened.goto(site.add(page))
    return opened
  }
  /** Answers in place of our pages. */
  async function standIn(page: WatchedPage, posts: string[]): Promise<void> {
    const url = `/checkout/pay/${sessionId}`
    await page.route(/\/api\/page\//, async (route) => {
      const { accept = '' } = await route.request().allHeaders()
      posts.push(route.request().postData() ?? '')
      return accept.includes('json')
        ? route.fulfill({
            json: { result: 'SUCCESS', url, session: {} },
            headers: { 'access-control-allow-origin': '*' },
          })
        : route.fulfill({ contentType: 'text/html', body: speaker })
    })
    await page.route(/\/checkout\/pay\//, (route) => route.fulfill({ contentType: 'text/html', body: speaker }))
  }
  const speakerIn = (page: WatchedPage) => frameIn(page, (frame) => frame !== page.mainFrame())
  const receivedBy = (page: WatchedPage) => page.evaluate<readonly unknown[][]>('received')
  const inFrame = async (page: WatchedPage, code: string) => {
    const frame = page.frames().at(-1)
    assert.ok(frame && frame !== page.mainFrame())
    return frame.evaluate(code)
  }

  it('is served to every origin, cached for five minutes, and revalidated by its tag', async () => {
    for (const path of [older, '/checkout/version/28/checkout.js', newer]) {
      const { status, headers, text } = await send(gatewayUrl, { path, login: null })
      assert.equal(status, 200)
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
      assert.equal(headers['cache-control'], 'public, max-age=300')
      assert.equal(headers['content-type'], 'text/javascript;charset=UTF-8')
      assert.ok(text.length < 27_000, `${path}: ${text.length}`)
      const again = await send(gatewayUrl, { path, login: null, headers: { 'if-none-match': headers.etag ?? '' } })
      assert.equal(again.status, 304)
    }
  })

  it('has its version in the address up to version 62, and not after that', async () => {
    const statusOf = async (version: string) =>
      (await send(gatewayUrl, { path: `/checkout/version/${version}/checkout.js`, login: null })).status
    assert.deepEqual(
      await Promise.all(['15', '62', '63', '100', '101', 'x'].map(statusOf)),
      [200, 200, 404, 404, 404, 404],
    )
    const response = await send(gatewayUrl, { path: '/checkout/version/63/checkout.js', login: null })
    assert.match(response.body.error.explanation, /checkout\.min\.js/)
    const posted = await send(gatewayUrl, { method: 'POST', path: newer, login: null })
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD'])
  })

  it('offers the functions of its version and nothing else', async () => {
    const namesIn = async (library: string) => {
      const page = await visit({ library, script: '' })
      const names = await page.evaluate<string[]>('Object.keys(Checkout)')
      assert.deepEqual(page.problems, [])
      return names.toSorted().join()
    }
    assert.equal(await namesIn(older), 'configure,restoreFormFields,saveFormFields,showLightbox,showPaymentPage')
    assert.equal(await namesIn(newer), 'configure,restoreFormFields,saveFormFields,showEmbeddedPage,showPaymentPage')
  })

  const faults: readonly (readonly [
    name: string,
    settings: string,
    field: string | undefined,
    type: string | undefined,
  ])[] = [
    ['no object', `'x'`, undefined, undefined],
    ['no session', '{}', 'session.id', 'MISSING'],
    ['an empty id', `{ session: { id: '' } }`, 'session.id', 'MISSING'],
    ['what is no id', `{ session: { id: 'SESSION1' } }`, 'session.id', 'INVALID'],
    ['no group', `{ session: '${sessionId}' }`, 'session', 'INVALID'],
    ['a wrong version', `{ session: { id: '${sessionId}', version: '1' } }`, 'session.version', 'INVALID'],
    ['no number', `{ session: { id: '${sessionId}' }, order: { amount: NaN } }`, 'order.amount', 'INVALID'],
  ]
  it('passes problems with the settings to the error callback', async () => {
    const page = await visit({ library: older, data: functions, script: '' })
    for (const [name, settings, field, validationType] of faults) {
      const [call] = await page.evaluate<readonly unknown[][]>(
        `(received.length = 0, Checkout.configure(${settings}), received)`,
      )
      const [callback, error] = call as [string, Record<string, unknown>]
      assert.equal(callback, 'onError', name)
      assert.deepEqual(
        [error['cause'], error['result'], error['field'], error['validationType'], typeof error['explanation']],
        ['INVALID_REQUEST', 'ERROR', field, validationType, 'string'],
        name,
      )
    }
  })

  it('warns of unknown settings, and ignores them', async () => {
    const settings = `{ session: { id: '${sessionId}' }, colour: 'red', sourceOfFunds: { type: 'CARD' }, order: { id: '7' } }`
    const page = await visit({ library: older, data: functions, script: start('showPaymentPage()', settings) })
    assert.deepEqual(await receivedBy(page), [])
    await press(page, '#pay')
    await page.waitForURL(/\/checkout\/pay\//)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(page.posts[0])), {
      'session.id': sessionId,
      'order.id': '7',
    })
    assert.deepEqual(
      page.problems.map((text) => /called (\w+)/.exec(text)?.[1]),
      ['colour', 'sourceOfFunds'],
    )
  })

  it('reports that configure must come first, and where no element matches', async () => {
    const first = await visit({ library: older, data: functions, script: 'Checkout.showPaymentPage()' })
    assert.match(JSON.stringify(await receivedBy(first)), /onError.*Call Checkout\.configure first/)
    const second = await visit({
      library: newer,
      data: functions,
      script: `Checkout.configure({ session: { id: '${sessionId}' } })
        Checkout.showEmbeddedPage('#nowhere'); Checkout.showEmbeddedPage('###')`,
    })
    assert.equal((await receivedBy(second)).length, 2)
  })

  it('calls functions when the page is shown, and reports one that fails', async () => {
    const page = await visit({
      library: older,
      data: functions,
      script: `let amount = '1.00'
        Checkout.configure({ session: () => ({ id: '${sessionId}' }), order: { amount: () => amount } })
        amount = '2.00'
        document.querySelector('#pay').onclick = Checkout.showPaymentPage`,
    })
    assert.deepEqual(await receivedBy(page), [])
    await press(page, '#pay')
    await page.waitForURL(/\/checkout\/pay\//)
    const [post = ''] = page.posts
    assert.equal(new URLSearchParams(post).get('order.amount'), '2.00')

    const failing = await visit({
      library: older,
      data: functions,
      script: start(
        'showPaymentPage()',
        `{ session: { id: '${sessionId}' }, order: { amount() { throw new Error('x') } } }`,
      ),
    })
    await press(failing, '#pay')
    assert.match(JSON.stringify(await receivedBy(failing)), /"field":"order.amount".*"validationType":"INVALID"/)
  })

  it('posts the configured values under names with dots, with return addresses', async () => {
    const page = await visit({
      library: older,
      data: { ...functions, cancel: '/basket?kept=yes' },
      script: start(
        'showPaymentPage()',
        `{ merchant: 'TESTMERCHANT', session: { id: '${sessionId}' }, order: { item: [{ name: 'Tea & cake' }], reference: null },
           interaction: { timeoutUrl: 'https://elsewhere.example/late' } }`,
      ),
    })
    const opener = page.url()
    const asked = page.waitForRequest(/\/api\/page\//)
    await press(page, '#pay')
    await page.waitForURL(/\/checkout\/pay\//)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(page.posts[0])), {
      merchant: 'TESTMERCHANT',
      'session.id': sessionId,
      'order.item[0].name': 'Tea & cake',
      'interaction.timeoutUrl': 'https://elsewhere.example/late',
    })
    assert.deepEqual(Object.fromEntries(new URL((await asked).url()).searchParams), {
      charset: 'UTF-8',
      complete: `${opener}#__hc-action-complete`,
      cancel: `${site.origin}/basket?kept=yes`,
      timeout: `${opener}#__hc-action-timeout`,
    })
    assert.deepEqual(page.problems, [])
  })

  it("posts a form where the page's policy allows no requests by script", async () => {
    const page = await visit({ library: older, data: functions, mayAsk: false, script: start('showPaymentPage()') })
    await press(page, '#pay')
    await page.waitForURL(/\/api\/page\/version\/60\/pay\?charset=UTF-8&/)
    assert.equal(new URLSearchParams(page.posts[0]).get('session.id'), sessionId)
  })

  it('goes to the payment page once, however often the payer clicks', async () => {
    for (const library of [older, newer]) {
      const page = await visit({
        library,
        script: `${start('showPaymentPage()')}
          document.querySelector('#pay').addEventListener('click', () => { Checkout.showPaymentPage(); Checkout.showPaymentPage() })`,
      })
      await page.click('#pay')
      await page.waitForURL(/\/checkout\/pay\//)
      assert.equal(page.posts.length, 1)
    }
  })

  it('goes to the page of the session from version 63 on, whatever else is configured', async () => {
    const settings = `{ session: { id: '${sessionId}' }, merchant: 'X', anything: { else: 1 } }`
    const page = await visit({ library: newer, data: functions, script: start('showPaymentPage()', settings) })
    await press(page, '#pay')
    await page.waitForURL(`${gatewayUrl}/checkout/pay/${sessionId}?checkoutVersion=1.0.0`)
  })

  it('calls the functions named on the script tag once when the payer returns', async () => {
    const place = (library: string) => site.add({ library, data: functions, script: '' })
    const page = await pageWithSpeaker()
    const cases = [
      [
        older,
        '?resultIndicator=abc&sessionVersion=1234567801#__hc-action-complete',
        ['onComplete', 'abc', '1234567801'],
      ],
      [
        newer,
        '?resultIndicator=abc&sessionVersion=1234567801#__hc-action-complete',
        ['onComplete', { resultIndicator: 'abc', sessionVersion: '1234567801' }],
      ],
      [older, '#__hc-action-cancel', ['onCancel']],
      [newer, '#__hc-action-timeout', ['onTimeout']],
    ] as const
    for (const [library, rest, expected] of cases) {
      await page.goto(place(library) + rest)
      assert.deepEqual(await receivedBy(page), [expected])
      // Shops' own scripts look for the mark.
      assert.ok(page.url().endsWith(rest))
      await page.reload()
      assert.deepEqual(await receivedBy(page), [])
    }
  })

  it('stores what the payer typed into the shop, but no card and no password', async () => {
    const body = `<form><input name="email"><input name="gift" type="checkbox"><select name="size"><option>S<option>L</select>
      <textarea id="note"></textarea><input name="secret" type="password"><input name="a" autocomplete="cc-number">
      <input name="cardNumber"><input name="b"></form>`
    const address = site.add({ library: older, body, script: start('showPaymentPage()') })
    const page = await pageWithSpeaker()
    await page.goto(`${address}#/step-2`)
    for (const [name, value] of [
      ['email', 'a@b.example'],
      ['secret', 'password!'],
      ['a', '5123450000000008'],
      ['cardNumber', '1'],
      ['b', '5123 4500 0000 0008'],
    ] as const)
      await page.fill(`[name=${name}]`, value)
    await page.check('[name=gift]')
    await page.selectOption('[name=size]', 'L')
    await page.fill('#note', 'ring twice')
    await press(page, '#pay')
    await page.waitForURL(/\/checkout\/pay\//)

    await page.goto(`${address}#__hc-action-cancel`)
    const values = await page.evaluate(
      `[...document.forms[0].elements].map((each) => each.type === 'checkbox' ? each.checked : each.value)`,
    )
    assert.deepEqual(values, ['a@b.example', true, 'L', 'ring twice', '', '', '', ''])
    assert.match(page.url(), /#\/step-2$/)
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
  })

  it('lets the shop save and restore in its own way', async () => {
    const data = { beforeRedirect: 'Shop.save', afterRedirect: 'Shop.restore' }
    const script = `globalThis.Shop = { basket: ['tea'], save() { return this.basket }, restore(kept) { received.push(kept) } }
      ${start('showPaymentPage()')}`
    const address = site.add({ library: newer, data, script })
    const page = await pageWithSpeaker()
    await page.goto(address)
    await press(page, '#pay')
    await page.waitForURL(/\/checkout\/pay\//)
    await page.goto(address)
    assert.deepEqual(await receivedBy(page), [['tea']])
  })

  it('goes to an address with the arguments in its query, where the shop gave one in place of a function', async () => {
    const data = { complete: '/done?order=7', error: 'problem.html', timeout: 'javascript:alert(1)' }
    const page = await visit({ ...embedding, data })
    await press(page, '#pay')
    await untilSeen(speakerIn(page), 'input')
    await inFrame(page, `say({ event: 'complete', resultIndicator: 'a&b', sessionVersion: '1234567801' })`)
    await page.waitForURL(`${site.origin}/done?order=7&resultIndicator=a%26b&sessionVersion=1234567801`)

    const failing = await visit({ ...embedding, data, script: `Checkout.configure({})` })
    await failing.waitForURL(/\/problem\.html\?cause=INVALID_REQUEST&field=session\.id/)

    const scripted = await visit({ ...embedding, data })
    await press(scripted, '#pay')
    await untilSeen(speakerIn(scripted), 'input')
    await inFrame(scripted, `say({ event: 'timeout' })`)
    await until(scripted, `!document.querySelector('iframe')`)
    await untilProblem(scripted, /data-timeout names 'javascript:alert\(1\)'/)
  })

  it("trusts messages from the gateway's page in its own frame and from no other", async () => {
    const page = await visit({ ...embedding, data: functions })
    await press(page, '#pay')
    await untilSeen(speakerIn(page), 'input')
    const message = `{ source: 'tollgate-checkout', event: 'complete', resultIndicator: 'forged', sessionVersion: '1234567801' }`
    // The shop's own page, and our origin in a frame that is not the library's.
    await page.evaluate(`postMessage(${message}, '*')`)
    await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.onload = resolve
      frame.src = '${gatewayUrl}/checkout/pay/other'
      document.body.append(frame)
    })`)
    await inFrame(page, `parent.postMessage(${message}, '*')`)
    // What makes no sense.
    const [, first] = page.frames()
    await first?.evaluate(
      `say({ event: 'complete', resultIndicator: 1 }); say({ event: 'unknown' }); say({ event: 'error' })`,
    )
    await first?.evaluate(`parent.postMessage('complete', '*'); parent.postMessage(null, '*')`)
    await first?.evaluate(`say({ event: 'timeout' })`)
    await until(page, 'received.length > 0')
    assert.deepEqual(await receivedBy(page), [['onTimeout']])
    assert.deepEqual(page.problems, [])
  })

  it("does not trust messages from a foreign page that replaced the gateway's in the frame", async () => {
    // The policy of this merchant would not load it; that of a careless one would.
    const page = await openWithSpeaker({ bypassCSP: true })
    await page.goto(site.add({ ...embedding, data: functions }))
    const foreign = 'http://foreign.localhost/'
    await page.route(foreign, (route) => route.fulfill({ contentType: 'text/html', body: speaker }))
    await press(page, '#pay')
    await untilSeen(speakerIn(page), 'input')
    await inFrame(page, `location.href = '${foreign}'`)
    await page.frames().at(-1)?.waitForURL(foreign)
    await page.evaluate(`addEventListener('message', ({ origin }) => { globalThis.heardFrom = origin })`)
    await inFrame(page, `say({ event: 'complete', resultIndicator: 'forged', sessionVersion: '1234567801' })`)
    await until(page, `globalThis.heardFrom === 'http://foreign.localhost'`)
    assert.deepEqual(await receivedBy(page), [])
    await page.close()
  })

  it('passes on an error of the page, and gives the embedded page its height', async () => {
    const page = await visit({ ...embedding, data: functions })
    await press(page, '#pay')
    await untilSeen(speakerIn(page), 'input')
    const height = () => page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)
    await inFrame(page, `say({ event: 'ready', height: 812.4 })`)
    await until(page, `document.querySelector('iframe').offsetHeight === 813`)
    await inFrame(page, `say({ event: 'ready', height: 1e9 })`)
    await until(page, `document.querySelector('iframe').offsetHeight === 6000`)
    assert.equal(await height(), 6000)
    await inFrame(page, `say({ event: 'cancel' })`)
    await inFrame(page, `say({ event: 'error', error: { cause: 'SERVER_BUSY', explanation: 'Too busy.' } })`)
    await until(page, 'received.length > 0')
    assert.deepEqual(await receivedBy(page), [
      ['onError', { cause: 'SERVER_BUSY', explanation: 'Too busy.', result: 'ERROR' }],
    ])
  })
})
