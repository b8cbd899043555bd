// Reading the interactive reference, in a real browser over the gateway's https door.
import assert from 'node:assert/strict'
import { overflowOf, seriousFaults, seriousFaultsIn } from '../../../support/browser/accessibility.ts'
import { type Page, untilProblem } from '../../../support/browser/browser.ts'
import { isShown, referenceSite, responseOf, textOf } from '../../../support/browser/reference-page.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { merchantId } from '../../../support/clients/client.ts'
import { testPassword } from '../../../support/gateway/database.ts'

const wide = { width: 1440, height: 900 }
const narrow = { width: 360, height: 740 }

describe('the reference page', () => {
  const site = referenceSite()

  it('can be used with the keyboard alone', async () => {
    const page = await site.load('#/100')
    const focused = (member: string) => page.evaluate(`document.activeElement.${member}`)
    await page.keyboard.press('Tab')
    assert.equal(await focused('textContent'), 'Skip to content')
    await page.keyboard.press('/')
    await page.keyboard.type('create_session')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Create session' }).waitFor()
    assert.equal(await focused('tagName'), 'H1')

    await tabTo(page, '#tab-request')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/\/docs\/100\/create-session\/answer$/)
    assert.equal(await focused('id'), 'tab-answer')
    await tabTo(page, '[id="answer-session"] summary')
    await page.keyboard.press('Enter')
    const sessionId = page.locator('[id="answer-session.id"]')
    assert.ok(await sessionId.isVisible())
    // Closed again, its fields are not on the way to the panel.
    await page.keyboard.press('Enter')
    await sessionId.waitFor({ state: 'hidden' })

    await tabTo(page, '#merchant-id')
    await page.keyboard.type(merchantId)
    await page.keyboard.press('Tab')
    await page.keyboard.type(testPassword)
    await page.keyboard.press('Enter')
    assert.equal((await responseOf(page)).body.result, 'SUCCESS')
  })

  it('shows every operation without an error or a policy violation', async () => {
    const page = await site.open()
    await page.locator('#navigation section:not(.navigation-guides) li a').first().click()
    await page.locator('.operation h1').waitFor()
    // All others by their address, within the page: each click of a driver would lay out the large page several times.
    const leads = await page.evaluate<readonly (readonly [name: string, lead: string])[]>(`(async () => {
      const leads = []
      for (const link of document.querySelectorAll('#navigation section:not(.navigation-guides) li a')) {
        const name = link.querySelector('span').textContent
        link.click()
        const isThere = () => document.querySelector('.operation h1')?.textContent === name &&
          document.querySelector('.tree .field')
        for (let looks = 0; !isThere(); looks += 1) {
          if (looks > 6000) throw new Error(name + ' is not shown')
          await new Promise((done) => setTimeout(done, 5))
        }
        leads.push([name, document.querySelector('.lead').textContent])
      }
      return leads
    })()`)
    assert.ok(leads.length >= 3)
    for (const [name, lead] of leads) assert.ok(lead.length > 20, name)
    assert.deepEqual(page.problems, [])
  })

  it('shows the example as name-value pairs, without credentials', async () => {
    const page = await site.open('#/61/PAY')
    await page.getByText('As name-value pairs').click()
    const text = await textOf(page, '.name-values')
    assert.match(text, /\/api\/nvp\/version\/61/)
    assert.match(text, /apiOperation=PAY\nmerchant=TESTMERCHANT\norder\.amount=49\.90/)
    assert.doesNotMatch(text, /apiPassword=/)
    assert.deepEqual(page.problems, [])
  })

  it('shows what is also accepted for compatibility, with the reason', async () => {
    const page = await site.open('#/15/PAY')
    await page.getByText('Also accepted', { exact: true }).first().click()
    assert.match(
      await textOf(page, 'details[open] .rules'),
      /transaction\.amount, versions 15 to 17: Clients of the first versions/,
    )
    assert.deepEqual(page.problems, [])
  })

  it('runs no script that the gateway did not serve', async () => {
    const page = await site.open()
    await page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'document.title = "hacked"'
      document.body.append(script)`)
    assert.doesNotMatch(await page.title(), /hacked/)
    await untilProblem(page, /Content Security Policy/)
  })

  it('finds a field by part of its name, and scrolls to it', async () => {
    const page = await site.open('#/100/VERIFY')
    await page.keyboard.press('/')
    await page.keyboard.insertText('maximumamountper')
    assert.match(await textOf(page, '[role=option]'), /^agreement\.maximumAmountPerPaymentVerify/)
    await page.keyboard.press('Enter')
    assert.match(await textOf(page, '.is-target'), /^agreement\.maximumAmountPerPayment/)
    assert.ok(await page.locator('.is-target').isVisible())
    assert.match(page.url(), /\/docs\/100\/verify\/request\/agreement\.maximumAmountPerPayment$/)
  })

  it('finds fields of other operations, by their meaning too, and says when there are none', async () => {
    const page = await site.open('#/100/VERIFY')
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.fill('totalCapturedAmount')
    await page.getByRole('option').first().click()
    await page.waitForURL(/\/docs\/100\/[\w-]+\/answer\//)
    await page.locator('.is-target').waitFor()
    await search.fill('security code')
    assert.match(await textOf(page, '#results'), /securityCode/)
    await search.fill('zebra')
    assert.match(await textOf(page, '#results'), /Nothing in version 100 matches “zebra”/)
  })

  it('shows the fields of the version chosen, and keeps the version in the address', async () => {
    const page = await site.open('#/100/VERIFY')
    const agreement = page.locator('[id="request-agreement"]')
    assert.equal(await agreement.count(), 1)
    await page.getByLabel('API version').selectOption('33')
    await page.waitForURL(/\/docs\/33\/verify$/)
    await page.locator('#navigation a[href="/docs/33/verify"]').waitFor()
    assert.equal(await agreement.count(), 0)
    assert.match(await textOf(page, '.endpoint'), /version\/33\//)

    const shared = await site.load('#/40/VERIFY')
    assert.equal(await shared.getByLabel('API version').inputValue(), '40')
    assert.match(await textOf(shared, '.rail'), /Version 40 has the contract of version 33/)
  })

  it('marks what is new in a version, and choices of this gateway, with a link to the reason', async () => {
    const page = await site.open('#/50/VERIFY')
    assert.match(await textOf(page, '[id="request-agreement"] > details > summary'), /New in 50/)
    await page.getByRole('button', { name: /^Gateway choice/ }).click()
    assert.match(await textOf(page, '.badge-decided'), /^Gateway choice/)
    await page.locator('.badge-decided').first().click()
    assert.equal(await textOf(page, '.decision h1'), 'Choices where the specification is silent')
    assert.deepEqual(page.problems, [])
  })

  it('begins the fields of an operation with those that are required', async () => {
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

  it("is light or dark by the system's preference, until a user presses the switch", async () => {
    const page = await site.open('#/100/VERIFY')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await isShown(page)
    const dark = await background(page)
    const button = page.getByRole('button', { name: 'Dark colours' })
    assert.equal(await button.getAttribute('aria-pressed'), 'true')
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await background(page)
    assert.notEqual(light, dark)
    await button.click()
    assert.equal(await background(page), dark)
    await page.reload()
    await isShown(page)
    assert.equal(await background(page), dark)
    await page.evaluate('localStorage.clear()')
  })

  it('fits a narrow screen without scrolling sideways, with the operations in a drawer', async () => {
    const page = await site.open('#/100/VERIFY')
    await page.setViewportSize(narrow)
    await page.getByRole('button', { name: 'Expand all' }).click()
    assert.equal(await overflowOf(page), 0)
    await page.getByRole('button', { name: 'Operations' }).click()
    await page.getByLabel('Filter guides and operations').fill('retrieve ord')
    assert.equal(await page.locator('#navigation section li:visible').count(), 1)
    await page.getByRole('link', { name: /^Retrieve order/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Retrieve order' }).waitFor()
    assert.equal(await page.locator('#navigation').isVisible(), false)
    assert.deepEqual(page.problems, [])
    for (const hash of ['#/100', '#/100/choices', '#/100/adr/0021', '#/15/RETRIEVE_TRANSACTION/answer']) {
      await site.open(hash)
      assert.equal(await overflowOf(page), 0, hash)
      assert.deepEqual(page.problems, [], hash)
    }
    await page.setViewportSize(wide)
  })

  it('paints before the reference is loaded, and does not shift when it is', async () => {
    const page = await site.open()
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<() => void>()
    await page.route('**/docs/reference/*', (route) => onAsked(() => void route.continue()))
    await page.goto('about:blank')
    await page.goto(`${site.gateway.listeners.httpsUrl}/docs#/100/VERIFY`)
    const answer = await asked
    assert.ok(await page.locator('.skeleton-main').isVisible())
    answer()
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor()
    const shifted = await page.evaluate<number>(`(() => {
      const observer = new PerformanceObserver(() => {})
      observer.observe({ type: 'layout-shift', buffered: true })
      return observer.takeRecords().reduce((sum, { value }) => sum + value, 0)
    })()`)
    assert.ok(shifted < 0.02, String(shifted))
    await page.unroute('**/docs/reference/*')
  })

  it('explains an invalid address, and offers a link', async () => {
    const version = await site.open('#/7/VERIFY')
    assert.equal(await textOf(version, 'h1'), 'There is no version 7')
    await version.getByRole('link', { name: 'Go to version 100' }).click()
    await version.getByRole('heading', { name: 'Tollgate API' }).waitFor()
    const operation = await site.open('#/100/TELEPORT')
    assert.match(await textOf(operation, 'main'), /TELEPORT is not an operation of version 100/)
    const field = await site.open('#/33/VERIFY/request/agreement.id')
    assert.match(await textOf(field, '.missing'), /^agreement\.id is not a field of this request in version 33/)
  })

  it('can be loaded again after the gateway was not available', async () => {
    const page = await site.open()
    await page.route('**/docs/reference/*', (route) => route.abort())
    await page.goto('about:blank')
    await page.goto(`${site.gateway.listeners.httpsUrl}/docs#/100/VERIFY`)
    await page.getByRole('heading', { name: 'The reference could not be loaded' }).waitFor()
    await page.unroute('**/docs/reference/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Verify' }).waitFor()
  })

  it('has no serious fault of accessibility, light or dark, wide or narrow', async () => {
    // What is around the middle and the panel is looked at once in each look.
    const looks = [
      ['#/100', wide, 'light', 'whole'],
      // Both have every kind of field, and a fifth as many as the largest.
      ['#/100/CREATE_TOKEN', wide, 'light', 'parts'],
      ['#/7', wide, 'dark', 'parts'],
      ['#/50/SEARCH_TOKENS/answer', narrow, 'dark', 'whole'],
      ['#/100/choices', narrow, 'light', 'whole'],
    ] as const
    const page = await site.open()
    for (const [hash, viewport, colorScheme, extent] of looks) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      await site.open(hash)
      const faults = await (extent === 'whole' ? seriousFaults(page) : seriousFaultsIn(page, 'main', '#try'))
      assert.deepEqual(faults, [], `${hash} ${viewport.width} ${colorScheme}`)
      if (hash === '#/100/CREATE_TOKEN') {
        // Colours are all that changes.
        await page.emulateMedia({ colorScheme: 'dark' })
        assert.deepEqual(await seriousFaults(page, rulesOfColour), [], `${hash} dark`)
      }
    }
  })
})

const rulesOfColour = ['color-contrast', 'link-in-text-block']

function background(page: Page): Promise<string> {
  return page.evaluate('getComputedStyle(document.body).backgroundColor')
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${selector} was never reached`)
}
