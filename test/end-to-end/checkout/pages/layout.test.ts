// The payer's pages in a real browser: reading, writing, and using them by keyboard, in both directions of writing.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import type { PageView } from '../../../../src/pages/checkout/page-view.ts'
import { languages } from '../../../../src/pages/checkout/render/texts/index.ts'
import { overflowOf } from '../../../support/browser/accessibility.ts'
import { type Browser, launchBrowser, openPage, type Page, type WatchedPage } from '../../../support/browser/browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import type { SamplePage } from '../../../support/builders/sample-pages.ts'
import { until } from '../../../support/checks/poll.ts'
import { type DrawnPages, serveDrawnPages } from '../../../support/sites/drawn-pages.ts'

const narrow = { viewport: { width: 390, height: 844 } }
const wide = { viewport: { width: 1280, height: 860 } }

describe("the payer's page", () => {
  const folder = process.env['TOLLGATE_SCREENSHOTS']
  let pages: DrawnPages
  let browser: Browser
  let usual: WatchedPage
  before(async () => {
    const started = await Promise.all([serveDrawnPages(), launchBrowser()])
    pages = started[0]
    browser = started[1]
    usual = await openPage(browser, wide)
  })
  after(async () => {
    await browser?.close()
    await pages?.stop()
  })

  /** On the page that all tests use which need nothing special of it. */
  async function open(name: SamplePage, changes: Partial<PageView> = {}): Promise<WatchedPage> {
    usual.problems.length = 0
    pages.posts.length = 0
    await usual.goto(pages.address(name, changes))
    return usual
  }

  let pageWithClock: WatchedPage | undefined
  /** On another page, whose clock the test moves. */
  async function withClock(): Promise<WatchedPage> {
    if (!pageWithClock) {
      pageWithClock = await openPage(browser, wide)
      await pageWithClock.clock.install()
    }
    pageWithClock.problems.length = 0
    return pageWithClock
  }

  it('fits the narrowest screens in every language', async () => {
    // Scripts do not affect the width, and would take long on this many pages. The policy forbids markup from a script.
    const page = await openPage(browser, {
      viewport: { width: 320, height: 640 },
      javaScriptEnabled: false,
      bypassCSP: true,
    })
    await page.goto(pages.address('pay'))
    for (const locale of Object.keys(languages)) {
      for (const name of ['faulty', 'sources', 'savedCards', 'bankAccount', 'receipt'] as const) {
        const drawn = await (await fetch(pages.address(name, { locale }))).text()
        await page.evaluate(showInstead(drawn))
        assert.equal(await page.evaluate('document.documentElement.lang'), locale)
        assert.equal(await overflowOf(page), 0, `${name} ${locale}`)
      }
    }
    await page.close()
  })

  it('recognises the brand while the number is typed, and writes it as on the card', async () => {
    const page = await open('pay')
    const number = page.getByLabel('Card number')
    const mark = page.locator('[data-brand-mark]')
    const cards = [
      ['5123450000000008', '5123 4500 0000 0008', 'Mastercard'],
      ['4508750015741019', '4508 7500 1574 1019', 'Visa'],
      ['371449635398431', '3714 496353 98431', 'American Express'],
      ['30123400000000', '3012 3400 0000 00', 'Diners Club'],
      ['6011003179988686', '6011 0031 7998 8686', 'Discover'],
      ['3528000000000007', '3528 0000 0000 0007', 'JCB'],
      ['5000000000000000005', '5000 0000 0000 0000 005', 'Maestro'],
    ] as const
    for (const [typed, written, brand] of cards) {
      await number.fill('')
      await number.pressSequentially(typed)
      assert.equal(await number.inputValue(), written)
      assert.equal(await mark.getAttribute('alt'), brand)
    }
    assert.deepEqual(page.problems, [])
  })

  it('accepts numbers as people paste, correct and write them', async () => {
    const page = await open('pay')
    const number = page.getByLabel('Card number')
    await number.fill('5123-4500.0000 – 0008')
    assert.equal(await number.inputValue(), '5123 4500 0000 0008')
    await number.fill('٥١٢٣٤٥٠٠٠٠٠٠٠٠٠٨')
    assert.equal(await number.inputValue(), '5123 4500 0000 0008')
    // A digit in the middle is corrected where it stands.
    await number.focus()
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'Delete', '9', '7']) await page.keyboard.press(key)
    assert.equal(await number.inputValue(), '5197 3450 0000 0000 8')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('2')
    assert.equal(await number.inputValue(), '5123 4500 0000 0008')
  })

  it('reads month and year in all usual forms', async () => {
    const page = await open('pay')
    const [month, year] = [page.getByLabel('Expiry month'), page.getByLabel('Expiry year')]
    const both = async () => `${await month.inputValue()}/${await year.inputValue()}`
    for (const typed of ['0139', '1/39', '01/39']) {
      await month.fill('')
      await year.fill('')
      await month.focus()
      await page.keyboard.type(typed)
      assert.equal(await both(), '01/39', typed)
    }
    await month.fill('05 / 2041')
    assert.equal(await both(), '05/41')
    await year.fill('')
    await year.focus()
    await page.keyboard.press('Backspace')
    assert.equal(await both(), '0/')
    await page.keyboard.type('939')
    assert.equal(await both(), '09/39')
  })

  it('shows what is wrong with a field to all users, and removes the message when it is right', async () => {
    const page = await open('pay', { email: { requirement: 'MANDATORY' } } as Partial<PageView>)
    const faultOf = (id: string) => page.locator(`#${id}-fault`).textContent()
    // Passing through an empty field is no fault.
    await page.getByLabel('Card number').focus()
    await page.keyboard.press('Tab')
    assert.equal(await faultOf('cardNumber'), '')

    await page.getByLabel('Card number').fill('5123450000000009')
    await page.getByLabel('Expiry month').fill('13')
    await page.getByLabel('Security code').fill('1')
    await page.getByRole('textbox', { name: 'Email' }).fill('amira@')
    await page.getByRole('button', { name: /^Pay / }).focus()
    assert.match((await faultOf('cardNumber')) ?? '', /typing error/)
    assert.match((await faultOf('expiry')) ?? '', /01 to 12/)
    assert.match((await faultOf('securityCode')) ?? '', /incomplete/)
    assert.match((await faultOf('email')) ?? '', /incomplete/)
    assert.equal(await page.getByLabel('Card number').getAttribute('aria-invalid'), 'true')

    await page.getByLabel('Card number').fill('5123450000000008')
    assert.equal(await faultOf('cardNumber'), '')
    await page.getByLabel('Expiry month').fill('01')
    await page.getByLabel('Expiry year').fill('19')
    await page.getByLabel('Security code').focus()
    assert.match((await faultOf('expiry')) ?? '', /has expired/)
    await page.getByLabel('Expiry year').fill('39')
    assert.equal(await faultOf('expiry'), '')
    await page.getByLabel('Security code').fill('100')
    assert.equal(await faultOf('securityCode'), '')
  })

  it('asks for the security code of the brand, where the brand has one', async () => {
    const page = await open('pay')
    const code = page.getByLabel('Security code')
    const hint = page.locator('#securityCode-hint')
    assert.equal(await hint.textContent(), '3 digits on the back')
    await page.getByLabel('Card number').fill('371449635398431')
    assert.equal(await hint.textContent(), '4 digits on the front')
    await code.fill('100')
    await page.getByLabel('Card number').focus()
    assert.match((await page.locator('#securityCode-fault').textContent()) ?? '', /incomplete/)
    await code.fill('1000')
    assert.equal(await page.locator('#securityCode-fault').textContent(), '')
  })

  it('accepts cards of earlier years where no money moves', async () => {
    const page = await open('sandbox')
    await page.getByLabel('Expiry month').fill('05')
    await page.getByLabel('Expiry year').fill('21')
    await page.getByLabel('Security code').focus()
    assert.equal(await page.locator('#expiry-fault').textContent(), '')
  })

  it('is filled in and sent by keyboard alone', async () => {
    const page = await open('sources', {
      billing: { requirement: 'MANDATORY', address: {} },
      email: { requirement: 'MANDATORY' },
    } as Partial<PageView>)
    for (const [selector, keys] of [
      ['[name=source]:checked', ''],
      ['#cardNumber', '5123450000000008'],
      ['#expiryMonth', '0139'],
      ['#securityCode', '100'],
      ['#email', 'amira@example.com'],
      ['#billingCountry', 'United K'],
      ['#billingStreet', '4 Orchard Street'],
      ['#billingCity', 'Leeds'],
      ['button[type=submit]', ''],
    ] as const) {
      await tabTo(page, selector)
      if (keys) await page.keyboard.type(keys)
    }
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    assert.equal(pages.posts.length, 1)
    assert.deepEqual(Object.fromEntries(pages.posts[0]?.body ?? []), {
      attempt: '1',
      source: 'CARD',
      cardNumber: '5123 4500 0000 0008',
      expiryMonth: '01',
      expiryYear: '39',
      securityCode: '100',
      email: 'amira@example.com',
      billingCountry: 'GBR',
      billingStreet: '4 Orchard Street',
      billingStreet2: '',
      billingPostcodeZip: '',
      billingCity: 'Leeds',
      billingStateProvince: '',
    })
    assert.deepEqual(page.problems, [])
  })

  it('is sent once, however often the button is pressed, and shows that it is in progress', async () => {
    const page = await open('pay')
    await page.getByLabel('Card number').fill('5123450000000008')
    await page.getByLabel('Expiry month').fill('01/39')
    await page.getByLabel('Security code').fill('100')
    const pressed = () => page.waitForEvent('console', (message) => message.text() === 'pressed')
    const answer = pages.holdAnswers()
    try {
      const said = await page.evaluate<readonly string[]>(`(() => {
        const button = document.querySelector('form#pay button')
        const press = () => {
          button.click()
          button.click()
          button.form.requestSubmit()
          console.info('pressed')
        }
        press()
        setInterval(press, 20)
        return [button.getAttribute('aria-disabled'), button.textContent.trim()]
      })()`)
      assert.deepEqual(said, ['true', 'One moment…'])
      // Of forms that are sent in one moment a browser sends the last alone, but another one while the first waits for its answer.
      await until(() => pages.posts.length > 0, 'the form has arrived')
      await pressed()
      await pressed()
    } finally {
      answer()
    }
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    assert.equal(pages.posts.length, 1)
  })

  it('sends nothing while something is missing, and moves to the first missing field', async () => {
    const page = await open('pay')
    await page.getByLabel('Card number').fill('5123450000000008')
    await page.getByRole('button', { name: /^Pay / }).click()
    assert.equal(await page.evaluate('document.activeElement.id'), 'expiryMonth')
    assert.match((await page.locator('#expiry-fault').textContent()) ?? '', /^Enter the expiry date of the card\.$/)
    assert.match((await page.locator('#securityCode-fault').textContent()) ?? '', /Enter your card’s security code/)
    assert.equal(pages.posts.length, 0)
  })

  it('begins with the errors that the gateway found, with a link to each field', async () => {
    const page = await open('faulty')
    assert.equal(await page.evaluate('document.activeElement.getAttribute("role")'), 'alert')
    assert.match(await page.title(), /^Error: /)
    await page.getByRole('link', { name: /security code/ }).click()
    assert.equal(await page.evaluate('document.activeElement.id'), 'securityCode')
  })

  it('shows and posts only the fields of the chosen payment method', async () => {
    const page = await open('sources')
    await page.getByRole('radio', { name: 'Bank account' }).check()
    assert.equal(await page.locator('#cardNumber').isVisible(), false)
    await page.getByLabel('Account holder').fill('Amira Haddad')
    await page.getByLabel('Account type').selectOption('CONSUMER_SAVINGS')
    await page.getByLabel('Routing number').fill('021000021')
    await page.getByLabel('Account number', { exact: true }).fill('1234567')
    await page.getByLabel('Confirm account number').fill('1234568')
    await page.getByRole('button', { name: /^Pay / }).click()
    assert.match((await page.locator('#achAccountNumberAgain-fault').textContent()) ?? '', /do not match/)
    await page.getByLabel('Confirm account number').fill('1234567')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    const posted = pages.posts[0]?.body
    assert.equal(posted?.get('source'), 'ACH')
    assert.equal(posted?.get('achAccountNumberAgain'), '1234567')
    assert.equal(posted?.has('cardNumber'), false)
  })

  it('pays with a stored card by its security code alone, or with another card', async () => {
    const page = await open('stored')
    assert.equal(await page.getByRole('radio', { name: /Visa •••• 1019/ }).isChecked(), true)
    assert.equal(await page.getByLabel('Card number').isVisible(), false)
    assert.equal(await page.getByLabel('Security code').isVisible(), true)
    await page.getByRole('radio', { name: 'Another card' }).check()
    assert.equal(await page.getByLabel('Card number').isVisible(), true)
    await page.getByRole('radio', { name: /Saved/ }).check()
    await page.getByLabel('Security code').fill('100')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    assert.deepEqual(Object.fromEntries(pages.posts[0]?.body ?? []), {
      attempt: '1',
      source: 'STORED',
      securityCode: '100',
      email: '',
    })
  })

  it('pays with one of several saved cards by keyboard alone, each with the security code that it has', async () => {
    const page = await open('savedCards')
    assert.equal(await page.getByRole('radio', { name: /Visa •••• 1019 .*01\/39/ }).isChecked(), true)
    await page.getByRole('radio', { name: /Visa •••• 1019/ }).focus()
    await page.keyboard.press('ArrowDown')
    assert.equal(await page.getByRole('radio', { name: /American Express •••• 0005 .*12\/31/ }).isChecked(), true)
    assert.match((await page.locator('#securityCode-hint').textContent()) ?? '', /4 digits on the front/)
    assert.equal(await page.locator('.code-front').isVisible(), true)
    assert.equal(await page.locator('.code-back').isVisible(), false)
    await page.keyboard.press('Tab')
    await page.keyboard.type('100')
    await page.keyboard.press('Enter')
    assert.notEqual(await page.locator('#securityCode-fault').textContent(), '')
    await page.keyboard.type('0')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    assert.equal(pages.posts.length, 1)
    assert.equal(pages.posts[0]?.body.get('source'), 'SAVED_3')
    assert.equal(pages.posts[0]?.body.get('securityCode'), '1000')
    assert.equal(pages.posts[0]?.body.has('cardNumber'), false)
  })

  it('shows the fields of another card beside saved ones only when it is chosen, also without scripts', async () => {
    const page = await openPage(browser, { ...narrow, javaScriptEnabled: false })
    await page.goto(pages.address('savedCards'))
    assert.equal(await page.locator('#cardNumber').isVisible(), false)
    assert.equal(await page.locator('#securityCode').isVisible(), true)
    await page.getByRole('radio', { name: 'Another card' }).check()
    assert.equal(await page.locator('#cardNumber').isVisible(), true)
    await page.close()
  })

  it('works without scripts', async () => {
    const page = await openPage(browser, { ...narrow, javaScriptEnabled: false })
    pages.posts.length = 0
    await page.goto(pages.address('sources'))
    await page.getByRole('radio', { name: 'Gift card' }).check()
    assert.equal(await page.locator('#cardNumber').isVisible(), false)
    await page.getByLabel('Gift card number').fill('5000000000000000005')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('heading', { name: 'Your payment is being processed' }).waitFor()
    assert.equal(pages.posts[0]?.body.get('source'), 'GIFT_CARD')
    assert.equal(pages.posts[0]?.body.get('giftCardNumber'), '5000000000000000005')
    await page.close()
  })

  it('shows the last two minutes, announces them to screen readers now and then, and leaves at the end', async () => {
    const page = await withClock()
    await page.goto(pages.address('pay', { secondsLeft: 150 } as Partial<PageView>))
    const shown = page.locator('[data-countdown-shown]')
    const spoken = page.locator('[data-countdown-spoken]')
    assert.equal(await shown.isVisible(), false)
    await page.clock.runFor(31_000)
    assert.match((await shown.textContent()) ?? '', /Time left to pay: \u20661:\d\d\u2069/)
    const said = await spoken.textContent()
    assert.match(said ?? '', /closes in 1\d\d seconds/)
    await page.clock.runFor(20_000)
    assert.equal(await spoken.textContent(), said)
    await page.clock.runFor(45_000)
    assert.notEqual(await spoken.textContent(), said)
    const left = page.waitForURL(/\/timeout$/)
    await page.clock.runFor(60_000)
    await left
  })

  it('polls while a payment is being processed', async () => {
    const page = await withClock()
    await page.goto(pages.address('wait', { againPath: '/checkout/pay/again' } as Partial<PageView>))
    const left = page.waitForURL(/\/checkout\/pay\/again$/)
    await page.clock.runFor(2_000)
    await left
    assert.deepEqual(page.problems, [])
  })

  it('paints before any script has come', async () => {
    const page = await openPage(browser, wide)
    await page.route('**/*.js', () => {})
    await page.goto(pages.address('pay'), { waitUntil: 'commit' })
    await page.getByRole('button', { name: /^Pay / }).waitFor()
    await page.evaluate(`new Promise((done) => new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) done(true)
    }).observe({ type: 'paint', buffered: true }))`)
    await page.close()
  })

  it('reports its height and its end to a shop that frames it', async () => {
    const page = await openPage(browser, wide)
    // The same server under another name is another origin.
    const { origin } = new URL(pages.url.replace('127.0.0.1', 'localhost'))
    await page.goto(`${origin}/shop`)
    await page.evaluate(
      'window.heard = []; addEventListener("message", ({ data, origin }) => heard.push({ ...data, from: origin }))',
    )
    const show = (name: SamplePage, origins: readonly string[]) =>
      page.evaluate(`frame.src = ${JSON.stringify(pages.address(name, { origins }))}`)
    const heard = (event: string) =>
      page
        .waitForFunction(`heard.find(({ event }) => event === ${JSON.stringify(event)})`)
        .then((found) => found.jsonValue())

    await show('embedded', [origin])
    const ready = (await heard('ready')) as Record<string, unknown>
    assert.equal(ready['from'], pages.url)
    assert.equal(ready['source'], 'tollgate-checkout')
    assert.ok(Number(ready['height']) > 500, String(ready['height']))

    await show('handOver', [origin])
    const { resultIndicator, sessionVersion } = (await heard('complete')) as Record<string, unknown>
    assert.deepEqual([resultIndicator, sessionVersion], ['3f1c9b7a52d04e68', 'a1b2c3d401'])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  if (folder) {
    it('can be inspected: screenshots of its main forms are in the folder that TOLLGATE_SCREENSHOTS names', async () => {
      const dark = { colorScheme: 'dark' } as const
      const shots: readonly [string, SamplePage, BrowserContextOptions, Partial<PageView>?][] = [
        ['pay-wide', 'pay', wide],
        ['pay-narrow', 'pay', narrow],
        ['pay-dark', 'pay', { ...wide, ...dark }],
        ['pay-arabic', 'pay', wide, { locale: 'ar' }],
        ['pay-declined', 'declined', narrow],
        ['pay-last-attempt', 'lastAttempt', wide],
        ['pay-branded', 'branded', wide],
        ['pay-branded-dark', 'branded', { ...narrow, ...dark }],
        ['pay-bright', 'brightlyBranded', wide],
        ['pay-providers', 'providers', wide],
        ['receipt-wide', 'receipt', wide],
        ['pay-faults', 'faulty', narrow],
        ['pay-stored', 'stored', { ...narrow, ...dark }],
        ['pay-postcode', 'postcode', wide],
        ['pay-saved', 'savedCards', { ...wide, viewport: { width: 1280, height: 680 } }],
        ['pay-saved-dark-german', 'savedCards', { ...narrow, ...dark }, { locale: 'de' }],
        ['pay-saved-arabic', 'savedCards', narrow, { locale: 'ar' }],
        ['pay-gift-card', 'giftCard', wide],
        ['amount-wide', 'amount', wide],
        ['amount-fault', 'wrongAmount', { ...narrow, ...dark }],
        ['amount-arabic', 'amount', narrow, { locale: 'ar' }],
        ['wait', 'wait', narrow],
        ['receipt', 'receipt', narrow],
        ['notice', 'notice', wide],
      ]
      for (const [file, name, look, changes] of shots) {
        const page = await openPage(browser, look)
        await page.goto(pages.stillAddress(name, changes))
        await page.screenshot({ path: join(folder, `checkout-${file}.png`), fullPage: true })
        await page.close()
      }
    })
  }
})

/** Shows a page of the same style sheets in place of the one that is there: to load it takes ten times as long. */
function showInstead(drawn: string): string {
  return `(() => {
    const { head, body, documentElement } = new DOMParser().parseFromString(${JSON.stringify(drawn)}, 'text/html')
    const sheetsOf = (place) => [...place.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).join()
    if (sheetsOf(head) !== sheetsOf(document.head)) throw new Error('the page has other style sheets')
    for (const { name, value } of documentElement.attributes) document.documentElement.setAttribute(name, value)
    document.body.replaceWith(document.adoptNode(body))
  })()`
}

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${selector} was never reached`)
}
