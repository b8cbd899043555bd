// Checks before money moves at the console: decisions on payments that a risk rule held back, approval of refunds by
// two users, and an expired second factor.
import assert from 'node:assert/strict'
import { noRiskRules } from '../../../../src/risk/rules/risk.ts'
import type { Page, WatchedPage } from '../../../support/browser/browser.ts'
import { type ConsoleWorld, openConsoleWorld } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { giveStaleDevice } from '../../../support/browser/console-users.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { keepWindows } from '../../../support/browser/windows/console-windows.ts'
import { authorizeBody, payBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

const rule = { from: '450875', to: '450875', action: 'REVIEW' as const }
const heldCard = {
  type: 'CARD',
  provided: { card: { number: '4508750015741019', expiry: { month: '1', year: '39' }, securityCode: '100' } },
}

/** What browsers say by themselves about the response that asks for the factor. */
const askedAgain = /status of 403/

describe('before money moves at the console', () => {
  let world: ConsoleWorld
  /** Requires two users for refunds. */
  let careful: string
  let merchantId: string
  let asking: ConsoleUser
  let approving: ConsoleUser
  let looking: ConsoleUser

  before(async () => {
    world = keepWindows(await openConsoleWorld())
    const profile = { refundsNeedApproval: true, risk: { ...noRiskRules, binRanges: [rule] } }
    careful = (await boardMerchant(world.gateway, { profile })).id
    merchantId = (await boardMerchant(world.gateway)).id
    asking = await signedIn(world.gateway, { merchantId: careful })
    approving = await signedIn(world.gateway, { merchantId: careful, permissions: ['VIEW', 'APPROVE'] })
    looking = await signedIn(world.gateway, { merchantId, permissions: ['VIEW'] })
  })
  after(() => world.stop())

  const make = (body: object, orderId: string, merchant: string) =>
    makeOrder(world.gateway, [body], { merchant, orderId })
  const open = (rest: string, as: ConsoleUser) => world.open(ofMerchant(rest, as.merchantId), { as })
  const shown = async (orderId: string, as: ConsoleUser) =>
    (await ask(world.gateway, { path: ofMerchant(`/orders/${orderId}`, as.merchantId), as })).body

  async function askForRefund(orderId: string): Promise<void> {
    await make(payBody(), orderId, careful)
    const path = ofMerchant(`/orders/${orderId}/refunds`, careful)
    const body = { transactionId: 'please', amount: '40', currency: 'USD' }
    assert.equal((await ask(world.gateway, { method: 'POST', path, body, as: asking })).status, 201)
  }

  describe('a user decides', () => {
    it('about a payment that a risk rule held back: opens it first, then accepts it, or rejects and reverses it', async () => {
      await make(authorizeBody({ sourceOfFunds: heldCard }), 'held-1', careful)
      await make(authorizeBody({ sourceOfFunds: heldCard }), 'held-2', careful)
      await caughtUp(world.gateway, careful)
      const page = await open('/reviews', approving)
      await page.getByRole('link', { name: /^Reviews.*2 waiting/ }).waitFor()
      const row = page.getByRole('row', { name: 'held-1' })
      await row.getByText('Card range (450875)').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0, 'no decision without the order')
      await row.getByRole('link', { name: 'Open order' }).click()
      await page.getByText('In review', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Accept' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('Known for years')
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
      await page.getByText('The payment was accepted.').waitFor()
      assert.equal((await shown('held-1', asking)).transactions[0].decision, 'ACCEPTED')

      await page.getByRole('link', { name: /^Reviews/ }).click()
      await page.getByRole('link', { name: 'held-2' }).click()
      await page.getByText(/A payment of 100\.00 USD \(transaction \S+\) is held for review/).waitFor()
      await page.getByText('Card range (450875): review').waitFor()
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
      await page.getByText('The payment was rejected, and voided or refunded.').waitFor()
      await page
        .getByRole('listitem')
        .filter({ hasText: /^Void authorization.*Voided/ })
        .waitFor()
      await page.getByText('Cancelled', { exact: true }).waitFor()
      const { status, authorized, transactions } = await shown('held-2', asking)
      assert.deepEqual([status, authorized, transactions[0].decision], ['CANCELLED', '0', 'REJECTED'])
      assert.deepEqual(page.problems, [])
      await page.close()
    })

    it('about a refund that another user has requested', async () => {
      await make(payBody(), 'four-eyes', careful)
      const page = await open('/orders/four-eyes', asking)
      await page.getByRole('button', { name: 'Refund' }).click()
      await page.getByRole('textbox', { name: 'Amount in USD' }).fill('40')
      await page.getByRole('button', { name: 'Request refund of 40.00 USD' }).click()
      await page.getByText('No money has moved yet. Another user must approve the refund.').waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText(`requested by ${asking.actor}`).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Approve', exact: true }).count(), 0, 'not by the requester')
      await page.close()

      await caughtUp(world.gateway, careful)
      const other = await open('/reviews?kind=REFUND_REQUEST', approving)
      await other.getByRole('row', { name: 'four-eyes' }).getByRole('button', { name: 'Approve' }).click()
      await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await other.getByText('Refund of 40.00 USD succeeded').waitFor()
      assert.equal((await shown('four-eyes', asking)).refunded, '40')
      assert.deepEqual(other.problems, [])
      await other.close()
    })

    it('against a refund: declines that of another user, or withdraws their own', async () => {
      await askForRefund('turned-down')
      const page = await open('/orders/turned-down', approving)
      await page.getByRole('button', { name: 'Decline' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
      await page.getByText('The refund was declined.').waitFor()
      await page.close()
      await askForRefund('taken-back')
      const own = await open('/orders/taken-back', asking)
      await own.getByRole('button', { name: 'Withdraw' }).click()
      await own.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await own.getByText('The request was withdrawn.').waitFor()
      await own.close()
      for (const orderId of ['turned-down', 'taken-back'])
        assert.equal((await shown(orderId, asking)).status, 'CAPTURED', orderId)
    })
  })

  describe('a second factor that was given a while ago', () => {
    const staleUser = async (merchant: string) =>
      giveStaleDevice(world.gateway, await signedIn(world.gateway, { merchantId: merchant }))
    const strange = ({ problems }: WatchedPage) => problems.filter((problem) => !askedAgain.test(problem))

    async function openRefund(orderId: string, as: ConsoleUser) {
      await make(payBody(), orderId, merchantId)
      const page = await open(`/orders/${orderId}`, as)
      const responses = watch(page, '/refunds')
      await page.getByRole('button', { name: 'Refund' }).click()
      await page.getByRole('textbox', { name: 'Amount in USD' }).fill('40')
      await page.getByRole('button', { name: 'Refund 40.00 USD' }).click()
      await page.getByRole('dialog', { name: 'Verify your identity' }).waitFor()
      return { page, responses }
    }

    it('is requested before a refund, which is then executed once', async () => {
      const { user, device } = await staleUser(merchantId)
      const { page, responses } = await openRefund('to-refund', user)
      await show(page, device.code())
      await page.getByText('Refund of 40.00 USD succeeded').waitFor()
      assert.deepEqual(responses, [403, 201])
      const { refunded, transactions } = await shown('to-refund', looking)
      assert.deepEqual([refunded, transactions.length], ['40', 2])
      assert.deepEqual(strange(page), [])

      // It is fresh now, so the next one is not asked about.
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await page.getByRole('textbox', { name: 'Amount in USD' }).fill('5')
      await page.getByRole('button', { name: 'Refund 5.00 USD' }).click()
      await page.getByText('Refund of 5.00 USD succeeded').waitFor()
      assert.deepEqual(responses, [403, 201, 201])
      await page.close()
    })

    it('may be refused: then no money moves, and the page says so; it is requested again, and may be given at a second try', async () => {
      const { user, device } = await staleUser(merchantId)
      const { page, responses } = await openRefund('to-leave', user)
      await page.getByRole('dialog', { name: 'Verify your identity' }).getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('No changes were made: identity verification was cancelled.').waitFor()
      assert.deepEqual(responses, [403])
      assert.equal((await shown('to-leave', looking)).transactions.length, 1)
      // The refund still waits in its dialog.
      await page.getByRole('button', { name: 'Refund 40.00 USD' }).click()
      await page.getByRole('dialog', { name: 'Verify your identity' }).waitFor()
      await show(page, device.wrongCode())
      await page.locator('[role=dialog] [aria-invalid=true]').waitFor()
      assert.deepEqual(responses, [403, 403], 'nothing was sent again')
      await show(page, device.code())
      await page.getByText('Refund of 40.00 USD succeeded').waitFor()
      assert.deepEqual(responses, [403, 403, 201])
      await page.close()
    })

    it('is requested before a refund is approved, which is then executed once', async () => {
      await askForRefund('to-approve')
      const { user, device } = await staleUser(careful)
      const page = await open('/orders/to-approve', user)
      const responses = watch(page, '/approval')
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('dialog', { name: 'Verify your identity' }).waitFor()
      await show(page, device.code())
      await page.getByText('Refund of 40.00 USD succeeded').waitFor()
      assert.deepEqual(responses, [403, 201])
      assert.equal((await shown('to-approve', asking)).refunded, '40')
      assert.deepEqual(strange(page), [])
      await page.close()
    })
  })
})

async function show(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from your').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** The statuses that a service has answered, as they come. */
function watch(page: Page, end: string): readonly number[] {
  const statuses: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && new URL(response.url()).pathname.endsWith(end))
      statuses.push(response.status())
  })
  return statuses
}
