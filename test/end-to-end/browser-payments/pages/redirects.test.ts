// A merchant's own program sends its payer to a provider, in a real browser: every provider and both places of confirmation.
// Every decision at every provider is in provider-payments.test.ts, without a browser.
import assert from 'node:assert/strict'
import {
  awaySite,
  decideAtProvider,
  type ProviderLetter,
  type ProviderSiteDecision,
} from '../../../support/browser/away-site.ts'
import { openPage } from '../../../support/browser/browser.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { atMerchant, initiateBody } from '../../../support/clients/browser-payment.ts'
import { newOrderId } from '../../../support/clients/client.ts'
import { openShop, outcome } from '../../../support/clients/shop.ts'

interface Way {
  readonly letter: ProviderLetter
  readonly decision: ProviderSiteDecision
  readonly differences?: { browserPayment?: object }
  /** Result, code and status of the order once the payer is back. */
  readonly end: readonly string[]
}

const ways: readonly Way[] = [
  { letter: 'A', decision: 'APPROVE', end: ['SUCCESS', 'APPROVED', 'CAPTURED'] },
  { letter: 'A', decision: 'APPROVE', differences: atMerchant, end: ['PENDING', 'SUBMITTED', 'INITIATED'] },
  { letter: 'B', decision: 'CANCEL', end: ['FAILURE', 'CANCELLED', 'FAILED'] },
  { letter: 'C', decision: 'LEAVE', end: ['PENDING', 'PENDING', 'INITIATED'] },
]

describe('a payer in a browser whom the shop sends to provider', () => {
  const site = awaySite()
  for (const { letter, decision, differences = {}, end } of ways) {
    const where = differences === atMerchant ? 'and the merchant confirms' : 'and the payer confirms there'
    it(`${letter} is back in the shop after ${decision}, ${where}`, async () => {
      const shop = openShop(site.gateway)
      const place = { orderId: newOrderId() }
      const returnUrl = `${site.shop.returnUrl}?order=${place.orderId}`
      const body = initiateBody(`PROVIDER_${letter}`, { browserPayment: { returnUrl, ...differences.browserPayment } })
      const { browserPayment } = (await shop.put(body, place)).body
      const page = await openPage(site.browser)
      await page.goto(browserPayment.redirectUrl)
      await decideAtProvider(page, letter, decision)
      await page.waitForURL(returnUrl)
      const response = await shop.transaction(place.orderId, '1')
      assert.deepEqual(outcome(response).slice(1), end, response.text)
      if (differences === atMerchant) {
        const confirmed = await shop.put({ apiOperation: 'CONFIRM_BROWSER_PAYMENT' }, place)
        assert.deepEqual(outcome(confirmed).slice(1), ['SUCCESS', 'APPROVED', 'CAPTURED'], confirmed.text)
      }
      assert.deepEqual(page.problems, [])
      await page.close()
    })
  }
})
