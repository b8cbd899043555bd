// Disputes in a real browser: what a clerk sees of them, how they are answered, and what an order that is disputed offers.
import assert from 'node:assert/strict'
import { recordProviderEvent } from '../../../../src/payments/operations/manual/record-provider-event.ts'
import { type ConsoleWorld, openConsoleWorld, textOf } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { payBody, refundBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, operatorsUser, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

describe('a disputed order at the console', () => {
  let world: ConsoleWorld
  let merchantId: string
  let clerk: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    merchantId = (await boardMerchant(world.gateway)).id
    clerk = await signedIn(world.gateway, { merchantId })
  })
  after(() => world.stop())

  async function dispute(orderId: string, respondBy = '2999-11-30'): Promise<void> {
    await makeOrder(world.gateway, [payBody(), refundBody('5.00')], { merchant: merchantId, orderId })
    const claim = { type: 'CHARGEBACK', amount: '40', currency: 'USD', reference: `CASE-${orderId}` } as const
    const details = { userId: 'bank', dispute: { state: 'PENDING', respondBy } } as const
    await recordProviderEvent({ key: { merchantId, orderId }, ...claim, ...details }, world.gateway.dependencies)
    await caughtUp(world.gateway, merchantId)
  }
  const open = (rest: string, as = clerk) => world.open(ofMerchant(rest, merchantId), { as })
  const shown = async (orderId: string) =>
    (await ask(world.gateway, { path: ofMerchant(`/orders/${orderId}`, merchantId), as: clerk })).body

  it('says how the case stands, with number, amount and deadline, and never "approved"', async () => {
    await dispute('told')
    const page = await open('/orders/told')
    const banner = page.getByRole('region', { name: 'Dispute CASE-told' })
    assert.match(await textOf(banner), /Chargeback pending40\.00 USDCase CASE-toldRespond by Nov 30, 2999/)
    const lines = await page.locator('.timeline-head').allInnerTexts()
    assert.match(lines.join('\n'), /^Chargeback pending\s+−40\.00[\s\S]*Refund\s+−5\.00 USD\s+Refunded/)
    assert.match(await textOf(page.locator('.totals')), /Refunded−5\.00 USDDisputed−40\.00 USD/)
    assert.deepEqual(page.problems, [])
    await page.close()
    const list = await open('/transactions?type=CHARGEBACK')
    assert.match(await textOf(list.getByRole('row', { name: /told/ })), /ChargebackChargeback pending−40\.00 USD/)
    await list.close()
  })

  it('warns before a refund, and offers it last', async () => {
    await dispute('warned')
    const page = await open('/orders/warned')
    const refund = page.getByRole('button', { name: 'Refund', exact: true })
    await refund.waitFor()
    assert.equal(await refund.getAttribute('data-variant'), 'default')
    await refund.click()
    await page.getByRole('alert').filter({ hasText: 'has claimed 40.00 USD of this order' }).waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is marked as contested from the list by keyboard alone, and stays overdue until the evidence was sent', async () => {
    await dispute('contested', '2026-01-31')
    const page = await open('/disputes')
    const row = page.getByRole('row', { name: /CASE-contested/ })
    await row.getByText('Overdue').waitFor()
    assert.match(await textOf(page.getByRole('navigation').getByRole('link', { name: /^Disputes/ })), /\d+ waiting/)
    await row.getByRole('button', { name: 'Mark as contested' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Delivered and signed for')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page
      .getByText(/^Marked as contested\. Send your evidence to the acquirer yourself; nothing was sent/)
      .waitFor()
    await row.getByText('Chargeback pending, evidence not sent').waitFor()
    assert.equal(await row.getByText('Overdue').count(), 1)
    await row.getByRole('button', { name: 'Evidence was sent' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/The last day was .* The bank may have decided already/).waitFor()
    await dialog.getByRole('textbox').fill('By e-mail to the acquirer')
    await dialog.getByRole('button', { name: 'Evidence was sent' }).click()
    await row.getByText('Chargeback pending, evidence sent late').waitFor()
    assert.equal(await row.getByText('Overdue').count(), 0)
    assert.deepEqual(page.problems, [])
    await page.close()
  })

  it('is accepted as a loss by its clerk, and recorded as won by the operator', async () => {
    await dispute('accepted')
    const page = await open('/orders/accepted')
    await page.getByRole('button', { name: 'Accept loss' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept loss' }).click()
    await page.getByText('The loss was recorded.').waitFor()
    await page.getByText('Charged back', { exact: true }).first().waitFor()
    assert.equal((await shown('accepted')).disputes[0].state, 'LOST')
    await page.close()
    const bank = await open('/orders/accepted', await operatorsUser(world.gateway))
    await bank.getByRole('button', { name: 'Record change' }).click()
    await bank.getByRole('combobox', { name: 'State' }).click()
    await bank.getByRole('option', { name: 'Dispute won' }).click()
    await bank.getByRole('dialog').getByRole('button', { name: 'Record' }).click()
    await bank.getByText('The dispute was recorded.').waitFor()
    const order = await shown('accepted')
    assert.deepEqual([order.disputes[0].state, order.chargedBack, order.status], ['WON', '0', 'PARTIALLY_REFUNDED'])
    assert.deepEqual(bank.problems, [])
    await bank.close()
  })
})
