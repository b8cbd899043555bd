// The console in a real browser over a million orders: how long until pages can be used, and until a typed search shows
// its orders. Every time is what a user experiences, including rendering and the pause after the last letter.

import type { BrowserContext } from 'playwright-core'
import { buildConsole } from '../src/console/build/build.ts'
import { type Browser, launchBrowser, type Page } from '../test/support/browser/browser.ts'
import { seedStatements } from '../test/support/builders/search-seed.ts'
import { table } from './measure.ts'
import { type BenchGateway, password, startGateway } from './servers.ts'

const merchantId = 'TESTMERCHANT'
const orders = Number(process.env['BENCH_ORDERS'] ?? 1_000_000)
const visits = 10
const questions = 40
const aims = { visitMs: 2_000, searchMs: 300 }
const rowsShown = '.table-paper[aria-busy=false] tbody tr'

interface Sample {
  readonly order_id: string
  readonly reference: string
  readonly first_six: string
  readonly last_four: string
  readonly token: string
  readonly amount: string
  readonly day: string
}

export async function benchConsole(): Promise<void> {
  await buildConsole()
  const gateway = await startGateway({})
  const browser = await launchBrowser()
  try {
    await seed(gateway)
    const orderId = await payOnce(gateway)
    await visitPages(gateway, browser, orderId)
    await search(gateway, browser)
  } finally {
    await browser.close()
    await gateway.stop()
  }
}

async function payOnce({ port }: BenchGateway): Promise<string> {
  const orderId = 'paid-by-the-bench'
  const response = await fetch(
    `http://localhost:${port}/api/rest/version/100/merchant/${merchantId}/order/${orderId}/transaction/1`,
    {
      method: 'PUT',
      headers: {
        authorization: `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        apiOperation: 'PAY',
        order: { amount: '12.34', currency: 'USD' },
        sourceOfFunds: {
          type: 'CARD',
          provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' } },
        },
      }),
    },
  )
  if (response.status !== 201) throw new Error(`the payment was answered ${response.status}`)
  return orderId
}

/** The hours of the same year, for the dashboard. */
const figuresText = `insert into figures_volumes (merchant_id, generation, hour, currency, decided, approved,
  authorized_minor, captured_minor, refunded_minor)
select merchant_id, generation, date_trunc('hour', time_of_record), currency, count(*) filter (where place = 1),
  count(*) filter (where place = 1 and result = 'SUCCESS'),
  coalesce(sum(amount_minor) filter (where place = 1 and result = 'SUCCESS'), 0),
  coalesce(sum(amount_minor) filter (where type in ('PAYMENT', 'CAPTURE') and result = 'SUCCESS'), 0),
  coalesce(sum(amount_minor) filter (where type = 'REFUND' and result = 'SUCCESS'), 0)
from projected_transactions where merchant_id = '${merchantId}' group by 1, 2, 3, 4`

async function seed(gateway: BenchGateway): Promise<void> {
  const startMs = performance.now()
  const statements = ['begin', 'set local statement_timeout = 0', ...seedStatements(merchantId, orders)]
  await gateway.query([...statements, figuresText, 'commit'].join(';\n'))
  // Only for the map of what everybody sees: with the indexes it would take longer than a statement may.
  for (const name of ['projected_orders', 'projected_transactions'])
    await gateway.query(`vacuum (analyze, index_cleanup off) ${name}`)
  const seconds = Math.round((performance.now() - startMs) / 1000)
  console.log(`\n${orders.toLocaleString('en-US')} orders made in ${seconds} s`)
}

interface Visit {
  readonly what: string
  /** Goes there, and comes back when the page can be used. */
  readonly go: (page: Page) => Promise<void>
  readonly isSignedIn: boolean
}

async function visitPages(gateway: BenchGateway, browser: Browser, orderId: string): Promise<void> {
  const root = `http://localhost:${gateway.port}/console`
  const ofMerchant = `${root}/merchants/${merchantId}`
  const list: readonly Visit[] = [
    { what: 'sign-in, with nothing kept', isSignedIn: false, go: (page) => toSignIn(page, root) },
    { what: 'from the sign-in to the dashboard', isSignedIn: false, go: signIn },
    {
      what: 'dashboard, with nothing kept',
      isSignedIn: true,
      go: async (page) => {
        await page.goto(ofMerchant)
        await dashboardShown(page)
      },
    },
    {
      what: 'orders, with nothing kept',
      isSignedIn: true,
      go: async (page) => {
        await page.goto(`${ofMerchant}/orders`)
        await page.locator(rowsShown).first().waitFor()
      },
    },
    {
      what: 'an order, with nothing kept',
      isSignedIn: true,
      go: async (page) => {
        await page.goto(`${ofMerchant}/orders/${orderId}`)
        await page.getByText('Timeline').waitFor()
      },
    },
  ]
  const rows = []
  for (const { what, go, isSignedIn } of list) {
    const times: number[] = []
    let kilobytes = 0
    for (let visit = 0; visit < visits; visit += 1) {
      const context = isSignedIn ? await signedInContext(browser, root) : await newContext(browser)
      const page = await context.newPage()
      if (go === signIn) await toSignIn(page, root)
      times.push(await timed(() => go(page)))
      kilobytes = (await transferred(page)) / 1000
      await context.close()
    }
    rows.push({ what, visits: times.length, p50: at(times, 0.5), p95: at(times, 0.95), 'KB so far': kilobytes })
  }
  table(`Until a page can be used, milliseconds (aim: ${aims.visitMs})`, rows)
}

function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', timezoneId: 'UTC' })
}

let kept: Awaited<ReturnType<BrowserContext['storageState']>> | undefined

/** A browser that has the cookie and nothing else. */
async function signedInContext(browser: Browser, root: string): Promise<BrowserContext> {
  if (!kept) {
    const first = await newContext(browser)
    const page = await first.newPage()
    await toSignIn(page, root)
    await signIn(page)
    kept = await first.storageState()
    await first.close()
  }
  const context = await newContext(browser)
  await context.addCookies(kept.cookies)
  return context
}

async function toSignIn(page: Page, root: string): Promise<void> {
  await page.goto(root)
  await page.getByLabel('Merchant ID').fill(merchantId)
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Login').fill('demo')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await dashboardShown(page)
}

async function dashboardShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.locator('.recharts-surface').first().waitFor()
}

function transferred(page: Page): Promise<number> {
  return page.evaluate<number>(`performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`)
}

/** What a user fills in, field by field; the run waits for the results of the last one. */
const kinds: Readonly<Record<string, (sample: Sample) => readonly (readonly [label: string, text: string])[]>> = {
  'an order id': ({ order_id }) => [['Order', order_id]],
  'how an order id begins': ({ order_id }) => [['Order', `${order_id.slice(0, 8)}*`]],
  'a reference': ({ reference }) => [['Reference', reference]],
  'a token': ({ token }) => [['Token', token]],
  'the last four digits': ({ last_four }) => [['Card ends with', last_four]],
  'first six and last four digits': ({ first_six, last_four }) => [
    ['Card begins with', first_six],
    ['Card ends with', last_four],
  ],
  'an amount': ({ amount }) => [
    ['Currency', 'USD'],
    ['Amount from', amount],
    ['Amount to', amount],
  ],
  'a day': ({ day }) => [
    ['From', day],
    ['To', day],
  ],
}

async function search(gateway: BenchGateway, browser: Browser): Promise<void> {
  const root = `http://localhost:${gateway.port}/console`
  const samples = await gateway.query<Sample>(
    `select order_id, reference, first_six, last_four, token, (amount_minor / 100.0)::numeric(12, 2)::text as amount,
       to_char(created_at, 'YYYY-MM-DD') as day
     from projected_orders where merchant_id = '${merchantId}' and reference is not null and token is not null
       and currency = 'USD' order by md5(order_id) limit ${questions}`,
  )
  const rows = []
  for (const [what, stepsOf] of Object.entries(kinds)) {
    const context = await signedInContext(browser, root)
    const page = await context.newPage()
    await page.goto(`${root}/merchants/${merchantId}/orders`)
    await page.getByRole('button', { name: 'More filters' }).click()
    const times: Answered[] = []
    for (const sample of samples) {
      let last: Answered | undefined
      for (const [label, text] of stepsOf(sample)) last = await typed(page, label, text)
      if (last) times.push(last)
      // What was asked before is kept for a while, so that the same again would be for nothing.
      await page.getByRole('button', { name: 'Clear' }).click()
    }
    await context.close()
    const all = times.map(({ ms }) => ms)
    const asked = times.map(({ askedMs }) => askedMs)
    const p95 = at(all, 0.95)
    rows.push({
      what,
      questions: all.length,
      p50: at(all, 0.5),
      p95,
      'gateway p50': at(asked, 0.5),
      'gateway p95': at(asked, 0.95),
    })
  }
  table(`From the last letter to the orders, of ${orders.toLocaleString('en-US')}, milliseconds`, rows)
  const slow = rows.filter(({ p95 }) => p95 > aims.searchMs)
  console.log(`\n${slow.length === 0 ? 'Every' : 'Not every'} kind has its 95th percentile under ${aims.searchMs} ms.`)
}

interface Answered {
  /** From the last letter until the list is drawn. */
  readonly ms: number
  /** How much of it the question was on its way and in the gateway. */
  readonly askedMs: number
}

/** Fills a field in one go and watches from within the page: the driver's own messages would be a part of every time. Done
 * is when the address says what was typed, the list is that of the address, and it has been drawn. */
const typing = `async (field, text) => {
  const before = location.href
  const isDone = () => location.href !== before && document.querySelector('.table-paper[aria-busy=false]') !== null
  const start = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  while (!isDone()) await new Promise(requestAnimationFrame)
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const ms = performance.now() - start
  const calls = performance.getEntriesByType('resource').filter((call) => call.startTime >= start)
  return { ms, askedMs: Math.max(0, ...calls.map((call) => call.responseEnd - call.startTime)) }
}`

async function typed(page: Page, label: string, text: string): Promise<Answered> {
  await page.locator('.table-paper[aria-busy=false]').waitFor()
  const field = page.getByLabel(label, { exact: true }).first()
  return field.evaluate(new Function(`return ${typing}`)() as () => Promise<Answered>, text)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
