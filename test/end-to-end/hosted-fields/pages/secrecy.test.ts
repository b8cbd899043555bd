// What a merchant's page, and whatever runs in it, can learn of what is typed into hosted fields: next to nothing.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { untilProblem } from '../../../support/browser/browser.ts'
import {
  approvedCard,
  cardForm,
  configureCard,
  fillCard,
  type HostedFieldsPage,
  merchantSite,
  pressPay,
  until,
} from '../../../support/browser/merchant-page.ts'
import { before, describe, it } from '../../../support/browser/test.ts'
import { eventually } from '../../../support/checks/poll.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'

const number = '5123450000000008'
const code = '737'

/** Runs before the library: hears every message, port, request and key that a page can get hold of. */
const eavesdrop = `<script>
  globalThis.overheard = []
  const note = (what) => overheard.push(JSON.stringify(what) ?? String(what))
  addEventListener('message', ({ data }) => note(data))
  for (const name of ['keydown', 'keyup', 'input', 'change', 'paste'])
    addEventListener(name, (event) => note([name, event.key, event.target?.value]), true)
  const Usual = MessageChannel
  globalThis.MessageChannel = class {
    constructor() {
      const channel = new Usual()
      for (const port of [channel.port1, channel.port2]) {
        port.addEventListener('message', ({ data }) => note(data))
        const post = port.postMessage.bind(port)
        port.postMessage = (...args) => (note(args[0]), post(...args))
      }
      return channel
    }
  }
  for (const name of ['log', 'info', 'warn', 'error']) console[name] = note
</script>`

describe('a page with hosted fields', () => {
  const site = merchantSite()

  it('finds the number in no message, no event, no field and no frame', async () => {
    const page = await site.open({ body: eavesdrop + cardForm, script: configureCard() })
    await page.result('initialized')
    for (const [id, text] of Object.entries({ ...approvedCard, code })) await page.type(id, text)
    await pressPay(page)
    assert.equal((await page.result('updated')).status, 'ok')
    // Digits of a code also turn up by chance inside of ids, which are no secret of the payer's.
    const ids = /SESSION[0-9A-Z]{24,28}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"version":"[0-9a-f]{10}"/g
    const overheard = (await page.evaluate<readonly string[]>('overheard')).join('\n').replaceAll(ids, 'id')
    assert.match(overheard, /"isValid":true/, 'it does hear how the fields are')
    for (const secret of [number, number.slice(6), code, '"5"']) assert.ok(!overheard.includes(secret), secret)
    const values = await page.evaluate<readonly string[]>(
      '[...document.querySelectorAll("input")].map((each) => each.value)',
    )
    assert.deepEqual(values, ['', '', '', '', ''])
    const reached = await page.evaluate<readonly string[]>(`[...document.querySelectorAll('iframe')].map((frame) => {
      try { return frame.contentDocument?.body.innerHTML ?? frame.contentWindow.document.body.innerHTML } catch (error) { return error.name }
    })`)
    assert.deepEqual(new Set(reached), new Set(['SecurityError']))
    assert.ok(!(await page.content()).includes(number))
    await page.close()
  })

  it('cannot pass its own frame off as the one that collects the fields', async () => {
    const impostor = `<iframe id="impostor" title="impostor" srcdoc="<p>mine</p>"></iframe><script>
      crypto.randomUUID = () => 'known'
      globalThis.stolen = []
      const lie = () => Object.defineProperty(impostor.contentWindow, 'tollgateController', {
        value: { scope: 'known', register: (name, read) => stolen.push(read) } })
      impostor.addEventListener('load', lie)
      lie()
    </script>`
    const page = await site.open({ body: impostor + cardForm, script: configureCard() })
    assert.equal((await page.result('initialized')).status, 'ok')
    await fillCard(page)
    await pressPay(page)
    assert.equal((await page.result('updated')).status, 'ok')
    assert.equal(await page.evaluate('stolen.length'), 0)
    await page.close()
  })

  it("may show the fields only on the merchant's origins, if the operator has listed any", async () => {
    const listed = await boardMerchant(site.gateway, { profile: { pageOrigins: ['https://shop.example'] } })
    const page = await site.open(
      { body: cardForm, script: configureCard(), merchant: listed.id },
      { prepare: (opened) => opened.clock.install() },
    )
    // The library gives frames some seconds to answer; this test does not wait for them.
    const [result] = await eventually(
      async () => {
        await page.clock.fastForward(5_000)
        return page.heard('initialized')
      },
      (results) => results.length > 0,
    )
    assert.equal(result.status, 'system_error')
    await untilProblem(page, /frame-ancestors/)
    await page.close()
  })

  it('shows no fields inside another site’s page when only a script prevents framing', async () => {
    const html = `<!doctype html><title>Outer</title><iframe src="${site.origin}"></iframe>`
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    }).listen(0, 'localhost')
    await once(server, 'listening')
    const script = (frameEmbeddingMitigation: readonly string[]) =>
      configureCard({ fields: { card: { number: '#number' } }, frameEmbeddingMitigation })
    for (const [mitigation, status] of [
      [['javascript'], 'system_error'],
      [['javascript', 'csp'], 'ok'],
    ] as const) {
      const page = await site.open({ body: cardForm, script: script(mitigation) })
      assert.equal((await page.result('initialized')).status, 'ok', 'by itself')
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`)
      const shop = page.frames().find((frame) => frame !== page.mainFrame() && frame.parentFrame() === page.mainFrame())
      assert.ok(shop)
      await shop.waitForURL(`${site.origin}/`)
      await until(shop, 'heardCalls.initialized')
      assert.equal(await shop.evaluate('heardCalls.initialized[0].status'), status)
      await page.close()
    }
    server.close()
  })
})

describe('a page with hosted fields that most shops could have', () => {
  const site = merchantSite()
  let page: HostedFieldsPage
  before(async () => {
    page = await site.open({ body: cardForm, script: configureCard() })
    await page.result('initialized')
  })

  it('leaves nothing in the browser, and the gateway nothing in its log', async () => {
    await fillCard(page)
    await pressPay(page)
    const { session } = await page.result('updated')
    const { cookies, origins } = await page.context().storageState()
    assert.deepEqual([cookies, origins], [[], []])
    const log = site.gateway.logLines.join('')
    assert.match(log, /\/form\/version\/:version\/merchant\/:merchantId\/session/)
    for (const secret of [number, session.id]) assert.ok(!log.includes(secret), secret)
  })

  it('cannot make a field post to another frame, use the network or run a script', async () => {
    const field = await page.field('number')
    const sent = await field.evaluate<string>(`fetch('/health/live').then(() => 'sent', (error) => error.name)`)
    assert.equal(sent, 'TypeError')
    const ran = await field.evaluate<string>(`(() => {
      const script = document.createElement('script')
      try { script.textContent = 'globalThis.ran = true' } catch (error) { return error.name }
      document.head.append(script)
      return String(globalThis.ran)
    })()`)
    assert.equal(ran, 'TypeError')
    await untilProblem(page, /Content Security Policy/)
  })
})
