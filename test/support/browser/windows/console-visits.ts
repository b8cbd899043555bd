// Users who come back to a window of the console: its page asks who is signed in, and reads again what is old.
import type { Page } from '../browser.ts'
import { untilIdle } from '../console-browser.ts'

/** The status of the gateway's response to who is signed in. A page of users who are signed out asks for nothing. */
export async function comeBack(page: Page): Promise<number> {
  const response = page.waitForResponse('**/console/api/session')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  const status = (await response).status()
  await untilIdle(page)
  return status
}

/** Longer than the application takes for current what it has read. */
export const letTimePass = `{
  const now = Date.now
  Date.now = () => now() + 15_000
}`

/** After some time. */
export async function comeBackLater(page: Page): Promise<void> {
  await page.evaluate(letTimePass)
  await comeBack(page)
}
