// Paying on a provider's site, from our page and back to it, in a real browser: every provider, and whatever the payer does there.
import assert from 'node:assert/strict'
import {
  awaySite,
  button,
  cards,
  type Decision,
  decideAtProvider,
  goToProvider,
  typeCard,
} from '../../../support/browser/away-site.ts'
import { declinedAlert } from '../../../support/browser/checkout-site.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { eventually } from '../../../support/checks/poll.ts'

describe('a payer who chooses a provider', () => {
  const site = awaySite()
  const letters = ['A', 'B', 'C'] as const

  for (const letter of letters) {
    const name = `Provider ${letter}`

    it(`pays at ${name} and is back in the shop with the success indicator`, async () => {
      const checkout = await site.checkout()
      const page = await site.open(checkout)
      await goToProvider(page, letter)
      await decideAtProvider(page, letter, 'APPROVE')
      assert.equal(await site.backInShop(page), checkout.successIndicator)
      assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'PAYMENT APPROVED'])
      assert.deepEqual(await page.context().cookies(), [])
      assert.deepEqual(page.problems, [])
      await page.close()
    })

    const failures = [
      ['DECLINE', `\u2068${name}\u2069 declined it.`],
      ['CANCEL', `You cancelled the payment at \u2068${name}\u2069.`],
      ['ABORT', `The payment at \u2068${name}\u2069 was not finished.`],
    ] as const satisfies readonly (readonly [Decision, string])[]
    it(`is told what happened at ${name} when it was not paid there, and pays by card on the same page`, async () => {
      const checkout = await site.checkout()
      const page = await site.open(checkout)
      for (const [decision, words] of failures) {
        await goToProvider(page, letter)
        await decideAtProvider(page, letter, decision)
        await page.waitForURL(site.url + site.pathOf(checkout))
        assert.match((await page.locator(declinedAlert).textContent()) ?? '', new RegExp(words))
      }
      await typeCard(page, cards.enrolled)
      await page.locator(button).click()
      assert.equal(await site.backInShop(page), checkout.successIndicator)
      assert.deepEqual(await site.outcomeOf(checkout), [
        'CAPTURED',
        'PAYMENT DECLINED',
        'PAYMENT CANCELLED',
        'PAYMENT ABORTED',
        'PAYMENT APPROVED',
      ])
      assert.deepEqual(page.problems, [])
      await page.close()
    })

    it(`leaves a payment pending at ${name}: nobody may pay again, and success counts when it comes`, async () => {
      const checkout = await site.checkout()
      const page = await site.open(checkout)
      await goToProvider(page, letter)
      await page.waitForURL((address) => address.pathname.startsWith('/sandbox/providers/'))
      const providerPage = page.url()
      await decideAtProvider(page, letter, 'LEAVE')
      await page.getByRole('heading', { name: `${name}\u2069 is still working on your payment` }).waitFor()
      assert.equal(await page.locator('[name=cardNumber], form').count(), 0)
      // The payer still has the provider's page in another tab.
      const other = await page.context().newPage()
      await other.goto(providerPage)
      await other.locator('[name=decision][value=APPROVE]').click()
      // The browser has kept the way back for one return only: it learns what became of it, if the provider has told us.
      await other.getByRole('heading', { name: /Payment complete|being processed/ }).waitFor()
      await eventually(async () => {
        await page.goto(site.url + site.pathOf(checkout))
        return page.url().startsWith(site.shop.origin) ? true : undefined
      })
      assert.equal(await site.backInShop(page), checkout.successIndicator)
      await page.close()
    })
  }
})
