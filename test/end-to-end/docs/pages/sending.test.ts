// The panel of the interactive reference that sends real requests, in a real browser against the sandbox.
import assert from 'node:assert/strict'
import type { WatchedPage } from '../../../support/browser/browser.ts'
import { fillIn, isShown, referenceSite, responseOf, send, textOf } from '../../../support/browser/reference-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

describe('the panel of the reference', () => {
  const site = referenceSite()

  /** The panel of an operation, filled in for an order that is not there yet. */
  async function begin(hash = '#/100/VERIFY', password?: string): Promise<WatchedPage> {
    const page = await site.open(hash)
    await fillIn(page, password)
    await page.getByRole('button', { name: 'New order id' }).click()
    return page
  }

  it('asks for a merchant id before it sends anything', async () => {
    const page = await site.load('#/100/VERIFY')
    await page.getByRole('button', { name: 'Send' }).click()
    assert.match(await textOf(page, '#answer'), /Fill in the merchant id first/)
    assert.equal(await page.evaluate('document.activeElement.id'), 'merchant-id')
  })

  it('sends the example and shows the response', async () => {
    const page = await begin()
    const { status, body } = await send(page)
    assert.deepEqual([status, body.result], ['201 Created', 'SUCCESS'])
    assert.equal(body.order.id, await page.getByLabel('Order id', { exact: true }).inputValue())
    assert.match(await textOf(page, '.request-id'), /^X-Request-Id[\w-]{20,}$/)
    assert.match(await textOf(page, '.headers'), /content-type.*application\/json/)

    // The same order, read back by another operation, which has kept its id.
    await page.getByRole('link', { name: /^Retrieve order/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Retrieve order' }).waitFor()
    const found = await send(page)
    assert.deepEqual([found.status, found.body.id, found.body.status], ['200 OK', body.order.id, 'VERIFIED'])
    assert.deepEqual(page.problems, [])
  })

  it('sends the example of older versions too', async () => {
    for (const version of [15, 33, 50]) {
      const page = await begin(`#/${version}/VERIFY`)
      const { body } = await send(page)
      assert.deepEqual([body.result, body.version], ['SUCCESS', String(version)])
    }
  })

  it('sends the edited body, and links an error to its field', async () => {
    const page = await begin()
    const editor = editorOf(page)
    await editor.fill((await editor.inputValue()).replace('USD', 'ABC'))
    const { status, body } = await send(page)
    assert.deepEqual([status, body.error.field], ['400 Bad Request', 'order.currency'])
    await page.locator('.answer-hint a').click()
    assert.match(await textOf(page, '.is-target'), /^order\.currency/)
    await editor.fill('{"apiOperation": }')
    assert.match(await textOf(page, '.editor-problem'), /Not JSON yet/)
    await page.getByRole('button', { name: 'Reset' }).click()
    assert.equal(JSON.parse(await editor.inputValue()).order.currency, 'USD')
  })

  it('makes new ids, and offers them when the old ones were used', async () => {
    const page = await begin()
    const orderId = page.getByLabel('Order id', { exact: true })
    const first = await orderId.inputValue()
    await send(page)
    const editor = editorOf(page)
    await editor.fill((await editor.inputValue()).replace('USD', 'EUR'))
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Use new ids' }).click()
    assert.notEqual(await orderId.inputValue(), first)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('#answer .status-good').waitFor()
    await page.getByRole('button', { name: 'New transaction id' }).click()
    assert.match(await page.getByLabel('Transaction id', { exact: true }).inputValue(), /^txn-\w{6}$/)
  })

  it('shows 401 for a wrong password, and no dialog of the browser', async () => {
    const page = await begin('#/100/VERIFY', 'wrong')
    const { status, body } = await send(page)
    assert.deepEqual([status, body.result], ['401 Unauthorized', 'ERROR'])
    assert.match(await textOf(page, '.answer-hint'), /password/)
  })

  it('says when the gateway does not answer', async () => {
    const page = await begin()
    await page.route('**/api/rest/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Send' }).click()
    assert.match(await textOf(page, '.answer-problem'), /could not be reached/)
    await page.unroute('**/api/rest/**')
    assert.equal((await send(page)).status, '201 Created')
  })

  describe('copies the request for curl, which prompts for the password,', () => {
    async function copied(reference: string): Promise<{ readonly page: WatchedPage; readonly command: string }> {
      const page = await begin()
      await page.getByLabel('Order id', { exact: true }).fill("it's 1/2")
      await page.getByLabel('Transaction id', { exact: true }).fill('1')
      await editorOf(page).fill(`{"apiOperation":"VERIFY","order":{"reference":"it's ${reference}"}}`)
      await page.getByRole('button', { name: 'Copy as curl' }).click()
      await page.locator('#curl.is-done').waitFor()
      await page.getByRole('button', { name: 'Reset' }).click()
      const path = `/api/rest/version/100/merchant/TESTMERCHANT/order/it'\\''s%201%2F2/transaction/1`
      const command = [
        `curl --request PUT '${site.gateway.listeners.httpsUrl}${path}'`,
        `--user 'merchant.TESTMERCHANT'`,
        '--insecure',
        `--header 'Content-Type: application/json'`,
        `--data-raw '{"apiOperation":"VERIFY","order":{"reference":"it'\\''s ${reference}"}}'`,
      ].join(' \\\n  ')
      return { page, command }
    }

    it('where the browser does not let a page write to the clipboard', async () => {
      const { page, command } = await copied('selected')
      await editorOf(page).fill('')
      await page.keyboard.press('ControlOrMeta+V')
      assert.equal(await editorOf(page).inputValue(), command)
      await page.getByRole('button', { name: 'Reset' }).click()
    })

    it('where the browser lets a page write to the clipboard', async () => {
      const context = (await site.open()).context()
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const { page, command } = await copied('written')
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), command)
    })
  })

  it('stores nothing that was typed', async () => {
    const page = await begin()
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await responseOf(page)
    await page.reload()
    await isShown(page)
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    const { cookies, origins } = await page.context().storageState()
    assert.deepEqual(cookies, [])
    assert.deepEqual(
      origins.flatMap(({ localStorage }) => localStorage),
      [{ name: 'tollgate.theme', value: 'dark' }],
    )
    await page.evaluate('localStorage.clear()')
  })
})

function editorOf(page: WatchedPage) {
  return page.getByLabel('Body', { exact: true })
}
