// A clerk's day at the console, by mouse and keyboard: five tasks, each with the clicks and seconds that it took. More clicks than
// these mean that a page has become more awkward.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { recordProviderEvent } from '../../../../src/payments/operations/manual/record-provider-event.ts'
import type { Page, WatchedPage } from '../../../support/browser/browser.ts'
import { type ConsoleWorld, openConsoleWorld, untilIdle } from '../../../support/browser/console-browser.ts'
import { makeOrder } from '../../../support/browser/console-orders.ts'
import { after, before, describe, it } from '../../../support/browser/test.ts'
import { payBody, refundBody } from '../../../support/clients/client.ts'
import { ask, type ConsoleUser, ofMerchant, signedIn } from '../../../support/clients/console.ts'
import { boardMerchant } from '../../../support/fixtures/merchants.ts'
import { caughtUp } from '../../../support/fixtures/search-world.ts'

const payers = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Edsger Dijkstra', 'Barbara Liskov'] as const

/** What a user does, as the browser notices it: presses of the mouse, and of keys. */
const countInput = `{
  window.inputs = { clicks: 0, keys: 0 }
  addEventListener('pointerdown', (event) => { if (event.isTrusted) inputs.clicks += 1 }, true)
  addEventListener('keydown', (event) => { if (event.isTrusted) inputs.keys += 1 }, true)
}`

interface Effort {
  readonly clicks: number
  readonly keys: number
  readonly seconds: number
}

describe("a clerk's day", () => {
  let world: ConsoleWorld
  let merchantId: string
  let clerk: ConsoleUser
  let page: WatchedPage
  const efforts: (Effort & { readonly task: string })[] = []

  before(async () => {
    world = await openConsoleWorld()
    const { gateway } = world
    merchantId = (await boardMerchant(gateway)).id
    clerk = await signedIn(gateway, { merchantId, permissions: ['VIEW', 'CAPTURE', 'REFUND', 'VOID', 'APPROVE'] })
    const make = (orderId: string, ...bodies: readonly object[]) =>
      makeOrder(gateway, bodies, { merchant: merchantId, orderId })
    for (const [place, name] of [...payers, ...payers, ...payers].entries()) {
      const [firstName, lastName] = name.split(' ')
      const order = { amount: `${20 + place}.40`, currency: 'EUR' }
      await make(`tea-${place}`, payBody({ customer: { firstName, lastName }, order }))
    }
    await make('asked', payBody(), refundBody('40.00', { priorApproval: 'REQUESTED' }))
    await make('claimed', payBody())
    await recordProviderEvent(
      {
        ...{ key: { merchantId, orderId: 'claimed' }, type: 'CHARGEBACK', amount: '40', currency: 'USD' },
        ...{ reference: 'CASE-1', userId: 'operator/root', dispute: { state: 'PENDING', respondBy: '2999-11-30' } },
      },
      gateway.dependencies,
    )
    await caughtUp(gateway, merchantId)
    page = await world.open(ofMerchant('', merchantId), { as: clerk })
    await untilIdle(page)
    await page.evaluate(countInput)
  })
  after(async () => {
    await page.close()
    await world.stop()
  })

  const orderOf = async (orderId: string) =>
    (await ask(world.gateway, { path: ofMerchant(`/orders/${orderId}`, merchantId), as: clerk })).body
  const press = (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true }).click()
  const goTo = (name: string | RegExp) => page.getByRole('navigation').getByRole('link', { name }).click()

  /** Plays a task, and holds it against the clicks that it may take. */
  async function play(task: string, clicksMax: number, act: () => Promise<void>): Promise<void> {
    const reset = 'inputs.clicks = inputs.keys = 0'
    await page.evaluate(reset)
    const startMs = performance.now()
    await act()
    const seconds = (performance.now() - startMs) / 1_000
    const inputs = await page.evaluate<Omit<Effort, 'seconds'>>('({ ...inputs })')
    efforts.push({ task, ...inputs, seconds })
    assert.ok(inputs.clicks > 0, 'the clicks are counted')
    assert.ok(inputs.clicks <= clicksMax, `${task} took ${inputs.clicks} clicks, at most ${clicksMax} are accepted`)
    assert.deepEqual(page.problems, [])
  }

  it('finds the payment of a caller by name and amount', async () => {
    await play('find a payment', 2, async () => {
      await press(/^Search/)
      await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('hopper 26.40')
      await page.getByRole('option', { name: /tea-6/ }).click()
      await page.getByRole('heading', { level: 1, name: 'Order tea-6' }).waitFor()
      await page.getByRole('region', { name: 'Payer' }).getByText('Grace Hopper').waitFor()
    })
  })

  it('refunds half of it: what is typed replaces the amount that is there', async () => {
    await play('refund half', 3, async () => {
      await press('Refund')
      await page.getByRole('textbox', { name: 'Amount in EUR' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('13.20')
      await press('Refund 13.20 EUR')
      await page.getByText('Refund of 13.20 EUR succeeded').waitFor()
      await press('Done')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
    assert.equal((await orderOf('tea-6')).refunded, '13.2')
  })

  it('contests a dispute from the list of disputes', async () => {
    await play('answer a dispute', 3, async () => {
      await goTo(/^Disputes/)
      await press('Mark as contested')
      await page.getByRole('textbox', { name: 'Explanation' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.type('Signed for')
      await press('Mark as contested', page.getByRole('dialog'))
      await page.getByText(/^Marked as contested\. Send your evidence to the acquirer yourself/).waitFor()
    })
    assert.equal((await orderOf('claimed')).disputes[0].isContested, true)
  })

  it('approves the refund that a colleague has requested: the list that has something opens first', async () => {
    await play('approve a refund', 4, async () => {
      await goTo(/^Reviews/)
      await press('Approve')
      await press('Approve', page.getByRole('dialog'))
      await page.getByText('Refund of 40.00 USD succeeded').waitFor()
      await press('Done')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    })
    assert.equal((await orderOf('asked')).refunded, '40')
  })

  it('exports the orders of the month', async () => {
    await play('export the month', 4, async () => {
      await goTo('Orders')
      await page.getByRole('combobox', { name: 'Period' }).click()
      await page.getByRole('option', { name: 'This month' }).click()
      await page.waitForURL(/from=/)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'CSV' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
      assert.equal(lines.length, 1 + payers.length * 3 + 2)
    })
  })

  it('takes few clicks in all', () => {
    const clicks = efforts.reduce((sum, effort) => sum + effort.clicks, 0)
    const seconds = efforts.reduce((sum, effort) => sum + effort.seconds, 0)
    const tasks = efforts.map(
      (effort) => `${effort.task} ${effort.clicks} clicks, ${effort.keys} keys, ${effort.seconds.toFixed(1)} s`,
    )
    console.log(`a clerk's day: ${tasks.join('; ')}; in all ${clicks} clicks, ${seconds.toFixed(1)} s`)
    assert.equal(efforts.length, 5)
    assert.ok(clicks <= 16, `${clicks} clicks`)
  })
})
