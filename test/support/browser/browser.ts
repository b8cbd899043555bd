// A real Chromium, one for all test files, and pages in it that remember what went wrong.
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core'
import { eventually } from '../checks/poll.ts'
import { findBrowser } from './find-browser.ts'

export type { Browser, Frame, Page } from 'playwright-core'

/** Where the browser listens that the test runner has started. */
export const testBrowserVariable = 'TEST_BROWSER'

const wantedFlags = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The driver gives each page the focus, whichever window another test has opened meanwhile, but not the processes that
  // frames of other sites would have. The packaged build has none either.
  '--disable-site-isolation-trials',
]

/** Starts the browser that the test files share. */
export async function startBrowserServer(): Promise<BrowserServer> {
  const { executablePath, env, flags } = await findBrowser()
  // The library would answer signals by closing the browser alone, and a run that is interrupted would never end. The
  // browser goes by itself when the other end of its pipe has gone.
  const signals = { handleSIGTERM: false, handleSIGINT: false, handleSIGHUP: false }
  return chromium.launchServer({ executablePath, env, args: [...flags, ...wantedFlags], host: '127.0.0.1', ...signals })
}

/** One connection for a test file; closing it closes the pages that were opened through it. */
export async function launchBrowser(): Promise<Browser> {
  const endpoint = process.env[testBrowserVariable]
  if (!endpoint) throw new Error('the test runner has started no browser: files that need one live in a folder "pages"')
  return chromium.connect(endpoint)
}

export interface WatchedPage extends Page {
  /** Errors and warnings of the console, uncaught exceptions and broken content security policies, as they come. */
  readonly problems: string[]
}

/** A page in a context of its own: nothing is left from another test. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
  const page = await watchedPageIn(context)
  page.on('close', () => void context.close().catch(() => {}))
  return page
}

/** A page beside others of a context that the caller keeps. */
export async function watchedPageIn(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  return Object.assign(page, { problems })
}

/** Waits until the page has had a problem like this one: browsers tell of them in their own time. */
export async function untilProblem({ problems }: WatchedPage, pattern: RegExp): Promise<void> {
  await eventually(
    async () => problems,
    (seen) => seen.some((problem) => pattern.test(problem)),
  )
}
