// A merchant's own page with hosted fields, on another origin than the gateway, as a payer has it before them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame } from 'playwright-core'
import type { Body } from '../clients/client.ts'
import { merchantId } from '../clients/client.ts'
import type { TestGateway } from '../gateway/gateway.ts'
import { sharedGateway } from '../gateway/shared-gateway.ts'
import { type Browser, launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { after, before } from './test.ts'
import { sharedTab } from './windows/shared-tab.ts'

export interface HostedFieldsPage extends WatchedPage {
  /** The frame that lies over the field with this id. */
  field(id: string): Promise<Frame>
  /** Types into it, in place of what is there, with the keys that a payer would press. */
  type(id: string, text: string): Promise<void>
  /** Has it filled in at once, as a browser does that knows the payer's cards. */
  fillIn(id: string, text: string): Promise<void>
  /** What the page's callbacks were given, in order. */
  heard(name: string): Promise<readonly Body[]>
  /** Forgets what they were given so far. */
  forget(): Promise<void>
  /** Waits until a callback has been called this many times, and returns the last result. */
  result(name: string, count?: number): Promise<Body>
}

export interface HostedFieldsSite {
  readonly gateway: TestGateway
  readonly browser: Browser
  readonly origin: string
  /** Opens a page with this body, which loads the library of the version and then runs the script: in the tab that the tests of
   * the file share, or where it has to be prepared in a context of its own. */
  open(
    page: { version?: number; body: string; script: string; merchant?: string },
    options?: Options,
  ): Promise<HostedFieldsPage>
}

interface Options {
  readonly headers?: Readonly<Record<string, string>>
  /** Before anything is loaded. */
  readonly prepare?: (page: WatchedPage) => Promise<void>
}

const looks = { viewport: { width: 800, height: 900 } }

/** To be called inside describe: a gateway, a shop's server and a browser for its tests. */
export function merchantSite(): HostedFieldsSite {
  let gateway: TestGateway
  let browser: Browser
  const tab = sharedTab(() => browser, looks)
  let next = { html: '', headers: {} as Readonly<Record<string, string>> }
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html;charset=UTF-8', ...next.headers }).end(next.html)
  })
  const originOf = () => `http://localhost:${(server.address() as AddressInfo).port}`
  before(async () => {
    server.listen(0, 'localhost')
    const started = await Promise.all([sharedGateway(), launchBrowser(), once(server, 'listening')])
    gateway = started[0]
    browser = started[1]
  })
  after(async () => {
    await tab.release()
    await browser?.close()
    server.close()
  })
  return {
    get gateway() {
      return gateway
    },
    get browser() {
      return browser
    },
    get origin() {
      return originOf()
    },
    async open({ version = 100, body, script, merchant = merchantId }, { headers = {}, prepare } = {}) {
      const library = `${gateway.listeners.httpsUrl}/form/version/${version}/merchant/${merchant}/session.js`
      next = { html: pageText(library, body, script), headers }
      const page = prepare ? await openPage(browser, looks) : await tab.take()
      await prepare?.(page)
      await page.goto(originOf())
      return withFields(page)
    },
  }
}

function pageText(library: string, body: string, script: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<style>
  body { font: 16px sans-serif; margin: 2em } label { display: block; margin: 1em 0 }
  input, select { display: block; width: 300px; height: 40px; padding: 4px 8px; border: 1px solid #767676;
    font: 18px serif; color: #102030; background: #fffffa }
</style>
<script>
  globalThis.heardCalls = {}
  globalThis.hear = (name) => (...args) => (heardCalls[name] ??= []).push(args.length > 1 ? args : args[0])
</script>
<script src="${library}"></script></head>
<body><main><h1>Shop</h1>${body}</main><script>${script}</script></body></html>`
}

function withFields(page: WatchedPage): HostedFieldsPage {
  const heard = (name: string) => page.evaluate<readonly Body[]>(`heardCalls[${JSON.stringify(name)}] ?? []`)
  const field = async (id: string) => {
    const frame = await (await page.waitForSelector(`#${id} + iframe`, { state: 'attached' })).contentFrame()
    if (!frame) throw new Error(`there is no frame over ${id}`)
    return frame
  }
  return Object.assign(page, {
    heard,
    field,
    async type(id: string, text: string) {
      const control = (await field(id)).locator('#field')
      await control.fill('')
      await control.pressSequentially(text)
    },
    async fillIn(id: string, text: string) {
      const isThere = `document.readyState === 'complete' && document.getElementById('field')`
      // A drop-down field takes only what it offers.
      await until(
        await field(id),
        isThere,
        `
        const control = document.getElementById('field')
        control.focus()
        control.value = ${JSON.stringify(text)}
        for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, { bubbles: true }))`,
      )
    },
    forget: () => page.evaluate<void>('void (heardCalls = {})'),
    async result(name: string, count = 1) {
      await until(page, `heardCalls[${JSON.stringify(name)}]?.length >= ${count}`)
      return (await heard(name)).at(-1)
    },
  })
}

/** The fields of a card, with labels. */
export const cardForm = `<form id="form">
  <label>Card number <input id="number" placeholder="0000 0000 0000 0000"></label>
  <label>Expiry month <input id="month"></label>
  <label>Expiry year <input id="year"></label>
  <label>Security code <input id="code"></label>
  <label>Name on card <input id="name"></label>
  <button type="submit">Pay</button>
</form>`

/** Lays the fields out by the newer calls; callbacks are recorded as "initialized" and "updated". */
export function configureCard(differences: object = {}): string {
  return `${configureCardAgain(differences)}
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    PaymentSession.updateSessionFromForm('card')
  })`
}

/** The same on a page whose form has its listener. */
export function configureCardAgain(differences: object): string {
  const configuration = {
    fields: {
      card: {
        number: '#number',
        expiryMonth: '#month',
        expiryYear: '#year',
        securityCode: '#code',
        nameOnCard: '#name',
      },
    },
    frameEmbeddingMitigation: ['csp'],
    ...differences,
  }
  return `PaymentSession.configure({ ...${JSON.stringify(configuration)},
    callbacks: { initialized: hear('initialized'), formSessionUpdate: hear('updated') } })`
}

/** The same by the older calls. */
export const olderCard = `PaymentSession.attachToForm(
    { cardNumber: '#number', securityCode: '#code', expiryMonth: '#month', expiryYear: '#year' },
    { initialized: hear('initialized') })
  document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    PaymentSession.updateSession(hear('updated'))
  })`

/** What to fill in where for a card that is approved. */
export const approvedCard: Readonly<Record<string, string>> = {
  number: '5123450000000008',
  month: '01',
  year: '39',
  code: '100',
}

/** A card that is approved, but for the differences. */
export async function fillCard(
  page: HostedFieldsPage,
  differences: Readonly<Record<string, string>> = {},
): Promise<void> {
  const values = { ...approvedCard, ...differences }
  for (const [id, text] of Object.entries(values)) await page.fillIn(id, text)
}

export function pressPay(page: HostedFieldsPage): Promise<void> {
  return page.getByRole('button', { name: 'Pay' }).click()
}

/** Waits until an expression holds in the page or frame, and runs the script then. Unlike the browser driver's own way, it does so
 * under any policy. */
export async function until(
  place: { evaluate(script: string): Promise<unknown> },
  expression: string,
  script = '',
): Promise<void> {
  await place.evaluate(`new Promise((resolve, reject) => {
    const end = setTimeout(() => reject(new Error('never came true: ' + ${JSON.stringify(expression)})), 15_000)
    const look = () => ((${expression}) ? (clearTimeout(end), resolve()) : setTimeout(look, 10))
    look()
  }).then(() => {${script}})`)
}
