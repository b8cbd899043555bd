// A real Chromium, one for each suite, and pages in it that remember what went wrong.
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { eventually } from '../checks/poll.ts'
import { findBrowser } from './find-browser.ts'
import { type PagePool, type PagePreparation, pagePool } from './page-pool.ts'
import { limitStepsOf } from './step-limit.ts'

export type { Browser, Frame, Page } from 'playwright-core'

/** Without, the browser has next to no memory for what pages look like: they are laid out as ever, and most of it is never
 * painted, which would take a tenth of its time. */
const wantsPictures = ['TOLLGATE_PICTURES', 'TOLLGATE_SCREENSHOTS'].some((name) => process.env[name])

const wantedFlags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The driver gives each page the focus, whichever window another test has opened meanwhile, but not the processes that
  // frames of other sites would have. The packaged build has none either.
  '--disable-site-isolation-trials',
  // The pages of a context share a process, whatever their sites, and what is compiled in it.
  '--process-per-site',
  '--renderer-process-limit=1',
  // Without a graphics card, what draws the pages needs no process of its own.
  '--in-process-gpu',
  // Pages of tests live for seconds: to compile their scripts for the highest speed takes longer than it saves. With room for what
  // they make in that time, little of it has to be looked through for garbage.
  '--js-flags=--no-opt --min-semi-space-size=64',
  ...(wantsPictures ? [] : ['--force-gpu-mem-available-mb=1']),
]

let started: Promise<SharedBrowser> | undefined

interface SharedBrowser extends Browser {
  readonly pages: PagePool
  end(): Promise<void>
}

/** The browser of this process, which the files of a suite share. Closing it closes the pages that were opened in it; the
 * browser itself stays for the next file, with pages that wait for their next test. (One server for all processes costs
 * more: every message goes through it.) */
export function launchBrowser(): Promise<Browser> {
  started ??= startBrowser()
  return started
}

async function startBrowser(): Promise<SharedBrowser> {
  // Loaded here, since most suites need no browser.
  const { chromium } = await import('playwright-core')
  const { executablePath, env, flags } = await findBrowser()
  // The library would answer signals by closing the browser alone, and a run that is interrupted would never end. The
  // browser goes by itself when the other end of its pipe has gone.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false }
  const browser = await chromium.launch({ executablePath, env, args: [...flags, ...wantedFlags], ...signals })
  limitStepsOf(browser)
  const newContext = async (options?: BrowserContextOptions) => {
    const context = await browser.newContext(options)
    context.on('page', (page) => closeSurely(page, browser))
    return context
  }
  const pages = pagePool(newContext)
  return Object.assign(Object.create(browser) as Browser, {
    newContext,
    pages,
    close: async () => {
      await Promise.all(browser.contexts().map((context) => pages.isIdle(context) || context.close()))
    },
    end: () => browser.close(),
  })
}

const askAgainMs = 500

/** Chromium forgets to close a page that is just changing to another document, and would keep the caller waiting for ever:
 * https://issues.chromium.org/issues/536385539. Asked again, it closes. */
function closeSurely(page: Page, browser: Browser): void {
  const close = page.close.bind(page)
  page.close = async (options) => {
    const closing = close(options)
    const isClosed = closing.then(() => true)
    while (!(await Promise.race([isClosed, delay(askAgainMs, false, { ref: false })])))
      // By then it may have closed.
      await askToClose(page, browser).catch(() => {})
  }
}

async function askToClose(page: Page, browser: Browser): Promise<void> {
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo')
  const session = await browser.newBrowserCDPSession()
  await session.send('Target.closeTarget', { targetId: targetInfo.targetId })
  await session.detach()
}

/** For the runner, when all files of the process are done. */
export async function endBrowser(): Promise<void> {
  await (await started)?.end()
}

export interface WatchedPage extends Page {
  /** Errors and warnings of the console, uncaught exceptions and broken content security policies, as they come. */
  readonly problems: string[]
}

/** How Chrome says that it offers no payment sheet because the certificate of the gateway under test has no known issuer. */
const ofCertificate =
  /^(SSL certificate is not valid\. Security level: \w+\.|No UI will be shown\. CanMakePayment and hasEnrolledInstrument .*)$/

/** A page in a context of its own: nothing is left from another test. As for people who want no motion, since on a busy machine
 * an animation without end takes more of its time than the page. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
  preparation?: PagePreparation,
): Promise<WatchedPage> {
  const { pages } = browser as SharedBrowser
  const page = await pages.take({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', ...options }, preparation)
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !ofCertificate.test(message.text()))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return Object.assign(page, { problems })
}

/** Waits until the page has had a problem like this one: browsers report them later. */
export async function untilProblem({ problems }: WatchedPage, pattern: RegExp): Promise<void> {
  await eventually(
    async () => problems,
    (seen) => seen.some((problem) => pattern.test(problem)),
  )
}
