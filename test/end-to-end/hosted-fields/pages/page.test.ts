// Hosted fields as a payer has them before them: they look like the page's own, and are used like them.
import assert from 'node:assert/strict'
import type { Frame } from 'playwright-core'
import { seriousFaults } from '../../../support/browser/accessibility.ts'
import { screenshot } from '../../../support/browser/checkout-site.ts'
import {
  cardForm,
  configureCard,
  fillCard,
  type HostedFieldsPage,
  merchantSite,
  pressPay,
  until,
} from '../../../support/browser/merchant-page.ts'
import { before, describe, it } from '../../../support/browser/test.ts'

const displayControl = { formatCard: 'EMBOSSED', invalidFieldCharacters: 'REJECT' }

function styleOf(frame: Frame, property: string): Promise<string> {
  return frame.evaluate(`getComputedStyle(document.getElementById('field')).${property}`)
}

function boxOf(page: HostedFieldsPage, selector: string): Promise<readonly number[]> {
  return page.evaluate(`(({ x, y, width, height }) => [x, y, width, height])(
    document.querySelector('${selector}').getBoundingClientRect())`)
}

async function assertCovered(page: HostedFieldsPage, id: string, about: string): Promise<void> {
  await until(
    page,
    `(([a, b]) => ['x', 'y', 'width', 'height'].every((side) => Math.abs(a[side] - b[side]) < 1))(
      [document.getElementById('${id}'), document.querySelector('#${id} + iframe')].map((each) => each.getBoundingClientRect()))`,
  )
  assert.ok(
    (await boxOf(page, `#${id}`)).every((value) => value > 0),
    about,
  )
}

async function isFocused(page: HostedFieldsPage, id: string): Promise<void> {
  await until(await page.field(id), 'document.hasFocus() && document.activeElement?.id === "field"')
}

describe('hosted fields', () => {
  const site = merchantSite()

  it('format the number like the card and drop invalid characters, if the page wants it', async () => {
    const script = configureCard({ interaction: { displayControl } })
    const page = await site.open({ body: cardForm, script })
    await page.result('initialized')
    const typedInto = async (id: string) => (await page.field(id)).locator('#field').inputValue()
    await page.type('number', '51234a50000000008')
    assert.equal(await typedInto('number'), '5123 4500 0000 0008')
    await page.keyboard.press('Home')
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('4')
    assert.equal(await typedInto('number'), '5123 4500 0000 0008', 'the cursor stays where it was')
    await page.type('number', '345678901234564')
    assert.equal(await typedInto('number'), '3456 789012 34564')
    await page.type('month', '1x2')
    assert.equal(await typedInto('month'), '12')
    await fillCard(page)
    await pressPay(page)
    assert.equal((await page.result('updated')).status, 'ok')
    await page.close()
  })

  it('offer the choices of a drop-down field, from right to left where the page is', async () => {
    const body = `<div dir="rtl" lang="ar">${cardForm
      .replace(
        '<input id="month">',
        '<select id="month"><option value="">-</option><option value="01">يناير</option></select>',
      )
      .replace('Security code', 'رمز الأمان')}</div>`
    const page = await site.open({ body, script: configureCard() })
    await page.result('initialized')
    const month = await page.field('month')
    assert.deepEqual(await month.locator('option').allTextContents(), ['-', 'يناير'])
    assert.equal(await month.evaluate('document.documentElement.dir'), 'rtl')
    assert.equal(await month.evaluate('document.documentElement.lang'), 'ar')
    assert.equal(await styleOf(month, 'direction'), 'rtl')
    const code = await page.field('code')
    assert.equal(await code.locator('#field').getAttribute('aria-label'), 'رمز الأمان')
    await fillCard(page)
    await pressPay(page)
    assert.equal((await page.result('updated')).status, 'ok')
    await page.close()
  })

  it("work on a page with a strict policy of its own, which names the gateway's origin and nothing inline", async () => {
    const { httpsUrl } = site.gateway.listeners
    const policy = `default-src 'none'; script-src 'unsafe-inline' ${httpsUrl}; style-src 'nonce-x'; frame-src ${httpsUrl}`
    const headers = { 'content-security-policy': policy }
    const page = await site.open({ body: cardForm, script: configureCard() }, { headers })
    assert.equal((await page.result('initialized')).status, 'ok')
    await fillCard(page)
    await pressPay(page)
    assert.equal((await page.result('updated')).status, 'ok')
    const ownStyle = page.problems.filter((problem) => !/inline style|favicon/.test(problem))
    assert.deepEqual(ownStyle, [])
    await page.close()
  })
})

describe('hosted fields on a page that has set styles and listeners before it sets them up', () => {
  const site = merchantSite()
  /** Opened once: the tests go on with the page as the one before has left it. */
  let page: HostedFieldsPage
  before(async () => {
    const style = `PaymentSession.setFocusStyle(['card.number'], { borderColor: 'rgb(255, 0, 0)', borderWidth: '3px' })`
    const listen = ['Focus', 'Blur', 'Change', 'MouseOver', 'MouseOut'].map(
      (name) => `PaymentSession.on${name}(['#number', 'card.expiryYear'], hear('${name}'))`,
    )
    const script = [style, ...listen, configureCard()].join('\n')
    page = await site.open({ body: `<p id="above"></p>${cardForm}`, script })
    await page.result('initialized')
  })

  it("look like the page's own fields, keep their position, and are hidden and shown with them", async () => {
    const field = await page.field('number')
    assert.equal(await styleOf(field, 'color'), 'rgb(16, 32, 48)')
    assert.equal(await styleOf(field, 'fontSize'), '18px')
    assert.equal(await styleOf(field, 'borderTopColor'), 'rgb(118, 118, 118)')
    assert.equal(await field.locator('#field').getAttribute('placeholder'), '0000 0000 0000 0000')
    await assertCovered(page, 'number', 'at first')
    await page.evaluate(`above.style.height = '137px'`)
    await assertCovered(page, 'number', 'after a shift')
    await page.evaluate(`document.getElementById('number').style.width = '200px'`)
    await assertCovered(page, 'number', 'after a change of size')
    await page.evaluate(`document.getElementById('number').style.borderColor = 'rgb(200, 0, 0)'`)
    await until(field, `getComputedStyle(document.getElementById('field')).borderTopColor === 'rgb(200, 0, 0)'`)
    await screenshot(page, 'hosted-fields')
    const frame = page.locator('#number + iframe')
    await page.evaluate(`form.style.display = 'none'`)
    await frame.waitFor({ state: 'hidden' })
    await page.evaluate(`form.style.display = ''`)
    await frame.waitFor({ state: 'visible' })
    await assertCovered(page, 'number', 'back again')
  })

  it('report events to the page, by selector or role, with their state', async () => {
    await page.locator('#number + iframe').hover()
    const over = await page.result('MouseOver')
    assert.deepEqual(over, ['#number', 'number', { role: 'card.number', isEmpty: true, isValid: false }])
    await page.type('number', '4508750015741019')
    const valid = ['#number', 'number', { role: 'card.number', isEmpty: false, isValid: true, brand: 'VISA' }]
    await until(page, `JSON.stringify(heardCalls.Change?.at(-1)) === ${JSON.stringify(JSON.stringify(valid))}`)
    const [first] = await page.heard('Change')
    assert.deepEqual(first, [
      '#number',
      'number',
      { role: 'card.number', isEmpty: false, isValid: false, brand: 'VISA' },
    ])
    await page.locator('#year + iframe').click()
    await isFocused(page, 'year')
    await page.type('code', '1')
    const [, , , ...more] = await page.result('Blur', 2)
    assert.deepEqual(more, [])
    const focused = (await page.heard('Focus')).map(([selector]: readonly [string]) => selector)
    assert.deepEqual(focused.slice(-2), ['#number', '#year'])
    await page.result('MouseOut')
  })

  it("take the page's styles, before and after they are set up, and nothing that loads resources", async () => {
    await page.fillIn('number', '')
    await page.evaluate(`PaymentSession.setHoverStyle(['#number'], { backgroundColor: 'rgb(1, 2, 3)' })
      PaymentSession.setPlaceholderStyle(['card.number'], { color: 'rgb(4, 5, 6)' })
      PaymentSession.setPlaceholderShownStyle(['card.number'], { color: 'rgb(7, 8, 9)',
        background: 'url(https://evil.example/x.png)', position: 'fixed' })
      PaymentSession.setFocus('card.number')`)
    const field = await page.field('number')
    await until(field, `getComputedStyle(document.getElementById('field')).borderTopColor === 'rgb(255, 0, 0)'`)
    assert.equal(await styleOf(field, 'borderTopWidth'), '3px')
    assert.equal(await styleOf(field, 'color'), 'rgb(7, 8, 9)')
    assert.equal(await styleOf(field, 'backgroundImage'), 'none')
    assert.equal(await styleOf(field, 'position'), 'static')
    const placeholder = `getComputedStyle(document.getElementById('field'), '::placeholder').color`
    assert.equal(await field.evaluate(placeholder), 'rgb(4, 5, 6)')
    await field.locator('#field').hover()
    assert.equal(await styleOf(field, 'backgroundColor'), 'rgb(1, 2, 3)')
    assert.deepEqual(page.problems, [])
  })
})

describe('hosted fields on a page that most shops could have', () => {
  const site = merchantSite()
  /** Opened once: the tests go on with the page as the one before has left it. */
  let page: HostedFieldsPage
  before(async () => {
    page = await site.open({ body: cardForm, script: configureCard() })
    await page.result('initialized')
  })

  it('have no serious fault of accessibility, in the page and in every frame', async () => {
    for (const frame of page.frames()) assert.deepEqual(await seriousFaults(frame), [], frame.url())
  })

  it('can be used with the keyboard alone, in the order of the page, and Enter sends the form', async () => {
    const typed = { number: '4508750015741019', month: '1', year: '39', code: '100', name: 'Ada' }
    for (const [id, text] of Object.entries(typed)) {
      await page.keyboard.press('Tab')
      await isFocused(page, id)
      await page.keyboard.type(text)
      await until(await page.field(id), `document.getElementById('field').value === '${text}'`)
    }
    await page.keyboard.press('Tab')
    await until(page, `document.activeElement.textContent === 'Pay'`)
    await page.keyboard.press('Shift+Tab')
    await until(page, `document.activeElement.title === 'Name on card'`)
    await isFocused(page, 'name')
    await page.keyboard.press('Enter')
    const { status, sourceOfFunds } = await page.result('updated')
    assert.equal(status, 'ok')
    assert.equal(sourceOfFunds.provided.card.brand, 'VISA')
  })

  it('get the focus by their label, by setFocus and by a click', async () => {
    await page.getByText('Security code').click({ position: { x: 3, y: 3 } })
    await isFocused(page, 'code')
    await page.evaluate(`PaymentSession.setFocus('card.expiryYear')`)
    await isFocused(page, 'year')
    await page.locator('#month + iframe').click()
    await isFocused(page, 'month')
  })

  it('support autofill, and announce messages to screen readers', async () => {
    const kinds = { number: 'cc-number', month: 'cc-exp-month', year: 'cc-exp-year', code: 'cc-csc', name: 'cc-name' }
    for (const [id, autocomplete] of Object.entries(kinds)) {
      const control = (await page.field(id)).locator('#field')
      assert.equal(await control.getAttribute('autocomplete'), autocomplete)
      assert.equal(await page.locator(`#${id}`).getAttribute('autocomplete'), 'off', "the page's own is not filled in")
    }
    await page.evaluate(`PaymentSession.setMessage(['card.number'], 'This number is not right.')`)
    const field = await page.field('number')
    await field.locator('#message:has-text("This number is not right.")').waitFor({ state: 'attached' })
    assert.equal(await field.locator('#field').getAttribute('aria-invalid'), 'true')
  })

  it('leave what is typed as it is', async () => {
    await page.type('number', '5123x')
    assert.equal(await (await page.field('number')).locator('#field').inputValue(), '5123x')
  })

  it('can be set up again, and the page gets its own fields back', async () => {
    // Both in one turn of the page's script: no frame can have loaded in between.
    await page.evaluate(`for (const name of ['again', 'at last'])
      PaymentSession.configure({ fields: { card: { number: '#number' } }, frameEmbeddingMitigation: ['csp'],
        callbacks: { initialized: hear(name) } })`)
    assert.equal((await page.result('at last')).status, 'ok')
    assert.deepEqual(await page.heard('again'), [], 'what came in between is forgotten')
    assert.equal(await page.locator('iframe').count(), 2)
    assert.equal(await page.evaluate(`document.getElementById('month').readOnly`), false)
    assert.equal(await page.evaluate(`getComputedStyle(document.getElementById('month')).opacity`), '1')
  })
})
