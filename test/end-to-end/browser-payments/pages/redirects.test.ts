// A merchant's own program sends its payer to a provider, in a real browser: every provider, every decision, and both places of
// confirmation. The payer is back in the shop whatever becomes of it, and the shop asks what that was.
import assert from 'node:assert/strict'
import { awaySite, type Decision, decideAtProvider, type Letter } from '../../../support/browser/away-site.ts'
import { openPage } from '../../../support/browser/browser.ts'
import { describe, it } from '../../../support/browser/test.ts'
import { atMerchant, initiateBody, interactionOf } from '../../../support/clients/browser-payment.ts'
import { newOrderId } from '../../../support/clients/client.ts'
import { openShop, outcome } from '../../../support/clients/shop.ts'

const atProvider = {}
const ways: readonly (readonly [letter: Letter, where: string, differences: { browserPayment?: object }])[] = [
  ['A', 'confirmed at the provider', atProvider],
  ['A', 'confirmed by the merchant', atMerchant],
  ['B', 'confirmed at the provider', atProvider],
  ['C', 'confirmed at the provider', atProvider],
]

/** Result, code and status of the order once the payer is back. */
const ends: readonly (readonly [Decision, readonly string[]])[] = [
  ['APPROVE', ['SUCCESS', 'APPROVED', 'CAPTURED']],
  ['DECLINE', ['FAILURE', 'DECLINED', 'FAILED']],
  ['CANCEL', ['FAILURE', 'CANCELLED', 'FAILED']],
  ['ABORT', ['FAILURE', 'ABORTED', 'FAILED']],
  ['LEAVE', ['PENDING', 'PENDING', 'INITIATED']],
]

describe('a payer whom the shop sends to a provider', () => {
  const site = awaySite()
  for (const [letter, where, differences] of ways) {
    for (const [decision, end] of ends) {
      it(`${letter}, ${where}: ${decision}`, async () => {
        const shop = openShop(site.gateway)
        const place = { orderId: newOrderId() }
        const returnUrl = `${site.shop.returnUrl}?order=${place.orderId}`
        const body = initiateBody(`PROVIDER_${letter}`, {
          browserPayment: { returnUrl, ...differences.browserPayment },
        })
        const { browserPayment } = (await shop.put(body, place)).body
        const page = await openPage(site.browser)
        await page.goto(browserPayment.redirectUrl)
        await decideAtProvider(page, letter, decision)
        await page.waitForURL(returnUrl)
        const answer = await shop.transaction(place.orderId, '1')
        const isToBeConfirmed = differences === atMerchant && decision === 'APPROVE'
        if (isToBeConfirmed) {
          assert.deepEqual(outcome(answer), [200, 'PENDING', 'SUBMITTED', 'INITIATED'], answer.text)
          const confirmed = await shop.put({ apiOperation: 'CONFIRM_BROWSER_PAYMENT' }, place)
          assert.deepEqual(outcome(confirmed).slice(1), end, confirmed.text)
        } else {
          assert.deepEqual(outcome(answer).slice(1), end, answer.text)
        }
        const [status, ...times] = interactionOf(await shop.transaction(place.orderId, '1'))
        assert.equal(status, decision === 'LEAVE' ? 'RETURNED_TO_MERCHANT' : 'COMPLETED')
        assert.ok(['timeInitiated', 'timeRedirected', 'timeReturned'].every((name) => times.includes(name)))
        assert.deepEqual(page.problems, [])
        // The shop's address is all that the payer finds behind the provider's, also a second time.
        await page.goto(browserPayment.redirectUrl)
        if (decision !== 'LEAVE') await page.waitForURL(returnUrl)
        await page.close()
      })
    }
  }
})
