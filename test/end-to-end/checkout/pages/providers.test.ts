// Paying on a provider's site, from our page and back to it, in a real browser. Whatever else the payer does there, at every
// provider, is in ../at-provider.test.ts.
import assert from 'node:assert/strict'
import {
  awaySite,
  button,
  cards,
  decideAtProvider,
  goToProvider,
  goToProviderByHand,
  type ProviderLetter,
  type ProviderSiteDecision,
  typeCard,
} from '../../../support/browser/away-site.ts'
import { declinedAlert } from '../../../support/browser/checkout-site.ts'
import { press, valueIn } from '../../../support/browser/in-page.ts'
import { describe, it } from '../../../support/browser/test.ts'

describe('a payer who chooses a provider', () => {
  const site = awaySite()
  for (const letter of ['A', 'B', 'C'] as const) {
    it(`pays at Provider ${letter} and is back in the shop with the success indicator`, async () => {
      const checkout = await site.checkout()
      const page = await site.open(checkout)
      await goToProviderByHand(page, letter)
      await decideAtProvider(page, letter, 'APPROVE')
      assert.equal(await site.backInShop(page), checkout.successIndicator)
      assert.deepEqual(await site.outcomeOf(checkout), ['CAPTURED', 'PAYMENT APPROVED'])
      assert.deepEqual(await page.context().cookies(), [])
      assert.deepEqual(page.problems, [])
      await page.close()
    })
  }

  it('sees the outcome when the payment failed at a provider, and pays by card on the same page', async () => {
    const checkout = await site.checkout()
    const page = await site.open(checkout)
    for (const [letter, decision, words] of [
      ['A', 'DECLINE', '\u2068Provider A\u2069 declined the payment.'],
      ['C', 'CANCEL', 'You cancelled the payment at \u2068Provider C\u2069.'],
    ] as const satisfies readonly (readonly [ProviderLetter, ProviderSiteDecision, string])[]) {
      await goToProvider(page, letter)
      await decideAtProvider(page, letter, decision)
      await page.waitForURL(site.url + site.pathOf(checkout))
      const alert = await valueIn<string>(page, `document.querySelector('${declinedAlert}').textContent`)
      assert.match(alert, new RegExp(words))
    }
    await typeCard(page, cards.enrolled)
    await press(page, button)
    assert.equal(await site.backInShop(page), checkout.successIndicator)
    assert.deepEqual(await site.outcomeOf(checkout), [
      'CAPTURED',
      'PAYMENT DECLINED',
      'PAYMENT CANCELLED',
      'PAYMENT APPROVED',
    ])
    assert.deepEqual(page.problems, [])
    await page.close()
  })
})
