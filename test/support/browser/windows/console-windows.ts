// Windows of the console that stay open from test to test: the next one is led to its page as links do, also when it is about
// another user. To load the application again costs twice as much.
import type { EventEmitter } from 'node:events'
import type { BrowserContextOptions } from 'playwright-core'
import type { ConsoleUser } from '../../clients/console.ts'
import type { WatchedPage } from '../browser.ts'
import { type ConsoleWorld, goTo, loginCookie, untilIdle } from '../console-browser.ts'
import { letTimePass } from './console-visits.ts'

interface KeptWindow {
  readonly page: WatchedPage
  /** What it was opened with. */
  readonly key: string
  readonly viewport: ReturnType<WatchedPage['viewportSize']>
  /** Those that it was opened with. */
  readonly listeners: ReadonlySet<unknown>
  readonly close: WatchedPage['close']
  token: string
}

export interface KeptWorld extends ConsoleWorld {
  /** Loads a page in a window that knows nothing of the others, as in another browser. */
  readonly openElsewhere: ConsoleWorld['open']
}

/** What tests listen to. */
const events = ['dialog', 'download', 'popup', 'request', 'response']

/**
 * A world whose windows of signed-in users are used again when they have been closed. What they have read is old by then, so that
 * they ask for it again, but show it until the answer comes: a test about what is seen meanwhile opens the page as another user,
 * whose window knows nothing. So does one after which the page believes in a user whom the test has made up. A window that a test
 * has not closed, because it failed, is left alone.
 */
export function keepWindows(world: ConsoleWorld): KeptWorld {
  const idle: KeptWindow[] = []

  function keep(window: KeptWindow): WatchedPage {
    const { page } = window
    page.close = async () => {
      await clean(window)
      idle.push(window)
    }
    return page
  }

  async function open(path: string, as: ConsoleUser, options: BrowserContextOptions): Promise<WatchedPage> {
    const key = JSON.stringify(options)
    const fitting = idle.filter((each) => each.key === key)
    // To change the user costs as much as two pages.
    const kept = fitting.find(({ token }) => token === as.token) ?? fitting[0]
    if (kept) {
      idle.splice(idle.indexOf(kept), 1)
      await lead(kept, { path, as, url: world.url })
      return keep(kept)
    }
    const page = await world.open(path, { as, ...options })
    const listeners = new Set(events.flatMap((event) => emitterOf(page).listeners(event)))
    return keep({ page, key, viewport: page.viewportSize(), listeners, close: page.close, token: as.token })
  }

  return {
    ...world,
    openElsewhere: world.open,
    open: (path, { as, isFirstVisit, ...options } = {}) =>
      as && !isFirstVisit
        ? open(path, as, options)
        : world.open(path, { ...options, ...(as && { as }), ...(isFirstVisit && { isFirstVisit }) }),
    async stop() {
      for (const { close } of idle) await close()
      await world.stop()
    },
  }
}

/** It is more than its type says. */
function emitterOf(page: WatchedPage): EventEmitter {
  return page as unknown as EventEmitter
}

/** Takes from a window what a test has added to it. */
async function clean({ page, viewport, listeners }: KeptWindow): Promise<void> {
  for (const event of events)
    for (const listener of emitterOf(page).listeners(event))
      if (!listeners.has(listener)) emitterOf(page).off(event, listener as () => void)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const { width, height } = page.viewportSize() ?? {}
  if (viewport && (viewport.width !== width || viewport.height !== height)) await page.setViewportSize(viewport)
}

interface Destination {
  readonly path: string
  readonly as: ConsoleUser
  readonly url: string
}

async function lead(window: KeptWindow, { path, as, url }: Destination): Promise<void> {
  const { page } = window
  const isOther = window.token !== as.token
  window.token = as.token
  const isReady =
    (await replaceLogin(page, loginCookie(as, url))) &&
    (await isSignedIn(page)) &&
    // Where the page would stay, it would be with all that the test before has entered.
    ((!isOther && !isAt(page, path)) || (await leave(page))) &&
    (await isClear(page)) &&
    (!isOther || (await changeUser(page)))
  page.problems.splice(0)
  await page.evaluate(letTimePass)
  if (isReady) await goTo(page, path)
  else await page.goto(`${url}/console${path}`)
}

/** Without a moment between the two: a call that the test before has left on its way would sign out. False when the test has added a
 * cookie, and there was such a moment. */
async function replaceLogin(page: WatchedPage, cookie: ReturnType<typeof loginCookie>): Promise<boolean> {
  const context = page.context()
  await context.addCookies([cookie])
  if ((await context.cookies()).length === 1) return true
  await context.clearCookies()
  await context.addCookies([cookie])
  return false
}

/** Not when the test has signed out, or has led to another site. */
function isSignedIn(page: WatchedPage): Promise<boolean> {
  return page.evaluate<boolean>(`document.querySelector('main#page') !== null`)
}

function isAt(page: WatchedPage, path: string): boolean {
  return new URL(page.url()).pathname === new URL(`/console${path}`, page.url()).pathname
}

/** Leaves a page with its forms for one that asks for nothing. */
async function leave(page: WatchedPage): Promise<true> {
  await page.evaluate(`document.activeElement?.blur()`)
  await goTo(page, '/shortcuts')
  return true
}

/** Closes notices. False when something of the test before lies above the page. */
function isClear(page: WatchedPage): Promise<boolean> {
  return page.evaluate<boolean>(`(async () => {
    document.activeElement?.blur()
    return document.querySelector('[role=dialog], [role=menu]') === null && (${closeNotices})()
  })()`)
}

const closeNotices = `async () => {
  const find = () => document.querySelector('.mantine-Notification-root button')
  for (let frames = 0; frames < 100 && find(); frames += 1) {
    find().click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  }
  return !find()
}`

/** The page asks who is signed in when it comes into sight again, notices that it is another user, and says so. */
async function changeUser(page: WatchedPage): Promise<boolean> {
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.getByText('is now signed in in this browser.').waitFor()
  await untilIdle(page)
  return page.evaluate<boolean>(`(${closeNotices})()`)
}
