// The console's orders in a browser: search, details and manual actions.
import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import { type ConsoleWorld, goTo, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { makeOrder, valueNamed } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { authorizeBody, captureBody, cardExpiring, payBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

/** A browser whose zone is half a day from most others. */
const inAuckland = { timezoneId: 'Pacific/Auckland' }

describe('orders at the console', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    user = await signedIn(world.gateway, { merchantId })
    await make([payBody()], 'paid-1')
    await make([payBody({ order: { amount: '2500.5', currency: 'EUR', reference: 'cups' } })], 'paid-2')
    await make([payBody({ sourceOfFunds: cardExpiring('5', '39') })], 'declined-1')
    await make([authorizeBody(), captureBody('30.00')], 'part-1')
    await caughtUp(world.gateway, merchantId)
  })
  after(() => world.stop())

  const make = (bodies: readonly object[], orderId: string) =>
    makeOrder(world.gateway, bodies, { merchant: merchantId, orderId })
  const open = (rest: string, options = {}) => world.open(ofMerchant(rest, merchantId), { as: user, ...options })
  const shown = async (orderId: string) =>
    (await ask(world.gateway, { path: ofMerchant(`/orders/${orderId}`, merchantId), as: user })).body

  it('are found by search terms, which are kept in the URL: in another browser it shows the same', async () => {
    const page = await open('/orders')
    await page.getByRole('link', { name: 'part-1' }).waitFor()
    assert.equal(await page.getByRole('row').count(), 5, 'four orders below the headings')
    await page.getByRole('textbox', { name: 'Order' }).fill('paid-*')
    await page.getByRole('link', { name: 'declined-1' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('textbox', { name: 'Reference' }).fill('cups')
    await page.getByRole('link', { name: 'paid-1' }).waitFor({ state: 'detached' })
    assert.match(String(await page.getByRole('row', { name: 'paid-2' }).textContent()), /2,500\.50\sEUR/)
    const { search } = new URL(page.url())
    assert.equal(search, '?orderId=paid-*&reference=cups')
    assert.deepEqual(page.problems, [])
    await page.close()
    const another = await open(`/orders${search}`, inAuckland)
    await another.getByRole('link', { name: 'paid-2' }).waitFor()
    assert.equal(await another.getByRole('row').count(), 2)
    await another.getByRole('button', { name: 'Clear' }).click()
    await another.getByRole('link', { name: 'declined-1' }).waitFor()
    assert.deepEqual(another.problems, [])
    await another.close()
  })

  for (const [rest, file, lines] of [
    ['/orders?status=PARTIALLY_CAPTURED', 'orders.csv', ['Order', 'part-1']],
    ['/transactions?orderId=part-1&type=CAPTURE', 'transactions.csv', ['Order', 'part-1']],
  ] as const)
    it(`can be downloaded with the current filters: ${file}`, async () => {
      const page = await open(rest)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'CSV' }).click(),
      ])
      assert.equal(download.suggestedFilename(), file)
      const text = (await (await download.createReadStream()).toArray()).join('')
      const first = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[0])
      assert.deepEqual(first, lines)
      await page.close()
    })

  it('show a message when none match', async () => {
    const page = await open('/orders?orderId=nothing')
    await page.getByRole('heading', { name: 'No matching orders' }).waitFor()
    await goTo(page, ofMerchant('/orders?amountFrom=5', merchantId))
    await page.getByText('An amount requires a currency.').waitFor()
    await page.close()
  })

  it('lead from a transaction to its order, where it is expanded and masked', async () => {
    const page = await open('/transactions?result=FAILURE')
    await page.getByRole('link', { name: 'declined-1' }).click()
    await page.getByRole('heading', { name: 'Order declined-1' }).waitFor()
    await valueNamed(page, 'Card').waitFor()
    assert.equal(await valueNamed(page, 'Card').textContent(), '512345xxxxxx0008')
    assert.match(String(await valueNamed(page, 'Acquirer response').textContent()), /^05/)
    const entry = page.getByRole('listitem').filter({ hasText: 'via the API' })
    await entry.getByText('Declined', { exact: true }).waitFor()
    const request = entry.getByText(/"number": "512345xxxxxx0008"/).first()
    assert.equal(await request.isVisible(), false)
    await entry.getByText('Request of transaction 1').click()
    await request.waitFor()
    assert.doesNotMatch(String(await page.locator('body').textContent()), /5123450000000008/)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('are captured up to the remaining amount, once however often the button is pressed', async () => {
    await make([authorizeBody()], 'to-capture')
    const page = await open('/orders/to-capture')
    await page.getByRole('button', { name: 'Capture' }).click()
    const amount = page.getByRole('textbox', { name: 'Amount in USD' })
    assert.equal(await amount.inputValue(), '100.00')
    await amount.fill('100.01')
    await page.getByText('Maximum: 100.00 USD.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Capture' }).click()
    await amount.fill('40')
    await page.getByRole('button', { name: 'Capture 40.00 USD' }).dblclick()
    await page.getByText('Capture of 40.00 USD succeeded').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Partially captured', { exact: true }).waitFor()
    const order = await shown('to-capture')
    assert.deepEqual([order.captured, order.transactions.length], ['40', 2])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('are captured once although the first answer was lost', async () => {
    await make([authorizeBody()], 'to-lose')
    const page = await open('/orders/to-lose')
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/captures', lose, { times: 1 })
    await page.getByRole('button', { name: 'Capture' }).click()
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('40')
    await page.getByRole('button', { name: 'Capture 40.00 USD' }).click()
    await page.getByText('The gateway cannot be reached.').waitFor()
    await page.getByRole('button', { name: 'Capture 40.00 USD' }).click()
    await page.getByText('Capture of 40.00 USD succeeded').waitFor()
    const order = await shown('to-lose')
    assert.deepEqual([order.captured, order.transactions.length], ['40', 2])
    await page.close()
  })

  it('are refunded, and the refund is voided', async () => {
    await make([payBody()], 'to-refund')
    const page = await open('/orders/to-refund')
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('12.50')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Broken cup')
    await page.getByRole('button', { name: 'Refund 12.50 USD' }).click()
    await page.getByText('Refund of 12.50 USD succeeded').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Note: Broken cup').waitFor()
    await page.getByRole('button', { name: 'Void', exact: true }).click()
    await page.getByRole('button', { name: 'Void transaction' }).click()
    await page.getByText(/^Void refund of .* succeeded$/).waitFor()
    const order = await shown('to-refund')
    assert.deepEqual([order.refunded, order.status], ['0', 'CAPTURED'])
    await page.close()
  })

  it('have their authorization updated', async () => {
    await make([authorizeBody()], 'to-update')
    const page = await open('/orders/to-update')
    await page.getByRole('button', { name: 'Update authorization' }).click()
    await page.getByRole('textbox', { name: 'Amount in USD' }).fill('120')
    await page.getByRole('button', { name: 'Update to 120.00 USD' }).click()
    await page.getByText(/^Authorization update of .* succeeded$/).waitFor()
    assert.equal((await shown('to-update')).authorized, '120')
    await page.close()
  })

  it('are refunded from the chosen capture, up to its remaining amount', async () => {
    await make([authorizeBody(), captureBody('30.00'), captureBody('20.00')], 'captured-twice')
    const page = await open('/orders/captured-twice')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const amount = page.getByRole('textbox', { name: 'Amount in USD' })
    assert.equal(await amount.inputValue(), '30.00')
    await page.getByLabel('Transaction', { exact: true }).first().click()
    await page.getByRole('option', { name: /Capture of 20\.00 USD/ }).click()
    assert.equal(await amount.inputValue(), '20.00')
    await amount.fill('20.01')
    await page.getByText('Maximum: 20.00 USD.').waitFor()
    await amount.fill('15')
    await page.getByRole('button', { name: 'Refund 15.00 USD' }).click()
    await page.getByText('Refund of 15.00 USD succeeded').waitFor()
    const { transactions, refunded } = await shown('captured-twice')
    assert.deepEqual([transactions.at(-1).targetTransactionId, refunded], ['3', '15'])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('are captured by the operator’s people under their own name', async () => {
    await make([authorizeBody()], 'for-the-merchant')
    const as = await operatorsUser(world.gateway)
    const page = await open('/orders/for-the-merchant', { as })
    await page.getByRole('button', { name: 'Capture', exact: true }).click()
    await page.getByRole('button', { name: 'Capture 100.00 USD' }).click()
    await page.getByText('Capture of 100.00 USD succeeded').waitFor()
    const { captured, transactions } = await shown('for-the-merchant')
    assert.deepEqual([captured, transactions.at(-1).userId], ['100', as.actor])
    const lines = await world.gateway.query<{ actor: string }>(
      `select actor from audit where action = 'TRANSACTION_BY_HAND' and merchant_id = $1 and subject ->> 'orderId' = $2`,
      [merchantId, 'for-the-merchant'],
    )
    assert.deepEqual(lines, [{ actor: as.actor }], 'the merchant can see who it was')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('show times in the time zone of the user', async () => {
    const { createdAt } = await shown('paid-1')
    // The zone of the machine, and another.
    for (const options of [{}, inAuckland]) {
      const page = await open('/orders/paid-1', options)
      const timeZone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone')
      const hour = new Date(createdAt).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
      await page.getByText('Opened').filter({ hasText: hour }).waitFor()
      await page.close()
    }
  })

  it('offer no action to users who may only read', async () => {
    const viewer = await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] })
    const page = await open('/orders/paid-1', { as: viewer })
    await page.getByText('Timeline').waitFor()
    for (const name of ['Capture', 'Refund', 'Void', 'Update authorization'])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    await page.close()
  })

  it('that do not exist are not found', async () => {
    const page = await open('/orders/nothing')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page.close()
  })
})
