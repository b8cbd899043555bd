// The order page in a browser: the cards beside the timeline, the payer's other orders, and notes.
import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import { noRiskRules } from '../../../../src/risk/rules/risk.ts'
import {
  type ConsoleWorld,
  openConsoleWorld,
  takePicture,
  untilIdle,
  wide,
} from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { authorizeBody, captureBody, cardExpiring, cardSource, payBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { openShop } from '../../../support/clients/shop.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

describe('the order page', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    const binRanges = [{ from: '450875', to: '450875', action: 'REVIEW' as const }]
    merchantId = (await boardMerchant(world.gateway, { profile: { risk: { ...noRiskRules, binRanges } } })).id
    user = await signedIn(world.gateway, { merchantId })
    const customer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }
    for (let n = 1; n <= 7; n += 1) await make([payBody({ customer })], `earlier-${n}`)
    const billing = { address: { street: '12 St James Square', city: 'London', postcodeZip: 'SW1Y', country: 'GBR' } }
    await make([authorizeBody({ customer, billing }), captureBody('30.00')], 'shown')
    await make([authorizeBody({ sourceOfFunds: cardSource({ number: '4508750015741019' }) })], 'held')
    const order = (reference: string) => ({
      order: { amount: '100', currency: 'USD', acceptPartialAmount: true, reference },
    })
    await make([payBody({ ...order('in part'), sourceOfFunds: cardExpiring('7', '39') })], 'in-part')
    const place = { orderId: 'doubtful' }
    await openShop(world.gateway, merchantId).put(payBody(order('A.FAILTIMED_OUT SIM-SLOW-REVERSAL-99')), place)
    await caughtUp(world.gateway, merchantId)
  })
  after(() => world.stop())

  const make = (bodies: readonly object[], orderId: string) =>
    makeOrder(world.gateway, bodies, { merchant: merchantId, orderId })
  const open = (orderId: string, as = user) => world.open(ofMerchant(`/orders/${orderId}`, merchantId), { as })
  const notesOf = async (orderId: string): Promise<readonly { text: string; writtenBy: string }[]> =>
    (await ask(world.gateway, { path: ofMerchant(`/orders/${orderId}`, merchantId), as: user })).body.notes

  it('shows the payment method and the payer in words', async () => {
    const page = await open('shown')
    const method = page.getByRole('region', { name: 'Payment method' })
    await method.getByText('Mastercard 512345xxxxxx0008').waitFor()
    const text = (await method.innerText()).replaceAll('\n', ' ')
    for (const expected of ['Expires 01/39', 'Funding Credit', 'Security code Matches'])
      assert.ok(text.includes(expected), `${expected} in ${text}`)
    const payer = page.getByRole('region', { name: 'Payer' })
    for (const expected of ['Ada Lovelace', 'ada@example.com', '12 St James Square', 'SW1Y London'])
      await payer.getByText(expected).first().waitFor()
    await page.getByRole('region', { name: 'Risk' }).getByText('Accepted').waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is printed without the menu, the buttons and the form for notes, black on white also from the dark theme', async () => {
    const page = await open('shown')
    await page.getByRole('button', { name: 'Void' }).waitFor()
    await page.evaluate(`document.documentElement.dataset.mantineColorScheme = 'dark'`)
    await page.emulateMedia({ media: 'print' })
    // Of a sheet of A4 between its margins.
    await page.setViewportSize({ width: 688, height: 1010 })
    const visible = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('nav, header, #page :is(button, textarea, summary)')]
        .filter((part) => part.getClientRects().length > 0).map(({ outerHTML }) => outerHTML.slice(0, 80))`,
    )
    assert.deepEqual(visible, [])
    const look = await page.evaluate<readonly unknown[]>(
      `[getComputedStyle(document.body).color, getComputedStyle(document.querySelector('.paper:not(.totals)')).backgroundColor,
        getComputedStyle(document.querySelector('.totals > div')).backgroundColor,
        getComputedStyle(document.querySelector('.other-orders a')).color,
        document.querySelector('h1').getBoundingClientRect().left < 40,
        document.documentElement.scrollWidth <= document.documentElement.clientWidth]`,
    )
    assert.deepEqual(look, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)', true, true])
    for (const text of ['Ada Lovelace', 'United Kingdom', 'Capture', '12 St James Square'])
      await page.getByText(text).first().waitFor()
    await takePicture(page, 'order-printed')
    // The next test uses the window again.
    await page.emulateMedia({ media: null })
    await page.setViewportSize(wide.viewport)
    await page.evaluate(`document.documentElement.dataset.mantineColorScheme = 'light'`)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('does not look complete where only a part was approved', async () => {
    const page = await open('in-part')
    await page.getByText('50.00 USD of 100.00 USD was approved (transaction 1). The rest was not paid.').waitFor()
    await page.getByText('Less than requested was approved.').waitFor()
    const badge = page.locator('.status', { hasText: /^Captured$/ }).first()
    assert.deepEqual(
      [await badge.getAttribute('data-tone'), await page.getByText('Nothing is left to do').count()],
      ['waiting', 0],
    )
    await page.close()
  })

  it('says nowhere that a payment failed that may have been executed', async () => {
    const page = await open('doubtful')
    await page.getByText('The payer may have been charged 100.00 USD (transaction 1).').waitFor()
    const method = page.getByRole('region', { name: 'Payment method' })
    await method.getByText('A payment with it may have succeeded.').waitFor()
    const text = await page.locator('main').innerText()
    assert.doesNotMatch(text, /Failed|No payment with it|nothing was charged/)
    await page.close()
  })

  it('names the rule that holds a payment with its facts, and leads to the reviews', async () => {
    const page = await open('held')
    const risk = page.getByRole('region', { name: 'Risk' })
    await risk.getByText('Review required').waitFor()
    const rule = risk.getByRole('list', { name: 'Rules that fired' }).getByRole('listitem')
    assert.match(await rule.innerText(), /Card range\s+450875\s+Review/)
    await risk.getByRole('link', { name: 'All reviews' }).click()
    await page.getByRole('heading', { level: 1, name: 'Reviews' }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('leads to the payer’s other orders, and from there to all of them', async () => {
    const page = await open('shown')
    const payer = page.getByRole('region', { name: 'Payer' })
    await payer.getByRole('link', { name: 'earlier-7' }).waitFor()
    assert.equal(await payer.getByRole('listitem').count(), 5)
    await payer.getByRole('link', { name: 'All orders with the same e-mail address' }).click()
    await page.getByRole('link', { name: 'earlier-1' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('text'), 'ada@example.com')
    await page.goBack()
    await payer.getByRole('link', { name: 'earlier-5' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order earlier-5' }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('has one entry for each action, which unfolds request and response by keyboard', async () => {
    const page = await open('shown')
    const entries = page.locator('.timeline > li')
    await entries.nth(1).waitFor()
    assert.equal(await entries.count(), 2)
    assert.match(await entries.first().innerText(), /^Capture\s+30\.00 USD\s+Approved/)
    const response = entries.first().getByText('Response of transaction 2')
    await response.focus()
    await response.press('Enter')
    await entries
      .first()
      .getByText(/"gatewayCode": "APPROVED"/)
      .waitFor()
    await page.close()
  })

  it('takes a note once, although the first answer was lost, and shows it as written', async () => {
    await make([payBody()], 'noted')
    const page = await open('noted')
    const text = 'Caller wants <b>half</b> of it\nback by Friday'
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/notes', lose, { times: 1 })
    const field = page.getByRole('textbox', { name: 'Note for colleagues' })
    const save = page.getByRole('button', { name: 'Save note' })
    assert.equal(await save.isDisabled(), true)
    await field.fill(`  ${text}\n`)
    await save.click()
    await page.getByText('The gateway cannot be reached.').waitFor()
    await save.click()
    await page.getByText('The note was added.').waitFor()
    const note = page.getByRole('listitem').filter({ hasText: `Note by ${user.actor}` })
    assert.equal(await note.locator('.timeline-text').innerText(), text)
    assert.equal(await field.inputValue(), '')
    assert.deepEqual(
      (await notesOf('noted')).map((each) => [each.text, each.writtenBy]),
      [[text, user.actor]],
    )
    await page.close()
  })

  it('refuses a card number in a note, and takes the text without it', async () => {
    await make([payBody()], 'careless')
    const page = await open('careless')
    const field = page.getByRole('textbox', { name: 'Note for colleagues' })
    const save = page.getByRole('button', { name: 'Save note' })
    await field.fill('The card is 5123450000000008')
    await save.click()
    await page.getByText('It contains digits that could be an account number.').waitFor()
    await field.fill('The card ends with 0008')
    await save.click()
    await page.getByText('The note was added.').waitFor()
    assert.deepEqual(
      (await notesOf('careless')).map((each) => each.text),
      ['The card ends with 0008'],
    )
    await page.close()
  })

  it('shows notes to users who may only view, and no field for new ones', async () => {
    await make([payBody()], 'read')
    const body = { noteId: 'one', text: 'For everyone' }
    const path = ofMerchant('/orders/read/notes', merchantId)
    assert.equal((await ask(world.gateway, { method: 'POST', path, body, as: user })).status, 201)
    const page = await open('read', await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] }))
    await page.getByText('For everyone').waitFor()
    await untilIdle(page)
    assert.equal(await page.getByRole('textbox', { name: 'Note for colleagues' }).count(), 0)
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
