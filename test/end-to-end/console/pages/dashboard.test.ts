// The dashboard in a real browser: figures of a chosen period, for a merchant and for the operator.
import assert from 'node:assert/strict'
import { type ConsoleWorld, goTo, narrow, openConsoleWorld, textOf } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { cardExpiring, payBody, refundBody } from '../../../support/clients/client.ts'
import { type ConsoleUser, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant, testerStamp } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

const merchantId = 'TESTMERCHANT'
const home = `/merchants/${merchantId}`
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('the dashboard', () => {
  let world: ConsoleWorld
  let as: ConsoleUser
  before(async () => {
    world = keepWindows(await openConsoleWorld({ ownGateway: true }))
    as = await signedIn(world.gateway)
    const { dependencies, query } = world.gateway
    const webhook = { isEnabled: true, url: 'https://localhost:9/nobody-is-there' }
    await dependencies.webhookSettings.change(merchantId, webhook, testerStamp())
    for (const orderId of ['1', '2']) await makeOrder(world.gateway, [payBody()], { orderId })
    await makeOrder(world.gateway, [payBody(), refundBody('40.00')], { orderId: '3' })
    // The simulator declines a card that ends in May.
    await makeOrder(world.gateway, [payBody({ sourceOfFunds: cardExpiring('5', '39') })], { orderId: '4' })
    await caughtUp(world.gateway, merchantId)
    // As if an acquirer had refused to undo it, which the simulator never does.
    await query(
      `update projected_transactions set is_reversal_refused = true where merchant_id = $1 and order_id = '4'`,
      [merchantId],
    )
  })
  after(() => world.stop())

  it('shows volume, approval rate and declines of the period, drawn and as a table, and what needs attention: money at risk, and waiting notifications', async () => {
    const openedAt = Date.now()
    const page = await world.open(home, { as })
    const captured = page.getByRole('region', { name: 'Captured' }).first()
    await captured.waitFor()
    assert.match(await textOf(captured), /300\.00\s+USD/)
    assert.match(
      await textOf(page.getByRole('region', { name: 'Approval rate' })),
      /75%3 of 4 payments; none in the period before/,
    )
    await page.getByRole('img', { name: /Payments approved and declined/ }).waitFor()
    assert.match(await textOf(page.getByRole('region', { name: 'Declines by reason' })), /1 \(100%\)/)
    assert.match(await textOf(page.getByRole('row', { name: /^USD/ })), /300\.00.*300\.00.*40\.00/s)
    assert.match(await textOf(page.getByRole('row', { name: /^SYSTEST_ACQ1/ })), /^SYSTEST_ACQ15.* ms/)
    const unfolded = page.locator('details', { hasText: 'View as table' }).first()
    await unfolded.getByText('View as table').click()
    const counted = unfolded.getByRole('row').filter({ has: page.getByRole('cell', { name: '3', exact: true }) })
    const href = (await counted.getByRole('link').getAttribute('href')) ?? ''
    const [from, to] = ['from', 'to'].map((name) => Date.parse(new URL(href, world.url).searchParams.get(name) ?? ''))
    assert.ok((from ?? 0) <= openedAt && openedAt <= (to ?? 0), href)

    // The last bar, by mouse.
    const bar = page
      .getByRole('img', { name: /Payments approved/ })
      .locator('.recharts-bar-rectangle path')
      .last()
    await bar.click()
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor()
    assert.equal(new URL(page.url()).search, new URL(href, world.url).search)
    await page.getByRole('link', { name: '4', exact: true }).waitFor()
    await page.goBack()
    await captured.waitFor()

    const atRisk = page.getByRole('region', { name: 'Money at risk now' })
    await atRisk.filter({ hasText: '1 transaction' }).waitFor()
    assert.match(await textOf(atRisk), /100\.00\s+USD/)
    await page.getByText('with a reversal refused by the acquirer: resolve it with the acquirer manually').waitFor()
    assert.match(await textOf(page.getByRole('region', { name: 'Pending notifications now' })), /now5Oldest:/)
    await atRisk.getByRole('link', { name: 'Show transactions' }).click()
    await page.getByRole('heading', { level: 1, name: 'Money at risk' }).waitFor()
    const row = page.getByRole('row', { name: /Not reversed/ })
    assert.match(await textOf(row), /Ask the operator\..*100\.00 USD/)
    await row.getByRole('link', { name: '4' }).click()
    await page.getByRole('heading', { level: 1, name: 'Order 4' }).waitFor()
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('leads with the currency of the most money, beside the others and the period before', async () => {
    const { id } = await boardMerchant(world.gateway)
    const paid = (orderId: string, amount: string, currency: string) =>
      makeOrder(world.gateway, [payBody({ order: { amount, currency } })], { merchant: id, orderId })
    await paid('a', '1250.00', 'EUR')
    for (const orderId of ['b', 'c', 'd']) await paid(orderId, '10.00', 'USD')
    await paid('e', '90000', 'JPY')
    await caughtUp(world.gateway, id)
    // As if a tenth of it had been paid ten days ago.
    await world.gateway.query(
      `insert into figures_volumes select merchant_id, generation, hour - interval '10 days', currency, decided, approved,
         authorized_minor / 10, captured_minor / 10, refunded_minor / 10
       from figures_volumes where merchant_id = $1 and currency = 'EUR'`,
      [id],
    )
    const page = await world.open(`/merchants/${id}`, { as: await signedIn(world.gateway, { merchantId: id }) })
    const captured = page.getByRole('region', { name: 'Captured' }).first()
    await captured.getByText('+900%, from 125.00 EUR in the period before').waitFor()
    assert.match(await textOf(captured), /^Captured1,250\.00 EUR/)
    assert.match(await textOf(captured.getByRole('table')), /JPY90,000–USD30\.00–/)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('keeps the period in the address', async () => {
    const page = await world.open(`${home}?period=30d`, { as })
    assert.ok(await page.getByRole('radio', { name: '30 days' }).isChecked())
    await page.getByText('24 hours').click()
    await page.waitForURL('**?period=24h')
    await page.getByText('By hour').first().waitFor()
    await page.getByText('Days', { exact: true }).click()
    // Not long ago: until the last day is entered, every day since the first is drawn.
    await page.getByLabel('From', { exact: true }).fill(daysAgo(3))
    await page.getByLabel('To', { exact: true }).fill(daysAgo(2))
    await page.waitForURL(`**?period=days&from=${daysAgo(3)}T**&to=${daysAgo(1)}T**`)
    await page.getByText('No payments in this period').waitFor()
    await page.close()
  })

  it('shows all merchants to the operator’s users, who can choose one of them', async () => {
    const as = await operatorsUser(world.gateway)
    const page = await world.open('/', { as })
    await page.getByRole('heading', { level: 1, name: 'All merchants' }).waitFor()
    await page.getByRole('region', { name: 'Captured' }).first().filter({ hasText: '1,250.00' }).waitFor()
    await page.getByRole('combobox', { name: 'Merchant' }).click()
    await page.getByRole('option', { name: /TESTMERCHANT/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/console${home}`)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('says so when there was nothing in the period', async () => {
    const as = await signedIn(world.gateway, { merchantId: 'TESTSUPPLIED' })
    const page = await world.open('/', { as })
    await page.getByText('No payments in this period').waitFor()
    await page.close()
  })

  it('fits a phone, where the navigation opens from a button', async () => {
    const page = await world.open('/shortcuts', { as })
    await page.setViewportSize(narrow.viewport)
    await goTo(page, home)
    await page.getByRole('img', { name: /Payments approved/ }).waitFor()
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    await page.close()
  })
})
