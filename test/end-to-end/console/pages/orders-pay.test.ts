// Manual payments at the console: the card goes into hosted fields, and the console never has it.
import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import { openPage } from '../../../support/browser/browser.ts'
import { type ConsoleWorld, fillSignIn, openConsoleWorld, wide } from '../../../support/browser/console-browser.ts'
import { fillCard, typeCard } from '../../../support/browser/console-orders.ts'
import { consolePassword, userWithPassword } from '../../../support/browser/console-users.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'

/** What browsers report by themselves about a 401 response. */
const nobodyThere = /status of 401/

describe('taking a payment at the console', () => {
  let world: ConsoleWorld
  let merchantId: string
  let user: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    // Its fields are for its own shop alone, and for the console.
    merchantId = (await boardMerchant(world.gateway, { profile: { pageOrigins: ['https://shop.example'] } })).id
    user = await signedIn(world.gateway, { merchantId, permissions: ['PAY', 'VIEW'] })
  })
  after(() => world.stop())

  async function openForm() {
    const page = await world.open(ofMerchant('/pay', merchantId), { as: user })
    await page.locator('button[type=submit]:enabled').waitFor()
    return page
  }
  const shown = async (orderId: string) =>
    (await ask(world.gateway, { path: ofMerchant(`/orders/${orderId}`, merchantId), as: user })).body

  for (const [choice, button, type, status] of [
    ['Pay', 'Pay 12.50 USD', 'Payment of 12.50 USD', 'CAPTURED'],
    ['Authorize', 'Authorize 12.50 USD', 'Authorization of 12.50 USD', 'AUTHORIZED'],
    ['Verify card', 'Verify card', 'Verification', 'VERIFIED'],
  ] as const) {
    it(`can ${choice.toLowerCase()}, once however often the button is pressed`, async () => {
      const page = await openForm()
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/console/api/')) sent.push(request.url(), request.postData() ?? '')
      })
      await page.getByText(choice, { exact: true }).first().click()
      if (choice !== 'Verify card') await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
      await page.getByRole('textbox', { name: 'Description' }).fill('Two cups')
      await page.getByRole('textbox', { name: 'Last name' }).fill('Lovelace')
      await page.getByRole('combobox', { name: 'Country' }).fill('United K')
      await page.getByRole('option', { name: 'United Kingdom' }).click()
      const orderId = await page.getByRole('textbox', { name: 'Order ID' }).inputValue()
      // By keys once; how the fields take them is tested with the fields.
      await (choice === 'Pay' ? typeCard : fillCard)(page)
      await page.getByRole('button', { name: button }).dblclick()
      await page.getByText(`${type} succeeded`).waitFor()
      const order = await shown(orderId)
      assert.deepEqual([order.status, order.transactions.length], [status, 1])
      assert.equal(order.transactions[0].userId, user.actor)
      assert.equal(order.transactions[0].request.customer.lastName, 'Lovelace')
      assert.equal(order.transactions[0].request.billing.address.country, 'GBR')
      assert.equal(sent.filter((text) => text.endsWith('/payments')).length, 1)
      assert.doesNotMatch(sent.join(), /5123450000000008|securityCode/, 'the console has not seen the card')
      await page.getByRole('link', { name: 'View order' }).click()
      await page.getByRole('heading', { name: `Order ${orderId}` }).waitFor()
      await page.getByText('Two cups', { exact: true }).waitFor()
      assert.equal(await page.locator('iframe').count(), 0, 'the fields have gone with their page')
      assert.deepEqual(page.problems, [])
      await page.close()
    })
  }

  it('reports errors in order and card before anything is sent, then shows a decline, and accepts another card for the same order', async () => {
    const page = await openForm()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    for (const words of ['card number', 'expiry month', 'expiry year'])
      await page.getByText(`Enter the ${words}.`).waitFor()
    await fillCard(page, { number: '5123450000000001' })
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByText('Enter an amount.').waitFor()
    await page.getByText('This card number is not valid.').waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('5')
    const orderId = await page.getByRole('textbox', { name: 'Order ID' }).inputValue()
    await fillCard(page, { month: '05' })
    await page.getByRole('button', { name: 'Pay 5.00 USD' }).click()
    await page.getByText('Payment of 5.00 USD failed').waitFor()
    await page.getByRole('button', { name: 'Try another card' }).click()
    await page.locator('button[type=submit]:enabled').waitFor()
    await fillCard(page)
    await page.getByRole('button', { name: 'Pay 5.00 USD' }).click()
    await page.getByText('Payment of 5.00 USD succeeded').waitFor()
    const { status, transactions } = await shown(orderId)
    assert.deepEqual([status, transactions.length], ['CAPTURED', 2])
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is executed once although the first answer was lost', async () => {
    const page = await openForm()
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/payments', lose, { times: 1 })
    await page.getByRole('textbox', { name: 'Amount' }).fill('7')
    const orderId = await page.getByRole('textbox', { name: 'Order ID' }).inputValue()
    await fillCard(page)
    await page.getByRole('button', { name: 'Pay 7.00 USD' }).click()
    await page.getByText('The gateway cannot be reached.').waitFor()
    await page.getByRole('button', { name: 'Pay 7.00 USD' }).click()
    await page.getByText('Payment of 7.00 USD succeeded').waitFor()
    assert.equal((await shown(orderId)).transactions.length, 1)
    await page.close()
  })

  it('is not offered to users without the permission', async () => {
    const viewer = await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] })
    const page = await world.open(ofMerchant('/pay', merchantId), { as: viewer })
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Take a payment' }).count(), 0)
    await page.close()
  })

  it('works at the listener with TLS after signing in there, and is the start page of users who may do nothing else', async () => {
    await userWithPassword(world.gateway, { merchantId, login: 'teller', permissions: ['PAY'] })
    const page = await openPage(world.browser, wide)
    await page.goto(`${world.gateway.listeners.httpsUrl}/console`)
    await fillSignIn(page, { merchantId, login: 'teller', password: consolePassword })
    await page.getByRole('heading', { level: 1, name: 'Take a payment' }).waitFor()
    await page.locator('button[type=submit]:enabled').waitFor()
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
    await page.getByRole('textbox', { name: 'Currency' }).fill('usd')
    const orderId = await page.getByRole('textbox', { name: 'Order ID' }).inputValue()
    await fillCard(page)
    await page.getByRole('button', { name: 'Pay 12.50 USD' }).click()
    await page.getByText('Payment of 12.50 USD succeeded').waitFor()
    const { status, transactions } = await shown(orderId)
    assert.deepEqual([status, transactions[0].userId], ['CAPTURED', 'teller'])
    assert.equal(await page.getByRole('link', { name: 'View order' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Orders' }).count(), 0)
    assert.deepEqual(
      page.problems.filter((problem) => !nobodyThere.test(problem)),
      [],
    )
    await page.evaluate(`history.pushState(null, '', '/console${ofMerchant(`/orders/${orderId}`, merchantId)}')`)
    await page.getByRole('heading', { name: 'Access denied' }).waitFor()
    await page.close()
  })

  it('leaves no card number in the log', () => {
    assert.ok(!world.gateway.logLines.some((line) => line.includes('5123450000000008')))
  })
})
