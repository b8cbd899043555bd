// The console's rules, settlement, audit and the operator's side in a browser.
import assert from 'node:assert/strict'
import type { Page } from '../../../support/browser/browser.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { payBody } from '../../../support/clients/client.ts'
import { type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { openShop, orderOf } from '../../../support/clients/shop.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

/** What the browser itself says of the refusal that a test asks for. */
const refusedOnce = 'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)'

describe('rules, settlement, audit log and the operator’s pages at the console', () => {
  let world: ConsoleWorld
  let id: string
  let user: ConsoleUser
  let operators: ConsoleUser
  let orderId: string

  before(async () => {
    world = keepWindows(await openConsoleWorld({ ownGateway: true }))
    id = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId: id })
    operators = await operatorsUser(world.gateway)
    const shop = openShop(world.gateway, id)
    orderId = await orderOf(shop, payBody())
    const visa = { number: '4508750015741019', expiry: { month: '1', year: '39' } }
    await orderOf(shop, payBody({ sourceOfFunds: { type: 'CARD', provided: { card: visa } } }))
    await caughtUp(world.gateway, id)
  })
  after(() => world.stop())

  const open = (rest: string, options = {}) => world.open(ofMerchant(rest, id), { as: user, ...options })
  const seesMessage = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor()
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('dialog').getByLabel(label).first().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('adds risk rules of two kinds, says what is wrong with one, and removes one', async () => {
    const page = await open('/risk-rules')
    await page.getByText('No risk rules yet').waitFor()
    await button(page, 'Add rule').click()
    await page.getByLabel('First digits of the card number').fill('51-5')
    await inDialog(page, 'Add rule').click()
    await page.getByText(/two such of equal length/).waitFor()
    await page.getByLabel('First digits of the card number').fill('411111-411119')
    await page
      .getByRole('dialog')
      .getByRole('radio', { name: /^Reject/ })
      .check()
    await inDialog(page, 'Add rule').click()
    await page.getByRole('row', { name: /411111-411119.*Reject/ }).waitFor()
    await button(page, 'Add rule').click()
    await choose(page, 'Condition', 'Security code')
    await choose(page, 'Result of the security code check', 'Does not match')
    await inDialog(page, 'Add rule').click()
    await page.getByRole('row', { name: /Does not match.*Hold for review/ }).waitFor()
    await button(page, 'Remove rule: 411111-411119').click()
    await inDialog(page, 'Remove rule').click()
    await page.getByRole('row', { name: /411111-411119/ }).waitFor({ state: 'detached' })
    assert.deepEqual(page.problems, [refusedOnce])
    await page.close()
  })

  it('puts the card of a payment on the list of suspect or trusted ones, and takes it off', async () => {
    const page = await open('/risk-cards')
    for (const list of ['Suspect', 'Trusted']) {
      await button(page, 'Add card from a payment').click()
      await page.getByRole('radio', { name: list }).check()
      await page.getByLabel('Order', { exact: true }).fill(orderId)
      await page.getByLabel('Transaction', { exact: true }).fill('1')
      await page.getByLabel('Note').fill('Known to us')
      await inDialog(page, 'Add card').click()
      await page.getByRole('row', { name: new RegExp(`512345xxxxxx0008.*${list}.*Known to us`) }).waitFor()
      await button(page, /Remove 512345xxxxxx0008/).click()
      await inDialog(page, 'Remove card').click()
      await page.getByText('No listed cards').waitFor()
    }
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('leads from the open batch of a currency to its totals by scheme, its transactions and an order', async () => {
    const page = await open('/settlement')
    const dollars = page.getByRole('region', { name: 'USD', exact: true })
    await dollars.getByRole('row', { name: /^Batch \d+ .*Open .*200\.00 USD.*2 payments.*200\.00 USD/ }).waitFor()
    await dollars.getByRole('link', { name: /^Batch \d+/ }).click()
    await page.getByRole('heading', { name: /^Batch \d+/, level: 1 }).waitFor()
    await dollars.getByRole('row', { name: /Mastercard.*100\.00 USD/ }).waitFor()
    await dollars.getByRole('row', { name: /Visa.*100\.00 USD/ }).waitFor()
    await dollars.getByRole('row', { name: /Total in USD.*200\.00 USD.*200\.00 USD/ }).waitFor()
    const transactions = page.getByRole('table', { name: 'Transactions of the batch' })
    const link = transactions.getByRole('link').first()
    const name = String(await link.textContent())
    assert.equal(await transactions.getByRole('row').count(), 3)
    await link.click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('asks when the gateway knows of payments in review, and says which batches were not closed', async () => {
    const page = await open('/settlement')
    const sent: string[] = []
    const refusal = { code: 'PAYMENTS_IN_REVIEW', explanation: 'The batch contains payments that are in review.' }
    const differing = [{ acquirerId: 'ACQ1', batch: 7, why: 'TOTALS' }]
    await page.route('**/batches/close', async (route) => {
      sent.push(route.request().postData() ?? '')
      const response = { status: 200, json: { batches: [], differing, silent: ['ACQ2'], inFlight: ['ACQ3'] } }
      await route.fulfill(sent.length === 1 ? { status: 409, json: refusal } : response)
    })
    await button(page, 'Close open batch').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Close batch/ }).click()
    await dialog.getByRole('button', { name: 'Settle them and close the batch' }).click()
    await seesMessage(page, 'Batch 7 was not closed: ACQ1 counts other totals.')
    await seesMessage(page, 'ACQ2 has not responded: it is not known whether its batch was closed.')
    await seesMessage(page, 'The batch at ACQ3 was not closed: it has transactions without outcome.')
    assert.deepEqual(
      sent.map((body) => body.includes('settlesReviews')),
      [false, true],
    )
    await page.unroute('**/batches/close')
    await page.close()
  })

  it('closes the open batch after asking', async () => {
    const page = await open('/settlement')
    const batch = page.getByRole('row', { name: /^Batch \d+/ }).first()
    await batch.getByText('Open', { exact: true }).waitFor()
    await button(page, 'Close open batch').click()
    await page.getByText('no longer voided').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Close batch/ })
      .click()
    await seesMessage(page, /Batch \d+ was closed/)
    await batch.getByText('Closed', { exact: true }).waitFor()
    assert.equal(await button(page, 'Close open batch').isDisabled(), true)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('shows who did what, by filters that are kept in the URL', async () => {
    const page = await open(`/audit?action=BATCH_CLOSED&actor=${encodeURIComponent(user.actor)}`)
    await page.getByRole('row', { name: /Batch closed/ }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    await page.getByRole('button', { name: /^Details: Batch closed/ }).click()
    await page
      .getByRole('region', { name: 'Subject' })
      .getByText(/"batch"/)
      .waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Clear').click()
    await page
      .getByRole('row', { name: /Risk rules changed/ })
      .first()
      .waitFor()
    assert.equal(new URL(page.url()).search, '')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('shows a merchant its profile, which only the operator can change', async () => {
    const page = await open('/profile')
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    assert.equal(await button(page, 'Save profile').count(), 0)
    await page.close()
  })

  it('leads through the steps of a new merchant, back and forward without losing values, to a summary', async () => {
    const page = await world.open('/board', { as: operators })
    const next = (title: string) => button(page, `Next: ${title}`).click()
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    assert.equal(await button(page, 'Next: Acquirer').isDisabled(), true, 'the ID has no default')
    await page.getByLabel('Merchant ID').fill('STEPSHOP')
    await field('Name').fill('The shop in steps')
    await page.getByRole('combobox', { name: 'Copy from' }).fill(id)
    await page
      .getByRole('option', { name: new RegExp(id) })
      .first()
      .click()
    await next('Acquirer')
    await page.getByText(`The settings are copied from ${id}`).waitFor()
    await next('Currencies and limits')
    await page.getByRole('heading', { name: 'Abuse protection' }).waitFor()
    await next('Page and webhooks')
    await field('Notification URL').fill('http://shop.example')
    await next('Users and credentials')
    await field('Login').fill('first.user')
    // The browser's own way back, too.
    await page.goBack()
    assert.equal(await field('Notification URL').inputValue(), 'http://shop.example')
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Merchant' }).click()
    assert.equal(await field('Name').inputValue(), 'The shop in steps')
    await button(page, 'Skip to summary').click()
    await page.getByText(`With the settings of ${id}, of which 1 was changed.`).waitFor()
    await page.getByText(/first\.user.*Administrator/).waitFor()
    await button(page, 'Create merchant').click()
    // What is refused is shown in its step.
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await field('Notification URL').fill('https://shop.example/notifications')
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Summary' }).click()
    await button(page, 'Create merchant').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Console user first.user').waitFor()
    await dialog.getByText('merchant.STEPSHOP', { exact: true }).waitFor()
    assert.deepEqual(
      page.problems.filter((problem) => !problem.includes('422')),
      [],
    )
    await page.close()
  })

  it('adds a merchant with its test merchant, whose passwords are shown once, and changes its profile', async () => {
    const page = await world.open('/merchants', { as: operators })
    await page.getByRole('link', { name: 'Create merchant' }).click()
    await page.getByLabel('Merchant ID').fill('CORNERSHOP')
    await page.getByLabel('Name', { exact: true }).fill('The corner shop')
    await button(page, 'Skip to summary').click()
    await button(page, 'Create merchant').click()
    const secrets = page.getByRole('dialog').locator('[data-secret]')
    await secrets.nth(3).waitFor()
    const lines = await secrets.allTextContents()
    assert.deepEqual([lines[0], lines[2]], ['merchant.CORNERSHOP', 'merchant.TESTCORNERSHOP'])
    await button(page, 'I have saved them').click()
    await page.waitForURL(/\/merchants\/CORNERSHOP$/)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('Manual refunds require approval by a second user').check({ force: true })
    await button(page, 'Save profile').click()
    await seesMessage(page, 'The profile was saved.')
    await page.reload()
    assert.equal(await page.getByLabel('Manual refunds require approval by a second user').isChecked(), true)
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'The corner shop')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('lists merchants, and whether the acquirers are available', async () => {
    const page = await world.open(`/merchants?find=${id.toLowerCase()}`, { as: operators })
    await page.getByRole('row').filter({ hasText: id }).first().waitFor()
    await page.getByRole('link', { name: 'Acquirer links' }).click()
    await page.getByRole('row', { name: /simulator.*Connected/ }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
