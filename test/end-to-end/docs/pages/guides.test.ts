// The guides of the reference, in a real browser.
import assert from 'node:assert/strict'
import { overflowOf, seriousFaults, seriousFaultsIn } from '../../../support/browser/accessibility.ts'
import { referenceSite, showReference, textOf } from '../../../support/browser/reference-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

const narrow = { width: 390, height: 844 }

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
    const names = ['errors', 'gateway-codes', 'test-cards', 'webhooks', '3-d-secure', 'hosted-fields']
    const page = await site.open()
    for (const look of ['wide and light', 'narrow and dark']) {
      if (look === 'narrow and dark') {
        await page.setViewportSize(narrow)
        await page.emulateMedia({ colorScheme: 'dark' })
      }
      for (const [index, name] of names.entries()) {
        await site.open(`#/100/guides/${name}`)
        // What is around a guide is the same for all.
        const faults = await (index === 0 ? seriousFaults(page) : seriousFaultsIn(page, 'main'))
        assert.deepEqual(faults, [], `${name}, ${look}`)
        assert.ok((await overflowOf(page)) <= 0, `${name}, ${look}`)
      }
    }
  })
})
