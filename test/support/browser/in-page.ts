// What a payer sees and presses on a page, asked of the page itself. The driver's own way puts a library into every document and
// every frame that it looks into, which takes a third as long as loading the document. What pointers and keys do is tested where
// they are the subject.
import { eventually, until } from '../checks/poll.ts'
import type { Frame, Page } from './browser.ts'

/** A page, one of its frames, or one that will come. */
export interface PageOrFrame {
  evaluate(script: string): Promise<unknown>
}

/** The newest frame of the page that is the one meant, whenever it comes. */
export function frameIn(page: Page, isMeant: (frame: Frame) => boolean): PageOrFrame {
  return { evaluate: async (script) => page.frames().findLast(isMeant)?.evaluate(script) }
}

/** The frame with this name, at any depth. */
export function frameNamed(page: Page, name: string): PageOrFrame {
  return frameIn(page, (frame) => frame.name() === name)
}

/** How the browser says that the document has gone. */
const isLeaving = /Execution context was destroyed|Cannot find context|Frame was detached|Inspected target navigated/

/** What the document answers; nothing while another takes its place. */
export async function ask<ApiResponse>(place: PageOrFrame, script: string): Promise<ApiResponse | undefined> {
  try {
    return (await place.evaluate(script)) as ApiResponse | undefined
  } catch (error) {
    if (isLeaving.test(String(error))) return undefined
    throw error
  }
}

/** Waits until an expression is true in the document that is there by then. */
export function untilTrue(place: PageOrFrame, expression: string): Promise<void> {
  return until(async () => Boolean(await ask(place, `Boolean(${expression})`)), expression)
}

/** What the selector finds that the payer can see and that has this text, if any is given. */
function seen(selector: string, text = ''): string {
  return `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => each.textContent.includes(${JSON.stringify(text)}))`
}

/** Waits until the payer can see an element, with this text in it. */
export function untilSeen(place: PageOrFrame, selector: string, text?: string): Promise<void> {
  return until(
    async () => Boolean(await ask(place, `${seen(selector, text)}.length`)),
    `${text ?? 'it'} is seen at ${selector}`,
  )
}

/** Presses an element once all scripts are there and a pointer would reach it. */
export async function press(place: PageOrFrame, selector: string, text?: string): Promise<void> {
  const isReachable = `(() => {
    const [element] = ${seen(selector, text)}
    if (!element || document.readyState !== 'complete' || element.matches(':disabled')) return false
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })()`
  await until(async () => Boolean(await ask(place, isReachable)), `${text ?? 'it'} can be pressed at ${selector}`)
  // The document may be gone before it answers.
  await ask(place, `{ const [element] = ${seen(selector, text)}; element.focus(); element.click() }`)
}

/** The value that an expression has in the document, once it has one there. */
export function valueIn<Value>(place: PageOrFrame, expression: string): Promise<Value> {
  return eventually(() => ask<Value>(place, expression))
}
