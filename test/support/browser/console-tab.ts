// A tab of the console in which one test after another goes on from where the one before has ended, as long as both are about the
// same user: a window that is led by way of a page that asks for nothing draws twice as many pages.
import type { EventEmitter } from 'node:events'
import type { WatchedPage } from './browser.ts'
import { goTo } from './console-browser.ts'
import type { KeptWorld } from './console-windows.ts'

type Open = KeptWorld['open']

interface IdleTab {
  readonly page: WatchedPage
  /** What it was opened with. */
  readonly key: string
  readonly viewport: ReturnType<WatchedPage['viewportSize']>
  /** Those that it was opened with. */
  readonly listeners: ReadonlySet<unknown>
  /** Gives it back to the world that opened it. */
  readonly release: WatchedPage['close']
}

/** What tests listen to. */
const events = ['dialog', 'download', 'popup', 'request', 'response']

/**
 * A world whose last closed tab is led to the next page by one step, where the next test opens a page at another path as the same
 * user with the same options. All other pages are opened as the world does.
 */
export function keepTab(world: KeptWorld): KeptWorld {
  let idle: IdleTab | undefined

  function keep(tab: IdleTab): WatchedPage {
    const { page } = tab
    page.close = async () => {
      await clean(tab)
      if (idle) return tab.release()
      idle = tab
    }
    return page
  }

  const open: Open = async (path, options = {}) => {
    if (!options.as || options.isFirstVisit) return world.open(path, options)
    const key = JSON.stringify(options)
    const tab = idle
    idle = undefined
    if (tab?.key === key && (await lead(tab.page, path))) return keep(tab)
    await tab?.release()
    const page = await world.open(path, options)
    const listeners = new Set(events.flatMap((event) => emitterOf(page).listeners(event)))
    return keep({ page, key, viewport: page.viewportSize(), listeners, release: page.close })
  }

  return {
    ...world,
    open,
    async stop() {
      await idle?.release()
      await world.stop()
    },
  }
}

/** It is more than its type says. */
function emitterOf(page: WatchedPage): EventEmitter {
  return page as unknown as EventEmitter
}

async function clean({ page, viewport, listeners }: IdleTab): Promise<void> {
  for (const event of events)
    for (const listener of emitterOf(page).listeners(event))
      if (!listeners.has(listener)) emitterOf(page).off(event, listener as () => void)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const { width, height } = page.viewportSize() ?? {}
  if (viewport && (viewport.width !== width || viewport.height !== height)) await page.setViewportSize(viewport)
}

/** False where the page would stay, with what the test before has entered, or something of that test lies above it. */
async function lead(page: WatchedPage, path: string): Promise<boolean> {
  const isReady = await page.evaluate<boolean>(`(async () => {
    const isThere = (selector) => document.querySelector(selector) !== null
    if (!isThere('main#page') || isThere('[role=dialog], [role=menu]')) return false
    if (location.pathname === new URL(${JSON.stringify(`/console${path}`)}, location.href).pathname) return false
    document.activeElement?.blur()
    const findNotice = () => document.querySelector('.mantine-Notification-root button')
    for (let frames = 0; frames < 100 && findNotice(); frames += 1) {
      findNotice().click()
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    // Longer than the application takes for current what it has read.
    const now = Date.now
    Date.now = () => now() + 15_000
    return !findNotice()
  })()`)
  if (!isReady) return false
  page.problems.splice(0)
  await goTo(page, path)
  return true
}
