// The guides of the reference, in a real browser.
import assert from 'node:assert/strict'
import { overflowOf, seriousFaults } from '../../../support/browser/accessibility.ts'
import type { WatchedPage } from '../../../support/browser/browser.ts'
import { referenceSite, textOf } from '../../../support/browser/reference-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

const narrow = { width: 390, height: 844 }
/** What axe finds wrong with colours and sizes. */
const rulesOfLook = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

describe('the guides of the reference', () => {
  const site = referenceSite()

  it('are reached by an address without a fragment', async () => {
    const guide = await site.load('/webhooks')
    assert.equal(await textOf(guide, 'h1'), 'Webhooks')
    const operation = await site.load('/61/pay')
    assert.match(await textOf(operation, '.endpoint'), /version\/61\//)
  })

  it('are found by the words in them, before fields and operations', async () => {
    for (const [words, heading] of [
      ['idempotency', 'Idempotency'],
      ['rate limit', 'Rate limits'],
      ['pagination', 'Pagination'],
      ['signature', 'Signature verification'],
    ] as const) {
      const page = await site.load('/100/pay')
      await page.keyboard.press('/')
      await page.keyboard.type(words)
      const first = page.locator('#results [role=option]').first()
      await first.filter({ hasText: 'Guide' }).waitFor()
      const names = await page.locator('.result-guide .result-name').allTextContents()
      assert.ok(names.includes(heading), `${words}: ${names.join(', ')}`)
      await page.locator('.result-guide').filter({ hasText: heading }).first().click()
      await page.locator('.guide :is(h2, h3)').filter({ hasText: heading }).first().waitFor()
    }
  })

  it('have addresses that work again after a reload, and former ones with a fragment lead to them', async () => {
    const page = await site.load('/100/guides/webhooks/signature-verification')
    assert.equal(await textOf(page, 'h1'), 'Webhooks')
    await page.locator('#navigation').getByRole('link', { name: 'Test cards' }).click()
    await page.waitForURL(/\/docs\/100\/guides\/test-cards$/)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.goto('about:blank')
    await page.goto(`${site.gateway.listeners.httpsUrl}/docs#/61/PAY/request/order.amount`)
    await page.waitForURL(/\/docs\/61\/pay\/request\/order\.amount$/)
    assert.match(await textOf(page, '.endpoint'), /version\/61\//)
  })

  it('are each shown without a violation of the policy, with their headings, tables and code', async () => {
    const page = await site.open()
    const texts = await page.evaluate<readonly (readonly [name: string, text: string])[]>(`(async () => {
      const { guides } = await (await fetch('/docs/reference/100.json')).json()
      const texts = []
      for (const { name } of guides) {
        location.hash = '#/100/guides/' + name
        const guide = () => document.querySelector('main[data-page="guides/' + name + '"] .guide:has(h1)')
        for (let looks = 0; !guide(); looks += 1) {
          if (looks > 6000) throw new Error(name + ' is not shown')
          await new Promise((done) => setTimeout(done, 5))
        }
        texts.push([name, guide().textContent])
      }
      return texts
    })()`)
    assert.ok(texts.length >= 15)
    for (const [name, text] of texts) assert.doesNotMatch(text, /```|^\||\]\(|<!--/m, name)
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
    assert.match(await textOf(page, '.example pre'), /import base64[\s\S]*"PAY"/)
  })

  it('are accessible and fit a phone, in light and dark', async () => {
    const page = await site.open()
    await showTogether(page, ['errors', 'gateway-codes', 'test-cards', 'webhooks', '3-d-secure', 'hosted-fields'])
    assert.deepEqual(await seriousFaults(page), [])
    assert.ok((await overflowOf(page)) <= 0)
    await page.setViewportSize(narrow)
    await page.emulateMedia({ colorScheme: 'dark' })
    // Their elements are the same.
    assert.deepEqual(await seriousFaults(page, rulesOfLook), [])
    assert.ok((await overflowOf(page)) <= 0)
  })
})

/** One guide below the other: most of what axe does is the same for each of them, and what is around them as well. */
async function showTogether(page: WatchedPage, names: readonly string[]): Promise<void> {
  const count = await page.evaluate<number>(`(async () => {
    const main = document.querySelector('main')
    const guides = []
    for (const name of ${JSON.stringify(names)}) {
      location.hash = '#/100/guides/' + name
      for (let looks = 0; !main.matches('[data-page="guides/' + name + '"]:has(.guide h1)'); looks += 1) {
        if (looks > 6000) throw new Error(name + ' is not shown')
        await new Promise((done) => setTimeout(done, 5))
      }
      guides.push(main.querySelector('.guide'))
    }
    main.replaceChildren(...guides)
    return main.querySelectorAll('.guide h1').length
  })()`)
  assert.equal(count, names.length)
}
