// Pages that tests have closed are used again, as far as nothing of the test can be left in them: a new page in a new context
// costs the browser several times as much as another document in a page that is there.
import type { EventEmitter } from 'node:events'
import type { BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core'

export interface PagePool {
  /** A page in a context of its own, in which nothing is left from another test but files that browsers keep. It has to be
   * closed once: afterwards it may be another test's. */
  take(options: BrowserContextOptions, preparation?: PagePreparation): Promise<Page>
  /** Whether the page of the context waits for its next test. */
  isIdle(context: BrowserContext): boolean
}

/** What pages of some kind have in common beyond their options. */
export interface PagePreparation {
  readonly name: string
  prepare(context: BrowserContext): Promise<unknown>
}

interface PooledPage {
  readonly key: string
  readonly page: Page
  readonly context: BrowserContext
  readonly viewport: ReturnType<Page['viewportSize']>
  /** Of the library itself. */
  readonly listeners: ReadonlySet<unknown>
  /** What is in storage, and calls that cannot be undone. */
  readonly remains: ReadonlySet<string>
}

/** How many wait; the one that has waited longest goes. */
const idleMax = 8

/** What tests listen to. */
const events = [
  ...['console', 'dialog', 'download', 'frameattached', 'framedetached', 'framenavigated', 'page', 'pageerror'],
  ...['popup', 'websocket', 'worker'],
  ...['request', 'requestfailed', 'requestfinished', 'response'],
]

/** Calls whose effect lasts as long as the page or its context. */
const lastingCalls = [
  ...['addInitScript', 'addLocatorHandler', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'grantPermissions'],
  ...['newCDPSession', 'setDefaultNavigationTimeout', 'setDefaultTimeout', 'setExtraHTTPHeaders', 'setGeolocation'],
  ...['setHTTPCredentials', 'setOffline'],
]
const clockCalls = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime']

export function pagePool(newContext: (options: BrowserContextOptions) => Promise<BrowserContext>): PagePool {
  const idle: PooledPage[] = []

  async function release(pooled: PooledPage): Promise<void> {
    const isClean = pooled.remains.size === 0 && (await clean(pooled).catch(() => false))
    if (!isClean) return pooled.context.close()
    idle.push(pooled)
    if (idle.length > idleMax) await idle.shift()?.context.close()
  }

  return {
    async take(options, preparation) {
      const key = `${preparation?.name ?? ''} ${JSON.stringify(options)}`
      const place = idle.findIndex((each) => each.key === key)
      const [pooled = await newPage(key, await newContext(options), preparation)] =
        place < 0 ? [] : idle.splice(place, 1)
      const { page, context } = pooled
      await context.clearCookies()
      page.close = () => release(pooled)
      return page
    },
    isIdle: (context) => idle.some((each) => each.context === context),
  }
}

async function newPage(key: string, context: BrowserContext, preparation?: PagePreparation): Promise<PooledPage> {
  await preparation?.prepare(context)
  const page = await context.newPage()
  const remains = await watchStorage(page)
  const watchCalls = (target: object, names: readonly string[]) => {
    const calls = target as Record<string, ((...given: unknown[]) => unknown) | undefined>
    for (const name of names) {
      const call = calls[name]?.bind(target)
      if (call)
        calls[name] = (...given) => {
          remains.add(name)
          return call(...given)
        }
    }
  }
  watchCalls(page, lastingCalls)
  watchCalls(context, lastingCalls)
  watchCalls(page.clock, clockCalls)
  const listeners = new Set(
    emittersOf({ page, context }).flatMap((each) => events.flatMap((event) => each.listeners(event))),
  )
  return { key, page, context, viewport: page.viewportSize(), listeners, remains }
}

/** They are more than their types say. */
function emittersOf({ page, context }: Pick<PooledPage, 'page' | 'context'>): readonly EventEmitter[] {
  return [page, context] as unknown as readonly EventEmitter[]
}

/** What the page has in its storage, for any origin. */
async function watchStorage(page: Page): Promise<Set<string>> {
  const stored = new Set<string>()
  const session = await page.context().newCDPSession(page)
  type Item = { readonly storageId: { readonly storageKey?: string; readonly isLocalStorage: boolean } }
  const kindOf = ({ storageId: { storageKey, isLocalStorage } }: Item) => `${storageKey} ${isLocalStorage}`
  const nameOf = (item: Item & { readonly key: string }) => `${kindOf(item)} ${item.key}`
  session.on('DOMStorage.domStorageItemAdded', (item) => stored.add(nameOf(item)))
  session.on('DOMStorage.domStorageItemRemoved', (item) => stored.delete(nameOf(item)))
  session.on('DOMStorage.domStorageItemsCleared', (item) => {
    for (const name of stored) if (name.startsWith(`${kindOf(item)} `)) stored.delete(name)
  })
  await session.send('DOMStorage.enable')
  return stored
}

/** Whether the document of a frame has anything in its storage. Asked directly, because the events of the browser may still be on their way. */
async function hasStored(frame: Frame): Promise<boolean> {
  // Documents without an origin have no storage.
  return frame.evaluate(() => sessionStorage.length + localStorage.length > 0).catch(() => false)
}

/** Takes from a page what a test has added to it. False when something remains. */
async function clean({ page, context, viewport, listeners, remains }: PooledPage): Promise<boolean> {
  await Promise.all(context.pages().map((each) => each !== page && each.close()))
  for (const emitter of emittersOf({ page, context }))
    for (const event of events)
      for (const listener of emitter.listeners(event))
        if (!listeners.has(listener)) emitter.off(event, listener as () => void)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const isStored = await Promise.all(page.frames().map(hasStored))
  if (isStored.includes(true)) return false
  await page.goto('about:blank')
  await page.mouse.move(0, 0)
  await page.evaluate(`name = ''`)
  const { width, height } = page.viewportSize() ?? {}
  if (viewport && (viewport.width !== width || viewport.height !== height)) await page.setViewportSize(viewport)
  return remains.size === 0 && !page.isClosed()
}
