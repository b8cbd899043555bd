// The guides of the reference, in a real browser.
import assert from 'node:assert/strict'
import { bringAxe, overflowOf, seriousFaults } from '../../../support/browser/accessibility.ts'
import { isShown, referenceSite, showReference, textOf } from '../../../support/browser/reference-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

const narrow = { viewport: { width: 390, height: 844 } }

describe('the guides of the reference', () => {
  const site = referenceSite()

  it('are each shown without a violation of the policy, with their headings, tables and code', async () => {
    const page = await site.open()
    const names = await page.evaluate<readonly string[]>(
      `fetch('/docs/reference/100.json').then((response) => response.json()).then(({ guides }) => guides.map(({ name }) => name))`,
    )
    assert.ok(names.length >= 15)
    for (const name of names) {
      await page.evaluate(`location.hash = '#/100/guides/${name}'`)
      await page.locator(`main[data-page="guides/${name}"] .guide h1`).waitFor()
      const text = await textOf(page, '.guide')
      assert.doesNotMatch(text, /```|^\||\]\(|<!--/m, name)
    }
    assert.deepEqual(page.problems, [])
  })

  it('lead to each other, to headings, and to the operations by search', async () => {
    const page = await site.open('#/100/guides/test-cards')
    await page.locator('.guide').getByRole('link', { name: 'payer authentication' }).first().click()
    await page.waitForURL(/guides\/3-d-secure\/sandbox$/)
    await page.locator('h2#sandbox').waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'sandbox')
    await page.keyboard.press('/')
    await page.keyboard.type('gateway codes')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Gateway codes' }).waitFor()
    assert.match(await textOf(page, '#navigation [aria-current]'), /Gateway codes/)
  })

  it('show examples in five languages, and the chosen one holds for the next', async () => {
    const page = await site.open('#/100/guides/3-d-secure')
    assert.deepEqual(await page.locator('.example').first().getByRole('tab').allTextContents(), [
      'curl',
      'TypeScript',
      'Python',
      'PHP',
      'Java',
    ])
    await page.getByRole('tab', { name: 'curl' }).first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    const codes = await page.locator('.example pre').allTextContents()
    assert.equal(codes.length, 2)
    for (const code of codes) assert.match(code, /^import base64/)
    assert.match(codes[1] ?? '', /AUTHENTICATE_PAYER/)
    await page.getByRole('link', { name: /^Pay/ }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Pay', exact: true }).waitFor()
    await page.getByText('As a program').click()
    assert.match(await textOf(page, '.example pre'), /import base64[\s\S]*"PAY"/)
  })

  it('are reached by an address without a fragment', async () => {
    const page = await site.open()
    await showReference(page, `${site.gateway.listeners.httpsUrl}/docs/webhooks`)
    assert.equal(await textOf(page, 'h1'), 'Webhooks')
    await showReference(page, `${site.gateway.listeners.httpsUrl}/docs/61/pay`)
    assert.match(await textOf(page, '.endpoint'), /version\/61\//)
  })

  it('are accessible and fit a phone, in light and dark', async () => {
    for (const options of [{ colorScheme: 'light' as const }, { ...narrow, colorScheme: 'dark' as const }]) {
      const page = await site.open('#/100/guides/errors', options)
      await bringAxe(page)
      await page.reload()
      for (const name of ['errors', 'gateway-codes', 'test-cards', 'webhooks', '3-d-secure', 'hosted-fields']) {
        await page.evaluate(`location.hash = '#/100/guides/${name}'`)
        await page.locator(`main[data-page="guides/${name}"] .guide h1`).waitFor()
        await isShown(page)
        assert.deepEqual(await seriousFaults(page), [], name)
        assert.ok((await overflowOf(page)) <= 0, name)
      }
      await page.close()
    }
  })
})

describe('the fields of an operation', () => {
  const site = referenceSite()

  it('begin with those that are required', async () => {
    const page = await site.open('#/100/PAY')
    const names = await page
      .locator('.tree > .fields:not(.path-fields) > li')
      .evaluateAll((items) => items.map(({ id }) => id))
    assert.deepEqual(names.slice(0, 2), ['request-apiOperation', 'request-order'])
    const inOrder = await page
      .locator('[id="request-order"] > details > ul > li')
      .evaluateAll((items) => items.map(({ id }) => id))
    assert.deepEqual(inOrder.slice(0, 2), ['request-order.currency', 'request-order.amount'])
  })
})
